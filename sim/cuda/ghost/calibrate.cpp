#include "sim/cuda/ghost/calibrate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/ghost/baseline_kernels.h"
#include "sim/cuda/ghost/device_problem.h"
#include "sim/cuda/ghost/offered_zones.h"
#include "sim/cuda/launch_timer.h"
#include "sim/ghost/calibration_plan.h"

namespace heatlab::ghost {
namespace {

constexpr std::size_t cell_bytes = 4;
constexpr cuda::TimingEffort effort{.series = 0.5e-3, .sample = 0.5e-3, .samples = 5};

/// The largest divisor of `number` that is at most `most`.
int divisor_below(int number, double most) {
    for (int divisor = static_cast<int>(most); divisor > 1; --divisor) {
        if (number % divisor == 0) {
            return divisor;
        }
    }
    return 1;
}

/// Times on a stream what a calibration asks for, one entry after the other.
class Calibrator {
public:
    Calibrator(ZoneKernels& kernels, const Application& application, const TileShape& tile,
               cudaStream_t stream)
        : application_(application),
          tile_(tile),
          stream_(stream),
          timer_(stream),
          kernel_(kernels.find(application, {tile, 1})),
          cache_bytes_(static_cast<std::size_t>(cuda::device_attribute(cudaDevAttrL2CacheSize))) {}

    GpuCalibration run();

private:
    /// Memory with cells in it.
    cuda::DeviceMemory filled(std::size_t bytes, bool real) const;
    /// A device that had nothing to do runs at a low clock at first.
    void warm_up() const;
    double seconds_of(const GpuCalibration::Load& load, int multiprocessors);
    /// None where the device has not the memory.
    std::optional<double> bandwidth(const GpuCalibration::Bandwidth& planned);

    const Application& application_;
    const TileShape& tile_;
    cudaStream_t stream_;
    cuda::LaunchTimer timer_;
    BaselineKernels baseline_;
    const ZoneKernel& kernel_;
    std::size_t cache_bytes_;
};

cuda::DeviceMemory Calibrator::filled(std::size_t bytes, bool real) const {
    cuda::DeviceMemory memory = cuda::make_device_memory(bytes);
    baseline_.launch_fill(stream_, memory.get(), real, bytes / cell_bytes);
    return memory;
}

void Calibrator::warm_up() const {
    constexpr auto long_enough = std::chrono::milliseconds(30);
    constexpr std::size_t bytes = std::size_t{1} << 24;
    const cuda::DeviceMemory memory = cuda::make_device_memory(bytes);
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < long_enough) {
        constexpr int launches = 20;
        for (int i = 0; i < launches; ++i) {
            baseline_.launch_fill(stream_, memory.get(), true, bytes / cell_bytes);
        }
        HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream_));
    }
}

double Calibrator::seconds_of(const GpuCalibration::Load& load, int multiprocessors) {
    const GridSize grid = grid_of_full_blocks(multiprocessors * load.blocks_per_multiprocessor,
                                              tile_, application_.dimensions);
    const bool real = application_.cells == CellKind::real;
    const std::size_t bytes = static_cast<std::size_t>(grid.cells()) * cell_bytes;
    const cuda::DeviceMemory first = filled(bytes, real);
    const cuda::DeviceMemory second = filled(bytes, real);

    // Rows of a source: those of one launch again and again, or others for each.
    const std::size_t row = static_cast<std::size_t>(grid.width) * cell_bytes;
    int rows = load.steps;
    if (!load.source_in_cache) {
        rows += static_cast<int>(streamed_caches * cache_bytes_ / row);
    }
    cuda::DeviceMemory source;
    if (application_.has_source()) {
        const bool per_step = application_.source == SourceKind::per_step;
        source = filled(per_step ? static_cast<std::size_t>(rows) * row : bytes, real);
    }
    const auto source_of = [&](int i) {
        const auto* const from = static_cast<const std::byte*>(source.get());
        if (load.source_in_cache) {
            return from;
        }
        const int places = rows - load.steps;
        return from + static_cast<std::size_t>(i * load.steps % places) * row;
    };
    // Values without meaning, but not ones that grow.
    const Coefficients coefficients{0.125f, 0.125f, 0.125f, 0.125f};
    return timer_.median(
        [&](int i) {
            const cuda::DeviceMemory& from = i % 2 == 0 ? first : second;
            const cuda::DeviceMemory& to = i % 2 == 0 ? second : first;
            kernel_.launch(stream_, grid, load.steps, coefficients,
                           {from.get(), source_of(i), to.get()});
        },
        effort);
}

