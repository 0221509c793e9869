#pragma once

#include <cuda_runtime_api.h>

#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/field_layout.h"
#include "sim/cuda/staged_cells.h"
#include "sim/grid.h"

namespace heatlab::cuda {

/// A plane of a field in device memory, as a field of two dimensions.
struct PlaneCells {
    const float* cells;
    FieldLayout layout;
};

/// Finds the planes of one field.
class Planes {
public:
    /// Of a field of one or two dimensions, itself; of one of three the plane, which across x and y
    /// is gathered in the stream's order and lasts until the next call. Throws
    /// std::invalid_argument for a plane outside the grid, DeviceError.
    PlaneCells plane(const float* field, const FieldLayout& layout, const Plane& plane,
                     KernelSet& kernels, cudaStream_t stream);

private:
    DeviceScratch gathered_;
};

}  // namespace heatlab::cuda
