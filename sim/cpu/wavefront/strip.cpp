#include "sim/cpu/wavefront/edges.h"
#include "sim/cpu/wavefront/pair_sweep.h"
#include "sim/cpu/wavefront/strip_task.h"
#include "sim/cpu/wavefront/walls.h"

namespace heatlab::HEATLAB_ISA {
namespace {

using wavefront::ScratchLayout;

class Strip {
public:
    explicit Strip(const StripTask& task)
        : task_(task),
          launch_(task.launch),
          weights_(task.launch),
          layout_{lanes, task.levels},
          columns_(task.vectors * lanes) {}

    void advance() {
        for (int batch = 0; batch < task_.batches; ++batch) {
            // One batch more than is needed: the neighbour's next lines are fetched ahead, and must
            // not be pulled away from a thread that still writes them.
            if (task_.left_batches != nullptr) {
                const int ahead = batch + 2 < task_.batches ? batch + 2 : task_.batches;
                task_.left_batches->wait_for(task_.batches_before + ahead);
            }
            take_in(batch);
            climb(batch);
            task_.own_batches->reach(task_.batches_before + batch + 1);
            put_out(batch);
        }
        if (launch_.stream)
            finish_streaming();
    }

private:
    LevelRows rows_at(int level) const {
        return {task_.scratch + layout_.block(level), task_.scratch + layout_.carry(level)};
    }

    /// The grid's row of the batch's first one at a level: each level is one row further up.
    static int first_row(int batch, int level) { return batch * batch_rows - level; }

    std::ptrdiff_t edge_line(int batch, int level) const {
        return std::ptrdiff_t{batch} * task_.levels + level;
    }
    const Edges& from_left(int batch, int level) const {
        static constexpr Edges none{};
        return task_.left_edges == nullptr ? none : task_.left_edges[edge_line(batch, level)];
    }
    Edges& to_right(int batch, int level) const { return task_.own_edges[edge_line(batch, level)]; }

    /// Level 0 of a batch: its rows of the source, transposed.
    void take_in(int batch) {
        const LevelRows rows = rows_at(0);
        const int columns_left = launch_.width - task_.first_column;
        for (int k = 0; k < batch_rows; ++k) {
            const int y = first_row(batch, 0) + k;
            if (y >= launch_.height || columns_left <= 0)
                break;
            const float* row = launch_.source + y * launch_.pitch + task_.first_column;
            if (columns_left < columns_) {
                for (int c = 0; c < columns_left; ++c)
                    line()[c] = row[c];
                row = line();
            }
            transpose_row(row, task_.vectors, rows.row(k));
        }
        exchange_edges(rows, task_.vectors, from_left(batch, 0), to_right(batch, 0));
    }

    /// All levels of a batch.
    void climb(int batch) {
        for (int level = 1; level <= task_.levels;) {
            const int y = first_row(batch, level);
            if (y + batch_rows < 0)
                break;  // this level and those above it begin with a later batch
            prefetch_source(batch, level);
            if (y >= launch_.height) {
                ++level;  // has ended with an earlier batch
            } else if (wavefront::sweeps_pairs(lanes) && level < task_.levels && y >= 2 &&
                       y + batch_rows < launch_.height) {
                take_pair(batch, level);
                prefetch_source(batch, level + 1);
                level += 2;
            } else {
                take_level(batch, level);
                ++level;
            }
        }
    }

    void take_level(int batch, int level) {
        sweep_level(rows_at(level - 1), task_.vectors, weights_);
        complete(batch, level);
    }

    void take_pair(int batch, int level) {
        const PairTask pair{task_, level, first_row(batch, level), from_left(batch, level),
                            to_right(batch, level)};
        PairSweep(pair, rows_at(level - 1), rows_at(level).carry, weights_).run();
        complete(batch, level + 1);
    }

    /// What follows a sweep before the next one: walls, halo and edges.
    void complete(int batch, int level) {
        const LevelRows rows = rows_at(level);
        const int y = first_row(batch, level);
        hold_wall_column(task_, wall_column(task_, 0, level), rows, y);
        hold_wall_column(task_, wall_column(task_, launch_.width - 1, level), rows, y);
        if (y <= 0 || y + batch_rows >= launch_.height) {
            hold_wall_rows(task_, rows, y, level, line());
        }
        if (level < task_.levels) {
            exchange_edges(rows, task_.vectors, from_left(batch, level), to_right(batch, level));
        }
    }

    /// The last level of a batch, back in natural order. The ring is left alone: it holds the walls
    /// already, and others read it meanwhile.
    void put_out(int batch) {
        const int grid_column = task_.first_column - task_.levels;
        const int first = grid_column < 1 ? 1 - grid_column : 0;
        const int end = launch_.width - 1 - grid_column;
        const int last = end < columns_ ? end : columns_;
        if (first >= last)
            return;
        const LevelRows rows = rows_at(task_.levels);
        for (int k = 0; k < batch_rows; ++k) {
            const int y = first_row(batch, task_.levels) + k;
            if (y < 1 || y >= launch_.height - 1)
                continue;
            restore_row(rows.row(k), task_.vectors, line());
            write(line() + first, launch_.target + y * launch_.pitch + grid_column + first,
                  last - first);
        }
    }

    void write(const float* from, float* to, int count) {
        constexpr std::size_t bytes = lanes * sizeof(float);
        int done = 0;
        while (done < count && reinterpret_cast<std::size_t>(to + done) % bytes != 0) {
            to[done] = from[done];
            ++done;
        }
        for (; done + lanes <= count; done += lanes) {
            const Pack pack = Pack::load_unaligned(from + done);
            launch_.stream ? pack.stream(to + done) : pack.store(to + done);
        }
        for (; done < count; ++done)
            to[done] = from[done];
    }

    /// Fetches a share of the next batch's source rows, and the edges of its level.
    void prefetch_source(int batch, int level) {
        _mm_prefetch(reinterpret_cast<const char*>(&from_left(batch + 1, level)), _MM_HINT_T0);
        constexpr int line_floats = 16;
        const int lines = (columns_ + line_floats - 1) / line_floats;
        const int all = lines * batch_rows;
        const int first = all * (level - 1) / task_.levels;
        const int last = all * level / task_.levels;
        for (int i = first; i < last; ++i) {
            const int y = first_row(batch + 1, 0) + i / lines;
            const int column = task_.first_column + i % lines * line_floats;
            if (y >= launch_.height || column >= launch_.width)
                continue;
            const float* at = launch_.source + y * launch_.pitch + column;
            _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
        }
    }

    float* line() const { return task_.scratch + ScratchLayout::row(); }

    const StripTask& task_;
    const CpuLaunch launch_;
    const UpdateWeights weights_;
    const ScratchLayout layout_;
    const int columns_;
};

}  // namespace

void advance_strip(const StripTask& task) {
    Strip(task).advance();
}

}  // namespace heatlab::HEATLAB_ISA
