#pragma once

#include <cstdint>

#include "sim/grid.h"

namespace heatlab {

/// The machine that a plan is made for.
struct WavefrontMachine {
    int lanes = 4;                          ///< floats in a vector
    int threads = 1;                        ///< that will take part
    std::uint64_t level1_cache = 32 << 10;  ///< bytes of one core, for data
    std::uint64_t level2_cache = 1 << 20;   ///< bytes of one core
};

/// How the wavefront kernel takes a number of steps: in passes over memory of up to 128 steps each,
/// a pass in strips from left to right, a strip in batches of rows from top to bottom. Or plainly,
/// step by step, where the grid is too small for that to pay.
///
/// Strip s holds `columns()` columns; at level t of a pass (after t of its steps) its local column
/// c is column s columns() + c - t of the grid. So a strip needs nothing of its right neighbour,
/// and nothing is computed twice.
struct WavefrontPlan {
    static constexpr int level_limit = 128;

    GridSize grid;
    std::int64_t steps = 0;
    bool plain = true;  ///< the rest is then 0
    std::int64_t passes = 0;
    int most_levels = 0;  ///< steps of the longest pass
    int strips = 0;       ///< of a pass
    int vectors = 0;      ///< of a strip's row
    int lanes = 0;
    int batches = 0;  ///< of a strip

    int columns() const { return vectors * lanes; }
    /// Steps before pass `pass`: they are spread evenly, so that there is no short pass.
    std::int64_t steps_before(std::int64_t pass) const { return steps * pass / passes; }
    int levels(std::int64_t pass) const {
        return static_cast<int>(steps_before(pass + 1) - steps_before(pass));
    }
};

/// The faster plan. `steps` >= 0; a grid without interior gets a plain one.
WavefrontPlan plan_wavefront(GridSize grid, std::int64_t steps, const WavefrontMachine& machine);

/// Strips wherever they are possible, faster or not: from half a strip's width on, 32 rows and 5
/// steps.
WavefrontPlan plan_strips(GridSize grid, std::int64_t steps, const WavefrontMachine& machine);

}  // namespace heatlab
