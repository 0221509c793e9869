#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "app/zones/zone_state.h"
#include "sim/ghost/problem.h"

namespace heatlab {

/// What an application looks like from step to step: its cells, and what is seen beside them (a
/// power map, a residual, the wall that lies ahead). Keeps what was seen before, where a picture
/// shows it: the rows of one dimension, and the ranges.
class ScenePictures {
public:
    explicit ScenePictures(const ghost::Problem& problem);

    /// Forgets what was seen.
    void restart();
    /// The pictures of `cells`, as they are after `step` steps. Called in the order of the steps.
    std::vector<ScenePicture> take(const ghost::Cells& cells, std::int64_t step);
    /// See ZoneScene.
    std::optional<int> front() const { return front_; }

private:
    struct Range {
        float low = std::numeric_limits<float>::infinity();
        float high = -std::numeric_limits<float>::infinity();

        void add(const std::vector<float>& values);
    };
    static void show_range(ScenePicture& picture, const Range& range);

    ScenePicture plane(const std::vector<float>& values, GridSize grid, std::int64_t step,
                       Range& range);
    ScenePicture rows_so_far(const std::vector<float>& values, std::int64_t step);
    ScenePicture volume(std::vector<float> values, std::int64_t step);
    std::vector<float> residual(const std::vector<float>& values) const;
    /// From the least to the largest value so far.
    static void set_range(ScenePicture& picture, const std::vector<float>& values, Range& range);
    /// The same, but at most twice as far apart as the values now: a chip that cools as a whole
    /// keeps its pattern.
    static void follow_range(ScenePicture& picture, const std::vector<float>& values, Range& range);
    /// Of a wall with a row per step: costs above the least one, in the rows computed so far.
    std::vector<ScenePicture> wall(const std::vector<float>& values, std::int64_t step);

    const ghost::Problem& problem_;
    std::vector<float> source_;  ///< as float
    Range cells_range_;
    Range beside_range_;
    /// Of one dimension: the texels of the rows, `history_width_` each, oldest first.
    std::vector<float> history_;
    int history_width_ = 0;
    std::shared_ptr<const FieldPicture> fixed_;  ///< of the source, which stays as it is
    std::optional<int> front_;
    std::int64_t last_step_ = 0;
    std::uint64_t serial_ = 0;
};

}  // namespace heatlab
