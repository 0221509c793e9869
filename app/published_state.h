#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace heatlab {

/// A value that one thread changes and others look at: who asks gets it whole, as it is then.
template <typename State>
class PublishedState {
public:
    /// Null before the first `set`.
    std::shared_ptr<const State> get() const {
        const std::lock_guard lock(mutex_);
        return state_;
    }
    void set(State state) {
        const std::lock_guard lock(mutex_);
        state_ = std::make_shared<const State>(std::move(state));
    }
    /// `change(State&)` on a copy of what was set, which then takes its place.
    template <typename Change>
    void change(const Change& change) {
        const std::lock_guard lock(mutex_);
        State next = *state_;
        change(next);
        state_ = std::make_shared<const State>(std::move(next));
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const State> state_;
};

}  // namespace heatlab
