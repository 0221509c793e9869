#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "sim/cell_type.h"
#include "sim/cpu/processors.h"

namespace heatlab {

/// A few threads that stay: the one that calls `run` is member 0, the others wait between calls.
/// On the others denormals are what fields of the team's cells make of them. The helpers run at a
/// slightly lower priority, so that they leave the interface and its software renderer their turn
/// on a machine with few cores.
/// Where there are as many processors as members, each helper stays on one of its own, and the
/// caller is moved to the one that is left: the system takes threads that wait for each other for
/// ones that belong together, and may keep two of them on one processor while another is free.
class ThreadTeam {
public:
    /// Throws std::system_error where the system refuses a thread.
    explicit ThreadTeam(int size, CellType type = CellType::float32);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    int size() const { return static_cast<int>(helpers_.size()) + 1; }

    /// Calls `work(member)` on members [0, members) and returns when all have finished. `work`
    /// throws nothing.
    void run(int members, const std::function<void(int member)>& work);

    /// Keeps the calling thread, too, on a processor of its own while the result lives; null where
    /// members have none. For measurements: the system may move it between two calls of `run`.
    [[nodiscard]] std::unique_ptr<ProcessorStay> keep_caller() const;

    /// For how long its members spin where they wait for each other.
    double spinning_seconds() const { return spinning_seconds_; }

private:
    void serve(int member);
    void end();

    CellType type_;
    std::vector<int> processors_;  ///< of each member; empty: where the system puts them
    double spinning_seconds_;
    std::atomic<int> generation_{0};
    std::atomic<int> busy_{0};
    std::atomic<bool> stop_{false};
    int members_ = 1;
    const std::function<void(int)>* work_ = nullptr;
    std::vector<std::thread> helpers_;
};

/// Lowers the calling thread's priority by a few steps, where the system allows it.
void yield_to_interface();

/// Meeting point of the members of a team between two launches.
class TeamBarrier {
public:
    explicit TeamBarrier(int members, double spinning_seconds = long_spinning)
        : members_(members), spinning_seconds_(spinning_seconds) {}

    /// Returns when all members have arrived; the last one calls `completion` before the others go
    /// on.
    template <typename Completion>
    void arrive(const Completion& completion) {
        const int phase = phase_.load(std::memory_order_acquire);
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == members_) {
            completion();
            arrived_.store(0, std::memory_order_relaxed);
            // Sequentially consistent: notify_all() looks for sleepers next. A weaker store may
            // still be on its way then, while a member that counts itself as a sleeper only now
            // sees the old phase, and sleeps for ever.
            phase_.store(phase + 1);
            phase_.notify_all();
            return;
        }
        wait_while_equal(phase_, phase, spinning_seconds_);
    }

    /// Spins for so long; then sleeps, as the core may be wanted.
    static void wait_while_equal(const std::atomic<int>& value, int old, double spinning_seconds);

    /// What one member may have to do longer than another, in launches on small grids. Whoever
    /// sleeps meanwhile is woken too late for his part of the next launch, and in a virtual
    /// machine much too late: launches of 40 us took a quarter longer.
    static constexpr double long_spinning = 100e-6;
    /// Where the one who is waited for may need the processor of the one who waits.
    static constexpr double short_spinning = 5e-6;

private:
    int members_;
    double spinning_seconds_;
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<int> phase_{0};
};

/// Deals rows to the members of a team: each has a part of its own, so that it meets the same rows
/// in every launch, and helps the others when that is done.
class RowShares {
public:
    explicit RowShares(int members) : members_(members), shares_(new Share[std::size_t(members)]) {}

    /// Rows [first, last) in pieces of `piece`. Not while rows are being taken.
    void deal(int first, int last, int piece);
    /// The next piece for `member`; false where all rows are taken.
    bool take(int member, int& first, int& last);

private:
    struct alignas(64) Share {
        std::atomic<std::int64_t> next{0};
        std::int64_t end = 0;
    };

    int members_;
    int piece_ = 1;
    std::unique_ptr<Share[]> shares_;
};

}  // namespace heatlab
