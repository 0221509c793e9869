#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/analysis.h"
#include "sim/backend.h"
#include "sim/boundary.h"
#include "sim/field.h"
#include "sim/grid.h"
#include "sim/host_copies.h"
#include "sim/kernel_table.h"
#include "sim/pending_field.h"
#include "sim/picture.h"
#include "sim/step_ratio.h"

namespace heatlab {

class FieldComparer;
class Turn;
enum class WrongVariant;

inline constexpr int histogram_bins = 64;

/// A few scalars of the whole field, computed where the field lives and read late.
///
/// The checkerboard component of an interior cell is c = |sum over its 3x3 neighbourhood of
/// (-1)^(i+j) w u| / 16 with w the outer product of (1, 2, 1): the amplitude of a pure
/// checkerboard, and 0 on every straight edge and smooth slope. In three dimensions it is that of
/// the cell's slice. In one dimension c = |(1, -2, 1) u| / 4, which is 0 on a straight slope; an
/// edge has it too, in the two cells beside it.
struct FieldStatistics {
    std::int64_t step = 0;
    float minimum = 0;  ///< of the finite cells; NaN where there is none
    float maximum = 0;
    std::int64_t non_finite_cells = 0;
    float alternating_maximum = 0;       ///< largest checkerboard component
    std::int64_t alternating_cells = 0;  ///< cells whose component exceeds the request's threshold
    /// Counts of a regular sample of at most 65 536 cells over [histogram_low, histogram_high];
    /// what lies outside is in the first or last bin; non-finite cells are not counted.
    std::array<std::uint32_t, histogram_bins> histogram{};
};

/// A cell and its neighbours as the update reads them: across a periodic side the cell at the other
/// end, behind an insulated side the cell itself. Behind a fixed side there is none: NaN.
struct ProbeReading {
    Cell cell;
    std::int64_t step = 0;
    float centre = 0;
    float north = 0;
    float east = 0;
    float south = 0;
    float west = 0;
    float up = 0;  ///< the slice before; NaN but in three dimensions
    float down = 0;
};

/// One stretch of a brush stroke: the capsule of `radius` cells around the segment from (row0,
/// col0) to (row1, col1), in cell coordinates (the centre of cell (i, j) is (i, j)); rows are those
/// of a slice, and in three dimensions the segment goes from slice0 to slice1. Inside half
/// the radius cells take `value`; from there to the rim they are blended smoothly towards it. Fixed
/// cells keep their values.
struct BrushDab {
    float row0 = 0;
    float col0 = 0;
    float row1 = 0;
    float col1 = 0;
    float radius = 8;
    float value = 1;
    float slice0 = 0;
    float slice1 = 0;
};

/// What to do next: `steps` time steps (0: none), then, with `publish`, show the field.
/// A kernel that does not advance is launched `steps` times, and the field's step stays where it
/// is.
struct Batch {
    std::int64_t steps = 0;
    bool publish = true;
    bool statistics = true;  ///< compute FieldStatistics after the steps
    bool analysis = false;   ///< compute FieldAnalysis after the steps
    /// Compare the field after each step with these, and report the first step that left them.
    /// Steps are then taken one at a time, and the report's `seconds` hold the comparisons too.
    std::optional<ValueLimits> watch = std::nullopt;
    /// Read (mean of the four neighbours - u) of these updated cells after the steps, for a
    /// spectrum: inside `updated_cells`, at most `most_changes` of them.
    std::optional<CellRect> changes = std::nullopt;
};
inline constexpr std::int64_t most_changes = std::int64_t{1024} * 1024;
/// Cells that a loupe shows at most.
inline constexpr std::int64_t most_loupe_cells = 1024;

/// What a batch did. `seconds` is device time around its steps alone: no statistics, no display.
struct BatchReport {
    std::int64_t step = 0;  ///< reached
    std::int64_t steps = 0;
    std::int64_t launches = 0;
    const KernelInfo* kernel = nullptr;
    double seconds = 0;
    std::int64_t host_copies = 0;       ///< taken by the host-copy policy; `seconds` holds them
    std::uint64_t host_copy_bytes = 0;  ///< of the field, by those copies
    double display_seconds =
        0;  ///< publishing: texture store, copy or reduction, as far as it is separate
    double statistics_seconds = 0;
    double analysis_seconds = 0;  ///< analysis, changes and loupe
    bool watched = false;         ///< each step was compared with limits: not for medians
    bool warm_up = false;         ///< first batch after a switch of kernel or grid: not for medians
    bool published = false;
    std::optional<FieldStatistics> statistics;
    std::optional<ProbeReading> probe;
    std::optional<FieldAnalysis> analysis;
    std::optional<LimitCrossing> crossing;     ///< of a watched batch; none: it stayed inside
    std::shared_ptr<const CellBlock> changes;  ///< null where none were asked for
    std::shared_ptr<const CellBlock> loupe;    ///< null without a loupe
};

/// A heat equation that advances on a backend. Calls return at once (a few name themselves
/// blocking); they take effect in the order in which they were made. Used from one thread. Every
/// call may throw DeviceError.
///
/// Each backend starts both buffers from the initial field, keeps fixed cells bit for bit, and
/// finishes any number of steps exactly with any kernel.
class Simulation {
public:
    virtual ~Simulation() = default;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    virtual const BackendInfo& backend() const = 0;
    virtual GridSize grid() const = 0;

