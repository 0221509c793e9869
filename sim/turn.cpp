#include "sim/turn.h"

#include <algorithm>

namespace heatlab {

bool Turn::begin(const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    const std::uint64_t number = asked_++;
    queue_.push_back(number);
    changed_.wait(lock, [&] { return queue_.front() == number || stop; });
    if (queue_.front() == number)
        return true;
    queue_.erase(std::ranges::find(queue_, number));
    return false;
}

void Turn::end() {
    {
        const std::lock_guard lock(mutex_);
        queue_.pop_front();
    }
    changed_.notify_all();
}

void Turn::wake() {
    {
        const std::lock_guard lock(mutex_);  // whoever has just looked at `stop` waits by now
    }
    changed_.notify_all();
}

std::size_t Turn::asking() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

}  // namespace heatlab
