#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/bench/bench_parts.h"
#include "sim/host_copies.h"
#include "sim/simulation.h"

namespace heatlab {

/// What a number of steps cost under one copy policy.
struct CopyPolicyResult {
    HostCopyInfo policy;
    double total_seconds = 0;
    std::int64_t copies = 0;
    std::uint64_t bytes_to_host = 0;
    double ratio = 1;           ///< of the time to that of `never`
    bool bit_identical = true;  ///< the final field, and the last copy that was taken of it
};

/// Blocking: `steps` steps of `kernel` from `initial` under each policy of `host_copy_policies()`,
/// after a shorter pass that is discarded. Sets the policy back to `never`. `progress` is called
/// before each pass.
std::vector<CopyPolicyResult> time_copy_policies(Simulation& simulation, const KernelInfo& kernel,
                                                 const Field& initial, StepRatio r,
                                                 std::int64_t steps, std::int64_t interval,
                                                 const PartProgress& progress = {});

}  // namespace heatlab