    /// Restarts from `initial` (of the grid's size), counted as `step`. Clears the checkpoints.
    virtual void load(const Field& initial, std::int64_t step) = 0;
    /// Keeps field and step. `kernel` must run on this backend.
    virtual void set_kernel(const KernelInfo& kernel) = 0;
    virtual void set_step_ratio(StepRatio r) = 0;
    /// What happens at the sides from the next step on; fixed walls at first, as the grid's
    /// dimensions have them (fixed_walls). The field stays as it
    /// is. Throws InputError where the kernel keeps fixed walls only, as set_kernel does where the
    /// boundaries do not suit the new one (KernelInfo::any_boundary).
    virtual void set_boundaries(const Boundaries& boundaries) = 0;
    /// Rewrites the boundary ring along its fixed sides.
    virtual void set_walls(const Walls& walls) = 0;
    virtual void paint(const BrushDab& dab) = 0;
    /// Remembers field and step on the device. The oldest is forgotten where
    /// `checkpoint_capacity()` is reached.
    virtual void checkpoint() = 0;
    /// Goes back to the newest checkpoint and removes it; false where there is none.
    virtual bool restore_checkpoint() = 0;
    virtual int checkpoint_capacity() const = 0;

    virtual void set_picture_request(const PictureRequest& request) = 0;
    /// The cell whose values come with each report; none to stop.
    virtual void set_probe(std::optional<Cell> cell) = 0;
    /// Cells whose values come with each report, clipped to the grid's rows in memory; none to
    /// stop. At most `most_loupe_cells`.
    virtual void set_loupe(std::optional<CellRect> cells) = 0;
    /// What an analysis projects the field on, at most `most_projections`, each of the grid's size;
    /// none in three dimensions.
    virtual void set_projections(std::vector<SeparableWeight> weights) = 0;

    /// Copies the field to the host while it advances, from the next batch on; `never` at first.
    /// The CPU backend has no bus to cross and copies within memory. Throws InputError where the
    /// kernel keeps its field in the displayed textures, as set_kernel then does.
    virtual void set_host_copies(const HostCopySetting& setting) = 0;
    /// Blocking: the newest of those copies; none where none was taken since the policy was set.
    virtual std::optional<Field> newest_host_copy() = 0;

    virtual void submit(const Batch& batch) = 0;
    /// The oldest finished batch not yet reported.
    virtual std::optional<BatchReport> poll() = 0;
    /// Batches submitted and not yet reported.
    virtual int batches_in_flight() const = 0;
    /// Blocks until all that was submitted has finished (their reports stay for `poll`).
    virtual void wait() = 0;

