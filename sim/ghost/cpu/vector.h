#pragma once

// Vectors of an application's cells, as wide as the instruction set that this file is compiled for,
// with all that updates use (sim/ghost/arithmetic.h). As in sim/cpu/simd.h: everything is in the
// namespace HEATLAB_ISA, and no inline function of the standard library is used.

#include "sim/cpu/simd.h"

namespace heatlab::HEATLAB_ISA {

/// One bit pattern per lane: all ones where something holds.
struct LaneMask {
    Ints v;

    friend LaneMask operator&(LaneMask a, LaneMask b) { return {a.v & b.v}; }
};

struct FloatVector {
    using Scalar = float;
    Floats v;

    FloatVector() = default;
    FloatVector(Floats lanes_of) : v(lanes_of) {}      // NOLINT(google-explicit-constructor)
    FloatVector(float value) : v(value - Floats{}) {}  // NOLINT(google-explicit-constructor)

    static FloatVector load(const float* at) { return *reinterpret_cast<const Floats*>(at); }
    static FloatVector load_unaligned(const float* at) {
        return Floats(*reinterpret_cast<const UnalignedFloats*>(at));
    }
    void store(float* at) const { *reinterpret_cast<Floats*>(at) = v; }

    friend FloatVector operator+(FloatVector a, FloatVector b) { return a.v + b.v; }
    friend FloatVector operator-(FloatVector a, FloatVector b) { return a.v - b.v; }
    friend FloatVector operator*(FloatVector a, FloatVector b) { return a.v * b.v; }
    friend FloatVector fused_multiply_add(FloatVector a, FloatVector b, FloatVector c) {
        return fused_multiply_add(Pack{a.v}, Pack{b.v}, Pack{c.v}).v;
    }
};

struct IntVector {
    using Scalar = int;
    typedef unsigned Unsigned __attribute__((vector_size(lanes * 4)));
    Ints v;

    IntVector() = default;
    IntVector(Ints lanes_of) : v(lanes_of) {}    // NOLINT(google-explicit-constructor)
    IntVector(int value) : v(value - Ints{}) {}  // NOLINT(google-explicit-constructor)

    static IntVector load(const int* at) { return *reinterpret_cast<const Ints*>(at); }
    static IntVector load_unaligned(const int* at) {
        typedef int Unaligned __attribute__((vector_size(lanes * 4), aligned(4)));
        return Ints(*reinterpret_cast<const Unaligned*>(at));
    }
    void store(int* at) const { *reinterpret_cast<Ints*>(at) = v; }

    // Unsigned, which may wrap around: lanes beside a row's cells hold anything.
    friend IntVector operator+(IntVector a, IntVector b) {
        return reinterpret_cast<Ints>(reinterpret_cast<Unsigned>(a.v) +
                                      reinterpret_cast<Unsigned>(b.v));
    }
    friend IntVector operator-(IntVector a, IntVector b) {
        return reinterpret_cast<Ints>(reinterpret_cast<Unsigned>(a.v) -
                                      reinterpret_cast<Unsigned>(b.v));
    }
    friend LaneMask operator<=(IntVector a, IntVector b) { return {a.v <= b.v}; }
    friend LaneMask operator>=(IntVector a, IntVector b) { return {a.v >= b.v}; }
    friend IntVector minimum(IntVector a, IntVector b) { return a.v < b.v ? a.v : b.v; }
};

inline IntVector selected(LaneMask mask, IntVector a, IntVector b) {
    return mask.v ? a.v : b.v;
}

/// Asks for a line of memory that is needed soon: processors look ahead along a row, but start anew
/// with each row of a tile. Into the second cache, which waits for more lines at a time than the
/// innermost one. For an address that does not exist nothing happens.
inline void fetch_ahead(const void* at) {
    _mm_prefetch(at, _MM_HINT_T1);
}

/// The vector of an application's cells.
template <typename Value>
struct VectorOf;
template <>
struct VectorOf<float> {
    using Type = FloatVector;
};
template <>
struct VectorOf<int> {
    using Type = IntVector;
};

/// Stores lanes [first, last) alone: what lies beside them may belong to another thread.
template <typename Vector>
inline void store_lanes(const Vector& vector, typename Vector::Scalar* at, int first, int last) {
    const Ints numbers = lane_numbers();
    const Ints among = (numbers >= first) & (numbers < last);
#if defined(__AVX512F__)
    const __mmask16 mask = _mm512_test_epi32_mask((__m512i)among, (__m512i)among);
    _mm512_mask_store_epi32(at, mask, (__m512i)vector.v);
#elif defined(__AVX2__)
    _mm256_maskstore_epi32(reinterpret_cast<int*>(at), (__m256i)among, (__m256i)vector.v);
#else
    for (int lane = 0; lane < lanes; ++lane)
        if (among[lane] != 0)
            at[lane] = vector.v[lane];
#endif
}

}  // namespace heatlab::HEATLAB_ISA
