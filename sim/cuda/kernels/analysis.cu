// One pass over the field for the stability laboratory: extremes and where they are, energy, the
// largest change and where it is, and the projections of the change on a few waves.
//
// A thread walks down four columns of a strip. Each row is read once, 16 bytes a thread, four rows
// ahead; a quarter of each cell serves as south, centre row and north of three rows, and as east
// and west of the lanes beside. Rows are first added up in float, four at a time, where that loses
// nothing; rows that need a closer look (the grid's rim, cells that are not finite, magnitudes
// whose squares float does not hold) go cell by cell, in double.
//
// Each block leaves one record; a second launch puts those together. Sums are taken in the same
// order each time, so the same field always gives the same bits.

#include "sim/change.h"
#include "sim/cuda/kernels/block_largest.cuh"
#include "sim/cuda/kernels/field_quads.cuh"

using namespace heatlab::cuda;

namespace {

constexpr int warps = analysis_threads / warp_threads;
constexpr int rows_ahead = 4;
enum Quantity { negated_minimum, maximum, change, quantities };

/// Whether a few squares of numbers of this size stay well within float. Zero does.
__device__ __forceinline__ bool squares_fit(float size) {
    return size == 0.0f || (size > 0x1p-50f && size < 0x1p60f);
}

/// The same for products with a weight, of 10^-9 where small, and of 1 where large.
__device__ __forceinline__ bool products_fit(float size) {
    return size == 0.0f || (size > 0x1p-90f && size < 0x1p100f);
}

__device__ __forceinline__ float largest_of(const float (&v)[columns_per_thread]) {
    return fmaxf(fmaxf(v[0], v[1]), fmaxf(v[2], v[3]));
}

__device__ __forceinline__ float sum_of(const float (&v)[columns_per_thread]) {
    return (v[0] + v[1]) + (v[2] + v[3]);
}

/// What one thread found in a strip.
template <int weights>
struct StripFindings {
    LargestInRows largest[quantities]{none_in_rows(), none_in_rows(), none_in_rows()};
    unsigned non_finite = 0;
    double squares = 0.0;
    double projections[weights + 1]{};  // one too many, so that there may be none
};

/// Sums in float of a few rows of a thread's columns.
template <int weights>
struct FewRows {
    float squares[columns_per_thread]{};
    float projections[weights + 1][columns_per_thread]{};

    __device__ __forceinline__ void add_to(
        StripFindings<weights>& findings,
        const float (&column_weights)[weights + 1][columns_per_thread]) const {
        findings.squares += static_cast<double>(sum_of(squares));
        for (int w = 0; w < weights; ++w) {
            float products[columns_per_thread];
            for (int k = 0; k < columns_per_thread; ++k) {
                products[k] = projections[w][k] * column_weights[w][k];
            }
            findings.projections[w] += static_cast<double>(sum_of(products));
        }
    }
};

/// Walks down a strip.
template <int weights>
class StripWalk {
public:
    __device__ __forceinline__ StripWalk(const float* u, const FieldLayout& layout,
                                         const GridEnds& ends, const ProjectionWeights& projection,
                                         const FieldStrip& strip)
        : u_(u),
          layout_(layout),
          ends_(ends),
          row_weights_(projection.rows),
          strip_(strip),
          columns_(u, layout, ends, strip.first_col) {
        for (int w = 0; w < weights; ++w) {
            const float4 four = *reinterpret_cast<const float4*>(
                projection.columns + static_cast<size_t>(w) * layout.pitch + columns_.col());
            column_weights_[w][0] = four.x;
            column_weights_[w][1] = four.y;
            column_weights_[w][2] = four.z;
            column_weights_[w][3] = four.w;
        }
    }

    __device__ __forceinline__ StripFindings<weights> walk() {
        const Quad above = columns_.read(index_before(strip_.first_row, layout_.height, ends_.top));
        here_ = columns_.read(strip_.first_row);
        for (int k = 0; k < columns_per_thread; ++k) {
            quarter_above_[k] = 0.25f * above.cell[k];
            quarter_[k] = 0.25f * here_.cell[k];
        }
        for (int row = strip_.first_row; row < strip_.end_row; row += rows_ahead) {
            Quad below[rows_ahead];
#pragma unroll
            for (int i = 0; i < rows_ahead; ++i) {
                below[i] = columns_.read_below(row + i);
            }
            FewRows<weights> few;
#pragma unroll
            for (int i = 0; i < rows_ahead; ++i) {
                if (row + i < strip_.end_row) {
                    add_row(row + i, below[i], few);
                }
            }
            few.add_to(findings_, column_weights_);
        }
        return findings_;
    }

