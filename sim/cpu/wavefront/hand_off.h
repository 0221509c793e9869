#pragma once

#include <atomic>
#include <cstdint>

namespace heatlab {

/// A number that only grows: written by one thread at a time, waited for by others. What was
/// written before `reach` is seen after the wait.
class Milestone {
public:
    void reach(std::int64_t value);
    void wait_for(std::int64_t value) const;

private:
    std::atomic<std::int64_t> value_{0};
};

/// How far the strip at one place has come, over all passes of a run. On a pair of cache lines of
/// its own, which processors fetch together.
struct alignas(128) StripProgress {
    Milestone batches;  ///< whose edges the right neighbour may read
    Milestone passes;   ///< for which the strip has read its source and written its target
};

}  // namespace heatlab
