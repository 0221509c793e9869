#include "app/trace_recorder.h"

#include <algorithm>
#include <cmath>

namespace heatlab {
namespace {

constexpr std::size_t most_ratio_changes = 64;

/// Index of the first point at or after `step`.
std::size_t first_from(const std::vector<TracePoint>& points, std::int64_t step) {
    const auto found = std::ranges::lower_bound(points, step, {}, &TracePoint::step);
    return static_cast<std::size_t>(found - points.begin());
}

}  // namespace

Traces& TraceRecorder::writable() {
    // A snapshot that was handed out keeps what it has.
    if (traces_.use_count() > 1)
        traces_ = std::make_shared<Traces>(*traces_);
    return *traces_;
}

void TraceRecorder::add(const TracePoint& point) {
    std::vector<TracePoint>& points = writable().points;
    points.resize(first_from(points, point.step));
    // The newest point is always there; it stays where it is far enough from the one before it, or
    // where a segment begins with it.
    const std::size_t size = points.size();
    const bool provisional = size >= 2 &&
                             points[size - 1].step - points[size - 2].step < spacing_ &&
                             points[size - 1].step != segment_step_;
    if (provisional)
        points.back() = point;
    else
        points.push_back(point);
    if (points.size() > most_trace_points)
        thin();
    place_segment();
}

void TraceRecorder::thin() {
    std::vector<TracePoint>& points = traces_->points;
    std::vector<TracePoint> kept;
    kept.reserve(points.size() / 2 + 2);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i % 2 == 0 || i + 1 == points.size() || points[i].step == segment_step_)
            kept.push_back(points[i]);
    points = std::move(kept);
    const std::int64_t span = points.back().step - points.front().step;
    spacing_ = std::max<std::int64_t>(2 * spacing_,
                                      2 * span / static_cast<std::int64_t>(most_trace_points));
}

void TraceRecorder::place_segment() {
    const std::size_t found = first_from(traces_->points, segment_step_);
    traces_->segment_begin = found;
}

void TraceRecorder::change_ratio(std::int64_t step, double from, double to) {
    std::vector<RatioChange>& changes = writable().changes;
    if (!changes.empty() && changes.back().step == step) {
        changes.back().to = to;
        if (changes.back().from == to)
            changes.pop_back();
    } else {
        changes.push_back({step, from, to});
    }
    if (changes.size() > most_ratio_changes)
        changes.erase(changes.begin());
    segment_step_ = std::max(segment_step_, step);
    place_segment();
}

void TraceRecorder::begin_segment(std::int64_t step) {
    segment_step_ = step;
    writable();
    place_segment();
}

void TraceRecorder::go_back(std::int64_t step) {
    Traces& traces = writable();
    traces.points.resize(first_from(traces.points, step));
    std::erase_if(traces.changes, [&](const RatioChange& change) { return change.step > step; });
    if (traces.non_finite_step && *traces.non_finite_step > step)
        traces.non_finite_step.reset();
    segment_step_ = step;
    place_segment();
}

void TraceRecorder::set_non_finite_step(std::optional<std::int64_t> step) {
    if (traces_->non_finite_step != step)
        writable().non_finite_step = step;
}

GrowthReading read_growth(const Traces& traces, std::optional<double> factor, std::int64_t cells) {
    GrowthReading reading;
    if (!factor)
        return reading;
    reading.theory = std::abs(*factor);
    const std::vector<TracePoint>& points = traces.points;
    const auto resolved = [&](const TracePoint& point) {
        return point.finite && is_resolved(point.wave_amplitude, point.energy, cells);
    };
    const auto unmeasured = [](const TracePoint& point) {
        return !point.finite || !std::isfinite(point.wave_amplitude);
    };
    // The newest points may lie beyond the range of float, or, of a wave that fades, below what can
    // be resolved; the growth is that of the unbroken stretch of resolved ones before.
    std::size_t end = points.size();
    while (end > traces.segment_begin && unmeasured(points[end - 1]))
        --end;
    reading.at_rounding_level = end > traces.segment_begin && !resolved(points[end - 1]);
    while (end > traces.segment_begin && !resolved(points[end - 1]))
        --end;
    std::size_t begin = end;
    while (begin > traces.segment_begin && resolved(points[begin - 1]))
        --begin;
    if (end - begin < 2)
        return reading;
    const TracePoint& first = points[begin];
    const TracePoint& last = points[end - 1];
    reading.over_steps = last.step - first.step;
    const double slope = std::log(last.wave_amplitude / first.wave_amplitude) /
                         static_cast<double>(reading.over_steps);
    reading.measured = std::exp(slope);
    const double expected = std::log(*reading.theory);
    if (std::isfinite(expected) && expected != 0)
        reading.difference = (slope - expected) / std::abs(expected);
    return reading;
}

}  // namespace heatlab