std::optional<double> Calibrator::bandwidth(const GpuCalibration::Bandwidth& planned) {
    const int arrays = planned.arrays_read + (planned.writes ? 1 : 0);
    constexpr std::size_t line = 256;
    const std::size_t bytes = std::max(line, static_cast<std::size_t>(planned.footprint_bytes) /
                                                 static_cast<std::size_t>(arrays) / line * line);
    // One that is only read is written by nobody; a few bytes stand for the other.
    const std::size_t whole = bytes * static_cast<std::size_t>(arrays) + line;
    const auto memory = cuda::try_make_device_memory(whole);
    if (!memory) {
        return std::nullopt;
    }
    baseline_.launch_fill(stream_, memory->get(), true, whole / cell_bytes);
    auto* const start = static_cast<std::byte*>(memory->get());
    std::byte* const last = start + bytes * static_cast<std::size_t>(arrays - 1);
    std::byte* const to = planned.writes ? last : start + bytes;
    const double seconds = timer_.median(
        [&](int i) {
            const bool forth = i % 2 == 0 || !planned.writes;
            baseline_.launch_move(stream_, planned.arrays_read, planned.writes, forth ? start : to,
                                  start + bytes, forth ? to : start, bytes);
        },
        effort);
    return static_cast<double>(bytes) * arrays / seconds;
}

GpuCalibration Calibrator::run() {
    warm_up();
    GpuCalibration found;
    found.multiprocessors = cuda::device_attribute(cudaDevAttrMultiProcessorCount);
    found.resident_blocks = kernel_.resources().blocks_per_multiprocessor;
    found.cache_bytes = static_cast<double>(cache_bytes_);
    found.empty_launch_seconds =
        timer_.median([&](int) { baseline_.launch_empty(stream_); }, effort);

    const OfferedTile& offered = find_offered_tile(application_, tile_);
    found.rows_per_thread = offered.rows_per_thread;

    const CalibrationSite site{found.multiprocessors, found.resident_blocks, found.cache_bytes,
                               offered.most_steps};
    found.loads = planned_loads(application_, tile_, site);
    for (GpuCalibration::Load& load : found.loads) {
        load.seconds = seconds_of(load, found.multiprocessors);
    }
    for (GpuCalibration::Bandwidth planned : planned_bandwidths(application_, site)) {
        if (const std::optional<double> measured = bandwidth(planned)) {
            planned.bytes_per_second = *measured;
            found.bandwidths.push_back(planned);
        }
    }
    return found;
}

}  // namespace

GridSize grid_of_full_blocks(int blocks, const TileShape& tile, int dimensions) {
    if (dimensions == 1) {
        return GridSize::line(blocks * (tile.width - 2));
    }
    const int deep = dimensions > 2 ? divisor_below(blocks, std::cbrt(blocks)) : 1;
    const int down = divisor_below(blocks / deep, std::sqrt(blocks / deep));
    const int across = blocks / deep / down;
    const int width = across * (tile.width - 2);
    const int height = down * (tile.height - 2);
    return dimensions > 2 ? GridSize::box(width, height, deep * (tile.depth - 2))
                          : GridSize{width, height};
}

GpuCalibration calibrate_gpu(ZoneKernels& kernels, const Application& application,
                             const TileShape& tile, cudaStream_t stream) {
    return Calibrator(kernels, application, tile, stream).run();
}

}  // namespace heatlab::ghost
