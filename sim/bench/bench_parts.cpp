#include "sim/bench/bench_parts.h"

#include <algorithm>
#include <cmath>

namespace heatlab {
namespace {

double largest_magnitude(const Field& field) {
    double largest = 0;
    for (int row = 0; row < field.size().height; ++row)
        for (const float value : field.row(row))
            largest = std::max(largest, std::abs(double{value}));
    return largest;
}

Field after(Simulation& simulation, const KernelInfo& kernel, const Field& initial, StepRatio r,
            std::int64_t steps) {
    simulation.set_kernel(kernel);
    simulation.set_step_ratio(r);
    simulation.load(initial, 0);
    run_steps(simulation, steps);
    return simulation.read_back();
}

}  // namespace

std::vector<KernelCorrectness> check_kernels(Simulation& simulation,
                                             const std::vector<const KernelInfo*>& kernels,
                                             const Field& initial, StepRatio r) {
    ReferenceField reference(initial);
    reference.advance(r, bench_check_steps);
    const double tolerance = reference_tolerance(bench_check_steps, largest_magnitude(initial));
    const ReferenceField unchanged(initial);
    std::vector<KernelCorrectness> results;
    for (const KernelInfo* kernel : kernels) {
        const Field field = after(simulation, *kernel, initial, r, bench_check_steps);
        KernelCorrectness result;
        result.kernel = kernel;
        // The copy must leave the field as it is.
        result.tolerance = kernel->advances ? tolerance : 0;
        result.beyond =
            first_beyond(field, kernel->advances ? reference : unchanged, result.tolerance);
        result.ring = first_ring_difference(field, initial);
        results.push_back(result);
    }
    return results;
}

TimestepResult run_timestep(Simulation& simulation, const KernelInfo& kernel, const Field& initial,
                            StepRatio r, std::int64_t steps) {
    simulation.set_kernel(kernel);
    simulation.set_step_ratio(r);
    simulation.load(initial, 0);
    const FieldStatistics statistics =
        run_batch(simulation, {.steps = steps, .publish = false, .statistics = true})
            .statistics.value();
    return {r.value(), r.centre_weight(), std::abs(1.0 - 8.0 * r.value()),
            std::max(std::abs(double{statistics.minimum}), std::abs(double{statistics.maximum})),
            statistics.non_finite_cells == 0};
}

double reads_per_cell_per_step(const KernelInfo& kernel) {
    return kernel.reads_per_cell_per_launch / kernel.steps_per_launch;
}

std::vector<MultiStepResult> compare_multi_step(Simulation& simulation,
                                                const std::vector<const KernelInfo*>& kernels,
                                                const Field& initial, StepRatio r,
                                                std::int64_t steps) {
    std::vector<MultiStepResult> results;
    std::optional<Field> single;
    for (const KernelInfo* kernel : kernels) {
        if (kernel->steps_per_launch == 1)
            continue;
        if (!single)
            single = after(simulation, find_kernel("global", simulation.backend().kind), initial, r,
                           steps);
        const Field field = after(simulation, *kernel, initial, r, steps);
        results.push_back(
            {kernel, first_difference(field, *single), reads_per_cell_per_step(*kernel)});
    }
    return results;
}

}  // namespace heatlab
