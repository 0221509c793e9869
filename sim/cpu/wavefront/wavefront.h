#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/cpu/thread_team.h"
#include "sim/cpu/wavefront/plan.h"
#include "sim/cpu/wavefront/strip_task.h"
#include "sim/cpu/wavefront/workspace.h"

namespace heatlab {

/// Many steps in each pass over memory, in skewed strips that stay in a second-level cache.
/// docs/wavefront-cpu.md explains the idea. Keeps its scratch memory from run to run.
class Wavefront {
public:
    struct Result {
        std::int64_t passes = 0;
        std::int64_t steps = 0;
        bool in_target = false;  ///< or in the launch's source
    };

    /// `advance_strip`: of an instruction set with `lanes` floats in a vector.
    Wavefront(AdvanceStrip advance_strip, int lanes)
        : advance_strip_(advance_strip), lanes_(lanes) {}

    /// The machine as it is, with `threads` of it.
    WavefrontMachine machine(int threads) const;

    /// Carries out a plan that is not plain, on `members` of the team; both buffers of the launch
    /// are written, but for their rings. With `stop`, ends after the passes in progress. Throws
    /// std::bad_alloc.
    Result run(const WavefrontPlan& plan, const CpuLaunch& launch, ThreadTeam& team, int members,
               const std::atomic<bool>& stop);

private:
    class Run;

    AdvanceStrip advance_strip_;
    int lanes_;
    std::vector<Workspace> scratch_;  ///< of each member
    Workspace edges_;
};

}  // namespace heatlab
