#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/pacing.h"
#include "app/zones/scene_cells.h"
#include "app/zones/scene_pictures.h"
#include "app/zones/zone_state.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab {

/// An application that advances in launches of a zone and is looked at between them. Blocks; for
/// one thread.
class SceneRun {
public:
    /// From its start. Throws as the engine does.
    SceneRun(std::unique_ptr<ghost::ZoneEngine> engine, ghost::Problem problem);

    void reset();
    /// The run begins, or goes on: its first step comes with the next frame.
    void start();
    /// One frame's steps in launches of `zone`: whole launches, but for the last one of `most`
    /// steps. Answers how many. `now`: seconds on a steady clock.
    std::int64_t advance(const ghost::Zone& zone, const PacingSetting& pacing, double now,
                         std::optional<std::int64_t> most);
    /// As it is now, with pictures. Whether it runs is not known here.
    ZoneScene look();

    SceneCells cells() { return {engine_->read_back(), engine_->step()}; }
    const ghost::Problem& problem() const { return problem_; }
    /// Takes the engine back, for another problem.
    std::unique_ptr<ghost::ZoneEngine> release() { return std::move(engine_); }

private:
    void count(std::int64_t steps, double seconds, double now, int steps_per_launch);

    std::unique_ptr<ghost::ZoneEngine> engine_;
    ghost::Problem problem_;
    ScenePictures pictures_;
    Pacer pacer_;
    std::optional<double> seconds_per_step_;
    ghost::Zone zone_;
    std::int64_t owed_ = 0;  ///< steps that were due but filled no launch
    // Of the last quarter of a second.
    double counted_since_ = 0;
    std::int64_t counted_steps_ = 0;
    int counted_frames_ = 0;
    double steps_per_second_ = 0;
    double launches_per_picture_ = 0;
};

}  // namespace heatlab
