// The room "Ghost zones": the run waits while it is open, and what runs is its scene.

#include <chrono>
#include <thread>
#include <utility>

#include "app/backends.h"
#include "app/session_state.h"
#include "app/zones/zone_file_loading.h"
#include "sim/errors.h"

namespace heatlab {

bool Session::State::zones_busy() const {
    return zones && (settings.zones.open || zones->busy());
}

void Session::State::set_zones(const ZoneSetting& wanted) {
    set_zones(wanted, {});
}

void Session::State::set_zones(const ZoneSetting& wanted, const ZoneCells& read) {
    if (!wanted.open) {
        if (settings.zones.open)
            zones->close();
        // Coming back to the same files is not to depend on whether they still are there.
        if (!same_problem(wanted, settings.zones))
            zone_cells = {};
        settings.zones = wanted;
        return;
    }
    validate_zones(wanted);
    ZoneCells cells = zone_cells_of(wanted, read, settings.zones, zone_cells);
    if (!zones) {
        const BackendInfo& backend = simulation().backend();
        const BackendSelection selection{backend.kind, backend.device_index, {}};
        zones = std::make_unique<ZoneWorker>(
            make_engine ? make_engine : [selection] { return make_zone_engine(selection); });
    }
    if (settings.comparison.open) {
        views.close();
        settings.comparison.open = false;
    }
    stop_counting();
    hold_run();
    settings.zones = wanted;
    zone_cells = std::move(cells);
    zones->set_pacing(settings.pacing);
    zones->select(wanted, zone_cells);
}

void Session::State::load_zone_file(const command::LoadZoneFile& wanted) {
    if (wanted.file.empty()) {
        ZoneSetting next = settings.zones;
        (next.files.*zone_file_roles.at(wanted.role).file).clear();
        return set_zones(next);
    }
    const LoadedZoneFile loaded = with_zone_file(settings.zones, wanted.role, wanted.file);
    set_zones(loaded.setting, loaded.read);
    notices.push(loaded_notice(loaded, wanted));
}

void Session::State::measure_zones() {
    if (!settings.zones.open)
        throw InputError("--ghost-zones", "none", "the room is to be open to measure its zones");
    zones->measure();
}

void Session::State::follow_zones() {
    if (!settings.zones.open)
        return;
    zones->set_pacing(settings.pacing);
    const std::shared_ptr<const SweepState> sweep = sweeps.state();
    zones->allow(in_flight.empty() && !run_has_to_wait() && (!sweep || !sweep->running));
}

void Session::State::finish_zones() {
    using namespace std::chrono_literals;
    if (scene_runs_on)
        zones->pause();
    simulation().wait();
    collect_reports();
    do {
        follow_zones();
        std::this_thread::sleep_for(2ms);
    } while (zones->busy());
}

std::future<SceneCells> Session::scene_cells() {
    if (!state_->settings.zones.open)
        return CellsWanted().future();
    return state_->zones->take_cells();
}

}  // namespace heatlab
