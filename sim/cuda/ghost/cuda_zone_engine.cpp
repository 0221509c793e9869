#include "sim/cuda/ghost/cuda_zone_engine.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "sim/cuda/check.h"
#include "sim/cuda/device_info.h"
#include "sim/cuda/device_memory.h"
#include "sim/cuda/ghost/calibrate.h"
#include "sim/cuda/ghost/device_problem.h"
#include "sim/cuda/ghost/offered_zones.h"
#include "sim/cuda/ghost/zone_kernels.h"
#include "sim/cuda/ghost/zone_source.h"
#include "sim/cuda/launch_timer.h"
#include "sim/errors.h"
#include "sim/ghost/gpu_model.h"

namespace heatlab::ghost {
namespace {

/// A device that is the current one of this thread from now on.
int selected(int device) {
    HEATLAB_CUDA_CHECK(cudaSetDevice(device));
    return device;
}

/// 90 for compute capability 9.0.
int compute_capability() {
    return 10 * cuda::device_attribute(cudaDevAttrComputeCapabilityMajor) +
           cuda::device_attribute(cudaDevAttrComputeCapabilityMinor);
}

int newest_cuda_major() {
    int version = 0;
    HEATLAB_CUDA_CHECK(cudaDriverGetVersion(&version));
    return version / 1000;
}

class CudaZoneEngine final : public ZoneEngine {
public:
    CudaZoneEngine(int device, std::optional<std::filesystem::path> kernel_folder)
        : device_(selected(device)),
          info_(cuda::device_info(device)),
          stream_(cuda::make_stream()),
          kernels_(compute_capability(), newest_cuda_major(), std::move(kernel_folder)) {}

    const BackendInfo& backend() const override { return info_; }
    std::span<const TileShape> tiles(const Application& application) const override {
        return offered_shapes(application.dimensions);
    }
    int most_steps(const Application& application, const TileShape& tile) const override {
        return find_offered_tile(application, tile).most_steps;
    }
    std::span<const int> offered_steps(const Application& application,
                                       const TileShape& tile) const override {
        return images().offered_steps(application, tile);
    }
    std::string limitation() const override { return images().limitation(); }
    std::string source(const Application& application, const Zone& zone) const override {
        return zone_source(application, zone);
    }
    std::vector<std::string> take_notices() override { return images().take_notices(); }

    void prepare(const Application& application, const TileShape& tile) override {
        selected(device_);
        kernels_.prepare(application, tile);
    }
    void load(const Problem& problem) override;
    void restart() override;
    std::int64_t step() const override { return step_; }
    void advance(const Zone& zone, std::int64_t steps) override;
    Cells read_back() override;
    double time_launch(const Zone& zone) override;
    Calibrated calibrate(const Application& application, const TileShape& tile) override;

private:
    /// Opening NVRTC, at the first question, changes nothing that a caller sees.
    ZoneImages& images() const { return kernels_.images(); }
    /// Throws DeviceError where nothing is loaded: a fault of the program.
    DeviceProblem& problem();

    int device_;
    BackendInfo info_;
    cuda::Stream stream_;
    mutable ZoneKernels kernels_;
    std::optional<DeviceProblem> problem_;
    std::int64_t step_ = 0;
};

DeviceProblem& CudaZoneEngine::problem() {
    if (!problem_) {
        throw DeviceError("no problem of ghost zones is loaded");
    }
    return *problem_;
}

void CudaZoneEngine::load(const Problem& problem) {
    selected(device_);
    problem_.reset();  // before as much memory is taken again
    problem_.emplace(problem, info_.cache_bytes, stream_.get());
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream_.get()));
    step_ = 0;
}

void CudaZoneEngine::restart() {
    selected(device_);
    problem().restart(stream_.get());
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream_.get()));
    step_ = 0;
}

void CudaZoneEngine::advance(const Zone& zone, std::int64_t steps) {
    selected(device_);
    DeviceProblem& problem = this->problem();
    const ZoneKernel& kernel = kernels_.find(problem.application(), zone);
    for (std::int64_t left = steps; left > 0;) {
        const int taken = static_cast<int>(std::min<std::int64_t>(left, zone.steps));
        kernel.launch(stream_.get(), problem.grid(), taken, problem.coefficients(),
                      problem.arrays(step_));
        problem.swap();
        step_ += taken;
        left -= taken;
    }
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream_.get()));
}

Cells CudaZoneEngine::read_back() {
    selected(device_);
    return problem().read_back(stream_.get());
}

double CudaZoneEngine::time_launch(const Zone& zone) {
    selected(device_);
    DeviceProblem& problem = this->problem();
    const ZoneKernel& kernel = kernels_.find(problem.application(), zone);
    problem.copy_for_timing(stream_.get());
    return cuda::LaunchTimer(stream_.get()).median([&](int i) {
        kernel.launch(stream_.get(), problem.grid(), zone.steps, problem.coefficients(),
                      problem.timing_arrays(step_ + std::int64_t{i} * zone.steps, i));
    });
}

Calibrated CudaZoneEngine::calibrate(const Application& application, const TileShape& tile) {
    selected(device_);
    problem_.reset();
    step_ = 0;
    kernels_.find(application, {tile, 1});  // compiled before the clock runs
    const auto begin = std::chrono::steady_clock::now();
    GpuCalibration found = calibrate_gpu(kernels_, application, tile, stream_.get());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return {std::make_unique<GpuModel>(application, tile, std::move(found),
                                       most_steps(application, tile)),
            taken.count()};
}

}  // namespace

std::unique_ptr<ZoneEngine> make_cuda_zone_engine(
    int device, std::optional<std::filesystem::path> kernel_folder) {
    return std::make_unique<CudaZoneEngine>(device, std::move(kernel_folder));
}

}  // namespace heatlab::ghost
