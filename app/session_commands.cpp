// Commands: each changes all that it asks for, or nothing, and what is refused is said in words.

#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <string_view>
#include <utility>

#include "app/session_state.h"
#include "app/settings_check.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// What a refusal is about, for its title.
std::string refusal_title(const std::string& argument) {
    static const std::map<std::string_view, const char*> titles = {
        {"--r", "r was not changed"},
        {"dt", "dt was not changed"},
        {"--grid", "The grid was not changed"},
        {"--walls", "The edges were not changed"},
        {"--boundary", "The boundary was not changed"},
        {"--init", "The start was not changed"},
        {"--file", "The file was not taken"},
        {"--mode", "The start was not changed"},
        {"--amplitude", "The start was not changed"},
        {"--kernel", "The kernel was not changed"},
        {"--range", "The range was not changed"},
        {"--host-copies", "The copies were not changed"},
        {"refinement", "The cell size was not changed"},
        {"sweep", "The sweep was not started"},
        {"sizes", "The sizes are not measured"},
        {"sectors", "The sectors are not counted"},
        {"--preset", "The preset was not taken"},
        {"--state", "The state was not taken"},
        {"--compare", "The views were not changed"},
        {"--show", "The view was not changed"},
        {"--ghost-zones", "The ghost zones were not changed"},
        {"--temperature", "The temperature was not taken"},
        {"--power", "The power was not taken"},
    };
    const auto found = titles.find(argument);
    return found == titles.end() ? "That was not changed" : found->second;
}

std::string without_dashes(std::string text) {
    text.erase(0, std::min(text.find_first_not_of('-'), text.size()));
    return text;
}

bool in_grid(const Cell& cell, GridSize grid) {
    return cell.row >= 0 && cell.col >= 0 && cell.row < grid.height && cell.col < grid.width;
}

bool plane_holds(GridSize grid, const Plane& plane, const Cell& cell) {
    const int length = plane.across == Axis::x   ? grid.width
                       : plane.across == Axis::y ? grid.height
                                                 : grid.depth;
    return plane.index >= 0 && plane.index < length &&
           in_grid(cell, plane_size(grid, plane.across));
}

// What a key adds is rounded to so many parts of 1: 0.2 and a thousandth are the double 0.201.
constexpr double key_resolution = 1e12;

// Commands that come by themselves, or many times a second: they do not answer a refusal.
template <typename T>
constexpr bool is_passive =
    std::is_same_v<T, command::SetPicture> || std::is_same_v<T, command::SetProbe> ||
    std::is_same_v<T, command::SetView> || std::is_same_v<T, command::SetCamera> ||
    std::is_same_v<T, command::SetCrossing> || std::is_same_v<T, command::BeginStroke> ||
    std::is_same_v<T, command::Paint> || std::is_same_v<T, command::EndStroke> ||
    std::is_same_v<T, command::SetLoupe> || std::is_same_v<T, command::DismissNotice>;

}  // namespace

/// One overload per command; each changes all or, throwing, nothing.
struct Session::Handler {
    State& s;

    void operator()(const command::Play&) const { s.run_what_is_seen(std::nullopt); }
    void operator()(const command::Pause&) const {
        s.settings.zones.open ? s.zones->pause() : s.pause();
    }
    void operator()(const command::TogglePlay&) const {
        const bool runs = s.settings.zones.open ? s.zones->running() : s.running;
        runs ? (*this)(command::Pause{}) : (*this)(command::Play{});
    }
    void operator()(const command::RunSteps& c) const {
        validate_step_count(c.count, "n of \"n steps\"");
        s.run_what_is_seen(c.count);
    }
    void operator()(const command::Reset&) const {
        s.settings.zones.open ? s.zones->reset() : s.restart(s.present_start());
    }

    void operator()(const command::SetStepRatio& c) const { s.set_ratio(c.r); }
    void operator()(const command::ChangeStepRatio& c) const {
        const double next = std::clamp(s.settings.r + c.delta, 0.0, 1.0);
        s.set_ratio(std::round(next * key_resolution) / key_resolution);
    }
    void operator()(const command::ScaleTimeStep& c) const {
        // Of r itself, so that halving and doubling come back to the same one.
        s.set_derived_ratio("dt", s.settings.time_step() * c.factor, s.settings.r * c.factor);
    }
    void operator()(const command::SetTimeStep& c) const { s.set_time_step(c.seconds); }
    void operator()(const command::SetDiffusivity& c) const {
        validate_diffusivity(c.value);
        const double h = s.settings.cell_size;
        s.set_derived_ratio("--alpha", c.value, s.settings.time_step() * c.value / (h * h));
        s.settings.diffusivity = c.value;
    }
    void operator()(const command::SetCellSize& c) const {
        validate_cell_size(c.value);
        s.set_derived_ratio("--cell-size", c.value,
                            s.settings.time_step() * s.settings.diffusivity / (c.value * c.value));
        s.settings.cell_size = c.value;
    }

