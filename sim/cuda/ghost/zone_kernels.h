#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/cuda/ghost/zone_images.h"
#include "sim/cuda/ghost/zone_launch.h"
#include "sim/cuda/loader.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// Arrays of one launch, on the device. Of float32 or int32, as the application has them.
struct ZoneArrays {
    const void* cells = nullptr;
    const void* source = nullptr;  ///< null where there is none; else the row of the first step, or
                                   ///< that of the grid's size
    void* next = nullptr;
};

/// A kernel, loaded.
class ZoneKernel {
public:
    /// Throws DeviceError where the driver does not load the image.
    ZoneKernel(const Application& application, const Zone& zone, ZoneImage image);

    /// Enqueues `steps` steps of a grid. Throws InputError (argument "--grid") for more blocks than
    /// a launch can have.
    void launch(cudaStream_t stream, GridSize grid, int steps, const Coefficients& coefficients,
                const ZoneArrays& arrays) const;
    cuda::EntryResources resources() const;
    const ZoneImage& image() const { return image_; }

private:
    dim3 blocks_for(GridSize grid) const;

    Zone zone_;
    int dimensions_;
    dim3 threads_;
    ZoneImage image_;  ///< outlives what is loaded from it
    cuda::KernelLibrary library_;
    cuda::Kernel kernel_;
};

/// Kernels of zones on the current device, each made when it is first asked for.
class ZoneKernels {
public:
    /// See ZoneImages.
    ZoneKernels(int capability, int newest_major, std::optional<std::filesystem::path> folder)
        : images_(capability, newest_major, std::move(folder)) {}

    /// Throws as ZoneImages::image, and DeviceError.
    const ZoneKernel& find(const Application& application, const Zone& zone);
    /// All k that are offered for that tile, compiled several at a time.
    void prepare(const Application& application, const TileShape& tile);
    ZoneImages& images() { return images_; }

private:
    using Key = std::pair<const Application*, std::string>;
    static Key key_of(const Application& application, const Zone& zone);
    const ZoneKernel& load(const Application& application, const Zone& zone, ZoneImage image);

    ZoneImages images_;
    std::map<Key, ZoneKernel> kernels_;
};

}  // namespace heatlab::ghost
