#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

namespace heatlab {

/// Lets those who share it compute one at a time, in the order in which they ask. See HeldTurn.
class Turn {
public:
    Turn() = default;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    /// Has those who wait look at their `stop` again.
    void wake();
    /// How many have the turn or wait for it.
    std::size_t asking() const;

private:
    friend class HeldTurn;
    /// Returns when all who asked before have ended; false where `stop` was set before that.
    bool begin(const std::atomic<bool>& stop);
    void end();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::uint64_t> queue_;  ///< who asked; the first one has the turn
    std::uint64_t asked_ = 0;
};

/// One's turn, from the constructor, which waits for it, to the destructor.
class HeldTurn {
public:
    /// `turn` may be null: then there is nobody to wait for. Where `stop` is set (and Turn::wake
    /// called) before the turn comes, it is given up.
    HeldTurn(Turn* turn, const std::atomic<bool>& stop)
        : turn_(turn), held_(turn == nullptr || turn->begin(stop)) {}
    ~HeldTurn() {
        if (turn_ != nullptr && held_)
            turn_->end();
    }
    HeldTurn(const HeldTurn&) = delete;
    HeldTurn& operator=(const HeldTurn&) = delete;

    /// Whether it came.
    explicit operator bool() const { return held_; }

private:
    Turn* turn_;
    bool held_;
};

}  // namespace heatlab
