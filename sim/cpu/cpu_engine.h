#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/cpu/aligned_memory.h"
#include "sim/cpu/grid_buffer.h"
#include "sim/cpu/host_copies.h"
#include "sim/cpu/instruction_set.h"
#include "sim/cpu/thread_team.h"
#include "sim/cpu/wavefront/wavefront.h"
#include "sim/lesson/wrong_variants.h"
#include "sim/simulation.h"

namespace heatlab {

/// The heat equation in memory, with cells of `Real`, advanced by a team of threads. Every call
/// blocks; CpuSimulation has them made on a worker thread. What is shown and read of a float64
/// field is a copy of it in float32, made anew when it is needed.
template <typename Real>
class CpuEngine {
public:
    /// `stop`: makes `advance` end early, after the launch in progress. Throws std::bad_alloc.
    CpuEngine(GridSize grid, int threads, const InstructionSet& instructions,
              int checkpoint_capacity, const std::atomic<bool>& stop);

    void load(const BasicField<Real>& initial, std::int64_t step);
    void set_kernel(const KernelInfo& kernel);
    /// From now on this variant alone, with arrays of its own; before the first `load`.
    void set_wrong(WrongVariant variant);
    void set_step_ratio(StepRatio r) { r_ = r; }
    /// Which the kernel supports.
    void set_boundaries(const Boundaries& boundaries);
    void set_walls(const Walls& walls);
    void paint(const BrushDab& dab);
    void checkpoint();
    void restore_checkpoint();
    void set_picture_request(const PictureRequest& request) { request_ = request; }
    void set_probe(std::optional<Cell> cell) { probe_ = cell; }
    /// Inside the grid.
    void set_loupe(std::optional<CellRect> cells) { loupe_ = cells; }
    void set_projections(const std::vector<SeparableWeight>& weights);
    void set_host_copies(const HostCopySetting& setting) { host_copies_.set(setting, grid_); }
    std::optional<Field> newest_host_copy();

    /// Steps, picture, statistics and analysis, in that order.
    BatchReport run(const Batch& batch);
    /// In `memory` where it has the grid's size.
    BasicField<Real> read_back(BasicField<Real> memory);
    double copy_bandwidth();
    /// Of a launch whose kernel does nothing: dealing rows, and the meeting of the members.
    double empty_launch_seconds();
    /// The newest picture; null where none was published.
    std::shared_ptr<const FieldPicture> picture() const { return picture_; }

private:
    static constexpr bool is_float32 = std::is_same_v<Real, float>;
    using Launch = BasicCpuLaunch<Real>;
    using Kernel = BasicCpuKernel<Real>;
    using Buffer = BasicGridBuffer<Real>;

    struct Checkpoint {
        Buffer field;
        std::int64_t step;
    };

    /// A weight as AnalyseJob wants it.
    struct Projection {
        AlignedArray<float> columns;
        std::vector<float> rows;
    };
    /// What was carried out of a number of steps.
    struct Progress {
        std::int64_t launches = 0;
        std::int64_t steps = 0;
    };

    Launch launch();
    GridEnds grid_ends() const;
    /// Whether there is a cell that is not fixed.
    bool anything_changes() const;
    /// Rows of a launch over the whole field: of memory, or stretches of a grid of one dimension.
    int rows_in_launch() const;
    /// Those that a step has to visit.
    std::pair<int, int> rows_to_advance() const;
    /// Members worth waking for this grid.
    int members() const;
    /// Calls `work(row)` for rows [first, last), on all members.
    template <typename Work>
    void for_each_row(int first, int last, const Work& work) {
        RowShares shares(members());
        shares.deal(first, last, std::max(1, (last - first) / (4 * members())));
        team_.run(members(), [&](int member) {
            int begin = 0;
            int end = 0;
            while (shares.take(member, begin, end)) {
                for (int row = begin; row < end; ++row)
                    work(row);
            }
        });
    }
    template <typename Work>
    void for_each_row(const Work& work) {
        for_each_row(0, grid_.rows(), work);
    }
    /// `launches` times `work(launch, first, last)`, as a kernel is called, over rows [first_row,
    /// last_row), swapping the buffers after each; returns how many were done before `stop`, or
    /// when `enough` was set.
    template <typename Work>
    std::int64_t launch_many(const Work& work, std::int64_t launches, int first_row, int last_row,
                             const std::atomic<bool>* enough = nullptr);
    /// `kernel` on rows [first, last), and after it the sides that are not fixed.
    void advance_rows(Kernel kernel, const Launch& next, int first, int last);
    /// Many launches of that over all rows that change.
    std::int64_t launch_steps(Kernel kernel, std::int64_t launches);
    void advance(const Batch& batch, BatchReport& report);
    /// `advance` with a copy to the host after each interval of the policy.
    void advance_copied(const Batch& batch, BatchReport& report);
    Progress take_steps(std::int64_t steps);
    /// `take_steps` for a kernel that plans its batches.
    Progress take_passes(std::int64_t steps);
    /// `take_steps` of a wrong variant.
    std::int64_t take_wrong_steps(std::int64_t steps);
    /// Whether a finite cell of rows [first, last) of a launch is outside the limits.
    bool any_outside(const float* cells, int first, int last, const ValueLimits& limits) const;
    /// Single steps, up to the first at which a finite cell is outside the limits, or all.
    Progress take_watched_steps(std::int64_t steps, const ValueLimits& limits,
                                std::optional<LimitCrossing>& crossing);
    /// Takes steps until a cell of rows [first_row, last_row), which they change, is outside; sets
    /// `outside` then. Returns how many those were.
    std::int64_t watch_rows(std::int64_t steps, const ValueLimits& limits, int first_row,
                            int last_row, std::atomic<bool>& outside);
    /// Median over runs that take `total_seconds` together, five at least. The number of launches
    /// in a run is even, so that the buffers end up where they were.
    double median_launch_seconds(Kernel kernel, double total_seconds);

