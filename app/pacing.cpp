#include "app/pacing.h"

#include <algorithm>
#include <cmath>

namespace heatlab {
namespace {

constexpr double longest_frame_seconds = 0.25;  // of a pause of the program, not of the run
constexpr double backlog_seconds = 0.25;
constexpr double short_batch_seconds = 0.012;
constexpr std::int64_t growth_of_longest = 8;
constexpr std::int64_t growth_per_frame = 2;
// Below what clocks of devices resolve; keeps the count of steps finite.
constexpr double shortest_step_seconds = 1e-9;

std::int64_t steps_in(double seconds, double seconds_per_step) {
    const double steps = seconds / std::max(seconds_per_step, shortest_step_seconds);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(steps, 1e15)));
}

}  // namespace

bool may_queue(std::size_t in_flight, double oldest_seconds) {
    return in_flight == 0 || (in_flight == 1 && oldest_seconds < short_batch_seconds);
}

void Pacer::restart() {
    accumulated_ = 1;
    carried_ = 0;
}

void Pacer::forget_speed() {
    last_batch_ = 0;
    longest_batch_ = 0;
}

void Pacer::begin_frame(const PacingSetting& pacing, double now) {
    const double elapsed =
        last_frame_ ? std::clamp(now - *last_frame_, 0.0, longest_frame_seconds) : 0.0;
    last_frame_ = now;
    const double most = std::max(1.0, pacing.steps_per_second * backlog_seconds);
    accumulated_ = std::min(accumulated_ + pacing.steps_per_second * elapsed, most);
}

std::int64_t Pacer::largest_batch(const Speed& speed) const {
    if (!speed.seconds_per_step)
        return 1;
    const std::int64_t by_time = steps_in(longest_batch_seconds, *speed.seconds_per_step);
    const std::int64_t by_growth = growth_of_longest * std::max<std::int64_t>(longest_batch_, 1);
    return std::min(by_time, by_growth);
}

std::int64_t Pacer::budget_steps(double budget_seconds, const Speed& speed) const {
    if (!speed.seconds_per_step)
        return 1;
    const std::int64_t steps = std::min(steps_in(budget_seconds, *speed.seconds_per_step),
                                        growth_per_frame * std::max<std::int64_t>(last_batch_, 1));
    // Whole launches, where that leaves any: the rest of a launch costs more than it advances.
    const std::int64_t launch = std::max(1, speed.steps_per_launch);
    return steps > launch ? steps - steps % launch : steps;
}

std::int64_t Pacer::steps_due(const PacingSetting& pacing, const Speed& speed) const {
    std::int64_t steps = 0;
    switch (pacing.mode) {
        case PacingMode::time_budget:
            steps = budget_steps(pacing.budget_ms * 1e-3, speed);
            break;
        case PacingMode::steps_per_frame:
            steps = carried_ > 0 ? carried_ : pacing.steps_per_frame;
            break;
        case PacingMode::steps_per_second:
            steps = static_cast<std::int64_t>(std::floor(accumulated_));
            break;
    }
    return std::min(steps, largest_batch(speed));
}

void Pacer::submitted(const PacingSetting& pacing, std::int64_t steps, std::int64_t dropped) {
    if (steps <= 0)
        return;
    const std::int64_t due = carried_ > 0 ? carried_ : pacing.steps_per_frame;
    const std::int64_t left = std::max<std::int64_t>(0, due - steps - dropped);
    carried_ = pacing.mode == PacingMode::steps_per_frame ? left : 0;
    accumulated_ = std::max(0.0, accumulated_ - static_cast<double>(steps));
    last_batch_ = steps;
    longest_batch_ = std::max(longest_batch_, steps);
}

}  // namespace heatlab
