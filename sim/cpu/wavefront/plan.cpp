#include "sim/cpu/wavefront/plan.h"

#include <algorithm>
#include <cstddef>

#include "sim/cpu/wavefront/geometry.h"

namespace heatlab {
namespace {

constexpr std::int64_t most_levels = 64;

/// Below this the whole field stays in a cache, and the strips are too few to keep the threads busy.
constexpr int least_width = 192;
constexpr int least_height = 48;

std::int64_t divide_up(std::int64_t count, std::int64_t by) { return (count + by - 1) / by; }

/// Levels whose carried rows fill half of the second-level cache, the grid's shape allowing. Skewing
/// costs `levels` columns and rows of empty work, so a small grid takes fewer.
std::int64_t level_limit(GridSize grid, const WavefrontMachine& machine) {
    const auto carried = static_cast<std::int64_t>(2 * wavefront::row_stride * sizeof(float));
    const auto cached = static_cast<std::int64_t>(machine.level2_cache) / 2 / carried;
    const std::int64_t shaped = std::min(grid.width, grid.height) / 8;
    return std::clamp<std::int64_t>(std::min(cached, shaped), 4, most_levels);
}

/// Strips of about equal width, and a number of them that divides well among the threads.
std::int64_t strip_count(std::int64_t columns, std::int64_t passes,
                         const WavefrontMachine& machine) {
    const std::int64_t widest = wavefront::most_vectors(machine.lanes) * machine.lanes;
    const std::int64_t strips = divide_up(columns, widest);
    const bool few = passes * strips < 10 * machine.threads;
    const bool uneven = few && passes * strips % machine.threads != 0;
    if (strips >= machine.threads && !uneven) return strips;
    return divide_up(strips, machine.threads) * machine.threads;
}

}  // namespace

WavefrontPlan plan_wavefront(GridSize grid, std::int64_t steps, const WavefrontMachine& machine) {
    WavefrontPlan plan;
    plan.grid = grid;
    plan.steps = steps;
    plan.lanes = machine.lanes;
    // A pass converts the rows there and back: two steps do not pay for that.
    if (grid.width < least_width || grid.height < least_height || steps < 3) return plan;
    plan.plain = false;
    plan.passes = divide_up(steps, level_limit(grid, machine));
    plan.most_levels = static_cast<int>(divide_up(steps, plan.passes));
    // The last strips run dry at the right wall only after `most_levels` columns more.
    const std::int64_t columns = std::int64_t{grid.width} + plan.most_levels;
    const std::int64_t strips = strip_count(columns, plan.passes, machine);
    // A strip reads what it and its right neighbour wrote in the pass before, and nothing further: so it is
    // at least as wide as the skew. And rows are transposed in blocks of `lanes` vectors.
    const std::int64_t least =
        std::max<std::int64_t>(divide_up(plan.most_levels, machine.lanes), machine.lanes);
    plan.vectors =
        static_cast<int>(std::max(divide_up(columns, strips * machine.lanes), least));
    plan.strips = static_cast<int>(divide_up(columns, plan.columns()));
    plan.batches = static_cast<int>(
        divide_up(std::int64_t{grid.height} + plan.most_levels, wavefront::batch_rows));
    return plan;
}

}  // namespace heatlab