    /// Cells of two dimensions somewhere in memory.
    struct PlaneCells {
        const float* first;
        std::ptrdiff_t pitch;
        GridSize grid;
    };
    PlaneCells slice_cells(int slice) const;
    /// Those of the request's plane; across x they are gathered in `gathered_`.
    PlaneCells plane_cells();
    /// Reduces the rectangle of each of the planes in blocks; texels where `texels` is given, of
    /// one plane. `plane_of(k)`: plane k.
    template <typename PlaneOf>
    PartialStatistics reduce(int planes, const PlaneOf& plane_of, const CellRect& rect, int block,
                             BlockTexel* texels);
    /// Makes the picture; with `statistics` and blocks that cover the grid, these come from the
    /// same pass.
    std::optional<PartialStatistics> publish(bool statistics);
    FieldStatistics statistics(const std::optional<PartialStatistics>& known);
    ProbeReading read_probe(Cell cell) const;

    /// The field in float32: itself, or its rounding.
    const GridBuffer& seen() const {
        if constexpr (is_float32)
            return current_;
        else
            return *rounded_;
    }
    /// Brings a float64 field's rounding up to date.
    void round_field();
    /// The rounding of a row of a float64 field, at `cells`.
    void round_row(const double* cells, int row);
    /// What a launch has written, from row 0 on, as it is seen: itself, or its rounding, of which
    /// rows [first, last) are made now. After the first `round_field`.
    const float* seen_target(const Launch& written, int first, int last);

    /// One pass over the field, with the projections or without.
    PartialAnalysis analyse_rows(bool project);
    FieldAnalysis analyse();
    ExtremeCell find_in_row(const ExtremeRow& extreme) const;
    ExtremeCell find_change_in_row(const ExtremeRow& extreme) const;
    /// Where at least one finite cell is outside.
    ExtremeCell furthest_outside(const ValueLimits& limits);
    /// Mean of the neighbours - u, of an updated cell.
    float change_at(int row, int col) const;
    template <typename Value>
    std::shared_ptr<const CellBlock> read_block(const CellRect& cells, const Value& value);
    std::shared_ptr<const CellBlock> read_changes(const CellRect& cells);
    std::shared_ptr<const CellBlock> read_cells(const CellRect& cells);
    /// What the laboratory asked for.
    void read_for_laboratory(const Batch& batch, BatchReport& report);
    std::shared_ptr<FieldPicture> spare_picture();

    GridSize grid_;
    const InstructionSet& instructions_;
    ThreadTeam team_;
    const std::atomic<bool>& stop_;
    Buffer current_;
    Buffer other_;
    std::optional<GridBuffer> rounded_;  ///< of a float64 field, as of the last round_field
    bool stream_ = false;
    Wavefront wavefront_;
    CpuHostCopies host_copies_;
    const KernelInfo* kernel_;
    std::unique_ptr<WrongRun> wrong_;  ///< null but in a copy that a lesson shows
    StepRatio r_;
    Boundaries boundaries_;
    std::int64_t step_ = 0;
    bool warm_up_ = true;
    std::size_t checkpoint_capacity_;
    std::deque<Checkpoint> checkpoints_;
    PictureRequest request_;
    std::optional<Cell> probe_;
    std::optional<CellRect> loupe_;
    std::vector<Projection> projections_;
    std::optional<GridBuffer> gathered_;  ///< a plane across x
    std::uint64_t serial_ = 0;
    std::shared_ptr<FieldPicture> picture_;
    std::shared_ptr<FieldPicture> spare_;
};

}  // namespace heatlab
