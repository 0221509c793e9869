#pragma once

// The one update of the explicit scheme, for every kernel on every backend. Compiled by the host
// compiler, by nvcc and by NVRTC; in the last two without any standard header. This is the only
// place that tells them apart.

#ifdef __CUDACC__
#define HEATLAB_UPDATE __device__ __forceinline__
#else
#include <cmath>
#define HEATLAB_UPDATE inline
#endif

namespace heatlab {

/// a * b + c, rounded once. Vector types of the CPU backend bring their own overload.
HEATLAB_UPDATE float fused_multiply_add(float a, float b, float c) {
#ifdef __CUDACC__
    return __fmaf_rn(a, b, c);
#else
    return std::fma(a, b, c);
#endif
}

HEATLAB_UPDATE double fused_multiply_add(double a, double b, double c) {
#ifdef __CUDACC__
    return __fma_rn(a, b, c);
#else
    return std::fma(a, b, c);
#endif
}

/// u' from the two sums of neighbours. A cell's `north_east` sum is the `west_south` sum of the
/// cell one row up and one column to the right, so a kernel that walks along that diagonal adds it
/// once.
template <typename Value>
HEATLAB_UPDATE Value update_from_sums(Value north_east, Value west_south, Value centre, Value r,
                                      Value centre_weight) {
    return fused_multiply_add(r, north_east + west_south, centre_weight * centre);
}

/// u' = fma(r, (N + E) + (W + S), m u) with m = 1 - 4r, north being the row before. The order of
/// the operations is part of the contract: all kernels agree bit for bit because of it. Needs a
/// compiler that contracts nothing by itself (-ffp-contract=off, -fmad=false) and flushes float32
/// denormals. Those of float64 are kept: GPUs flush none.
template <typename Value>
HEATLAB_UPDATE Value updated_cell(Value north, Value east, Value south, Value west, Value centre,
                                  Value r, Value centre_weight) {
    return update_from_sums(north + east, west + south, centre, r, centre_weight);
}

/// The same in one dimension: u' = fma(r, W + E, m u) with m = 1 - 2r.
template <typename Value>
HEATLAB_UPDATE Value updated_line_cell(Value west, Value east, Value centre, Value r,
                                       Value centre_weight) {
    return fused_multiply_add(r, west + east, centre_weight * centre);
}

/// The same in three: u' = fma(r, ((N + E) + (W + S)) + (U + D), m u) with m = 1 - 6r, up being the
/// slice before.
template <typename Value>
HEATLAB_UPDATE Value updated_box_cell(Value north, Value east, Value south, Value west, Value up,
                                      Value down, Value centre, Value r, Value centre_weight) {
    return fused_multiply_add(r, ((north + east) + (west + south)) + (up + down),
                              centre_weight * centre);
}

}  // namespace heatlab
