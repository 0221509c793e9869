#pragma once

// A vector of floats as wide as the instruction set that this file is compiled for. Everything here
// is in the namespace HEATLAB_ISA (set by CMake), and files that include it use no inline function
// of the standard library: the linker keeps one copy of those, and it could be one that this
// processor lacks.

#include <immintrin.h>

#include "sim/update.h"

namespace heatlab::HEATLAB_ISA {

#if defined(__AVX512F__)
inline constexpr int lanes = 16;
#elif defined(__AVX2__)
inline constexpr int lanes = 8;
#else
inline constexpr int lanes = 4;
#endif

typedef float Floats __attribute__((vector_size(lanes * 4)));
typedef int Ints __attribute__((vector_size(lanes * 4)));
typedef float UnalignedFloats __attribute__((vector_size(lanes * 4), aligned(4)));

struct Pack {
    Floats v;

    static Pack load(const float* at) { return {*reinterpret_cast<const Floats*>(at)}; }
    static Pack load_unaligned(const float* at) {
        return {*reinterpret_cast<const UnalignedFloats*>(at)};
    }
    static Pack broadcast(float value) { return {value - Floats{}}; }

    void store(float* at) const { *reinterpret_cast<Floats*>(at) = v; }
    void store_unaligned(float* at) const { *reinterpret_cast<UnalignedFloats*>(at) = v; }

    /// Past the caches; to be followed by `finish_streaming`.
    void stream(float* at) const {
#if defined(__AVX512F__)
        _mm512_stream_ps(at, v);
#elif defined(__AVX2__)
        _mm256_stream_ps(at, v);
#else
        _mm_stream_ps(at, v);
#endif
    }

    friend Pack operator+(Pack a, Pack b) {
        return {a.v + b.v};
    }
    friend Pack operator-(Pack a, Pack b) {
        return {a.v - b.v};
    }
    friend Pack operator*(Pack a, Pack b) {
        return {a.v * b.v};
    }
};

inline void finish_streaming() {
    _mm_sfence();
}

/// Overload for the update in sim/update.h.
inline Pack fused_multiply_add(Pack a, Pack b, Pack c) {
#if defined(__AVX512F__)
    return {_mm512_fmadd_ps(a.v, b.v, c.v)};
#elif defined(__AVX2__)
    return {_mm256_fmadd_ps(a.v, b.v, c.v)};
#else
    Pack result{};
    for (int i = 0; i < lanes; ++i)
        result.v[i] = __builtin_fmaf(a.v[i], b.v[i], c.v[i]);
    return result;
#endif
}

inline Ints lane_numbers() {
    Ints numbers{};
    for (int i = 0; i < lanes; ++i)
        numbers[i] = i;
    return numbers;
}

}  // namespace heatlab::HEATLAB_ISA
