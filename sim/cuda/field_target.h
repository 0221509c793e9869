#pragma once

#include <driver_types.h>

#include <cstdint>

#include "sim/grid.h"

namespace heatlab {

/// A place on the device where a CUDA simulation shows its field: textures of OpenGL in the
/// program, something simpler in a test. Everything is stream-ordered, nothing passes by the host.
///
/// `block` = 1: textures of one float32 channel and of the grid's size, one cell a texel; there are
/// two of them once `reserve_second` was called. `block` > 1, for a grid larger than a texture may
/// be: one texture of four float32 channels, a BlockTexel for each block x block cells.
class CudaFieldTarget {
public:
    virtual ~CudaFieldTarget() = default;
    CudaFieldTarget(const CudaFieldTarget&) = delete;
    CudaFieldTarget& operator=(const CudaFieldTarget&) = delete;

    virtual int block() const = 0;
    /// Makes the second texture, unless it is there. Not while mapped. Throws DeviceError.
    virtual void reserve_second() = 0;

    /// Between `map` and `unmap` the arrays belong to CUDA. Throws DeviceError.
    virtual void map(cudaStream_t stream) = 0;
    virtual void unmap(cudaStream_t stream) = 0;
    /// Array of texture 0 or 1; only while mapped.
    virtual cudaArray_t array(int index) = 0;

    /// Texture `index` now holds the newest field, that of `step` (once the stream gets there).
    virtual void present(int index, std::int64_t step) = 0;

protected:
    CudaFieldTarget() = default;
};

}  // namespace heatlab
