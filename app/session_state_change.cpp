// A whole state as one change of the session, and a preset as such a state.

#include <string>
#include <utility>

#include "app/presets.h"
#include "app/session_state.h"
#include "app/settings_check.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// What matters of two initial fields is the same: a seed does where numbers are random.
bool same_field(const InitialFieldSpec& a, const InitialFieldSpec& b) {
    const InitialFieldInfo& info = find_initial_field(a.name);
    const bool same_mode = a.mode_p == b.mode_p && a.mode_q == b.mode_q && a.mode_s == b.mode_s;
    return a.name == b.name && a.amplitude.value_or(1) == b.amplitude.value_or(1) &&
           (!info.uses_seed || a.seed == b.seed) && (!info.uses_mode || same_mode) &&
           (!info.uses_file || a.file == b.file);
}

bool from_file(const Settings& settings) {
    return find_initial_field(settings.init.name).uses_file;
}

// The ring goes back to what a file had there: only the file knows.
bool needs_file_again(const Settings& now, const Settings& next) {
    return from_file(next) && now.walls && !next.walls;
}

// Of one initial field.
bool same_walls(const Settings& a, const Settings& b) {
    return a.walls == b.walls || (!from_file(a) && a.effective_walls() == b.effective_walls());
}

bool same_views(const ComparisonSetting& a, const ComparisonSetting& b) {
    return a.open == b.open && (!a.open || a.others == b.others);
}

}  // namespace

Session::State::Start Session::State::start_of(const Settings& wanted,
                                               const std::optional<StartField>& field) {
    Start start{wanted.grid,       wanted.type,         wanted.init,   wanted.walls,
                wanted.boundaries, wanted.step_ratio(), wanted.kernel, wanted.host_copies};
    if (!field)
        return start;
    if (size_of(*field->field) != wanted.grid)
        throw InputError("--state", "a field of " + grid_text(size_of(*field->field)) + " cells",
                         "the grid is " + grid_text(wanted.grid) + ", and the field must be too");
    start.field = field->field.get();
    start.step = field->step;
    return start;
}

void Session::State::go_on_from(const StartField& field) {
    simulated_seconds = field.seconds;
    anything_ran = field.step > 0;
    run_record.alter("it goes on from a saved field");
}

void Session::State::set_state(const command::SetState& wanted) {
    Settings next = wanted.settings;
    next.backend = settings.backend;
    next.device = settings.device;
    next.display = settings.display;
    next.flash_guard = settings.flash_guard;
    for (const KernelInfo& row : kernel_table())
        if (next.automatic_kernel && row.name == next.kernel && row.suits(next.grid.dimensions) &&
            !row.supports(next.boundaries))
            next.kernel = default_kernel(next.grid.dimensions).name;
    validate_settings(next);
    const Start start = start_of(next, wanted.start);
    require_support(
        find_kernel(next.kernel, simulation().backend().kind, next.grid.dimensions, next.type),
        next.boundaries, "--boundary");
    require_comparable(next);

    const bool new_grid = next.grid != settings.grid || next.type != settings.type || device_lost;
    const bool restarts = new_grid || wanted.restart || wanted.start ||
                          !same_field(next.init, settings.init) || needs_file_again(settings, next);
    const ComparisonSetting views_before = settings.comparison;
    const bool new_views = !same_views(next.comparison, views_before);
    if (new_views) {
        views.close();
        settings.comparison.open = false;
    }
    // What was chosen before chooses nothing on the way; the state that comes decides.
    const bool automatic_before = std::exchange(settings.automatic_kernel, false);
    const auto undo = [&] {
        settings.automatic_kernel = automatic_before;
        settings.comparison = views_before;
        if (new_views)
            reopen_views();
    };
    try {
        if (new_grid)
            rebuild(start);
        else if (restarts)
            restart(start);
        else
            change_run(next);
    } catch (const DeviceError& error) {
        if (!new_grid)
            throw;
        // Of the new stage; the old one goes on.
        undo();
        throw InputError("--grid", grid_text(next.grid), error.what());
    } catch (...) {
        undo();
        throw;
    }
    if (wanted.start)
        go_on_from(*wanted.start);
    const bool views_lost = !new_views && views_before.open && !settings.comparison.open;
    const ComparisonSetting compared = std::exchange(next.comparison, settings.comparison);
    const auto steps = std::exchange(next.steps, std::nullopt);
    const ZoneSetting room = std::exchange(next.zones, settings.zones);
    settings = std::move(next);
    if (room != settings.zones)
        set_zones(room);
    if (settings.zones.open && wanted.restart)
        zones->reset();
    if (new_views) {
        settings.comparison = compared;
        reopen_views();
    } else if (!views_lost) {
        set_comparison(compared);
    }
    set_laboratory(settings.laboratory);
    follow_automatic_kernel();
    pacer.restart();
    range.forget_target();
    if (statistics)
        range.observe(settings.range, statistics->minimum, statistics->maximum);
    if (steps.value_or(0) > 0)
        run_what_is_seen(steps);
}

void Session::State::change_run(const Settings& next) {
    if (next.r != settings.r)
        set_ratio(next.r);
    const bool other_walls = !same_walls(next, settings);
    settings.walls = next.walls;
    settings.init = next.init;
    const KernelInfo& chosen =
        find_kernel(next.kernel, simulation().backend().kind, next.grid.dimensions, next.type);
    const bool other_kernel = &chosen != kernel;
    if (other_kernel)
        simulation().set_host_copies({});  // it may not allow them
    change_kernel_and_boundaries(chosen, next.boundaries);
    if (other_walls)
        put_walls(settings.effective_walls());
    if (other_kernel || next.host_copies != settings.host_copies)
        put_host_copies(next.host_copies);
}

void Session::State::change_kernel_and_boundaries(const KernelInfo& next,
                                                  const Boundaries& boundaries) {
    // One of the two orders goes by a pair that can run.
    if (&next != kernel && next.supports(settings.boundaries))
        put_kernel(next);
    if (boundaries != settings.boundaries)
        put_boundaries(boundaries);
    if (&next != kernel)
        put_kernel(next);
}

void Session::State::set_cell_type(CellType type) {
    if (type == settings.type)
        return;
    Settings next = heatlab::with_cell_type(settings, type, simulation().backend().kind);
    next.preset.clear();
    const std::string kernel_before = settings.kernel;
    set_state({std::move(next), true, std::nullopt});
    if (settings.kernel == kernel_before || settings.automatic_kernel)
        return;
    Notice notice;
    notice.title = "The kernel is " + settings.kernel + " now";
    notice.text =
        kernel_before + " does not exist with cells of " + std::string(to_string(type)) + " here.";
    notices.push(std::move(notice));
}

void Session::State::load_preset(const std::string& name) {
    const auto [preset, variant] = presets->find(name);
    command::SetState wanted{with_preset(settings, *preset, *variant), true, std::nullopt};
    wanted.settings.view.fit = true;
    wanted.settings.zones.open = false;  // a preset is of the field
    wanted.settings.preset = name;
    const bool counted = wanted.settings.steps.value_or(0) > 0;
    const std::string kernel_before = settings.kernel;
    set_state(wanted);
    if (settings.kernel != kernel_before && !settings.automatic_kernel) {
        Notice notice;
        notice.title = "The kernel is " + settings.kernel + " now";
        notice.text = kernel_before + " keeps fixed walls only, and this preset's boundary is " +
                      boundaries_text(settings.boundaries) + ".";
        notices.push(std::move(notice));
    }
    if (preset->runs && !counted)
        start(std::nullopt);
}

}  // namespace heatlab
