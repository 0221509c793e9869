#include "sim/stability_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/any_field.h"
#include "sim/errors.h"
#include "sim/initial_shapes.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Of steps that are submitted at a time: enough to keep a device busy, few enough to stop soon.
constexpr std::int64_t most_in_flight = 32;
constexpr std::int64_t cells_in_flight = 1 << 22;
constexpr std::size_t most_ratios = 10'000;

float to_float(double value) {
    constexpr double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -most, most));
}

/// Keeps the books of a run, step by step.
class RunObserver {
public:
    RunObserver(StabilityRun& run, const StabilityRunRequest& request, const WaveGauge* gauge,
                std::int64_t cells)
        : run_(run), request_(request), gauge_(gauge), cells_(cells) {}

    void see(const BatchReport& report) {
        const FieldStatistics& statistics = *report.statistics;
        const bool finite = statistics.non_finite_cells == 0;
        if (report.step == 0)
            limits_ = overshoot_limits(statistics.minimum, statistics.maximum);
        const TracePoint point = trace_point(*report.analysis, finite, gauge_);
        run_.steps = report.step;
        // What is no number is outside of any range.
        if (!run_.first_overshoot_step && (!finite || outside(statistics)))
            run_.first_overshoot_step = report.step;
        if (!finite && !run_.first_non_finite_step)
            run_.first_non_finite_step = report.step;
        if (!run_.first_non_finite_step) {
            run_.largest_magnitude = point.largest_magnitude;
            measure(point);
        }
        if (request_.keep_trace)
            run_.trace.push_back(point);
    }

    /// Geometric mean per step, over the steps in which the wave stood above rounding.
    std::optional<double> growth() const {
        if (!found_ || last_.step == first_.step)
            return std::nullopt;
        return std::exp(std::log(last_.wave_amplitude / first_.wave_amplitude) /
                        static_cast<double>(last_.step - first_.step));
    }

private:
    bool outside(const FieldStatistics& statistics) const {
        return statistics.maximum > limits_.high || statistics.minimum < limits_.low;
    }

    void measure(const TracePoint& point) {
        if (gone_ || std::isnan(point.wave_amplitude))
            return;
        const bool resolved = is_resolved(point.wave_amplitude, point.energy, cells_);
        if (resolved && !found_)
            first_ = point;
        if (resolved)
            last_ = point;
        found_ = found_ || resolved;
        gone_ = found_ && !resolved;
    }

    StabilityRun& run_;
    const StabilityRunRequest& request_;
    const WaveGauge* gauge_;
    std::int64_t cells_;
    ValueLimits limits_;
    TracePoint first_;
    TracePoint last_;
    bool found_ = false;
    bool gone_ = false;  ///< the wave has faded into rounding
};

void discard_reports(Simulation& simulation) {
    simulation.wait();
    while (simulation.poll()) {
    }
}

bool is_set(const std::atomic<bool>* flag) {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
}

}  // namespace

bool is_read_in_full(const FieldAnalysis& analysis) {
    constexpr float largest = std::numeric_limits<float>::max();
    return analysis.minimum.value > -largest && analysis.maximum.value < largest;
}

TracePoint trace_point(const FieldAnalysis& analysis, bool finite, const WaveGauge* gauge) {
    if (!finite)
        return {analysis.step, false, nan, nan, nan, nan, nan};
    TracePoint point;
    point.step = analysis.step;
    point.wave_amplitude =
        gauge != nullptr ? gauge->amplitude(analysis.projections).value_or(nan) : nan;
    point.minimum = analysis.minimum.value;
    point.maximum = analysis.maximum.value;
    point.largest_magnitude = std::max(std::abs(point.minimum), std::abs(point.maximum));
    if (!std::isfinite(point.wave_amplitude) || !is_read_in_full(analysis))
        point.wave_amplitude = nan;
    point.energy = analysis.mean_square;
    return point;
}

GrowthPrediction predict_growth(const Stability& stability, const TracePoint& now,
                                std::int64_t cells, double initial_minimum, double initial_maximum,
                                CellType type) {
    if (!stability.fastest_factor || std::isnan(now.wave_amplitude))
        return {};
    const double rounding = rounding_amplitude(now.energy, cells);
    const double outside = std::max(now.maximum - initial_maximum, initial_minimum - now.minimum);
    const double from = std::max({now.wave_amplitude, rounding, outside});
    const double margin = overshoot_margin * (initial_maximum - initial_minimum);
    return {steps_to_reach(from, *stability.fastest_factor, margin),
            steps_to_reach(from, *stability.fastest_factor, overflow_threshold(type))};
}

