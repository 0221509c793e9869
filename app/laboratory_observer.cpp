#include "app/laboratory_observer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/refinement.h"
#include "sim/stability.h"

namespace heatlab {
namespace {

/// Share of the time that analyses may take. A GPU's stand in the same queue as the steps and are
/// cheap; on the processor they take cores from the steps.
constexpr double most_share_cpu = 0.05;
constexpr double most_share_cuda = 0.10;
constexpr double shortest_spectrum_interval = 0.5;  // seconds
/// Of a transform's own time, so that a slow machine is not kept busy by it.
constexpr double spectrum_rest = 10;
constexpr double cost_easing = 0.05;

bool starts_from_a_wave(const Settings& settings) {
    return find_initial_field(settings.init.name).uses_mode;
}

}  // namespace

void LaboratoryObserver::begin_run(Simulation& simulation, const Settings& settings,
                                   std::int64_t step) {
    ++run_;
    backend_ = simulation.backend().kind;
    setting_ = settings.laboratory;
    recorder_.restart();
    recorder_.begin_segment(step);
    analysis_.reset();
    principle_ = {};
    range_known_ = false;
    started_ = false;
    analysis_cost_ = 0;
    last_analysis_ = -1e9;
    last_spectrum_ = -1e9;
    spectrum_.reset();
    loupe_.reset();
    set_projections(simulation, settings);
}

void LaboratoryObserver::set_boundaries(Simulation& simulation, const Settings& settings,
                                        std::int64_t step) {
    recorder_.begin_segment(step);
    spectrum_.reset();
    set_projections(simulation, settings);
}

void LaboratoryObserver::set_projections(Simulation& simulation, const Settings& settings) {
    ++projections_;
    spectrum_step_.reset();
    spectrum_exists_ = settings.grid.dimensions != 3;
    fastest_.reset();
    mode_.reset();
    first_mode_point_.reset();
    last_mode_point_.reset();
    mode_sign_ = 0;
    if (settings.grid.dimensions == 3)  // measures its extremes alone
        return simulation.set_projections({});
    std::vector<SeparableWeight> weights;
    const GridWaves waves(settings.grid, settings.boundaries);
    if (!waves.empty()) {
        fastest_ = WaveGauge::shortest(waves);
        weights.assign(fastest_->weights().begin(), fastest_->weights().end());
        const int p = settings.init.mode_p - 1;
        const int q = settings.init.mode_q - 1;
        if (starts_from_a_wave(settings) && p < waves.columns.count() && q < waves.rows.count()) {
            const std::vector<double> columns = waves.columns.shape(p);
            const std::vector<double> rows = waves.rows.shape(q);
            mode_ = StartWave{waves.columns.angle(p), waves.rows.angle(q),
                              waves.columns.squared_half_sine(p) + waves.rows.squared_half_sine(q),
                              waves.columns.squared_norm(p) * waves.rows.squared_norm(q),
                              weights.size()};
            weights.push_back({{columns.begin(), columns.end()}, {rows.begin(), rows.end()}});
        }
    }
    simulation.set_projections(std::move(weights));
}

void LaboratoryObserver::ratio_changed(std::int64_t step, double from, double to) {
    if (from == to)
        return;
    recorder_.change_ratio(step, from, to);
    first_mode_point_.reset();
    last_mode_point_.reset();
    mode_sign_ = 0;
}

void LaboratoryObserver::value_injected(std::int64_t step, double value) {
    recorder_.begin_segment(step);
    first_mode_point_.reset();
    last_mode_point_.reset();
    mode_sign_ = 0;
    spectrum_step_.reset();
    principle_.initial_minimum = std::min(principle_.initial_minimum, value);
    principle_.initial_maximum = std::max(principle_.initial_maximum, value);
}

void LaboratoryObserver::went_back(std::int64_t step) {
    recorder_.go_back(step);
    analysis_.reset();
    first_mode_point_.reset();
    last_mode_point_.reset();
    mode_sign_ = 0;
    spectrum_step_.reset();
    last_analysis_ = -1e9;
    if (principle_.first_crossing && principle_.first_crossing->step > step)
        principle_.first_crossing.reset();
    if (principle_.watched_since && unwatched_from_ >= step)
        principle_.watched_since.reset();
    else if (principle_.watched_since)
        principle_.watched_since = std::min(*principle_.watched_since, step);
}

void LaboratoryObserver::apply(const LaboratorySetting& setting) {
    setting_ = setting;
    if (!setting.spectrum)
        spectrum_.reset();
    if (!setting.traces)
        analysis_.reset();
    last_analysis_ = -1e9;
    last_spectrum_ = -1e9;
}

bool LaboratoryObserver::may_leave_range(const Settings& settings, StepRatio r) const {
    if (principle_.first_crossing)
        return false;
    // Up to that bound no step can.
    const std::optional<double> bound = maximum_principle_bound(settings.grid, settings.boundaries);
    return bound && r.value() > *bound;
}

void LaboratoryObserver::leave_unwatched(const Batch& batch, std::int64_t step) {
    if (batch.steps == 0)
        return;
    if (!principle_.watched_since)
        unwatched_from_ = step;
    principle_.watched_since = step + batch.steps;
}

void LaboratoryObserver::leave_out(const Batch& batch, const Settings& settings, StepRatio r,
                                   bool advances, std::int64_t step) {
    principle_.watching = false;
    if (advances && may_leave_range(settings, r))
        leave_unwatched(batch, step);
}

void LaboratoryObserver::plan_watch(Batch& batch, std::int64_t step) {
    principle_.watching = setting_.watch && range_known_;
    if (!principle_.watching)
        leave_unwatched(batch, step);
    else if (batch.steps > 0)
        batch.watch = overshoot_limits(principle_.initial_minimum, principle_.initial_maximum);
}

bool LaboratoryObserver::analysis_is_due(const Batch& batch, const Settings& settings,
                                         double now) const {
    if (!setting_.traces && !setting_.spectrum)
        return false;
    if (!batch.statistics || settings.grid.cells() == 0)
        return false;
    // What stands still is read at once.
    if (batch.steps == 0)
        return true;
    const double share = backend_ == BackendKind::cpu ? most_share_cpu : most_share_cuda;
    return now - last_analysis_ >= analysis_cost_ / share;
}

bool LaboratoryObserver::spectrum_is_due(double now) const {
    if (!setting_.spectrum || transformer_.busy())
        return false;
    const double last = spectrum_ ? spectrum_->seconds : 0;
    return now - last_spectrum_ >= std::max(shortest_spectrum_interval, spectrum_rest * last);
}

void LaboratoryObserver::plan(Batch& batch, const Settings& settings, StepRatio r, bool advances,
                              std::int64_t step, double now) {
    principle_.watching = false;
    if (advances && may_leave_range(settings, r))
        plan_watch(batch, step);
    if (analysis_is_due(batch, settings, now)) {
        batch.analysis = true;
        last_analysis_ = now;
    }
    if (spectrum_is_due(now) && settings.grid.dimensions != 3) {
        const Cell middle{settings.grid.height / 2, settings.grid.width / 2};
        const bool changes = analysis_ && analysis_->largest_change.value > 0;
        const Cell focus = changes ? analysis_->largest_change.cell : middle;
        const SpectrumPlan plan = plan_spectrum(settings.grid, settings.boundaries, focus);
        spectrum_exists_ = !plan.empty();
        if (plan.empty())
            return;
        spectrum_plan_ = plan;
        batch.changes = plan.cells;
        last_spectrum_ = now;
    }
}

bool LaboratoryObserver::is_behind(std::int64_t step, double now) const {
    if ((setting_.traces || setting_.spectrum) && (!analysis_ || analysis_->step != step))
        return true;
    return spectrum_exists_ && spectrum_step_ != step && spectrum_is_due(now);
}

void LaboratoryObserver::absorb(const BatchReport& report, const Settings& settings,
                                std::uint64_t projections) {
    started_ = started_ || report.steps > 0;
    frame_seconds_ += report.analysis_seconds;
    const bool finite = !report.statistics || report.statistics->non_finite_cells == 0;
    if (report.statistics && finite && !started_) {
        // The field as the run begins, painted on or not.
        principle_.initial_minimum = report.statistics->minimum;
        principle_.initial_maximum = report.statistics->maximum;
        range_known_ = true;
    }
    if (report.crossing && !principle_.first_crossing)
        principle_.first_crossing = report.crossing;
    if (report.analysis && projections == projections_) {
        analysis_cost_ = report.analysis_seconds;
        absorb_analysis(*report.analysis, finite, settings.grid.cells());
    }
    if (report.loupe)
        loupe_ = report.loupe;
    if (report.changes && setting_.spectrum && !transformer_.busy() &&
        report.changes->cells == spectrum_plan_.cells) {
        spectrum_run_ = run_;
        spectrum_step_ = report.changes->step;
        transformer_.start(
            [plan = spectrum_plan_, changes = report.changes](const std::atomic<bool>& cancelled) {
                static_cast<void>(cancelled);
                return transform_changes(plan, *changes);
            });
    }
}

void LaboratoryObserver::absorb_analysis(const FieldAnalysis& analysis, bool finite,
                                         std::int64_t cells) {
    analysis_ = analysis;
    if (!setting_.traces)
        return;
    recorder_.add(trace_point(analysis, finite, fastest_ ? &*fastest_ : nullptr));
    if (finite && is_read_in_full(analysis))
        absorb_mode(analysis, cells);
}

void LaboratoryObserver::absorb_mode(const FieldAnalysis& analysis, std::int64_t cells) {
    if (!mode_ || analysis.step < recorder_.segment_step())
        return;
    // The constant wave never changes, so its change tells nothing of it.
    const double amplitude =
        -analysis.projections[mode_->weight_index] / (mode_->squared_norm * mode_->strength);
    if (!is_resolved(std::abs(amplitude), analysis.mean_square, cells))
        return;
    const ModePoint point{analysis.step, amplitude};
    if (!first_mode_point_) {
        first_mode_point_ = point;
        return;
    }
    const ModePoint before = last_mode_point_.value_or(*first_mode_point_);
    if (point.step <= before.step)
        return;
    // An odd number of steps shows the factor's sign.
    if ((point.step - before.step) % 2 != 0)
        mode_sign_ = point.amplitude * before.amplitude < 0 ? -1 : 1;
    last_mode_point_ = point;
}

void LaboratoryObserver::end_frame() {
    seconds_per_frame_ += cost_easing * (frame_seconds_ - seconds_per_frame_);
    frame_seconds_ = 0;
    if (auto spectrum = transformer_.take())
        if (setting_.spectrum && spectrum_run_ == run_)
            spectrum_ = std::make_shared<const Spectrum>(std::move(*spectrum));
}

void LaboratoryObserver::set_non_finite_step(std::optional<std::int64_t> step) {
    recorder_.set_non_finite_step(step);
}

ExactMode LaboratoryObserver::exact_mode(const Settings& settings, StepRatio r) const {
    ExactMode mode;
    mode.p = settings.init.mode_p;
    mode.q = settings.init.mode_q;
    const double x = mode_->angle_x;
    const double y = mode_->angle_y;
    mode.discrete = 1 - 4 * r.value_as<double>() * mode_->strength;
    mode.continuous = std::exp(-r.value_as<double>() * (x * x + y * y));
    if (const auto& last = last_mode_point_ ? last_mode_point_ : first_mode_point_)
        mode.amplitude = std::abs(last->amplitude);
    if (first_mode_point_ && last_mode_point_) {
        const double steps = static_cast<double>(last_mode_point_->step - first_mode_point_->step);
        const double magnitude = std::pow(
            std::abs(last_mode_point_->amplitude / first_mode_point_->amplitude), 1 / steps);
        const double sign = mode_sign_ != 0 ? mode_sign_ : mode.discrete < 0 ? -1.0 : 1.0;
        mode.measured = sign * magnitude;
    }
    return mode;
}

void LaboratoryObserver::fill(Laboratory& laboratory, const Settings& settings, StepRatio r) const {
    laboratory.traces = recorder_.share();
    const std::int64_t cells = settings.grid.cells();
    const Stability stability = assess_stability(settings.grid, settings.boundaries, r);
    laboratory.growth = read_growth(recorder_.now(), stability.fastest_factor, cells);
    laboratory.forecast = {};
    const std::vector<TracePoint>& points = recorder_.now().points;
    if (setting_.traces && range_known_ && !points.empty() && points.back().finite) {
        const GrowthPrediction prediction =
            predict_growth(stability, points.back(), cells, principle_.initial_minimum,
                           principle_.initial_maximum, settings.type);
        if (!principle_.first_crossing)
            laboratory.forecast.steps_to_overshoot = prediction.steps_to_overshoot;
        laboratory.forecast.steps_to_overflow = prediction.steps_to_overflow;
    }
    laboratory.principle = principle_;
    laboratory.analysis = analysis_;
    laboratory.exact = mode_ ? std::optional(exact_mode(settings, r)) : std::nullopt;
    laboratory.refinement = describe_refinement(settings);
    laboratory.spectrum = spectrum_;
    laboratory.angle_x = fastest_ ? fastest_->angle_x() : 0;
    laboratory.angle_y = fastest_ ? fastest_->angle_y() : 0;
    laboratory.loupe = loupe_;
    laboratory.analysis_seconds_per_frame = seconds_per_frame_;
    laboratory.spectrum_seconds = spectrum_ ? spectrum_->seconds : 0;
}

}  // namespace heatlab
