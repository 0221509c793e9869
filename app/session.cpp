#include "app/session.h"

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/kernel_work.h"
#include "app/session_state.h"
#include "app/settings_check.h"
#include "sim/errors.h"
#include "sim/memory.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// How the field reaches the screen where that costs something, said once at the start.
std::optional<Notice> display_notice(const Stage& stage) {
    const DisplayStatus& display = stage.display;
    const bool expected = stage.simulation->backend().kind == BackendKind::cpu ||
                          display.rung == DisplayRung::interop || display.forced;
    if (expected || display.reason.empty())
        return std::nullopt;
    Notice notice;
    notice.kind = Notice::Kind::fallback;
    notice.title = "The picture is copied each frame";
    notice.text = display.reason +
                  ". Steps are as fast as before; the picture may lag by one frame." +
                  (display.remedy.empty() ? "" : " " + display.remedy);
    return notice;
}

// Wrong preset files, in one notice.
std::optional<Notice> preset_notice(const std::vector<std::string>& problems) {
    if (problems.empty())
        return std::nullopt;
    Notice notice;
    const std::size_t others = problems.size() - 1;
    notice.title = others == 0 ? "A preset was left out" : "Some presets were left out";
    notice.text = problems.front();
    if (others > 0)
        notice.text += ", and " + std::to_string(others) + " more; `heatlab list presets` says why";
    return notice;
}

}  // namespace

Session::State::State(Settings initial, StageFactory factory, std::string reason,
                      std::shared_ptr<const PresetLibrary> library,
                      const std::optional<StartField>& first, ZoneEngineFactory engines)
    : settings(std::move(initial)),
      make_stage(std::move(factory)),
      make_engine(std::move(engines)),
      backend_reason(std::move(reason)),
      presets(library ? std::move(library) : std::make_shared<const PresetLibrary>()) {
    validate_settings(settings);
    ratio = settings.step_ratio();
    rebuild_first(start_of(settings, first));
    if (first)
        go_on_from(*first);
    set_comparison(settings.comparison);
    set_zones(settings.zones);
    if (auto notice = display_notice(stage))
        notices.push(std::move(*notice));
    if (auto notice = preset_notice(presets->problems()))
        notices.push(std::move(*notice));
    if (const auto steps = std::exchange(settings.steps, std::nullopt); steps.value_or(0) > 0)
        run_what_is_seen(steps);
}

AnyField Session::State::Start::make_field() const {
    return make_any_initial_field(type, grid, init, walls, boundaries);
}

Session::State::Start Session::State::present_start() const {
    return {settings.grid,       settings.type, settings.init,   settings.walls,
            settings.boundaries, ratio,         settings.kernel, settings.host_copies};
}

Stage Session::State::prepare_stage(const Start& start) const {
    // The stage comes first: it refuses a grid at once and names all that it needs. Then the field
    // on the host: memory that is promised but not there would end the program.
    Stage next = make_stage({.grid = start.grid, .type = start.type});
    const KernelInfo& chosen = find_kernel(start.kernel, next.simulation->backend().kind,
                                           start.grid.dimensions, start.type);
    require_support(chosen, start.boundaries, "--boundary");
    next.simulation->set_kernel(chosen);
    next.simulation->set_boundaries(start.boundaries);
    next.simulation->set_step_ratio(start.ratio);
    next.simulation->set_host_copies(start.host_copies);
    if (start.field != nullptr) {
        load_field(*next.simulation, *start.field, start.step);
        return next;
    }
    require_memory(start.grid, field_bytes(start.grid, start.type), available_host_memory(),
                   "this machine");
    try {
        load_field(*next.simulation, start.make_field(), start.step);
    } catch (const std::bad_alloc&) {
        throw InputError("--grid", grid_text(start.grid),
                         "the initial field needs " +
                             bytes_text(field_bytes(start.grid, start.type)) +
                             ", and the system refused them; choose a smaller grid");
    }
    return next;
}

bool Session::State::may_fit_alone(const Start& start) const {
    if (!stage.simulation || device_lost)
        return false;
    const BackendInfo& backend = stage.simulation->backend();
    return simulation_bytes(start.grid, backend.kind, start.type) <= backend.memory_bytes &&
           field_bytes(settings.grid, settings.type) <= available_host_memory();
}

void Session::State::release_stage() {
    earlier_bytes_to_host += stage.simulation->field_bytes_to_host();
    stage = {};
}

