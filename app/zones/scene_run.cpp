#include "app/zones/scene_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace heatlab {
namespace {

constexpr double counting_seconds = 0.25;

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

SceneRun::SceneRun(std::unique_ptr<ghost::ZoneEngine> engine, ghost::Problem problem)
    : engine_(std::move(engine)), problem_(std::move(problem)), pictures_(problem_) {
    engine_->load(problem_);
}

void SceneRun::reset() {
    engine_->restart();
    pictures_.restart();
    owed_ = 0;
    start();
}

void SceneRun::start() {
    pacer_.restart();
    counted_since_ = 0;
}

std::int64_t SceneRun::advance(const ghost::Zone& zone, const PacingSetting& pacing, double now,
                               std::optional<std::int64_t> most) {
    if (!(zone == zone_)) {
        zone_ = zone;
        seconds_per_step_.reset();
        pacer_.forget_speed();
        owed_ = 0;
    }
    pacer_.begin_frame(pacing, now);
    const std::int64_t due = pacer_.steps_due(pacing, {seconds_per_step_, zone.steps});
    pacer_.submitted(pacing, due);
    owed_ += due;
    std::int64_t steps = owed_ - owed_ % zone.steps;
    if (most && owed_ >= *most)
        steps = *most;
    if (steps == 0)
        return 0;
    owed_ -= std::min(owed_, steps);
    const auto begin = std::chrono::steady_clock::now();
    engine_->advance(zone, steps);
    const double seconds = seconds_since(begin);
    seconds_per_step_ = seconds / static_cast<double>(steps);
    count(steps, seconds, now, zone.steps);
    return steps;
}

void SceneRun::count(std::int64_t steps, double seconds, double now, int steps_per_launch) {
    if (counted_since_ == 0) {
        counted_since_ = now;
        counted_steps_ = 0;
        counted_frames_ = 0;
    }
    counted_steps_ += steps;
    ++counted_frames_;
    const double passed = now + seconds - counted_since_;
    if (passed < counting_seconds)
        return;
    steps_per_second_ = static_cast<double>(counted_steps_) / passed;
    launches_per_picture_ =
        static_cast<double>(counted_steps_) / steps_per_launch / counted_frames_;
    counted_since_ = now;
    counted_steps_ = 0;
    counted_frames_ = 0;
}

ZoneScene SceneRun::look() {
    ZoneScene scene;
    scene.step = engine_->step();
    scene.pictures = pictures_.take(engine_->read_back(), scene.step);
    scene.front = pictures_.front();
    scene.steps_per_second = steps_per_second_;
    scene.launches_per_picture = launches_per_picture_;
    return scene;
}

}  // namespace heatlab
