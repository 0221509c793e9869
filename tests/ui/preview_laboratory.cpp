#include "tests/ui/preview_laboratory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sim/waves.h"

namespace heatlab {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double smooth_maximum = 0.95;

WaveGauge gauge_of(const Snapshot& snapshot) {
    return WaveGauge::shortest(GridWaves(snapshot.settings.grid, snapshot.settings.boundaries));
}

TracePoint point_at(std::int64_t step, double wave, double smooth) {
    TracePoint point;
    point.step = step;
    point.wave_amplitude = wave;
    point.maximum = std::max(smooth, 0.5 * smooth + wave);
    point.minimum = std::min(0.0, 0.2 * smooth - wave);
    point.largest_magnitude = std::max(point.maximum, -point.minimum);
    point.energy = 0.08 * smooth * smooth + wave * wave / 4;
    point.finite = point.largest_magnitude < overflow_threshold();
    if (!point.finite) {
        point.wave_amplitude = point.maximum = point.minimum = nan;
        point.largest_magnitude = point.energy = nan;
    }
    return point;
}

void note_crossing(MaximumPrinciple& principle, const TracePoint& point) {
    if (!principle.first_crossing && point.finite && point.maximum > 1.01) {
        principle.first_crossing =
            LimitCrossing{point.step, {static_cast<float>(point.maximum), {3, 9}}};
    }
}

}  // namespace

void make_up_run(Snapshot& snapshot, const MadeUpRun& run) {
    auto traces = std::make_shared<Traces>();
    Laboratory& laboratory = snapshot.laboratory;
    laboratory.principle = {};
    laboratory.principle.initial_maximum = 1;
    const WaveGauge gauge = gauge_of(snapshot);
    laboratory.angle_x = gauge.angle_x();
    laboratory.angle_y = gauge.angle_y();
    double wave = run.first_amplitude;
    std::int64_t step = 0;
    double last = run.parts.front().first;
    traces->points.push_back(point_at(0, wave, 1));
    for (const auto& [r, steps] : run.parts) {
        if (r != last) {
            traces->changes.push_back({step, last, r});
            traces->segment_begin = traces->points.size() - 1;
        }
        last = r;
        const double factor = std::abs(gauge.factor(r));
        for (int i = 0; i < steps && traces->points.back().finite; ++i) {
            ++step;
            const double noise = 1 + 0.5 * std::sin(1.7 * static_cast<double>(step)) +
                                 0.3 * std::sin(0.37 * static_cast<double>(step));
            wave = std::max(wave * factor, run.rounding * noise);
            const double smooth = 1 - (1 - smooth_maximum) * static_cast<double>(step) /
                                          (300 + static_cast<double>(step));
            traces->points.push_back(point_at(step, wave, smooth));
            note_crossing(laboratory.principle, traces->points.back());
        }
    }
    const double factor = std::abs(gauge.factor(last));
    laboratory.growth.theory = factor;
    laboratory.growth.at_rounding_level = wave < 4 * run.rounding && factor < 1;
    laboratory.growth.measured = factor * 1.00002;
    laboratory.growth.difference = std::log(1.00002) / std::abs(std::log(factor));
    laboratory.growth.over_steps = run.parts.back().second;
    laboratory.forecast = {};
    if (factor > 1 && traces->points.back().finite) {
        laboratory.forecast.steps_to_overflow = steps_to_reach(wave, factor, overflow_threshold());
        if (!laboratory.principle.first_crossing) {
            laboratory.forecast.steps_to_overshoot = steps_to_reach(wave, factor, 0.5);
        }
    }
    if (!traces->points.back().finite) {
        traces->non_finite_step = snapshot.non_finite_step = step;
    }
    laboratory.traces = traces;
    laboratory.analysis_seconds_per_frame = 0.21e-3;
    snapshot.settings.r = last;
    snapshot.stability = assess_stability(snapshot.settings.grid, snapshot.settings.boundaries,
                                          StepRatio::from(last));
    snapshot.step = snapshot.shown_step = step;
    laboratory.principle.watching =
        snapshot.stability.r > textbook_bound() && !laboratory.principle.first_crossing;
    laboratory.refinement = {
        GridSize{2 * snapshot.settings.grid.width, 2 * snapshot.settings.grid.height}, 4 * last,
        0.25 * std::pow(snapshot.settings.cell_size / 2, 2) / snapshot.settings.diffusivity,
        4 * last <= 1};
}

