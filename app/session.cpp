#include "app/session.h"

#include <new>
#include <utility>

#include "app/session_state.h"
#include "app/settings_check.h"
#include "sim/errors.h"

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

}  // namespace

Session::State::State(Settings initial, StageFactory factory, std::string reason)
    : settings(std::move(initial)),
      make_stage(std::move(factory)),
      backend_reason(std::move(reason)) {
    validate_settings(settings);
    ratio = StepRatio::from(settings.r);
    rebuild(settings.grid, settings.init, settings.walls);
    if (auto notice = display_notice(stage))
        notices.push(std::move(*notice));
    if (settings.steps && *settings.steps > 0)
        start(*settings.steps);
}

void Session::State::rebuild(GridSize grid, const InitialFieldSpec& spec,
                             const std::optional<Walls>& walls) {
    const Field field = [&] {
        try {
            return make_initial_field(grid, spec, walls);
        } catch (const std::bad_alloc&) {
            throw InputError("--grid",
                             std::to_string(grid.width) + "x" + std::to_string(grid.height),
                             "the initial field needs " + std::to_string(grid.cells() * 4) +
                                 " bytes, more than this machine's memory has left");
        }
    }();
    Stage next = make_stage(grid);
    const KernelInfo& chosen = find_kernel(settings.kernel, next.simulation->backend().kind);
    next.simulation->set_kernel(chosen);
    next.simulation->set_step_ratio(ratio);
    next.simulation->load(field, 0);

    if (stage.simulation) {
        earlier_bytes_to_host += stage.simulation->field_bytes_to_host();
        settings.view.fit = true;
    }
    stage = std::move(next);
    kernel = &chosen;
    device_lost = false;
    in_flight.clear();
    amplitude = {};
    settings.grid = grid;
    settings.init = spec;
    settings.walls = walls;
    view.visible = {0, 0, grid.width, grid.height};
    request = plan_picture(view, grid);
    simulation().set_picture_request(request);
    probed_cell.reset();
    timings.clear();
    pacer.forget_speed();
    forget_field();
    measure_baselines();
}

void Session::State::forget_field() {
    ++epoch;
    running = false;
    steps_to_submit.reset();
    finished_step = 0;
    simulated_seconds = 0;
    anything_ran = false;
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

void Session::State::measure_baselines() {
    copy_bytes_per_second.reset();
    const double measured = simulation().measure_copy_bandwidth();
    if (measured > 0)
        copy_bytes_per_second = measured;
    const std::optional<double> empty_launch = simulation().measure_empty_launch();
    launch_bound_below =
        empty_launch ? launch_bound_factor * *empty_launch : usual_launch_bound_seconds;
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

Session::Session(Settings settings, StageFactory make_stage, std::string backend_reason)
    : state_(std::make_unique<State>(std::move(settings), std::move(make_stage),
                                     std::move(backend_reason))) {}

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
        state.collect_reports();
        state.pacer.begin_frame(state.settings.pacing, now);
        state.range.advance(now);
        state.update_request();
        state.submit_next();
    } catch (const DeviceError& error) {
        state.lose_device(error.what());
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

void Session::finish() {
    state_->finish();
    state_->snapshot_outdated = true;
}

Simulation& Session::simulation() {
    return *state_->stage.simulation;
}

}  // namespace heatlab
