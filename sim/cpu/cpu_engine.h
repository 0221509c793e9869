#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/cpu/grid_buffer.h"
#include "sim/cpu/instruction_set.h"
#include "sim/cpu/thread_team.h"
#include "sim/cpu/wavefront/wavefront.h"
#include "sim/simulation.h"

namespace heatlab {

/// The heat equation in memory, advanced by a team of threads. Every call blocks; CpuSimulation has
/// them made on a worker thread.
class CpuEngine {
public:
    /// `stop`: makes `advance` end early, after the launch in progress. Throws std::bad_alloc.
    CpuEngine(GridSize grid, int threads, const InstructionSet& instructions,
              int checkpoint_capacity, const std::atomic<bool>& stop);

    void load(const Field& initial, std::int64_t step);
    void set_kernel(const KernelInfo& kernel);
    void set_step_ratio(StepRatio r) { r_ = r; }
    /// That the kernel supports.
    void set_boundaries(const Boundaries& boundaries);
    void set_walls(const Walls& walls);
    void paint(const BrushDab& dab);
    void checkpoint();
    void restore_checkpoint();
    void set_picture_request(const PictureRequest& request) { request_ = request; }
    void set_probe(std::optional<Cell> cell) { probe_ = cell; }

    /// Steps, picture and statistics, in that order.
    BatchReport run(const Batch& batch);
    Field read_back();
    double copy_bandwidth();
    /// Of a launch whose kernel does nothing: dealing rows, and the meeting of the members.
    double empty_launch_seconds();
    /// The newest picture; null where none was published.
    std::shared_ptr<const FieldPicture> picture() const { return picture_; }

private:
    struct Checkpoint {
        GridBuffer field;
        std::int64_t step;
    };

    CpuLaunch launch();
    /// Members worth waking for this grid.
    int members() const;
    /// Calls `work(row)` for each row, on all members.
    template <typename Work>
    void for_each_row(const Work& work);
    /// `launches` times `work(launch, first, last)`, as a kernel is called, over rows [first_row,
    /// last_row), swapping the buffers after each; returns how many were done before `stop`.
    template <typename Work>
    std::int64_t launch_many(const Work& work, std::int64_t launches, int first_row, int last_row);
    /// As above, over all rows that change: `kernel`, and after it the sides that are not fixed.
    std::int64_t launch_steps(CpuKernel kernel, std::int64_t launches);
    void advance(std::int64_t steps, BatchReport& report);
    /// `advance` for a kernel that plans its batches.
    void advance_in_passes(std::int64_t steps, BatchReport& report);
    /// Median over runs that take `total_seconds` together, five at least. The number of launches
    /// in a run is even, so that the buffers end up where they were.
    double median_launch_seconds(CpuKernel kernel, double total_seconds);

    /// Reduces the rectangle in blocks; texels where `texels` is given.
    PartialStatistics reduce(const CellRect& rect, int block, BlockTexel* texels);
    /// Makes the picture; with `statistics` and blocks that cover the grid, these come from the
    /// same pass.
    std::optional<PartialStatistics> publish(bool statistics);
    FieldStatistics statistics(const std::optional<PartialStatistics>& known);
    ProbeReading read_probe(Cell cell) const;
    std::shared_ptr<FieldPicture> spare_picture();

    GridSize grid_;
    const InstructionSet& instructions_;
    ThreadTeam team_;
    const std::atomic<bool>& stop_;
    GridBuffer current_;
    GridBuffer other_;
    bool stream_ = false;
    Wavefront wavefront_;
    const KernelInfo* kernel_;
    StepRatio r_;
    Boundaries boundaries_;
    std::int64_t step_ = 0;
    bool warm_up_ = true;
    std::size_t checkpoint_capacity_;
    std::deque<Checkpoint> checkpoints_;
    PictureRequest request_;
    std::optional<Cell> probe_;
    std::uint64_t serial_ = 0;
    std::shared_ptr<FieldPicture> picture_;
    std::shared_ptr<FieldPicture> spare_;
};

}  // namespace heatlab
