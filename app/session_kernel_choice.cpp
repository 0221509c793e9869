// The kernel that a session chooses by itself.

#include "app/session_state.h"
#include "sim/bench/kernel_choice.h"

namespace heatlab {

void Session::State::choose_automatically() {
    settings.automatic_kernel = true;
    follow_automatic_kernel();
}

void Session::State::follow_automatic_kernel() {
    const KernelInfo* best = automatic_for(settings.boundaries);
    if (best != nullptr && best != kernel)
        put_kernel(*best);
}

const KernelInfo* Session::State::automatic_for(const Boundaries& boundaries) {
    if (!settings.automatic_kernel)
        return nullptr;
    if (ranking.empty() || ranked_grid != settings.grid)
        rank_on_this_grid();
    return fastest_of(ranking, boundaries);
}

void Session::State::rank_on_this_grid() {
    const BackendInfo& backend = simulation().backend();
    ranked_grid = settings.grid;
    if (auto kept = rankings.find(backend, settings.grid)) {
        ranking = std::move(*kept);
        return;
    }
    stop_counting();
    simulation().wait();
    collect_reports();
    const Field field = simulation().read_back();
    const std::int64_t step = simulation().step();
    simulation().set_host_copies({});
    simulation().set_boundaries(fixed_walls(settings.grid.dimensions));
    ranking = rank_kernels(simulation());
    simulation().set_kernel(*kernel);
    simulation().set_boundaries(settings.boundaries);
    simulation().set_host_copies(settings.host_copies);
    simulation().load(field, step);
    checkpoints.clear();  // with the field that was loaded
    stale = {true, true, probed_cell.has_value()};
    rankings.keep(backend, settings.grid, ranking);
}

}  // namespace heatlab