    void operator()(const command::SetWalls& c) const {
        validate_walls(c.walls);
        s.put_walls(c.walls);
        s.settings.walls = c.walls;
    }
    void operator()(const command::SetBoundaries& c) const { s.set_boundaries(c.boundaries); }
    void operator()(const command::SetInitialField& c) const {
        State::Start start = s.present_start();
        if (c.spec.name != start.init.name)
            start.walls.reset();
        start.init = c.spec;
        s.restart(start);
        s.settings.preset.clear();
    }
    void operator()(const command::SetGrid& c) const {
        if (c.grid == s.settings.grid && !s.device_lost)
            return s.restart(s.present_start());
        validate_grid(c.grid);
        if (c.grid.dimensions != s.settings.grid.dimensions) {
            Settings next = with_grid(s.settings, c.grid);
            next.preset.clear();
            return s.set_state({std::move(next), true, std::nullopt});
        }
        State::Start start = s.present_start();
        start.grid = c.grid;
        try {
            s.rebuild(start);
            s.settings.preset.clear();
        } catch (const DeviceError& error) {
            // Of the new stage; the old one goes on.
            throw InputError("--grid", grid_text(c.grid), error.what());
        }
    }
    void operator()(const command::SetCellType& c) const { s.set_cell_type(c.type); }
    void operator()(const command::SetKernel& c) const { s.set_kernel(c.name); }
    void operator()(const command::SetHostCopies& c) const { s.set_host_copies(c.setting); }

    void operator()(const command::SetPacing& c) const {
        validate_pacing(c.pacing);
        s.settings.pacing = c.pacing;
        s.pacer.restart();
    }
    void operator()(const command::SetStepCount& c) const {
        validate_step_count(c.count, "n of \"n steps\"");
        s.settings.step_count = c.count;
    }
    void operator()(const command::SetColormap& c) const { s.settings.colormap = c.name; }
    void operator()(const command::SetRange& c) const {
        validate_range(c.range);
        s.settings.range = c.range;
        s.range.forget_target();
        if (s.statistics)
            s.range.observe(c.range, s.statistics->minimum, s.statistics->maximum);
    }
    void operator()(const command::SetLinearFilter& c) const { s.settings.linear_filter = c.on; }
    void operator()(const command::SetIsotherms& c) const { s.settings.isotherms = c.on; }
    void operator()(const command::SetCellLines& c) const { s.settings.cell_lines = c.on; }
    void operator()(const command::SetFlashGuard& c) const { s.settings.flash_guard = c.mode; }
    void operator()(const command::SetBrush& c) const {
        validate_brush(c.brush);
        s.settings.brush = c.brush;
    }
    void operator()(const command::SetView& c) const {
        validate_view(c.view);
        s.settings.view = c.view;
    }
    void operator()(const command::SetSlice& c) const {
        if (c.slice == s.settings.slice)
            return;
        if (c.slice.across != s.settings.slice.across)
            s.settings.view = {};
        s.settings.slice = c.slice;
        s.leave_plane();
        s.stale.picture = true;
    }
    void operator()(const command::SetShow& c) const {
        if (s.settings.comparison.open)
            require_flat_beside_comparison(c.mode);
        require_suits(c.mode, s.settings.grid);
        s.settings.show = c.mode;
    }
    void operator()(const command::SetCamera& c) const {
        validate_camera(c.camera);
        s.settings.camera = c.camera;
    }
    void operator()(const command::SetCrossing& c) const { s.settings.crossing = c.crossing; }
    void operator()(const command::SetPicture& c) const {
        if (c.width > 0 && c.height > 0)  // else nothing is in view; the last picture stays
            s.view = {c.visible, c.width, c.height};
    }
    void operator()(const command::SetProbe& c) const {
        const GridSize grid = s.settings.grid;
        const std::optional<Plane> plane = grid.dimensions == 3 ? c.plane : std::nullopt;
        std::optional<Cell> next;
        if (plane && c.cell && plane_holds(grid, *plane, *c.cell))
            next = cell_of_plane(grid, *plane, *c.cell);
        else if (!plane && c.cell && in_grid(*c.cell, s.settings.shown_grid()))
            next = s.settings.cell_of_shown(*c.cell);
        s.probed_plane = plane;
        if (next == s.probed_cell)
            return;
        s.simulation().set_probe(next);
        s.probed_cell = next;
        s.probe.reset();
        s.stale.probe = next.has_value();
    }

