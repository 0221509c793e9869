// The room "Ghost zones": the run waits while it is open, and what runs is its scene.

#include <chrono>
#include <thread>

#include "app/backends.h"
#include "app/session_state.h"
#include "sim/errors.h"

namespace heatlab {

bool Session::State::zones_busy() const {
    return zones && (settings.zones.open || zones->busy());
}

void Session::State::set_zones(const ZoneSetting& wanted) {
    if (!wanted.open) {
        if (settings.zones.open)
            zones->close();
        settings.zones = wanted;
        return;
    }
    validate_zones(wanted);
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
    zones->set_pacing(settings.pacing);
    zones->select(wanted);
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

}  // namespace heatlab
