#include "app/export/plot_tables.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <string>
#include <utility>

#include "app/commands/ghost_zone_report.h"
#include "app/commands/measured.h"
#include "sim/stability.h"

namespace heatlab {
namespace {

bool has_traces(const Snapshot& snapshot) {
    return snapshot.laboratory.traces && !snapshot.laboratory.traces->points.empty();
}

bool has_spectrum(const Snapshot& snapshot) {
    const auto& spectrum = snapshot.laboratory.spectrum;
    return spectrum &&
           std::ranges::any_of(spectrum->amplitude, [](float value) { return value != 0; });
}

bool has_sweep(const Snapshot& snapshot) {
    return snapshot.laboratory.sweep && !snapshot.laboratory.sweep->points.empty();
}

bool has_timings(const Snapshot& snapshot) {
    return !snapshot.timings.history_us_per_step.empty();
}

bool has_sizes(const Snapshot& snapshot) {
    return snapshot.sizes &&
           std::ranges::any_of(snapshot.sizes->kernels,
                               [](const KernelSizes& kernel) { return !kernel.points.empty(); });
}

bool has_race(const Snapshot& snapshot) {
    return !snapshot.comparison.views.empty();
}

Table traces(const Snapshot& snapshot) {
    return trace_table(snapshot.laboratory.traces ? snapshot.laboratory.traces->points
                                                  : std::span<const TracePoint>());
}

/// A line per bin that holds a wave, at the middle of its angles.
Table spectrum(const Snapshot& snapshot) {
    Table table{{"kx_rad_per_cell", "ky_rad_per_cell", "factor_per_step", "amplitude"}, {}};
    if (!snapshot.laboratory.spectrum)
        return table;
    const auto angle = [](int bin) { return (bin + 0.5) * std::numbers::pi / Spectrum::bins; };
    const std::vector<float>& amplitude = snapshot.laboratory.spectrum->amplitude;
    for (int row = 0; row < Spectrum::bins; ++row)
        for (int col = 0; col < Spectrum::bins; ++col) {
            const double value = amplitude[static_cast<std::size_t>(row) * Spectrum::bins +
                                           static_cast<std::size_t>(col)];
            if (value == 0)
                continue;
            const double kx = angle(col);
            const double ky = angle(row);
            table.rows.push_back({cell_text(kx), cell_text(ky),
                                  cell_text(amplification_factor(snapshot.settings.r, kx, ky)),
                                  cell_text(value)});
        }
    return table;
}

Table sweep(const Snapshot& snapshot) {
    Table table{{"r", "growth_predicted", "growth_measured"}, {}};
    if (snapshot.laboratory.sweep)
        for (const SweepPoint& point : snapshot.laboratory.sweep->points)
            table.rows.push_back(
                {cell_text(point.r), cell_text(point.predicted), cell_text(point.measured)});
    return table;
}

Table timings(const Snapshot& snapshot) {
    Table table{{"batch", "us_per_step"}, {}};
    for (const float value : snapshot.timings.history_us_per_step)
        table.rows.push_back(
            {std::to_string(table.rows.size() + 1), cell_text(static_cast<double>(value))});
    return table;
}

Table sizes(const Snapshot& snapshot) {
    Table table{{"kernel", "side_cells", "us_per_step", "gcells_per_s"}, {}};
    if (snapshot.sizes)
        for (const KernelSizes& kernel : snapshot.sizes->kernels)
            for (const SizePoint& point : kernel.points)
                table.rows.push_back({std::string(kernel.kernel->name), std::to_string(point.side),
                                      cell_text(point.seconds_per_step * 1e6),
                                      cell_text(point.cells_per_second() * 1e-9)});
    return table;
}

Table race(const Snapshot& snapshot) {
    Table table{{"view", "kernel", "step", "us_per_step", "gcells_per_s"}, {}};
    char letter = 'A';
    for (const ComparedViewState& view : snapshot.comparison.views) {
        const auto scaled = [](const std::optional<double>& value, double factor) {
            return value ? cell_text(*value * factor) : std::string();
        };
        table.rows.push_back({std::string(1, letter++), std::string(view.kernel->name),
                              std::to_string(view.step), scaled(view.seconds_per_step, 1e6),
                              scaled(view.cells_per_second, 1e-9)});
    }
    return table;
}

bool has_zones(const Snapshot& snapshot) {
    return snapshot.zones && snapshot.zones->predicted();
}

/// A line per k: what the model expects, with its terms, and what was measured.
Table zones(const Snapshot& snapshot) {
    Table table{{"k", "expected_us_per_step", "measured_us_per_step"}, {}};
    if (!has_zones(snapshot))
        return table;
    const std::vector<ghost::Candidate>& candidates = snapshot.zones->row.candidates;
    for (const ghost::ModelTerm& term : candidates.front().expected.terms)
        table.columns.push_back(std::string(term.name) + "_us_per_step");
    for (const ghost::Candidate& candidate : candidates) {
        std::vector<std::string> row{
            std::to_string(candidate.steps()),
            cell_text(candidate.expected.seconds_per_step() * 1e6),
            candidate.timed() ? cell_text(candidate.seconds_per_step() * 1e6) : std::string()};
        for (const ghost::ModelTerm& term : candidate.expected.terms)
            row.push_back(cell_text(term.seconds / candidate.steps() * 1e6));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string zones_json(const Snapshot& snapshot) {
    const ZoneState& state = *snapshot.zones;
    ghost::StudyResult study;
    study.calibrations = {{state.application, state.tile, state.calibration_seconds.value_or(0)}};
    study.rows = {state.row};
    return json_text(ghost_zone_json(state.backend, study));
}

}  // namespace

Table trace_table(std::span<const TracePoint> points) {
    Table table{{"step", "wave_amplitude", "max_abs", "min", "max", "energy"}, {}};
    for (const TracePoint& point : points)
        table.rows.push_back({std::to_string(point.step), cell_text(point.wave_amplitude),
                              cell_text(point.largest_magnitude), cell_text(point.minimum),
                              cell_text(point.maximum), cell_text(point.energy)});
    return table;
}

std::span<const ExportedPlot> exported_plots() {
    static constexpr std::array<ExportedPlot, 8> plots{{{"growth", has_traces, traces},
                                                        {"extremes", has_traces, traces},
                                                        {"spectrum", has_spectrum, spectrum},
                                                        {"sweep", has_sweep, sweep},
                                                        {"timings", has_timings, timings},
                                                        {"sizes", has_sizes, sizes},
                                                        {"race", has_race, race},
                                                        {"zones", has_zones, zones, zones_json}}};
    return plots;
}

const ExportedPlot* find_exported_plot(std::string_view name) {
    const auto plots = exported_plots();
    const auto found = std::ranges::find(plots, name, &ExportedPlot::name);
    return found == plots.end() ? nullptr : &*found;
}

}  // namespace heatlab
