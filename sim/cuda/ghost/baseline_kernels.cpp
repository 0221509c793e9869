#include "sim/cuda/ghost/baseline_kernels.h"

#include <algorithm>
#include <bit>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/kernel_images.h"

namespace heatlab::ghost {
namespace {

constexpr unsigned threads = 256;

/// Enough blocks for several waves, and for large arrays no more: each thread goes on with others.
cuda::LaunchShape shape_for(std::size_t items, std::size_t per_block, unsigned multiprocessors) {
    constexpr unsigned blocks_per_multiprocessor = 64;
    const std::size_t blocks = std::clamp<std::size_t>((items + per_block - 1) / per_block, 1,
                                                       blocks_per_multiprocessor * multiprocessors);
    return {.blocks = dim3(static_cast<unsigned>(blocks)), .threads = dim3(threads)};
}

}  // namespace

BaselineKernels::BaselineKernels()
    : library_(cuda::find_kernel_image("zone_baseline").bytes),
      empty_(library_.kernel("heatlab_zone_empty")),
      copy_(library_.kernel("heatlab_zone_copy")),
      add_(library_.kernel("heatlab_zone_add")),
      read_(library_.kernel("heatlab_zone_read")),
      fill_(library_.kernel("heatlab_zone_fill")),
      multiprocessors_(
          static_cast<unsigned>(cuda::device_attribute(cudaDevAttrMultiProcessorCount))) {}

void BaselineKernels::launch_empty(cudaStream_t stream) const {
    empty_.launch({.blocks = dim3(multiprocessors_), .threads = dim3(threads)}, stream);
}

void BaselineKernels::launch_move(cudaStream_t stream, int arrays_read, bool writes,
                                  const void* first, const void* second, void* to,
                                  std::size_t bytes) const {
    constexpr std::size_t item = 16;
    constexpr std::size_t per_thread = 4;
    const cuda::Kernel& kernel = !writes ? read_ : arrays_read == 1 ? copy_ : add_;
    kernel.launch(shape_for(bytes / item, per_thread * threads, multiprocessors_), stream, first,
                  second, to, bytes / item);
}

void BaselineKernels::launch_fill(cudaStream_t stream, void* cells, bool real,
                                  std::size_t count) const {
    const int one = real ? std::bit_cast<int>(1.0f) : 1;
    fill_.launch(shape_for(count, threads, multiprocessors_), stream, cells, one, count);
}

}  // namespace heatlab::ghost