    void operator()(const command::BeginStroke&) const {
        s.stroke_open = true;
        s.stroke_checkpointed = false;
    }
    void operator()(const command::Paint& c) const { s.paint(c.dab); }
    void operator()(const command::EndStroke&) const { s.stroke_open = false; }
    void operator()(const command::UndoStroke&) const { s.undo_stroke(); }

    void operator()(const command::DismissNotice& c) const { s.notices.dismiss(c.id); }
    void operator()(const command::SetLaboratory& c) const { s.set_laboratory(c.setting); }
    void operator()(const command::SetLoupe& c) const { s.set_loupe(c.cells); }
    void operator()(const command::RefineGrid& c) const { s.refine(c.factor); }
    void operator()(const command::LoadPreset& c) const { s.load_preset(c.name); }
    void operator()(const command::SetState& c) const { s.set_state(c); }
    void operator()(const command::SetComparison& c) const { s.set_comparison(c.setting); }
    void operator()(const command::StartSweep& c) const {
        s.sweeps.start(c.sweep, s.settings.grid, s.settings.boundaries);
    }
    void operator()(const command::CancelSweep&) const { s.sweeps.cancel(); }
    void operator()(const command::StartSizeSweep& c) const { s.start_size_sweep(c.sweep); }
    void operator()(const command::CancelSizeSweep&) const { s.sizes.cancel(); }
    void operator()(const command::SetZones& c) const { s.set_zones(c.setting); }
    void operator()(const command::LoadZoneFile& c) const { s.load_zone_file(c); }
    void operator()(const command::MeasureZones&) const { s.measure_zones(); }
    void operator()(const command::CancelZones&) const {
        if (s.zones)
            s.zones->cancel();
    }
    void operator()(const command::CountSectors& c) const { s.count_sectors(c.kernel); }
    void operator()(const command::CancelSectors&) const { s.sectors.cancel(); }
    void operator()(const command::MeasureCopy&) const {
        s.stop_counting();
        s.baselines = measure_baselines(s.simulation());
    }
};

void Session::apply(const Command& command) {
    State& state = *state_;
    state.snapshot_outdated = true;
    const bool passive =
        std::visit([]<typename T>(const T&) { return is_passive<std::decay_t<T>>; }, command);
    const bool needs_device = !std::holds_alternative<command::DismissNotice>(command) &&
                              !std::holds_alternative<command::SetGrid>(command);
    if (state.device_lost && needs_device) {
        if (!passive)
            state.refuse("The device stopped working",
                         "Start heatlab again, or run it with --backend cpu.");
        return;
    }
    try {
        if (!passive)
            state.notices.remove_answers();
        std::visit(Handler{state}, command);
    } catch (const InputError& error) {
        state.refuse(refusal_title(error.argument()), without_dashes(error.what()));
    } catch (const DeviceError& error) {
        state.lose_device(error.what());
    } catch (const std::bad_alloc&) {
        state.refuse("Out of memory", "This machine's memory does not hold what was asked for.");
    }
}

void Session::State::run_what_is_seen(std::optional<std::int64_t> steps) {
    if (!settings.zones.open)
        return start(steps);
    scene_runs_on = !steps;
    zones->run(steps);
}

void Session::State::start(std::optional<std::int64_t> steps) {
    if (non_finite_step)
        return refuse("The run stays paused",
                      "The field holds cells that are no numbers, and each step would spread them. "
                      "Reset, with r at most 1/4, starts again.");
    if (run_has_to_wait())
        return put_off_run(steps);
    if (zones_busy()) {  // it was just closed, and ends what it was doing
        waiting_run = WaitingRun{steps};
        return;
    }
    if (!running)
        pacer.restart();
    if (racing())
        views.start_race(steps);
    if (steps && running && steps_to_submit)
        *steps += *steps_to_submit;
    running = true;
    steps_to_submit = steps;
}

void Session::State::pause() {
    running = false;
    waiting_run.reset();
    steps_to_submit.reset();
    views.stop_race();
    frames.clear_steps();
}

void Session::State::leave_plane() {
    probed_cell.reset();
    probe.reset();
    simulation().set_probe(std::nullopt);
    set_loupe(std::nullopt);
}

void Session::State::refuse(const std::string& title, const std::string& text,
                            const std::string& remedy, CommandList commands) {
    Notice notice;
    notice.kind = Notice::Kind::refused;
    notice.title = title;
    notice.text = text;
    notice.action_label = remedy;
    notice.action = std::move(commands);
    notices.push(std::move(notice));
}

}  // namespace heatlab
