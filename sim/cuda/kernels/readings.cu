// Statistics of the field after a batch. One pass over the field, a look at a regular sample, and
// one probed cell, gathered in one small record.

#include "sim/cuda/kernels/checkerboard.cuh"
#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/grid_ends.h"
#include "sim/cuda/kernels/readings_record.h"
#include "sim/cuda/kernels/slice_grid.cuh"

using namespace heatlab::cuda;

namespace {

constexpr int warp = 32;
constexpr int strip_threads = 256;  // columns of one block
constexpr int strip_rows = 32;
constexpr unsigned everyone = 0xffffffffu;

/// Unsigned integers in the order of the floats, -inf first.
__device__ __forceinline__ unsigned float_key(float value) {
    const unsigned bits = __float_as_uint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

struct Strip {
    unsigned minimum_key;
    unsigned maximum_key;
    unsigned alternating_bits;
    unsigned non_finite;
    unsigned alternating;
};

__device__ __forceinline__ void add_cell(Strip& strip, float value) {
    if (is_non_finite(value)) {
        ++strip.non_finite;
        return;
    }
    // The sum flushes denormals, as every other look at a cell does.
    const unsigned key = float_key(value + 0.0f);
    strip.minimum_key = min(strip.minimum_key, key);
    strip.maximum_key = max(strip.maximum_key, key);
}

__device__ __forceinline__ void add_component(Strip& strip, float component, float threshold) {
    if (is_non_finite(component)) {
        return;
    }
    strip.alternating_bits = max(strip.alternating_bits, __float_as_uint(component));
    if (component > threshold) {
        ++strip.alternating;
    }
}

__device__ __forceinline__ void merge(Strip& strip, const Strip& other) {
    strip.minimum_key = min(strip.minimum_key, other.minimum_key);
    strip.maximum_key = max(strip.maximum_key, other.maximum_key);
    strip.alternating_bits = max(strip.alternating_bits, other.alternating_bits);
    strip.non_finite += other.non_finite;
    strip.alternating += other.alternating;
}

/// Folds the strips of a warp into its first lane.
__device__ __forceinline__ void reduce_warp(Strip& strip) {
    for (int offset = warp / 2; offset > 0; offset /= 2) {
        merge(strip, {__shfl_down_sync(everyone, strip.minimum_key, offset),
                      __shfl_down_sync(everyone, strip.maximum_key, offset),
                      __shfl_down_sync(everyone, strip.alternating_bits, offset),
                      __shfl_down_sync(everyone, strip.non_finite, offset),
                      __shfl_down_sync(everyone, strip.alternating, offset)});
    }
}

/// As histogram_bin of the host.
__device__ __forceinline__ int bin_of(float value, float low, float high) {
    if (!(value > low)) {
        return 0;
    }
    if (!(value < high)) {
        return readings_bins - 1;
    }
    return min(static_cast<int>((value - low) / (high - low) * static_cast<float>(readings_bins)),
               readings_bins - 1);
}

/// The cell and its neighbours as the update reads them; NaN behind a fixed side, and for a cell
/// outside the grid.
__device__ __forceinline__ void read_probe(const float* u, const FieldLayout& layout,
                                           const GridEnds& ends, int row, int col, float* probe) {
    const float none = __uint_as_float(0x7fc00000u);
    if (!in_grid(layout, row, col)) {
        for (int i = 0; i < 7; ++i) {
            probe[i] = none;
        }
        return;
    }
    const int slice_row = row % layout.slice_height;
    const bool north = slice_row > 0 || is_open(ends.top);
    const bool east = col < layout.width - 1 || is_open(ends.right);
    const bool south = slice_row < layout.slice_height - 1 || is_open(ends.bottom);
    const bool west = col > 0 || is_open(ends.left);
    const int row_before = index_before(row, layout.height, ends.top);
    const int row_after = index_after(row, layout.height, ends.bottom);
    const int col_before = index_before(col, layout.width, ends.left);
    const int col_after = index_after(col, layout.width, ends.right);
    probe[0] = u[cell_index(layout, row, col)];
    probe[1] = north ? u[cell_index(layout, row_before, col)] : none;
    probe[2] = east ? u[cell_index(layout, row, col_after)] : none;
    probe[3] = south ? u[cell_index(layout, row_after, col)] : none;
    probe[4] = west ? u[cell_index(layout, row, col_before)] : none;
    // Where there is one slice alone, it has none beside it.
    const bool up = row >= layout.slice_height;
    const bool down = row < layout.height - layout.slice_height;
    probe[5] = up ? u[cell_index(layout, row - layout.slice_height, col)] : none;
    probe[6] = down ? u[cell_index(layout, row + layout.slice_height, col)] : none;
}

}  // namespace

/// Empties the record and reads the probed cell. One block.
extern "C" __global__ void __launch_bounds__(readings_bins)
    begin_readings(const float* __restrict__ u, FieldLayout layout, GridEnds ends, int probe_row,
                   int probe_col, ReadingsRecord* record) {
    record->histogram[threadIdx.x] = 0;
    if (threadIdx.x != 0) {
        return;
    }
    record->minimum_key = 0xffffffffu;
    record->maximum_key = 0;
    record->alternating_bits = 0;
    record->unused = 0;
    record->non_finite_cells = 0;
    record->alternating_cells = 0;
    read_probe(u, layout, ends, probe_row, probe_col, record->probe);
    record->unused_too = 0;
}

/// Each thread walks down a strip of one column, so that every row is fetched once by a block and
/// only the strip's rims twice; a block adds its findings to the record with a handful of atomics.
extern "C" __global__ void __launch_bounds__(strip_threads)
    scan_field(const float* __restrict__ u, FieldLayout layout, float alternating_threshold,
               ReadingsRecord* record) {
    const int col = blockIdx.x * strip_threads + threadIdx.x;
    const int first_row = block_row() * strip_rows;
    Strip strip{0xffffffffu, 0, 0, 0, 0};
    if (col < layout.width) {
        const int last_row = min(first_row + strip_rows, layout.height);
        CheckerboardColumn column(u, layout, first_row, col);
        for (int row = first_row; row < last_row; ++row) {
            column.advance(row);
            add_cell(strip, column.centre());
            if (in_slice_interior(layout, row, col)) {
                add_component(strip, column.component(), alternating_threshold);
            } else if (layout.dimensions == 1 && column.is_between_cells()) {
                add_component(strip, column.line_component(), alternating_threshold);
            }
        }
    }

    __shared__ Strip warps[strip_threads / warp];
    reduce_warp(strip);
    if (threadIdx.x % warp == 0) {
        warps[threadIdx.x / warp] = strip;
    }
    __syncthreads();
    if (threadIdx.x != 0) {
        return;
    }
    for (int i = 1; i < strip_threads / warp; ++i) {
        merge(strip, warps[i]);
    }
    atomicMin(&record->minimum_key, strip.minimum_key);
    atomicMax(&record->maximum_key, strip.maximum_key);
    atomicMax(&record->alternating_bits, strip.alternating_bits);
    if (strip.non_finite != 0) {
        atomicAdd(&record->non_finite_cells, static_cast<unsigned long long>(strip.non_finite));
    }
    if (strip.alternating != 0) {
        atomicAdd(&record->alternating_cells, static_cast<unsigned long long>(strip.alternating));
    }
}

/// Counts the sampled cells into bins; what lies outside the range goes into the first or last bin.
extern "C" __global__ void __launch_bounds__(strip_threads)
    sample_histogram(const float* __restrict__ u, FieldLayout layout, HistogramSample sample,
                     ReadingsRecord* record) {
    __shared__ unsigned bins[readings_bins];
    if (threadIdx.x < readings_bins) {
        bins[threadIdx.x] = 0;
    }
    __syncthreads();
    const long long i = static_cast<long long>(blockIdx.x) * strip_threads + threadIdx.x;
    if (i < static_cast<long long>(sample.columns) * sample.rows) {
        const int row = static_cast<int>(i / sample.columns) * sample.stride;
        const int col = static_cast<int>(i % sample.columns) * sample.stride;
        const float value = u[cell_index(layout, row, col)];
        if (!is_non_finite(value)) {
            const int bin = bin_of(value, sample.low, sample.high);
            atomicAdd(&bins[bin], 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < readings_bins && bins[threadIdx.x] != 0) {
        atomicAdd(&record->histogram[threadIdx.x], bins[threadIdx.x]);
    }
}