Stage Session::State::prepare_stage_alone(const Start& start) {
    simulation().wait();
    collect_reports();
    const AnyField kept = read_field_as_it_is(simulation());
    const std::int64_t step = simulation().step();
    release_stage();
    try {
        return prepare_stage(start);
    } catch (const std::exception& refused) {
        try {
            restore_stage(kept, step);
        } catch (const std::exception& error) {
            throw std::runtime_error(std::string(refused.what()) + "; the grid before it, " +
                                     grid_text(settings.grid) +
                                     ", could not be made again: " + error.what());
        }
        throw;
    }
}

void Session::State::restore_stage(const AnyField& field, std::int64_t step) {
    Stage again = make_stage({.grid = settings.grid, .type = settings.type});
    again.simulation->set_kernel(*kernel);
    again.simulation->set_boundaries(settings.boundaries);
    again.simulation->set_step_ratio(ratio);
    again.simulation->set_host_copies(settings.host_copies);
    load_field(*again.simulation, field, step);
    again.simulation->set_picture_request(request);
    again.simulation->set_probe(probed_cell);
    stage = std::move(again);
    simulation().set_loupe(loupe);
    observer.set_boundaries(simulation(), settings, step);
    in_flight.clear();
    amplitude = {};
    stale = {true, true, probed_cell.has_value()};
    stroke_open = false;
    if (checkpoints.empty())
        return;
    checkpoints.clear();
    Notice notice;
    notice.title = "Strokes can no longer be undone";
    notice.text =
        "What they were painted over was given up in the attempt to make room for a "
        "larger grid; the field itself is as it was.";
    notices.push(std::move(notice));
}

void Session::State::rebuild(const Start& start) {
    views.close();
    try {
        rebuild_first(start);
    } catch (...) {
        reopen_views();
        throw;
    }
    reopen_views();
}

void Session::State::rebuild_first(const Start& start) {
    const bool first = !stage.simulation;
    stop_counting();
    Stage next;
    try {
        next = prepare_stage(start);
    } catch (const InputError& refused) {
        // It does not fit beside the present one.
        if (refused.argument() != "--grid" || !may_fit_alone(start))
            throw;
        next = prepare_stage_alone(start);
    }
    if (stage.simulation)
        release_stage();
    if (!first)
        settings.view.fit = true;
    stage = std::move(next);
    device_lost = false;
    in_flight.clear();
    amplitude = {};
    adopt(start);
    const GridSize shown = settings.shown_grid();
    view.visible = {0, 0, shown.width, shown.height};
    request = start.grid.dimensions == 1 ? whole_line(start.grid) : plan_picture(view, shown);
    request.plane = settings.plane();
    simulation().set_picture_request(request);
    probed_cell.reset();
    timings.clear();
    pacer.forget_speed();
    forget_field();
    finished_step = start.step;
    simulation().set_loupe(loupe);
    observer.begin_run(simulation(), settings, start.step);
    baselines = measure_baselines(simulation());
    query_resources();
    // They are counted with cells of float32.
    sectors.show(settings.grid, settings.type == CellType::float32 ? stage.sectors : SectorMeans{});
    follow_automatic_kernel();
}

void Session::State::restart(const Start& start) {
    const KernelInfo& chosen =
        find_kernel(start.kernel, simulation().backend().kind, start.grid.dimensions, start.type);
    require_support(chosen, start.boundaries, "--boundary");
    require_views_support(start.boundaries, "--boundary");
    validate_host_copies(start.host_copies, chosen, start.type);
    const AnyField made = start.field == nullptr ? start.make_field() : AnyField();
    const AnyField& field = start.field == nullptr ? made : *start.field;
    change_kernel(chosen, start.host_copies);
    if (start.host_copies != settings.host_copies) {
        timings.forget_copies();
        pacer.forget_speed();
    }
    change_all([&](Simulation& s) {
        s.set_boundaries(start.boundaries);
        s.set_step_ratio(start.ratio);
    });
    load_field(simulation(), field, start.step);
    views.load(field, start.step);
    adopt(start);
    forget_field();
    finished_step = start.step;
    observer.begin_run(simulation(), settings, start.step);
    follow_automatic_kernel();
}

void Session::State::change_kernel(const KernelInfo& chosen, const HostCopySetting& copies) {
    const bool other = &chosen != kernel;
    if (other)
        simulation().set_boundaries(fixed_walls(settings.grid.dimensions));  // suits both
    try {
        change_work(simulation(), {*kernel, settings.host_copies}, {chosen, copies});
    } catch (const InputError&) {
        simulation().set_boundaries(settings.boundaries);
        throw;
    }
    if (other)
        pacer.forget_speed();
}

