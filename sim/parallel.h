#pragma once

#include <cstdint>
#include <functional>

namespace heatlab {

/// Calls `work(first, last)` for disjoint ranges that together are [0, count), on as many threads
/// as there are cores where `count * cost_per_item` (in cells) is worth it; returns when all are
/// done. For one-off work; the steps have a team of their own.
void parallel_ranges(int count, std::int64_t cost_per_item,
                     const std::function<void(int first, int last)>& work);

}  // namespace heatlab
