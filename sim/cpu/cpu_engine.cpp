#include "sim/cpu/cpu_engine.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "sim/axis_end.h"
#include "sim/cpu/clock.h"
#include "sim/cpu/launch.h"
#include "sim/rounded_cell.h"

namespace heatlab {
namespace {

/// Bytes of the last cache level; a common size where the system does not tell.
std::uint64_t last_level_cache() {
    const long bytes = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? static_cast<std::uint64_t>(bytes) : std::uint64_t{32} << 20;
}

}  // namespace

template <typename Real>
CpuEngine<Real>::CpuEngine(GridSize grid, int threads, const InstructionSet& instructions,
                           int checkpoint_capacity, const std::atomic<bool>& stop)
    : grid_(grid),
      instructions_(instructions),
      team_(threads, cell_type_of<Real>()),
      stop_(stop),
      current_(grid),
      other_(grid),
      stream_(2 * Buffer::bytes_for(grid) > last_level_cache()),
      wavefront_(instructions.advance_strip, instructions.lanes),
      kernel_(&default_kernel(grid.dimensions)),
      boundaries_(fixed_walls(grid.dimensions)),
      checkpoint_capacity_(static_cast<std::size_t>(checkpoint_capacity)) {}

template <typename Real>
BasicCpuLaunch<Real> CpuEngine<Real>::launch() {
    Launch launch;
    launch.source = current_.row(0);
    launch.target = other_.row(0);
    launch.pitch = current_.pitch();
    launch.width = grid_.width;
    launch.height = grid_.rows();
    launch.slice_height = grid_.height;
    launch.line = grid_.dimensions == 1;
    launch.r = r_.template value_as<Real>();
    launch.centre_weight = r_.template centre_weight_as<Real>();
    launch.stream = stream_;
    return launch;
}

template <typename Real>
GridEnds CpuEngine<Real>::grid_ends() const {
    return {end_of(boundaries_.top), end_of(boundaries_.right), end_of(boundaries_.bottom),
            end_of(boundaries_.left)};
}

template <typename Real>
int CpuEngine<Real>::members() const {
    // Below this a thread takes longer to wake than to do its part.
    constexpr std::int64_t cells_per_member = 16 * 1024;
    return static_cast<int>(
        std::clamp<std::int64_t>(grid_.cells() / cells_per_member, 1, team_.size()));
}

template <typename Real>
void CpuEngine<Real>::load(const BasicField<Real>& initial, std::int64_t step) {
    assert(initial.size() == grid_);
    for_each_row([&](int row) {
        current_.write_row(row, initial.row(row).data());
        other_.write_row(row, initial.row(row).data());
    });
    if constexpr (is_float32) {
        if (wrong_)
            wrong_->start([&](int row) { return current_.row(row); });
    }
    step_ = step;
    checkpoints_.clear();
}

template <typename Real>
void CpuEngine<Real>::set_kernel(const KernelInfo& kernel) {
    if (kernel_ != &kernel)
        warm_up_ = true;
    kernel_ = &kernel;
}

template <typename Real>
void CpuEngine<Real>::checkpoint() {
    if (checkpoint_capacity_ == 0)
        return;
    if (checkpoints_.size() == checkpoint_capacity_)
        checkpoints_.pop_front();
    Buffer copy(grid_);
    for_each_row([&](int row) { copy.write_row(row, current_.row(row)); });
    checkpoints_.push_back({std::move(copy), step_});
}

template <typename Real>
void CpuEngine<Real>::restore_checkpoint() {
    if (checkpoints_.empty())
        return;
    const Checkpoint& newest = checkpoints_.back();
    for_each_row([&](int row) {
        current_.write_row(row, newest.field.row(row));
        other_.write_row(row, newest.field.row(row));  // for its ring
    });
    step_ = newest.step;
    checkpoints_.pop_back();
}

template <typename Real>
void CpuEngine<Real>::advance(const Batch& batch, BatchReport& report) {
    const auto start = Clock::now();
    const std::int64_t steps = std::max<std::int64_t>(0, batch.steps);
    Progress done;
    if (batch.watch) {
        report.watched = true;
        if (kernel_->advances)
            done = take_watched_steps(steps, *batch.watch, report.crossing);
    }
    const Progress rest = take_steps(steps - done.steps);
    report.launches = done.launches + rest.launches;
    report.steps = done.steps + rest.steps;
    report.seconds = seconds_since(start);
}

template <typename Real>
void CpuEngine<Real>::advance_copied(const Batch& batch, BatchReport& report) {
    const auto start = Clock::now();
    const HostCopySetting& setting = host_copies_.setting();
    Batch part = batch;
    while (report.steps < batch.steps) {
        const std::int64_t to_copy = setting.steps_to_copy(step_);
        part.steps = std::min(to_copy, batch.steps - report.steps);
        BatchReport done;
        advance(part, done);
        report.launches += done.launches;
        report.steps += done.steps;
        if (done.crossing) {
            report.crossing = done.crossing;
            part.watch.reset();  // the first is what counts
        }
        if (done.steps < part.steps)
            break;  // stopped
        if (part.steps == to_copy) {
            host_copies_.take(seen());  // of float32 fields alone
            ++report.host_copies;
        }
    }
    host_copies_.settle();
    report.watched = batch.watch.has_value();
    report.host_copy_bytes =
        static_cast<std::uint64_t>(report.host_copies) * host_copies_.bytes_each();
    report.seconds = seconds_since(start);
}

template <typename Real>
std::optional<Field> CpuEngine<Real>::newest_host_copy() {
    const Field* newest = host_copies_.newest();
    return newest ? std::optional(newest->clone()) : std::nullopt;
}

template <typename Real>
BatchReport CpuEngine<Real>::run(const Batch& batch) {
    BatchReport report;
    report.kernel = kernel_;
    report.warm_up = std::exchange(warm_up_, warm_up_ && batch.steps <= 0);
    if (batch.steps > 0 && kernel_->advances && host_copies_.setting().active())
        advance_copied(batch, report);
    else
        advance(batch, report);
    report.step = step_;
    if (batch.publish || batch.statistics || probe_ || batch.analysis || batch.changes || loupe_)
        round_field();
    std::optional<PartialStatistics> known;
    if (batch.publish) {
        const auto start = Clock::now();
        known = publish(batch.statistics);
        report.published = true;
        report.display_seconds = seconds_since(start);
    }
    if (batch.statistics) {
        const auto start = Clock::now();
        report.statistics = statistics(known);
        report.statistics_seconds = seconds_since(start);
    }
    if (probe_)
        report.probe = read_probe(*probe_);
    read_for_laboratory(batch, report);
    return report;
}

template <typename Real>
void CpuEngine<Real>::read_for_laboratory(const Batch& batch, BatchReport& report) {
    if (!batch.analysis && !batch.changes && !loupe_)
        return;
    const auto start = Clock::now();
    if (batch.analysis)
        report.analysis = analyse();
    if (batch.changes)
        report.changes = read_changes(*batch.changes);
    if (loupe_)
        report.loupe = read_cells(*loupe_);
    report.analysis_seconds = seconds_since(start);
}

template <typename Real>
BasicField<Real> CpuEngine<Real>::read_back(BasicField<Real> memory) {
    auto field = memory.size() == grid_ ? std::move(memory) : BasicField<Real>(grid_);
    for_each_row([&](int row) { current_.read_row(row, field.row(row).data()); });
    return field;
}

template <typename Real>
ProbeReading CpuEngine<Real>::read_probe(Cell cell) const {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const GridEnds ends = grid_ends();
    const int row = cell.row;
    const int col = cell.col;
    ProbeReading reading{cell, step_, none, none, none, none, none, none, none};
    if (row < 0 || row >= grid_.rows() || col < 0 || col >= grid_.width)
        return reading;
    const int slice = row / grid_.height;
    const int in_slice = row % grid_.height;
    const int first = row - in_slice;
    const bool north = in_slice > 0 || is_open(ends.top);
    const bool east = col < grid_.width - 1 || is_open(ends.right);
    const bool south = in_slice < grid_.height - 1 || is_open(ends.bottom);
    const bool west = col > 0 || is_open(ends.left);
    const float* const here = seen().row(row);
    const auto in_row = [&](int other) { return seen().row(first + other)[col]; };
    reading.centre = here[col];
    reading.north = north ? in_row(index_before(in_slice, grid_.height, ends.top)) : none;
    reading.east = east ? here[index_after(col, grid_.width, ends.right)] : none;
    reading.south = south ? in_row(index_after(in_slice, grid_.height, ends.bottom)) : none;
    reading.west = west ? here[index_before(col, grid_.width, ends.left)] : none;
    if (slice > 0)
        reading.up = seen().row(row - grid_.height)[col];
    if (slice < grid_.depth - 1)
        reading.down = seen().row(row + grid_.height)[col];
    return reading;
}

template <typename Real>
void CpuEngine<Real>::round_field() {
    if constexpr (!is_float32) {
        if (!rounded_)
            rounded_.emplace(grid_);
        for_each_row([&](int row) { round_row(current_.row(row), row); });
    }
}

template <typename Real>
void CpuEngine<Real>::round_row(const double* cells, int row) {
    std::transform(cells, cells + grid_.width, rounded_->row(row), rounded_cell);
}

template <typename Real>
const float* CpuEngine<Real>::seen_target(const Launch& written, int first, int last) {
    if constexpr (is_float32) {
        return written.target;
    } else {
        for (int row = first; row < last; ++row)
            round_row(written.target + row * written.pitch, row);
        return rounded_->row(0);
    }
}

template class CpuEngine<float>;
template class CpuEngine<double>;

}  // namespace heatlab
