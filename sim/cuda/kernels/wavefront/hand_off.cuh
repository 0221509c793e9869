#pragma once

// The one place where the kernel tells devices apart.

#if __CUDA_ARCH__ >= 900
#include "sim/cuda/kernels/wavefront/bulk_hand_off.cuh"
#else
#include "sim/cuda/kernels/wavefront/lockstep_hand_off.cuh"
#endif
