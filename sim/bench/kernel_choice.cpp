#include "sim/bench/kernel_choice.h"

#include <algorithm>

namespace heatlab {

std::vector<KernelTime> rank_kernels(Simulation& simulation) {
    // Enough to tell kernels apart that differ by more than a few per cent.
    constexpr TimingOptions options{.rounds = 5, .seconds = 0.004, .most_seconds = 0.1};
    std::vector<const KernelInfo*> kernels =
        kernels_of(simulation.backend().kind, simulation.grid().dimensions, simulation.cell_type());
    // One that lives in the displayed textures is as fast as these are drawn.
    std::erase_if(kernels, [](const KernelInfo* k) { return !k->advances || k->in_texture; });
    kernels = kernels_that_fit(simulation, kernels);
    std::vector<KernelTime> ranking = time_in_turns(simulation, kernels, options);
    std::ranges::stable_sort(ranking, {},
                             [](const KernelTime& time) { return time.seconds_per_step.median; });
    return ranking;
}

const KernelInfo* fastest_of(const std::vector<KernelTime>& ranking, const Boundaries& boundaries) {
    const auto found = std::ranges::find_if(
        ranking, [&](const KernelTime& time) { return time.kernel->supports(boundaries); });
    return found == ranking.end() ? nullptr : found->kernel;
}

}  // namespace heatlab
