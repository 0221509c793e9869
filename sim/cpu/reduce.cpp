#include "sim/cpu/reduce_job.h"
#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

constexpr float largest = 3.4028234663852886e38f;
constexpr int exponent_bits = 0x7f800000;

Ints bits_of(Pack pack) {
    return reinterpret_cast<Ints>(pack.v);
}
Pack lesser(Pack a, Pack b) {
    return {a.v < b.v ? a.v : b.v};
}
Pack greater(Pack a, Pack b) {
    return {a.v > b.v ? a.v : b.v};
}
float lesser(float a, float b) {
    return a < b ? a : b;
}
float greater(float a, float b) {
    return a > b ? a : b;
}

/// What is kept of each column of a strip while the rows of a block go by.
struct Columns {
    float* mean;  ///< over the rows; not finite where one of the cells is not
    float* minimum;
    float* maximum;
    float* alternating;
    int* non_finite;
    int* alternating_cells;

    Columns(float* scratch, const ReduceJob& job) {
        const std::ptrdiff_t stride = job.scratch_stride();
        mean = scratch;
        minimum = mean + stride;
        maximum = minimum + stride;
        alternating = maximum + stride;
        non_finite = reinterpret_cast<int*>(alternating + stride);
        alternating_cells = non_finite + stride;
    }
};

/// Second difference along the row, over 4: so that nothing overflows before the field does.
Pack second_difference(const float* at) {
    const Pack sides = Pack::load_unaligned(at - 1) + Pack::load_unaligned(at + 1);
    return sides * Pack::broadcast(0.25f) - Pack::load_unaligned(at) * Pack::broadcast(0.5f);
}

/// Rows [first, last) of one pack of columns; `at` is its first cell in row `first`. The
/// checkerboard component is the second difference along both axes, over 16; of a line that along
/// its one axis, over 4.
void reduce_pack(const ReduceJob& job, const float* at, int first, int last, const Columns& columns,
                 int column) {
    const Pack share = Pack::broadcast(1.0f / static_cast<float>(last - first));
    const Pack quarter = Pack::broadcast(0.25f);
    const Pack half = Pack::broadcast(0.5f);
    const Floats threshold = Pack::broadcast(job.alternating_threshold).v;
    Pack mean = Pack::broadcast(0);
    Pack minimum = Pack::broadcast(largest);
    Pack maximum = Pack::broadcast(-largest);
    Pack alternating = Pack::broadcast(0);
    Ints non_finite{};
    Ints alternating_cells{};
    const bool line = job.grid.dimensions == 1;
    Pack before = first > 0 ? second_difference(at - job.pitch) : Pack::broadcast(0);
    Pack here = second_difference(at);
    for (int row = first; row < last; ++row, at += job.pitch) {
        const Pack u = Pack::load_unaligned(at);
        const Ints bad = (bits_of(u) & exponent_bits) == exponent_bits;
        non_finite -= bad;
        minimum = lesser({bad ? minimum.v : u.v}, minimum);
        maximum = greater({bad ? maximum.v : u.v}, maximum);
        mean = fused_multiply_add(u, share, mean);
        const auto add_component = [&](Pack d) {
            const Floats size = reinterpret_cast<Floats>(bits_of(d) & 0x7fffffff);
            const Floats component = size <= largest ? size : Floats{};
            alternating = greater({component}, alternating);
            alternating_cells -= component > threshold;
        };
        if (line)
            add_component(here);
        if (row + 1 == job.grid.height)
            break;  // the ring has no component, nor a row below
        const Pack after = second_difference(at + job.pitch);
        if (row > 0)
            add_component((before + after) * quarter - here * half);
        before = here;
        here = after;
    }
    mean.store(columns.mean + column);
    minimum.store(columns.minimum + column);
    maximum.store(columns.maximum + column);
    alternating.store(columns.alternating + column);
    *reinterpret_cast<Ints*>(columns.non_finite + column) = non_finite;
    *reinterpret_cast<Ints*>(columns.alternating_cells + column) = alternating_cells;
}

/// `line`: a picture of one dimension shows its curve, and no checkerboards.
BlockTexel texel_of(const Columns& columns, int first, int last, bool line) {
    const float share = 1.0f / static_cast<float>(last - first);
    BlockTexel texel{0, largest, -largest, 0};
    for (int k = first; k < last; ++k) {
        texel.mean += columns.mean[k] * share;
        texel.minimum = lesser(columns.minimum[k], texel.minimum);
        texel.maximum = greater(columns.maximum[k], texel.maximum);
        texel.alternating = line ? 0 : greater(columns.alternating[k], texel.alternating);
    }
    // Not one finite cell.
    if (texel.minimum > texel.maximum)
        texel.minimum = texel.maximum = texel.mean;
    return texel;
}

/// Adds columns [0, count) of `rows` rows each.
void add_columns(const Columns& columns, int count, int rows, PartialStatistics& total) {
    PartialStatistics part;
    part.minimum = largest;
    part.maximum = -largest;
    for (int k = 0; k < count; ++k) {
        part.minimum = lesser(columns.minimum[k], part.minimum);
        part.maximum = greater(columns.maximum[k], part.maximum);
        part.alternating_maximum = greater(columns.alternating[k], part.alternating_maximum);
        part.non_finite_cells += columns.non_finite[k];
        part.alternating_cells += columns.alternating_cells[k];
    }
    part.finite_cells = std::int64_t{count} * rows - part.non_finite_cells;
    total.add(part);
}

/// Columns [col, col + count) of the rectangle in rows [first, last) of the grid.
void reduce_strip(const ReduceJob& job, int first, int last, int col, int count,
                  const Columns& columns) {
    const int grid_col = job.rect.col + col;
    const float* at = job.cells + first * job.pitch + grid_col;
    for (int k = 0; k < count; k += lanes)
        reduce_pack(job, at + k, first, last, columns, k);
    // The ring has no checkerboard component.
    for (const int edge : {0, job.grid.width - 1}) {
        const int k = edge - grid_col;
        if (k < 0 || k >= count)
            continue;
        columns.alternating[k] = 0;
        columns.alternating_cells[k] = 0;
    }
}

}  // namespace

void reduce(const ReduceJob& job, int first, int last, float* scratch,
            PartialStatistics& statistics) {
    const Columns columns(scratch, job);
    const int strip = job.strip_columns();
    for (int block_row = first; block_row < last; ++block_row) {
        const int begin = job.rect.row + block_row * job.block;
        const int bottom = job.rect.row + job.rect.height;
        const int end = bottom - begin > job.block ? begin + job.block : bottom;
        for (int col = 0; col < job.rect.width; col += strip) {
            const int count = job.rect.width - col > strip ? strip : job.rect.width - col;
            reduce_strip(job, begin, end, col, count, columns);
            add_columns(columns, count, end - begin, statistics);
            if (job.texels == nullptr)
                continue;
            BlockTexel* out =
                job.texels + std::ptrdiff_t{block_row} * job.blocks_per_row() + col / job.block;
            for (int k = 0; k < count; k += job.block) {
                *out++ = texel_of(columns, k, count - k > job.block ? k + job.block : count,
                                  job.grid.dimensions == 1);
            }
        }
    }
}

}  // namespace heatlab::HEATLAB_ISA