    /// First column in which this thread found the largest value of a quantity.
    __device__ __forceinline__ int column_of(int quantity) const {
        const LargestInRows& largest = findings_.largest[quantity];
        for (int k = 0; k < columns_.count(); ++k) {
            const int col = columns_.col() + k;
            if (quantity == change
                    ? columns_.is_updated_column(k) && change_at(largest.row, col) == largest.value
                    : value_at(quantity, largest.row, col) == largest.value) {
                return col;
            }
        }
        return columns_.col();  // not reached
    }

private:
    __device__ __forceinline__ void add_row(int row, const Quad& below, FewRows<weights>& few) {
        const float west = columns_.from_before(quarter_[3], 0.25f * here_.before);
        const float east = columns_.from_after(quarter_[0], 0.25f * here_.after);
        float quarter_below[columns_per_thread];
        float changes[columns_per_thread];
        for (int k = 0; k < columns_per_thread; ++k) {
            quarter_below[k] = 0.25f * below.cell[k];
            changes[k] = heatlab::change_from_quarters(
                quarter_above_[k], k < 3 ? quarter_[k + 1] : east, quarter_below[k],
                k > 0 ? quarter_[k - 1] : west, here_.cell[k]);
        }
        const bool updated_row = is_updated(row, layout_.height, ends_.top, ends_.bottom);
        if (!(updated_row && columns_.all_updated() && add_fast(row, changes, few))) {
            add_slowly(row, updated_row, changes);
        }
        here_ = below;
        for (int k = 0; k < columns_per_thread; ++k) {
            quarter_above_[k] = quarter_[k];
            quarter_[k] = quarter_below[k];
        }
    }

    /// False where the row has to be added cell by cell; then nothing was added.
    __device__ __forceinline__ bool add_fast(int row, const float (&changes)[columns_per_thread],
                                             FewRows<weights>& few) {
        float negated[columns_per_thread];
        float sizes[columns_per_thread];
        float not_finite = 0.0f;  // NaN where a change is not finite, as by a cell that is not
        for (int k = 0; k < columns_per_thread; ++k) {
            negated[k] = -here_.cell[k];
            sizes[k] = fabsf(changes[k]);
            not_finite = heatlab::fused_multiply_add(changes[k], 0.0f, not_finite);
        }
        const float low = largest_of(negated);
        const float high = largest_of(here_.cell);
        const float size = largest_of(sizes);
        if (not_finite != 0.0f || !squares_fit(fmaxf(fabsf(low), fabsf(high))) ||
            !products_fit(size)) {
            return false;
        }
        offer(findings_.largest[negated_minimum], low, row);
        offer(findings_.largest[maximum], high, row);
        offer(findings_.largest[change], size, row);
        for (int k = 0; k < columns_per_thread; ++k) {
            few.squares[k] =
                heatlab::fused_multiply_add(here_.cell[k], here_.cell[k], few.squares[k]);
        }
        for (int w = 0; w < weights; ++w) {
            const float row_weight = row_weight_of(row, w);
            for (int k = 0; k < columns_per_thread; ++k) {
                few.projections[w][k] =
                    heatlab::fused_multiply_add(row_weight, changes[k], few.projections[w][k]);
            }
        }
        return true;
    }

    __device__ __forceinline__ void add_slowly(int row, bool updated_row,
                                               const float (&changes)[columns_per_thread]) {
#pragma unroll
        for (int k = 0; k < columns_per_thread; ++k) {
            if (k >= columns_.count()) {
                break;
            }
            // The sum flushes denormals, as every other look at a cell does.
            const float value = here_.cell[k] + 0.0f;
            if (is_non_finite(value)) {
                ++findings_.non_finite;
            } else {
                offer(findings_.largest[negated_minimum], -value, row);
                offer(findings_.largest[maximum], value, row);
                findings_.squares += static_cast<double>(value) * static_cast<double>(value);
            }
            if (!updated_row || !columns_.is_updated_column(k)) {
                continue;
            }
            if (!is_non_finite(changes[k])) {
                offer(findings_.largest[change], fabsf(changes[k]), row);
            }
            for (int w = 0; w < weights; ++w) {
                const double weight = static_cast<double>(column_weights_[w][k]) *
                                      static_cast<double>(row_weight_of(row, w));
                findings_.projections[w] += weight * static_cast<double>(changes[k]);
            }
        }
    }

    __device__ __forceinline__ float row_weight_of(int row, int weight) const {
        return row_weights_[static_cast<size_t>(row) * weights + weight];
    }

    __device__ __forceinline__ float value_at(int quantity, int row, int col) const {
        const float value = u_[cell_index(layout_, row, col)];
        return quantity == negated_minimum ? -value : value;
    }

    __device__ __forceinline__ float change_at(int row, int col) const {
        const NeighbourCells beside = neighbours_of(u_, layout_, ends_, row, col);
        return fabsf(heatlab::change_from_quarters(0.25f * beside.north, 0.25f * beside.east,
                                                   0.25f * beside.south, 0.25f * beside.west,
                                                   u_[cell_index(layout_, row, col)]));
    }

