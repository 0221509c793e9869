#include "sim/bench/copy_policy.h"

#include <algorithm>

#include "sim/compare.h"

namespace heatlab {
namespace {

// Enough for every policy to take copies, and for the device to be at its pace.
constexpr std::int64_t warm_up_steps = 100;

struct Run {
    double seconds = 0;
    std::int64_t copies = 0;
    std::uint64_t bytes = 0;
};

Run run(Simulation& simulation, const Field& initial, std::int64_t steps) {
    simulation.load(initial, 0);
    const BatchReport report = run_steps(simulation, steps);
    return {report.seconds, report.host_copies, report.host_copy_bytes};
}

}  // namespace

std::vector<CopyPolicyResult> time_copy_policies(Simulation& simulation, const KernelInfo& kernel,
                                                 const Field& initial, StepRatio r,
                                                 std::int64_t steps, std::int64_t interval,
                                                 const PartProgress& progress) {
    simulation.set_kernel(kernel);
    simulation.set_step_ratio(r);
    std::vector<CopyPolicyResult> results;
    std::optional<Field> expected;
    int passes = 0;
    const auto tell = [&] {
        if (progress)
            progress(passes++, 2 * static_cast<int>(host_copy_policies().size()));
    };
    for (const HostCopyInfo& info : host_copy_policies()) {
        simulation.set_host_copies({info.policy, interval});
        tell();
        run(simulation, initial,
            std::min(steps, warm_up_steps));  // touches what is allocated on first use; not counted
        tell();
        const Run measured = run(simulation, initial, steps);
        const Field field = simulation.read_back();
        if (!expected)
            expected = field.clone();
        CopyPolicyResult result;
        result.policy = info;
        result.total_seconds = measured.seconds;
        result.copies = measured.copies;
        result.bytes_to_host = measured.bytes;
        result.ratio = results.empty() ? 1 : measured.seconds / results.front().total_seconds;
        result.bit_identical = !first_difference(field, *expected);
        // The last copy is of the last step where the policy took one there.
        const bool copied_last = measured.copies > 0 &&
                                 (info.policy != HostCopyPolicy::every_n || steps % interval == 0);
        if (copied_last) {
            const std::optional<Field> copy = simulation.newest_host_copy();
            result.bit_identical =
                result.bit_identical && copy && !first_difference(*copy, *expected);
        }
        results.push_back(result);
    }
    simulation.set_host_copies({});
    return results;
}

}  // namespace heatlab
