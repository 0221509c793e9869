#include <cfloat>
#include <cmath>

#include "app/session_state.h"
#include "sim/axis_end.h"
#include "sim/stability.h"
#include "sim/update.h"

namespace heatlab {
namespace {

// As every backend takes and gives denormals.
float flushed(float value) {
    return std::abs(value) < FLT_MIN ? std::copysign(0.0f, value) : value;
}

// None where the cell is held.
std::optional<float> next_value(const ProbeReading& reading, GridSize grid, const Boundaries& sides,
                                StepRatio r) {
    const auto [row, col] = reading.cell;
    const int slice = row / grid.height;
    if (!is_updated(col, grid.width, end_of(sides.left), end_of(sides.right)) ||
        !is_updated(row % grid.height, grid.height, end_of(sides.top), end_of(sides.bottom)) ||
        (grid.dimensions == 3 && (slice == 0 || slice == grid.depth - 1)))
        return std::nullopt;
    // The update with the flushes between its operations: the sums and the product are results too.
    const float north_east = flushed(flushed(reading.north) + flushed(reading.east));
    const float west_south = flushed(flushed(reading.west) + flushed(reading.south));
    float sum = flushed(north_east + west_south);
    if (grid.dimensions == 1)
        sum = flushed(flushed(reading.west) + flushed(reading.east));
    if (grid.dimensions == 3)
        sum = flushed(sum + flushed(flushed(reading.up) + flushed(reading.down)));
    const float weighted = flushed(r.centre_weight() * flushed(reading.centre));
    return flushed(fused_multiply_add(r.value(), sum, weighted));
}

KernelFigures figures_of(const KernelInfo& kernel, const KernelTimings& timings, GridSize grid,
                         CellType type, const Baselines& baselines) {
    const std::optional<double>& copy = baselines.copy_bytes_per_second;
    KernelFigures figures;
    figures.kernel = &kernel;
    if (!kernel.advances) {
        // The baseline is measured by itself, not by running it as a kernel.
        figures.bytes_per_second = copy;
        if (copy && *copy > 0) {
            const auto cells = static_cast<double>(grid.cells());
            figures.seconds_per_step = required_bytes_per_cell_per_launch(type) * cells / *copy;
            figures.fraction_of_copy = 1.0;
        }
        return figures;
    }
    // Where the ring is all there is, no step takes any time.
    if (grid.has_interior())
        figures.seconds_per_step = timings.seconds_per_step(kernel);
    figures.bytes_per_second = timings.bytes_per_second(kernel, grid, type);
    // Too small a grid measures the launches, not the memory: no share is claimed.
    if (figures.bytes_per_second && copy &&
        !timings.is_launch_bound(kernel, baselines.launch_bound_below))
        figures.fraction_of_copy = *figures.bytes_per_second / *copy;
    return figures;
}

}  // namespace

void Session::State::make_snapshot() const {
    const Simulation& sim = *stage.simulation;
    const BackendKind backend = sim.backend().kind;
    Snapshot& s = snapshot;
    s.settings = settings;
    s.walls = settings.effective_walls();
    s.backend = sim.backend();
    s.backend_reason = backend_reason;
    s.presets = presets;
    s.display = stage.display;
    // All cells of a block may reach OpenGL by way of the host on every rung.
    const bool through_host = stage.display.rung != DisplayRung::interop || request.volume;
    if (const auto picture = sim.picture(); picture && through_host)
        s.display.bytes_per_frame = static_cast<double>(picture->bytes());

    s.running = running;
    s.step = finished_step;
    s.steps_left.reset();
    if (steps_to_submit) {
        std::int64_t left = *steps_to_submit;
        for (const InFlight& batch : in_flight)
            left += batch.epoch == epoch ? batch.steps : 0;
        s.steps_left = left;
    }
    s.simulated_seconds = simulated_seconds;
    s.shown_step = shown_step;
    s.anything_ran = anything_ran;
    s.altered = run_record.altered(ratio, kernel->advances);

    s.stability = assess_stability(settings.grid, settings.boundaries, ratio);
    s.statistics = statistics;
    s.non_finite_step = non_finite_step;
    s.probe = probe;
    s.probe_plane = probed_plane.value_or(settings.plane());
    if (s.probe)
        s.probe->cell = probed_plane ? cell_in_plane(settings.grid, *probed_plane, probe->cell)
                                     : settings.shown_cell(probe->cell);
    s.probe_next =
        probe ? next_value(*probe, settings.grid, settings.boundaries, ratio) : std::nullopt;

    observer.fill(s.laboratory, settings, ratio);
    s.laboratory.sweep = sweeps.state();

    fill_comparison(s.comparison);

    s.range_low = range.current().low;
    s.range_high = range.current().high;
    s.guard_active = guard_in_force() && runs_fast();
    s.checkerboard_hidden = checkerboard.on() && is_minified(view);
    s.can_undo = !checkpoints.empty();
    s.memory_bytes = simulation_bytes(settings.grid, backend, settings.type);

    s.kernels.clear();
    for (const KernelInfo& row : kernel_table()) {
        if (!row.runs_on(backend, settings.type) || !row.suits(settings.grid.dimensions))
            continue;
        s.kernels.push_back(figures_of(row, timings, settings.grid, settings.type, baselines));
        if (const auto found = resources.find({&row, settings.type}); found != resources.end())
            s.kernels.back().resources = found->second;
    }
    s.sizes = sizes.state();
    s.zones = zones ? zones->state() : nullptr;
    s.sectors = sectors.table();
    s.host_copies = host_copy_figures();
    make_timings(s.timings);
    s.pace = pace;
    s.notice.reset();
    if (const Notice* notice = notices.current())
        s.notice = *notice;
    snapshot_outdated = false;
}

HostCopyFigures Session::State::host_copy_figures() const {
    HostCopyFigures figures;
    const std::optional<double> without = timings.seconds_per_step(*kernel);
    if (without && *without > 0)
        figures.steps_per_second_without = 1 / *without;
    if (!settings.host_copies.active() || !kernel->advances) {
        figures.bytes_per_second = 0;
        figures.steps_per_second = figures.steps_per_second_without;
    } else if (const std::optional<CopiedRates> copied = timings.copied(*kernel)) {
        figures.bytes_per_second = copied->bytes_per_second;
        figures.steps_per_second = 1 / copied->seconds_per_step;
    }
    if (figures.steps_per_second && figures.steps_per_second_without)
        figures.slowdown = *figures.steps_per_second_without / *figures.steps_per_second;
    return figures;
}

void Session::State::make_timings(Timings& t) const {
    const KernelFigures figures =
        figures_of(*kernel, timings, settings.grid, settings.type, baselines);
    t.seconds_per_step = figures.seconds_per_step;
    t.bytes_per_second = figures.bytes_per_second;
    t.fraction_of_copy = figures.fraction_of_copy;
    if (settings.host_copies.active() && kernel->advances) {
        // As it runs: the rows of kernels go on to show what they take by themselves.
        const std::optional<CopiedRates> copied = timings.copied(*kernel);
        t.seconds_per_step.reset();
        t.bytes_per_second.reset();
        t.fraction_of_copy.reset();
        if (copied) {
            t.seconds_per_step = copied->seconds_per_step;
            t.bytes_per_second = required_bytes_per_cell_per_launch(settings.type) *
                                 static_cast<double>(settings.grid.cells()) /
                                 copied->seconds_per_launch;
            if (baselines.copy_bytes_per_second)
                t.fraction_of_copy = *t.bytes_per_second / *baselines.copy_bytes_per_second;
        }
    }
    t.cells_per_second.reset();
    if (t.seconds_per_step && *t.seconds_per_step > 0)
        t.cells_per_second = static_cast<double>(settings.grid.cells()) / *t.seconds_per_step;
    t.copy_bytes_per_second = baselines.copy_bytes_per_second;
    t.launch_bound = timings.is_launch_bound(*kernel, baselines.launch_bound_below);
    t.simulation_seconds = frames.simulation_seconds();
    t.display_seconds = frames.display_seconds();
    t.interface_seconds = frames.interface_seconds();
    t.frame_seconds = frames.frame_seconds();
    t.history_us_per_step = timings.history_us_per_step();
    t.field_bytes_to_host = earlier_bytes_to_host + stage.simulation->field_bytes_to_host();
    t.steps_per_second = frames.steps_per_second();
    t.steps_per_frame = frames.steps_per_frame();
}

}  // namespace heatlab