ValueLimits overshoot_limits(double initial_minimum, double initial_maximum) {
    const double margin = overshoot_margin * (initial_maximum - initial_minimum);
    return {to_float(initial_minimum - margin), to_float(initial_maximum + margin)};
}

namespace {

template <typename Real>
StabilityRun run_from(Simulation& simulation, const BasicField<Real>& initial,
                      const StabilityRunRequest& request, const std::atomic<bool>* cancelled) {
    const GridSize grid = simulation.grid();
    StabilityRun run;
    run.stability = assess_stability(grid, request.boundaries, request.r);
    std::optional<WaveGauge> gauge;
    // Without a bound there is nothing to project on, or only the mean, which never changes; a
    // block is not projected.
    if (run.stability.bound && grid.dimensions != 3)
        gauge = WaveGauge::shortest(GridWaves(grid, request.boundaries));
    if (run.stability.bound)
        run.growth_predicted = std::abs(*run.stability.fastest_factor);

    discard_reports(simulation);
    simulation.set_boundaries(request.boundaries);
    simulation.set_step_ratio(request.r);
    simulation.set_projections(gauge ? std::vector(gauge->weights().begin(), gauge->weights().end())
                                     : std::vector<SeparableWeight>{});
    load_field(simulation, initial, 0);

    RunObserver observer(run, request, gauge ? &*gauge : nullptr, grid.cells());
    Batch batch{.steps = 0, .publish = false, .statistics = true, .analysis = true};
    const std::int64_t in_flight =
        std::clamp(cells_in_flight / grid.cells(), std::int64_t{1}, most_in_flight);
    bool finished = false;
    for (std::int64_t submitted = 0; !finished && !is_set(cancelled);) {
        if (batch.steps == 0)
            simulation.submit(batch);
        batch.steps = 1;
        const std::int64_t end = std::min(submitted + in_flight, request.steps);
        for (; submitted < end; ++submitted)
            simulation.submit(batch);
        simulation.wait();
        while (const auto report = simulation.poll()) {
            if (!finished)
                observer.see(*report);
            finished = finished || (request.stop_when_not_finite && run.first_non_finite_step);
        }
        finished = finished || submitted >= request.steps;
    }
    run.growth_measured = observer.growth();
    return run;
}

}  // namespace

StabilityRun run_stability(Simulation& simulation, const Field& initial,
                           const StabilityRunRequest& request, const std::atomic<bool>* cancelled) {
    return run_from(simulation, initial, request, cancelled);
}

StabilityRun run_stability(Simulation& simulation, const Field64& initial,
                           const StabilityRunRequest& request, const std::atomic<bool>* cancelled) {
    return run_from(simulation, initial, request, cancelled);
}

Field fastest_wave(GridSize grid, const Boundaries& boundaries) {
    Field field(grid);
    const GridWaves waves(grid, boundaries);
    if (waves.empty())
        return field;
    const std::vector<double> columns = waves.columns.shape(waves.columns.shortest_first());
    const std::vector<double> rows = product(waves.slices.shape(waves.slices.shortest_first()),
                                             waves.rows.shape(waves.rows.shortest_first()));
    draw_product(field, 1.0f, columns, rows);
    return field;
}

std::vector<double> RatioSweep::ratios() const {
    std::vector<double> values;
    // A hair more than whole steps: 0.30 is reached from 0.20 in steps of 0.005.
    const double count = std::floor((high - low) / step * (1 + 1e-12) + 1e-9);
    for (double i = 0; i <= count; ++i) {
        // Decimals as they were typed: 0.205, not 0.20500000000000002.
        const double value = std::round((low + i * step) * 1e12) / 1e12;
        values.push_back(std::min(value, high));
    }
    return values;
}

void validate_sweep(const char* argument, const RatioSweep& sweep) {
    const std::string value =
        number_text(sweep.low) + ":" + number_text(sweep.high) + ":" + number_text(sweep.step);
    const auto require = [&](bool holds, const char* allowed) {
        if (!holds)
            throw InputError(argument, value, allowed);
    };
    require(sweep.low >= 0 && sweep.high <= 1, "r lies between 0 and 1");
    require(sweep.low <= sweep.high, "LOW lies below HIGH");
    require(std::isfinite(sweep.step) && sweep.step > 0, "the step is above 0");
    require((sweep.high - sweep.low) / sweep.step < static_cast<double>(most_ratios),
            "at most 10000 values of r");
    for (const double r : {sweep.low, sweep.high})
        StepRatio::from(r);
}

}  // namespace heatlab
