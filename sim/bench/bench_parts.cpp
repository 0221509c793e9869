#include "sim/bench/bench_parts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sim/any_field.h"

namespace heatlab {
namespace {

/// A field, and how it came about.
template <typename Real>
struct Outcome {
    BasicField<Real> field;
    double steps_per_launch = 1;
};

template <typename Real>
Outcome<Real> after(Simulation& simulation, const KernelInfo& kernel,
                    const BasicField<Real>& initial, StepRatio r, std::int64_t steps) {
    simulation.set_kernel(kernel);
    simulation.set_step_ratio(r);
    load_field(simulation, initial, 0);
    const double per_launch = steps_per_launch(run_steps(simulation, steps));
    return {read_field<Real>(simulation), per_launch};
}

}  // namespace

template <typename Real>
std::vector<KernelCorrectness> check_kernels(Simulation& simulation,
                                             const std::vector<const KernelInfo*>& kernels,
                                             const BasicField<Real>& initial, StepRatio r,
                                             const PartProgress& progress) {
    const int total = static_cast<int>(kernels.size()) + 1;
    if (progress)
        progress(0, total);
    ReferenceFor<Real> reference(initial);
    reference.advance(r, bench_check_steps);
    const double tolerance =
        reference_tolerance(bench_check_steps, largest_magnitude(initial), cell_type_of<Real>());
    std::vector<KernelCorrectness> results;
    for (const KernelInfo* kernel : kernels) {
        if (progress)
            progress(static_cast<int>(results.size()) + 1, total);
        const Outcome<Real> outcome = after(simulation, *kernel, initial, r, bench_check_steps);
        KernelCorrectness result;
        result.kernel = kernel;
        result.beyond = kernel->advances ? first_beyond(outcome.field, reference, tolerance)
                                         : first_difference(outcome.field, initial);
        result.ring =
            first_ring_difference(outcome.field, initial, fixed_walls(initial.size().dimensions));
        result.steps_per_launch = outcome.steps_per_launch;
        results.push_back(result);
    }
    return results;
}

template <typename Real>
TimestepResult run_timestep(Simulation& simulation, const KernelInfo& kernel,
                            const BasicField<Real>& initial, StepRatio r, std::int64_t steps) {
    simulation.set_kernel(kernel);
    simulation.set_step_ratio(r);
    load_field(simulation, initial, 0);
    const FieldStatistics statistics =
        run_batch(simulation, {.steps = steps, .publish = false, .statistics = true})
            .statistics.value();
    const double ratio = r.value_as<double>();
    return {ratio, r.centre_weight_as<double>(), std::abs(1.0 - 2.0 * r.neighbours() * ratio),
            std::max(std::abs(double{statistics.minimum}), std::abs(double{statistics.maximum})),
            statistics.non_finite_cells == 0};
}

std::optional<double> reads_per_cell_per_step(const KernelInfo& kernel, double steps_per_launch,
                                              CellType type) {
    const bool counted =
        kernel.plans_batches ? steps_per_launch > 1 : steps_per_launch == kernel.steps_per_launch;
    if (!counted)
        return std::nullopt;
    return kernel.reads_per_cell_per_launch_of(type) / steps_per_launch;
}

template <typename Real>
std::vector<MultiStepResult> compare_multi_step(Simulation& simulation,
                                                const std::vector<const KernelInfo*>& kernels,
                                                const BasicField<Real>& initial, StepRatio r,
                                                std::int64_t steps, const PartProgress& progress) {
    std::vector<MultiStepResult> results;
    std::vector<const KernelInfo*> several;
    std::ranges::copy_if(kernels, std::back_inserter(several),
                         [](const KernelInfo* kernel) { return kernel->steps_per_launch > 1; });
    if (several.empty())
        return results;
    const int total = static_cast<int>(several.size()) + 1;
    if (progress)
        progress(0, total);
    const KernelInfo& plain = plain_kernel(simulation.grid().dimensions);
    const BasicField<Real> single = after(simulation, plain, initial, r, steps).field;
    for (const KernelInfo* kernel : several) {
        if (progress)
            progress(static_cast<int>(results.size()) + 1, total);
        const Outcome<Real> outcome = after(simulation, *kernel, initial, r, steps);
        results.push_back(
            {kernel, first_difference(outcome.field, single), outcome.steps_per_launch,
             reads_per_cell_per_step(*kernel, outcome.steps_per_launch, cell_type_of<Real>())});
    }
    return results;
}

template std::vector<KernelCorrectness> check_kernels(Simulation&,
                                                      const std::vector<const KernelInfo*>&,
                                                      const Field&, StepRatio, const PartProgress&);
template TimestepResult run_timestep(Simulation&, const KernelInfo&, const Field&, StepRatio,
                                     std::int64_t);
template std::vector<MultiStepResult> compare_multi_step(Simulation&,
                                                         const std::vector<const KernelInfo*>&,
                                                         const Field&, StepRatio, std::int64_t,
                                                         const PartProgress&);
template std::vector<KernelCorrectness> check_kernels(Simulation&,
                                                      const std::vector<const KernelInfo*>&,
                                                      const Field64&, StepRatio,
                                                      const PartProgress&);
template TimestepResult run_timestep(Simulation&, const KernelInfo&, const Field64&, StepRatio,
                                     std::int64_t);
template std::vector<MultiStepResult> compare_multi_step(Simulation&,
                                                         const std::vector<const KernelInfo*>&,
                                                         const Field64&, StepRatio, std::int64_t,
                                                         const PartProgress&);

}  // namespace heatlab