void make_up_spectrum(Snapshot& snapshot, bool whole) {
    constexpr int bins = Spectrum::bins;
    auto spectrum = std::make_shared<Spectrum>();
    const GridSize grid = snapshot.settings.grid;
    spectrum->plan.whole = whole;
    spectrum->plan.cells = whole ? CellRect{0, 0, grid.width, grid.height}
                                 : CellRect{grid.width / 2 - 256, grid.height / 3 - 256, 512, 512};
    spectrum->step = snapshot.step;
    spectrum->seconds = whole ? 0.012 : 0.066;
    const bool unstable = snapshot.stability.band == StabilityBand::unstable;
    for (int row = 0; row < bins; ++row) {
        for (int col = 0; col < bins; ++col) {
            const double kx = (col + 0.5) * std::numbers::pi / bins;
            const double ky = (row + 0.5) * std::numbers::pi / bins;
            const double ripple = 1 + 0.7 * std::sin(3.1 * row + 1.7 * col);
            double amplitude = 0.02 * ripple / (1 + 60 * (kx * kx + ky * ky));
            amplitude *= std::exp(-0.5 * (kx * kx + ky * ky));
            if (unstable) {
                const double from_corner = std::hypot(std::numbers::pi - kx, std::numbers::pi - ky);
                amplitude += 0.05 * std::exp(-12 * from_corner * from_corner);
            }
            spectrum->amplitude.push_back(static_cast<float>(amplitude));
        }
    }
    snapshot.laboratory.spectrum_seconds = spectrum->seconds;
    snapshot.laboratory.spectrum = spectrum;
    snapshot.settings.laboratory.spectrum = true;
}

void make_up_sweep(Snapshot& snapshot, std::size_t points) {
    auto state = std::make_shared<SweepState>();
    state->sweep = {0.2, 0.3, 0.0025};
    state->grid = {256, 256};
    std::vector<double> ratios;
    for (int i = 0; i <= 40; ++i) {
        ratios.push_back(0.2 + 0.0025 * i);
    }
    state->total = ratios.size();
    const WaveGauge gauge = WaveGauge::shortest(GridWaves(state->grid, state->boundaries));
    for (std::size_t i = 0; i < std::min(points, ratios.size()); ++i) {
        const double factor = std::abs(gauge.factor(ratios[i]));
        state->points.push_back({ratios[i], factor, factor * 1.00004});
    }
    state->running = points < ratios.size();
    snapshot.laboratory.sweep = state;
}

void make_up_presets(Snapshot& snapshot, const std::string& current) {
    const auto library = std::make_shared<PresetLibrary>();
    // A library reads files; this one is made here, and not const.
    auto& presets = const_cast<std::vector<Preset>&>(library->presets());
    const auto add = [&presets](const char* name, const char* title, const char* text,
                                const std::vector<std::string>& variants) {
        Preset preset;
        preset.name = name;
        preset.title = title;
        preset.text = text;
        for (const std::string& variant : variants) {
            preset.variants.push_back({variant, {}});
        }
        presets.push_back(preset);
    };
    add("edge-of-stability", "The edge of stability",
        "The same hot square three times, just below, at and just above r = 1/4. Below, the "
        "checkerboard in it fades; above, it takes over the field.",
        {"0.24", "0.25", "0.26"});
    add("hot-pixel", "A hot pixel at 1/4",
        "One hot cell spreads as a checkerboard that neither grows nor fades away quickly. It "
        "stays inside the initial range: this is no instability.",
        {""});
    add("float-stagnation", "Float32 stands still near the steady state",
        "Changes become smaller than float32 resolves. The field stops before it has arrived.",
        {"0.1", "0.2", "0.24", "insulated edges"});
    snapshot.presets = library;
    snapshot.settings.preset = current;
}

void make_up_exact_mode(Snapshot& snapshot) {
    const GridWaves waves(snapshot.settings.grid, snapshot.settings.boundaries);
    ExactMode mode;
    mode.amplitude = 0.61;
    const double kx = waves.columns.angle(0);
    const double ky = waves.rows.angle(0);
    mode.discrete = amplification_factor(snapshot.settings.r, kx, ky);
    mode.measured = mode.discrete + 3e-8;
    mode.continuous = std::exp(-snapshot.settings.r * (kx * kx + ky * ky));
    snapshot.laboratory.exact = mode;
}

}  // namespace heatlab
