#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cell_type.h"
#include "sim/cuda/wavefront/pass_plan.h"
#include "sim/grid.h"

namespace heatlab::cuda {

/// How a number of steps is taken: in passes, the longest first, and the rest step by step.
struct BatchPlan {
    struct Passes {
        std::size_t kind = 0;  ///< index into BatchPlanner::kinds
        std::int64_t count = 0;
    };
    std::vector<Passes> passes;
    std::int64_t single_steps = 0;

    std::int64_t launches() const;
};

/// Chooses the passes for one grid on one device, by what they are expected to take.
class BatchPlanner {
public:
    /// `shapes`: those that the device can run, in any number. Those that the grid is too narrow
    /// for are left out. `type`: of the cells, as the shapes have them.
    BatchPlanner(GridSize grid, const std::vector<ChainShape>& shapes,
                 CellType type = CellType::float32);

    const std::vector<PassPlan>& kinds() const { return kinds_; }
    /// What long batches consist of; none where single steps are as fast, or all there is.
    const PassPlan* main_kind() const;
    BatchPlan plan(std::int64_t steps) const;

private:
    /// A pass of kinds_[kind], or a single step.
    static constexpr std::size_t single = static_cast<std::size_t>(-1);
    std::int64_t steps_of(std::size_t kind) const;
    double seconds_of(std::size_t kind) const;
    void find_main();
    void find_shortest();

    GridSize grid_;
    CellType type_;
    std::vector<PassPlan> kinds_;
    std::size_t main_ = single;
    /// For each small number of steps, what the fastest way of taking them begins with.
    std::vector<std::size_t> first_;
};

/// Expected, on an H200: other devices take other times, but their ratios are similar.
double pass_seconds(const PassPlan& pass, GridSize grid);
/// Of the plain kernel.
double single_step_seconds(GridSize grid, CellType type = CellType::float32);

}  // namespace heatlab::cuda
