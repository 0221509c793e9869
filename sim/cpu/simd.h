#pragma once

// A vector of cells as wide as the instruction set that this file is compiled for. Everything here
// is in the namespace HEATLAB_ISA, and cells are of the type HEATLAB_REAL (both set by CMake).
// Files that include it use no inline function of the standard library: the linker keeps one copy
// of those, and it could be one that this processor lacks.

#include <immintrin.h>

#include "sim/cpu/launch.h"
#include "sim/update.h"

namespace heatlab::HEATLAB_ISA {

/// Of a field's cells, in this copy of the code: float or double.
using Real = HEATLAB_REAL;
using Launch = BasicCpuLaunch<Real>;

#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif
inline constexpr int lanes = vector_bytes / static_cast<int>(sizeof(Real));

/// As wide as a cell.
template <typename OfCells>
struct IntegerOf {
    using Type = int;
};
template <>
struct IntegerOf<double> {
    using Type = long long;
};
using Integer = IntegerOf<Real>::Type;

typedef Real Reals __attribute__((vector_size(vector_bytes)));
typedef Integer Ints __attribute__((vector_size(vector_bytes)));
typedef Real UnalignedReals __attribute__((vector_size(vector_bytes), aligned(sizeof(Real))));

// The instructions that have another name for each type. `stream`: past the caches.
#if defined(__AVX512F__)
inline void stream(float* at, __m512 v) {
    _mm512_stream_ps(at, v);
}
inline void stream(double* at, __m512d v) {
    _mm512_stream_pd(at, v);
}
inline __m512 fused(__m512 a, __m512 b, __m512 c) {
    return _mm512_fmadd_ps(a, b, c);
}
inline __m512d fused(__m512d a, __m512d b, __m512d c) {
    return _mm512_fmadd_pd(a, b, c);
}
#elif defined(__AVX2__)
inline void stream(float* at, __m256 v) {
    _mm256_stream_ps(at, v);
}
inline void stream(double* at, __m256d v) {
    _mm256_stream_pd(at, v);
}
inline __m256 fused(__m256 a, __m256 b, __m256 c) {
    return _mm256_fmadd_ps(a, b, c);
}
inline __m256d fused(__m256d a, __m256d b, __m256d c) {
    return _mm256_fmadd_pd(a, b, c);
}
#else
inline void stream(float* at, __m128 v) {
    _mm_stream_ps(at, v);
}
inline void stream(double* at, __m128d v) {
    _mm_stream_pd(at, v);
}
inline __m128 fused(__m128 a, __m128 b, __m128 c) {
    __m128 result{};
    for (int i = 0; i < 4; ++i)
        result[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return result;
}
inline __m128d fused(__m128d a, __m128d b, __m128d c) {
    __m128d result{};
    for (int i = 0; i < 2; ++i)
        result[i] = __builtin_fma(a[i], b[i], c[i]);
    return result;
}
#endif

struct Pack {
    Reals v;

    static Pack load(const Real* at) { return {*reinterpret_cast<const Reals*>(at)}; }
    static Pack load_unaligned(const Real* at) {
        return {*reinterpret_cast<const UnalignedReals*>(at)};
    }
    static Pack broadcast(Real value) { return {value - Reals{}}; }

    void store(Real* at) const { *reinterpret_cast<Reals*>(at) = v; }
    void store_unaligned(Real* at) const { *reinterpret_cast<UnalignedReals*>(at) = v; }

    /// Past the caches; to be followed by `finish_streaming`.
    void stream(Real* at) const { HEATLAB_ISA::stream(at, v); }

    friend Pack operator+(Pack a, Pack b) { return {a.v + b.v}; }
    friend Pack operator-(Pack a, Pack b) { return {a.v - b.v}; }
    friend Pack operator*(Pack a, Pack b) { return {a.v * b.v}; }
};

inline void finish_streaming() {
    _mm_sfence();
}

/// Overload for the update in sim/update.h.
inline Pack fused_multiply_add(Pack a, Pack b, Pack c) {
    return {fused(a.v, b.v, c.v)};
}

inline Ints lane_numbers() {
    Ints numbers{};
    for (int i = 0; i < lanes; ++i)
        numbers[i] = i;
    return numbers;
}

}  // namespace heatlab::HEATLAB_ISA
