#include "sim/cpu/wavefront/plan.h"

#include <algorithm>
#include <cstddef>

#include "sim/cpu/wavefront/geometry.h"

namespace heatlab {
namespace {

using wavefront::batch_rows;

/// A pass converts the rows there and back, which costs as much as about four plain steps.
constexpr std::int64_t least_steps = 5;
constexpr std::int64_t least_levels = 4;

std::int64_t divide_up(std::int64_t count, std::int64_t by) {
    return (count + by - 1) / by;
}

/// Columns of the widest strip. Where levels are swept one by one the block stays in the
/// first-level cache from one to the next: with two carries it has to fill no more than three
/// quarters of that.
std::int64_t widest_strip(const WavefrontMachine& machine) {
    const std::int64_t held = wavefront::most_vectors(machine.lanes) * machine.lanes;
    if (wavefront::sweeps_pairs(machine.lanes))
        return held;
    constexpr std::int64_t row_bytes = (batch_rows + 4) * sizeof(float);
    const auto cached = static_cast<std::int64_t>(machine.level1_cache) * 3 / 4 / row_bytes;
    return std::clamp<std::int64_t>(cached / machine.lanes * machine.lanes,
                                    machine.lanes * machine.lanes, held);
}

/// Levels whose carries fill no more than three quarters of the second-level cache, the grid's
/// shape allowing: skewing costs `levels` columns and rows of empty work.
std::int64_t level_limit(GridSize grid, std::int64_t widest, const WavefrontMachine& machine) {
    const auto carry_bytes = static_cast<std::int64_t>(2 * sizeof(float)) * widest;
    const auto cached = static_cast<std::int64_t>(machine.level2_cache) * 3 / 4 / carry_bytes;
    const std::int64_t shaped = std::min(grid.width, grid.height) / 8;
    return std::clamp<std::int64_t>(std::min(cached, shaped), least_levels,
                                    WavefrontPlan::level_limit);
}

/// Strips of about equal width, and a number of them that divides well among the threads.
std::int64_t strip_count(std::int64_t columns, std::int64_t widest, std::int64_t passes,
                         int threads) {
    const std::int64_t strips = divide_up(columns, widest);
    const bool uneven = passes * strips < 10 * threads && passes * strips % threads != 0;
    if (strips >= threads && !uneven)
        return strips;
    return divide_up(strips, threads) * threads;
}

/// Whether plain steps are faster. In the second-level caches they are not that slow; there the
/// strips win only where they lose little to the skew and keep the threads busy.
bool plain_is_faster(const WavefrontPlan& plan, const WavefrontMachine& machine) {
    constexpr double advantage = 1.5;  // of the sweeps, measured at 512 x 512
    const auto cells = static_cast<double>(plan.grid.cells());
    const auto caches = static_cast<double>(machine.level2_cache) * machine.threads;
    if (2 * sizeof(float) * cells > caches)
        return false;
    const double swept = static_cast<double>(plan.strips) * plan.columns() *
                         static_cast<double>(plan.batches * batch_rows);
    const double busy = std::min(1.0, static_cast<double>(plan.strips) / machine.threads);
    return advantage * busy * cells / swept < 1;
}

}  // namespace

WavefrontPlan plan_strips(GridSize grid, std::int64_t steps, const WavefrontMachine& machine) {
    const WavefrontPlan plain{.grid = grid, .steps = steps};
    // A strip has at least `lanes` vectors, because rows are transposed in blocks of that size.
    const int narrowest = machine.lanes * machine.lanes;
    if (steps < least_steps || grid.width < narrowest / 2 || grid.height < 4 * batch_rows) {
        return plain;
    }
    WavefrontPlan plan = plain;
    plan.plain = false;
    plan.lanes = machine.lanes;
    const std::int64_t widest = widest_strip(machine);
    plan.passes = divide_up(steps, level_limit(grid, widest, machine));
    plan.most_levels = static_cast<int>(divide_up(steps, plan.passes));
    // At the last level the last column of the grid is `most_levels` columns further on.
    const std::int64_t columns = std::int64_t{grid.width} + plan.most_levels;
    const std::int64_t strips = strip_count(columns, widest, plan.passes, machine.threads);
    // A strip reads what it and its right neighbour wrote in the pass before, and nothing further:
    // so it is at least as wide as the skew.
    const std::int64_t least = std::max(narrowest, plan.most_levels);
    plan.vectors =
        static_cast<int>(divide_up(std::max(divide_up(columns, strips), least), machine.lanes));
    plan.strips = static_cast<int>(divide_up(columns, plan.columns()));
    plan.batches =
        static_cast<int>(divide_up(std::int64_t{grid.height} + plan.most_levels, batch_rows));
    return plan;
}

WavefrontPlan plan_wavefront(GridSize grid, std::int64_t steps, const WavefrontMachine& machine) {
    const WavefrontPlan plan = plan_strips(grid, steps, machine);
    const bool strips = !plan.plain && !plain_is_faster(plan, machine);
    return strips ? plan : WavefrontPlan{.grid = grid, .steps = steps};
}

}  // namespace heatlab
