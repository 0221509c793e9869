#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "sim/cuda/ghost/zone_kernels.h"
#include "sim/cuda/handles.h"
#include "sim/ghost/problem.h"

namespace heatlab::ghost {

/// A problem's arrays on the current device: where it began, its cells before and after a launch,
/// one more for measurements, and its source.
///
/// A source with a row per step is repeated until it is far larger than the last cache, as the
/// problem's own would be on its way through a long run.
class DeviceProblem {
public:
    /// At step 0. Throws InputError (argument "--grid") where the device has not the memory.
    DeviceProblem(const Problem& problem, std::size_t cache_bytes, cudaStream_t stream);

    const Application& application() const { return *application_; }
    GridSize grid() const { return grid_; }
    const Coefficients& coefficients() const { return coefficients_; }

    /// The cells are those of the start again.
    void restart(cudaStream_t stream);
    /// For a launch that begins at `step`, from the cells to the array of those after it.
    ZoneArrays arrays(std::int64_t step) const;
    /// What was written last are the cells.
    void swap() { std::swap(cells_, next_); }
    /// A copy of the cells goes into the array for measurements.
    void copy_for_timing(cudaStream_t stream);
    /// For the i-th launch of a series that leaves the cells as they are.
    ZoneArrays timing_arrays(std::int64_t step, int i) const;

    Cells read_back(cudaStream_t stream) const;

private:
    void load_source(const Problem& problem, std::size_t cache_bytes, cudaStream_t stream);
    const void* source_at(std::int64_t step) const;
    std::size_t bytes() const;

    const Application* application_;
    GridSize grid_;
    Coefficients coefficients_;
    cuda::DeviceMemory start_;
    cuda::DeviceMemory cells_;
    cuda::DeviceMemory next_;
    cuda::DeviceMemory timed_;
    cuda::DeviceMemory source_;
    int source_rows_ = 0;  ///< on the device, without those that are repeated behind the last
};

/// Bytes of a source with a row per step that no last cache of `cache_bytes` holds a part of worth
/// the name.
inline constexpr std::size_t streamed_caches = 8;

}  // namespace heatlab::ghost
