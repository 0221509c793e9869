// A preset as one change of the session.

#include <string>
#include <utility>

#include "app/presets.h"
#include "app/session_state.h"
#include "sim/errors.h"
#include "sim/text.h"

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
    start.host_copies = next.host_copies;
    const std::string kernel_before = settings.kernel;
    try {
        if (next.grid == settings.grid && !device_lost)
            restart(start);
        else
            rebuild(start);
    } catch (const DeviceError& error) {
        if (next.grid == settings.grid)
            throw;
        // Of the new stage; the old one goes on.
        throw InputError("--grid", grid_text(next.grid), error.what());
    }
    next.view = settings.view;
    next.view.fit = true;
    next.preset = name;
    const ComparisonSetting compared = std::exchange(next.comparison, settings.comparison);
    settings = std::move(next);
    if (compared != settings.comparison) {
        settings.comparison = compared;
        reopen_views();
    }
    if (settings.kernel != kernel_before) {
        Notice notice;
        notice.title = "The kernel is " + settings.kernel + " now";
        notice.text = kernel_before + " keeps fixed walls only, and this preset's boundary is " +
                      boundaries_text(settings.boundaries) + ".";
        notices.push(std::move(notice));
    }
    pacer.restart();
    range.forget_target();
    const bool counted = settings.steps.value_or(0) > 0;
    if (preset->runs || counted)
        this->start(counted ? settings.steps : std::nullopt);
}

}  // namespace heatlab