void Session::State::adopt(const Start& start) {
    kernel =
        &find_kernel(start.kernel, simulation().backend().kind, start.grid.dimensions, start.type);
    ratio = start.ratio;
    settings.grid = start.grid;
    settings.type = start.type;
    settings.init = start.init;
    settings.walls = start.walls;
    settings.boundaries = start.boundaries;
    settings.kernel = start.kernel;
    settings.host_copies = start.host_copies;
}

void Session::State::forget_field() {
    ++epoch;
    running = false;
    waiting_run.reset();
    steps_to_submit.reset();
    finished_step = 0;
    simulated_seconds = 0;
    anything_ran = false;
    run_record = {};
    non_finite_step.reset();
    statistics.reset();
    probe.reset();
    checkpoints.clear();
    stroke_open = false;
    amplitude.forget();
    guard.reset();
    checkerboard.reset();
    range.jump();
    stale = {true, true, probed_cell.has_value()};
    notices.remove(Notice::Kind::not_finite);
}

void Session::State::query_resources() {
    const auto runs_here = [&](const KernelInfo& row) {
        return row.runs_on(simulation().backend().kind, settings.type) &&
               row.suits(settings.grid.dimensions);
    };
    for (const KernelInfo& row : kernel_table())
        if (runs_here(row) && !resources.contains({&row, settings.type}))
            if (const auto found = simulation().kernel_resources(row))
                resources.emplace(std::pair(&row, settings.type), *found);
}

void Session::State::lose_device(const std::string& what) {
    device_lost = true;
    running = false;
    steps_to_submit.reset();
    in_flight.clear();
    Notice notice;
    notice.kind = Notice::Kind::fallback;
    notice.title = "The device stopped working";
    notice.text = what + ". Paused; start heatlab again, or run it with --backend cpu.";
    notices.push(std::move(notice));
}

Session::Session(Settings settings, StageFactory make_stage, std::string backend_reason,
                 std::shared_ptr<const PresetLibrary> presets,
                 const std::optional<StartField>& start, ZoneEngineFactory make_engine)
    : state_(std::make_unique<State>(std::move(settings), std::move(make_stage),
                                     std::move(backend_reason), std::move(presets), start,
                                     std::move(make_engine))) {}

Session::~Session() = default;

void Session::apply(const CommandList& commands) {
    for (const Command& command : commands)
        apply(command);
}

void Session::notify(Notice notice) {
    state_->notices.push(std::move(notice));
    state_->snapshot_outdated = true;
}

void Session::begin_frame(double now) {
    State& state = *state_;
    state.now = now;
    state.snapshot_outdated = true;
    if (state.device_lost)
        return;
    try {
        state.follow_waiting_run();
        state.follow_zones();
        state.collect_reports();
        state.follow_sectors();
        state.observer.end_frame();
        state.pacer.begin_frame(state.settings.pacing, now);
        state.range.advance(now);
        state.update_request();
        if (!state.settings.zones.open)
            state.submit_next();
        state.compare_views();
    } catch (const DeviceError& error) {
        state.lose_device(error.what());
    } catch (const InputError& refused) {
        // What a view needs may be refused late: the host's memory for a comparison.
        if (!state.views.open())
            throw;
        state.close_comparison(refused.what());
    }
}

void Session::end_frame(const FrameTimes& times, const FramePace& pace) {
    State& state = *state_;
    state.pace = pace;
    state.frames.add_frame(times, state.frame_simulation_seconds, state.frame_display_seconds);
    state.frames.add_steps(state.now, state.frame_steps, state.running);
    state.frame_simulation_seconds = 0;
    state.frame_display_seconds = 0;
    state.frame_steps = 0;
    state.snapshot_outdated = true;
}

const Snapshot& Session::snapshot() const {
    if (state_->snapshot_outdated)
        state_->make_snapshot();
    return state_->snapshot;
}

void Session::finish(const std::function<void()>& shown) {
    state_->finish(shown);
    state_->snapshot_outdated = true;
}

std::vector<Simulation*> Session::simulations() {
    std::vector<Simulation*> all{&simulation()};
    for (Simulation* other : state_->views.simulations())
        all.push_back(other);
    return all;
}

Simulation& Session::simulation() {
    return *state_->stage.simulation;
}

}  // namespace heatlab
