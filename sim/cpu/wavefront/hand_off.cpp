#include "sim/cpu/wavefront/hand_off.h"

#include <immintrin.h>

namespace heatlab {

void Milestone::reach(std::int64_t value) {
    value_.store(value, std::memory_order_release);
    value_.notify_all();
}

void Milestone::wait_for(std::int64_t value) const {
    // Longer than a batch takes, some tens of microseconds, as the neighbour is that close. Then
    // asleep: it may have lost its core.
    constexpr int spins = 2000;
    for (int i = 0; i < spins; ++i) {
        if (value_.load(std::memory_order_acquire) >= value)
            return;
        _mm_pause();
    }
    for (std::int64_t seen = value_.load(std::memory_order_acquire); seen < value;
         seen = value_.load(std::memory_order_acquire)) {
        value_.wait(seen, std::memory_order_acquire);
    }
}

}  // namespace heatlab