    const float* u_;
    const FieldLayout& layout_;
    const GridEnds& ends_;
    const float* row_weights_;
    FieldStrip strip_;
    QuadColumns columns_;
    float column_weights_[weights + 1][columns_per_thread];
    Quad here_;
    float quarter_above_[columns_per_thread];
    float quarter_[columns_per_thread];
    StripFindings<weights> findings_;
};

__device__ __forceinline__ double sum_of_warp(double value) {
    for (int offset = warp_threads / 2; offset > 0; offset /= 2) {
        value += __shfl_down_sync(whole_warp, value, offset);
    }
    return value;
}

__device__ __forceinline__ AnalysisRecord empty_record() {
    return {no_value(), no_value(), no_value(), 0, 0.0, {}};
}

__device__ __forceinline__ void merge(AnalysisRecord& record, const AnalysisRecord& other) {
    merge(record.negated_minimum, other.negated_minimum);
    merge(record.maximum, other.maximum);
    merge(record.change, other.change);
    record.non_finite_cells += other.non_finite_cells;
    record.squares += other.squares;
    for (int w = 0; w < most_analysis_weights; ++w) {
        record.projections[w] += other.projections[w];
    }
}

/// The sums of the warps of a block. Lives in shared memory.
template <int weights>
struct WarpSums {
    unsigned non_finite[warps];
    double squares[warps];
    double projections[weights + 1][warps];

    /// By all threads.
    __device__ __forceinline__ void set(const StripFindings<weights>& findings) {
        const int warp = threadIdx.x / warp_threads;
        const bool first = threadIdx.x % warp_threads == 0;
        unsigned count = findings.non_finite;
        for (int offset = warp_threads / 2; offset > 0; offset /= 2) {
            count += __shfl_down_sync(whole_warp, count, offset);
        }
        const double sum = sum_of_warp(findings.squares);
        if (first) {
            non_finite[warp] = count;
            squares[warp] = sum;
        }
        for (int w = 0; w < weights; ++w) {
            const double projection = sum_of_warp(findings.projections[w]);
            if (first) {
                projections[w][warp] = projection;
            }
        }
    }

    __device__ __forceinline__ void add_to(AnalysisRecord& record) const {
        for (int warp = 0; warp < warps; ++warp) {
            record.non_finite_cells += non_finite[warp];
            record.squares += squares[warp];
            for (int w = 0; w < weights; ++w) {
                record.projections[w] += projections[w][warp];
            }
        }
    }
};

template <int weights>
__device__ __forceinline__ void analyse(const float* u, const FieldLayout& layout,
                                        const GridEnds& ends, const ProjectionWeights& projection,
                                        AnalysisRecord* records) {
    __shared__ BlockLargest<quantities> largest;
    __shared__ WarpSums<weights> sums;
    __shared__ AnalysisRecord record;
    if (threadIdx.x == 0) {
        record = empty_record();
    }
    const long long strips = strips_of(layout);
    for (long long index = blockIdx.x; index < strips; index += gridDim.x) {
        StripWalk<weights> walk(u, layout, ends, projection, strip_of(layout, index));
        const StripFindings<weights> findings = walk.walk();
        sums.set(findings);
        largest.find(findings.largest, [&](int quantity) { return walk.column_of(quantity); });
        if (threadIdx.x == 0) {
            largest.merge_into(record.negated_minimum, negated_minimum);
            largest.merge_into(record.maximum, maximum);
            largest.merge_into(record.change, change);
            sums.add_to(record);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        records[blockIdx.x] = record;
    }
}

}  // namespace

// One entry point per number of weights; of the numbers between, the next one serves.

extern "C" __global__ void __launch_bounds__(analysis_threads)
    analyse_field_0(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                    ProjectionWeights projection, AnalysisRecord* __restrict__ records) {
    analyse<0>(u, layout, ends, projection, records);
}

extern "C" __global__ void __launch_bounds__(analysis_threads)
    analyse_field_1(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                    ProjectionWeights projection, AnalysisRecord* __restrict__ records) {
    analyse<1>(u, layout, ends, projection, records);
}

extern "C" __global__ void __launch_bounds__(analysis_threads)
    analyse_field_2(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                    ProjectionWeights projection, AnalysisRecord* __restrict__ records) {
    analyse<2>(u, layout, ends, projection, records);
}

extern "C" __global__ void __launch_bounds__(analysis_threads)
    analyse_field_4(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                    ProjectionWeights projection, AnalysisRecord* __restrict__ records) {
    analyse<4>(u, layout, ends, projection, records);
}

extern "C" __global__ void __launch_bounds__(analysis_threads)
    analyse_field_8(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                    ProjectionWeights projection, AnalysisRecord* __restrict__ records) {
    analyse<8>(u, layout, ends, projection, records);
}

/// Puts the records of `blocks` blocks together in `result`. One block.
extern "C" __global__ void __launch_bounds__(analysis_threads)
    finish_analysis(const AnalysisRecord* __restrict__ records, int blocks,
                    AnalysisRecord* __restrict__ result) {
    __shared__ AnalysisRecord found[analysis_threads];
    AnalysisRecord record = empty_record();
    for (int i = threadIdx.x; i < blocks; i += analysis_threads) {
        merge(record, records[i]);
    }
    found[threadIdx.x] = record;
    __syncthreads();
    for (int half = analysis_threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            merge(found[threadIdx.x], found[threadIdx.x + half]);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        *result = found[0];
    }
}
