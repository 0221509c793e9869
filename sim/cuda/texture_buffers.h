#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "sim/cuda/field_target.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/kernels/field_layout.h"

namespace heatlab::cuda {

/// The two arrays in which the kernel `texture` advances: the display target's textures of cells
/// where it can have them, else two of our own. Made when first needed.
class TextureBuffers {
public:
    /// `target` may be null; then the arrays are our own.
    TextureBuffers(const FieldLayout& layout, CudaFieldTarget* target);

    /// Whether the arrays are the target's; after `reserve`.
    bool on_screen() const { return target_ != nullptr; }
    /// Makes both arrays. Throws InputError (argument "--kernel") where the grid is larger than an
    /// array may be, or where memory does not hold them.
    void reserve();

    int current() const { return current_; }
    void swap() { current_ = 1 - current_; }
    cudaArray_t array(int index) const;

    /// From a linear buffer into both arrays; both then hold the ring.
    void load(const float* linear, cudaStream_t stream);
    /// The current array into a linear buffer.
    void store(float* linear, cudaStream_t stream) const;

private:
    FieldLayout layout_;
    CudaFieldTarget* target_;
    Array own_[2];
    bool reserved_ = false;
    int current_ = 0;
};

/// Keeps the target's textures mapped to a stream during one batch.
class MappedTarget {
public:
    /// Maps nothing where no textures are asked for; `target` may be null then.
    MappedTarget(CudaFieldTarget* target, CudaFieldTextures textures, cudaStream_t stream);
    MappedTarget(const MappedTarget&) = delete;
    MappedTarget& operator=(const MappedTarget&) = delete;
    /// Unmaps, unless `unmap` did; an error is only reported then.
    ~MappedTarget();

    void unmap();

private:
    CudaFieldTarget* target_;
    cudaStream_t stream_;
};

/// A linear buffer into an array of the grid's size.
void copy_to_array(cudaArray_t array, const float* linear, const FieldLayout& layout,
                   cudaStream_t stream);
/// The same of a grid of three dimensions into an array of three.
void copy_to_volume(cudaArray_t array, const float* linear, const FieldLayout& layout,
                    cudaStream_t stream);

}  // namespace heatlab::cuda