    /// Step that all submitted work will have reached.
    virtual std::int64_t step() const = 0;
    /// Blocking: the whole field on the host. Not counted in `field_bytes_to_host`.
    virtual Field read_back() = 0;
    /// The same without blocking, in order behind what was submitted. `memory` is used for it where
    /// it has the grid's size. Here for those who have no such way: blocking.
    virtual std::unique_ptr<PendingField> request_field(Field memory);
    /// The newest picture on the host; null where the field is shown without the host, or none was
    /// published.
    virtual std::shared_ptr<const FieldPicture> picture() const = 0;
    /// Bytes of the field copied to the host for display since construction; 0 with interop. The
    /// CPU backend has no bus to cross: 0.
    virtual std::uint64_t field_bytes_to_host() const = 0;

    /// Blocking: bytes per second (read + written) of the copy baseline on this grid, median of
    /// enough runs; measured anew at each call. Leaves the field as it is.
    virtual double measure_copy_bandwidth() = 0;
    /// Blocking: seconds of a launch that does nothing on this grid, median of enough runs;
    /// measured anew at each call. None where that is the same everywhere (a CUDA launch costs 2 to
    /// 5 microseconds). Leaves the field as it is.
    virtual std::optional<double> measure_empty_launch() { return std::nullopt; }

    /// Held while this simulation computes on the processor, so that others can stay out of its
    /// time. Null where it computes elsewhere.
    virtual std::shared_ptr<Turn> turn() const { return nullptr; }
    /// For make_field_comparer: compares where both fields live. Null where only the host sees
    /// both.
    virtual std::unique_ptr<FieldComparer> make_comparer_with(Simulation& second);

    /// What `kernel` takes of the device; none on a backend that has no such resources. `kernel`
    /// must run on this backend.
    virtual std::optional<KernelResources> kernel_resources(const KernelInfo& kernel) {
        static_cast<void>(kernel);
        return std::nullopt;
    }

protected:
    Simulation() = default;
};

/// Bytes a simulation on this grid needs (two buffers, as the backend lays them out).
std::uint64_t simulation_bytes(GridSize grid, BackendKind backend);

/// Throws InputError (argument "--grid") for sides below 1, or where `needed` exceeds `available`;
/// the message names both.
void require_memory(GridSize grid, std::uint64_t needed, std::uint64_t available,
                    const char* where);

// What every backend refuses at once, with InputError, and what it makes of rectangles.

/// Where `batch` asks for changes of cells that no step changes, or of too many, or for limits that
/// are not numbers.
void validate_batch(const Batch& batch, GridSize grid, const Boundaries& boundaries);
/// Where there are too many weights, or one is not of the grid's size.
void validate_projections(const std::vector<SeparableWeight>& weights, GridSize grid);
/// Throws InputError (argument "--host-copies") where `kernel` keeps its field in the displayed
/// textures, and for an interval below 1.
void validate_host_copies(const HostCopySetting& setting, const KernelInfo& kernel);
/// The part of `cells` that is inside the grid; no columns or rows where there is none.
CellRect clipped(const CellRect& cells, GridSize grid);
/// What a loupe shows of `cells`: the part inside the grid, none where there is none. Throws where
/// it has too many cells.
std::optional<CellRect> loupe_cells(const std::optional<CellRect>& cells, GridSize grid);

struct CpuOptions {
    int threads = 0;  ///< 0: one per core
    /// A simulation of this backend with which the new one takes turns: never do both compute at
    /// the same time, so that the times of each are what it takes alone. Waiting for one's turn is
    /// not counted in BatchReport::seconds. Either may go first. Null: none.
    const Simulation* beside = nullptr;
    /// A copy of the field on which a lesson shows this variant: the simulation runs it and nothing
    /// else, takes no kernel and watches no limits. None: as everywhere else.
    std::optional<WrongVariant> wrong = std::nullopt;
};

/// The multi-threaded, vectorised backend. Throws InputError for a grid that memory does not hold,
/// std::invalid_argument where `beside` is of another backend.
std::unique_ptr<Simulation> make_cpu_simulation(GridSize grid, const CpuOptions& options = {});

BackendInfo cpu_backend_info(const CpuOptions& options = {});

// Blocking helpers for tools; nothing else may be in flight.

/// The report of one batch.
BatchReport run_batch(Simulation& simulation, const Batch& batch);
/// The report of one batch of steps alone, without display and statistics.
BatchReport run_steps(Simulation& simulation, std::int64_t steps);

}  // namespace heatlab
