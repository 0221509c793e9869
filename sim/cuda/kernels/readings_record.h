#pragma once

// What the device reports after a batch: a few scalars, copied to the host in one piece. No
// standard header here: this is compiled for the device too.

namespace heatlab::cuda {

inline constexpr int readings_bins = 64;

/// Floats that are compared by atomics are kept as keys: unsigned integers in the same order, see
/// float_key.
struct ReadingsRecord {
    unsigned minimum_key;       ///< 0xffffffff where no cell is finite
    unsigned maximum_key;       ///< 0 where no cell is finite
    unsigned alternating_bits;  ///< largest checkerboard component: bits of a float that is never
                                ///< negative
    unsigned unused;
    unsigned long long non_finite_cells;
    unsigned long long alternating_cells;
    float probe[7];  ///< centre, north, east, south, west, up, down, as ProbeReading
    unsigned unused_too;
    unsigned histogram[readings_bins];
};
static_assert(sizeof(ReadingsRecord) == 320);

/// How the sample for the histogram is taken: every `stride`-th cell of every `stride`-th row.
struct HistogramSample {
    int stride;
    int columns;  ///< sampled cells per row
    int rows;
    float low;  ///< range of the bins
    float high;
};

}  // namespace heatlab::cuda
