#pragma once

// Accesses to shared memory whose order the compiler keeps.

namespace heatlab::cuda {

/// 16 bytes of shared memory at an address within its window. In assembly, because the order of
/// these is part of the design: the compiler keeps volatile ones as they are written.
__device__ __forceinline__ void load_shared(unsigned at, float (&cells)[4]) {
    asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(cells[0]), "=f"(cells[1]), "=f"(cells[2]), "=f"(cells[3])
                 : "r"(at)
                 : "memory");
}

__device__ __forceinline__ void load_shared(unsigned at, double (&cells)[2]) {
    asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];"
                 : "=d"(cells[0]), "=d"(cells[1])
                 : "r"(at)
                 : "memory");
}

__device__ __forceinline__ void store_shared(unsigned at, const float (&cells)[4]) {
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(at), "f"(cells[0]), "f"(cells[1]), "f"(cells[2]), "f"(cells[3])
                 : "memory");
}

__device__ __forceinline__ void store_shared(unsigned at, const double (&cells)[2]) {
    asm volatile("st.shared.v2.f64 [%0], {%1, %2};"
                 :
                 : "r"(at), "d"(cells[0]), "d"(cells[1])
                 : "memory");
}

}  // namespace heatlab::cuda
