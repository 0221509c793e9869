#include "sim/cuda/resident/tiles.h"

#include <algorithm>
#include <array>

#include "sim/cuda/check.h"
#include "sim/cuda/device_memory.h"
#include "sim/cuda/wavefront/batch_plan.h"

namespace heatlab::cuda {
namespace {

using resident::TileShape;

struct Variant {
    const char* entry;
    TileShape shape;
};

constexpr std::array<Variant, 3> variants{{{"heatlab_resident", resident::shape_2048},
                                           {"heatlab_resident_1024", resident::shape_1024},
                                           {"heatlab_resident_512", resident::shape_512}}};

/// Steps of one launch, so that a launch ends in well under a second.
constexpr std::int64_t most_steps = 1024;

/// Of loading and storing the field once, measured.
double launch_seconds(GridSize grid) {
    const double bytes =
        required_bytes_per_cell_per_launch(CellType::float32) * static_cast<double>(grid.cells());
    return 8e-6 + bytes / 2.1e12;
}

}  // namespace

ResidentTiles::ResidentTiles(const FieldLayout& layout, KernelSet& kernels) : layout_(layout) {
    const GridSize grid{layout.width, layout.height};
    const int most_shared = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const bool together = device_attribute(cudaDevAttrCooperativeLaunch) != 0;
    for (const Variant& variant : variants) {
        const Kernel kernel = kernels.entry("resident", variant.entry);
        const int shared = resident::exchange_bytes(variant.shape);
        const int threads = 32 * variant.shape.warps;
        const int own_shared = kernel.resources(threads).shared_bytes;
        if (!kernel_) {
            kernel_ = kernel;
            shape_ = variant.shape;
        }
        if (!together || shared + own_shared > most_shared) {
            continue;
        }
        kernel.allow_shared(shared);
        const int blocks = kernel.resources(threads, shared).blocks_per_multiprocessor;
        auto plan = blocks < 1 ? std::nullopt
                               : plan_tiles(grid, variant.shape,
                                            device_attribute(cudaDevAttrMultiProcessorCount));
        const bool better =
            plan && (!plan_ || resident_step_seconds(*plan) < resident_step_seconds(*plan_));
        if (better) {
            plan_ = std::move(plan);
            kernel_ = kernel;
            shape_ = variant.shape;
        }
    }
}

int ResidentTiles::shared_bytes() const {
    return resident::exchange_bytes(shape_);
}

void ResidentTiles::prepare(cudaStream_t stream) {
    if (!tiles_) {
        tiles_ = copied_to_device(plan_->tiles, stream);
        const std::size_t bytes = plan_->tiles.size() * resident::flag_stride * sizeof(int);
        flags_ = make_device_memory(bytes);
        HEATLAB_CUDA_CHECK(cudaMemsetAsync(flags_.get(), 0, bytes, stream));
    }
}

PlannedKernel::Done ResidentTiles::advance(FieldBuffers& buffers, std::int64_t steps, StepRatio r,
                                           cudaStream_t stream) {
    const GridSize grid{layout_.width, layout_.height};
    Done done;
    if (!plan_) {
        return done;
    }
    prepare(stream);
    const double saved = single_step_seconds(grid) - resident_step_seconds(*plan_);
    const auto* const tiles = static_cast<const resident::Tile*>(tiles_.get());
    auto* const flags = static_cast<int*>(flags_.get());
    while (done.steps < steps) {
        const auto now = static_cast<int>(std::min(steps - done.steps, most_steps));
        if (now * saved < launch_seconds(grid)) {
            break;
        }
        LaunchShape launch;
        launch.blocks = dim3(static_cast<unsigned>(plan_->tiles.size()));
        launch.threads = dim3(static_cast<unsigned>(32 * shape_.warps));
        launch.shared_bytes = static_cast<unsigned>(shared_bytes());
        launch.all_at_once = true;
        kernel_.launch(launch, stream, buffers.current(), buffers.other(), layout_, r.value(),
                       r.centre_weight(), tiles, flags, next_exchange_, plan_->halo, now);
        const int exchanges = (now - 1) / plan_->halo;
        next_exchange_ += exchanges;
        if (exchanges % 2 == 0) {
            buffers.swap();
        }
        done.steps += now;
        ++done.launches;
    }
    return done;
}

KernelResources ResidentTiles::resources() const {
    return kernel_resources(kernel_, 32 * shape_.warps, shared_bytes(), 1);
}

}  // namespace heatlab::cuda
