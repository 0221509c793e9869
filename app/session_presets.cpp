// A preset as one change of the session.

#include "app/presets.h"
#include "app/session_state.h"

namespace heatlab {

void Session::State::load_preset(const std::string& name) {
    const auto [preset, variant] = presets->find(name);
    Settings next = with_preset(settings, *preset, *variant);
    Start start;
    start.grid = next.grid;
    start.init = next.init;
    start.walls = next.walls;
    start.boundaries = next.boundaries;
    start.ratio = StepRatio::from(next.r);
    start.kernel = next.kernel;
    if (next.grid == settings.grid && !device_lost)
        restart(start);
    else
        rebuild(start);
    next.view = settings.view;
    next.view.fit = true;
    next.preset = name;
    settings = std::move(next);
    pacer.restart();
    range.forget_target();
    if (preset->runs || settings.steps)
        this->start(settings.steps);
}

}  // namespace heatlab
