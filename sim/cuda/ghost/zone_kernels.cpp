#include "sim/cuda/ghost/zone_kernels.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <optional>
#include <thread>

#include "sim/cuda/ghost/offered_zones.h"
#include "sim/cuda/ghost/zone_source.h"
#include "sim/errors.h"

namespace heatlab::ghost {
namespace {

int blocks_along(int cells, int side, int steps) {
    const int stored = side - 2 * steps;
    return cells / stored + (cells % stored != 0 ? 1 : 0);
}

/// Calls work(0), work(1), ... work(count - 1) on as many threads as there are cores, and throws
/// what the first of them threw.
template <typename Work>
void on_all_cores(std::size_t count, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> problems(count);
    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                problems[i] = std::current_exception();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
        for (std::size_t i = 1; i < std::min(cores, count); ++i) {
            threads.emplace_back(run);
        }
        run();
    }
    for (const std::exception_ptr& problem : problems) {
        if (problem) {
            std::rethrow_exception(problem);
        }
    }
}

}  // namespace

ZoneKernel::ZoneKernel(const Application& application, const Zone& zone, ZoneImage image)
    : zone_(zone),
      dimensions_(application.dimensions),
      image_(std::move(image)),
      library_(image_.bytes()),
      kernel_(library_.kernel(zone_entry(application, zone))) {
    const OfferedTile& offered = find_offered_tile(application, zone.tile);
    threads_ = dim3(static_cast<unsigned>(offered.threads_across()),
                    static_cast<unsigned>(offered.threads_down()));
}

void ZoneKernel::launch(cudaStream_t stream, GridSize grid, int steps,
                        const Coefficients& coefficients, const ZoneArrays& arrays) const {
    const std::int64_t blocks = zone_blocks(grid, zone_);
    // The kernels count blocks and cells by int, tiles at the ends reaching beyond the grid.
    constexpr int most = std::numeric_limits<int>::max();
    constexpr int room = 4096;
    if (blocks > most || std::max({grid.width, grid.height, grid.depth}) > most - room) {
        throw InputError("--grid", std::to_string(grid.width) + "x" + std::to_string(grid.rows()),
                         "too large for tiles of " + tile_text(zone_.tile, dimensions_) +
                             " with k = " + std::to_string(zone_.steps));
    }
    ZoneLaunch launch{};
    launch.width = grid.width;
    launch.height = grid.height;
    launch.depth = grid.depth;
    launch.blocks_across = blocks_along(grid.width, zone_.tile.width, zone_.steps);
    launch.blocks_down =
        dimensions_ > 1 ? blocks_along(grid.height, zone_.tile.height, zone_.steps) : 1;
    launch.steps = steps;
    std::ranges::copy(coefficients, launch.coefficients);
    kernel_.launch({.blocks = dim3(static_cast<unsigned>(blocks)), .threads = threads_}, stream,
                   arrays.cells, arrays.source, arrays.next, launch);
}

cuda::EntryResources ZoneKernel::resources() const {
    return kernel_.resources(static_cast<int>(threads_.x * threads_.y));
}

ZoneKernels::Key ZoneKernels::key_of(const Application& application, const Zone& zone) {
    return {&application, zone_entry(application, zone)};
}

const ZoneKernel& ZoneKernels::find(const Application& application, const Zone& zone) {
    const auto found = kernels_.find(key_of(application, zone));
    return found != kernels_.end() ? found->second
                                   : load(application, zone, images_.image(application, zone));
}

const ZoneKernel& ZoneKernels::load(const Application& application, const Zone& zone,
                                    ZoneImage image) {
    // A kept image may be refused, then one that was compiled; what is built in is the last.
    for (;;) {
        const ZoneImage::Origin origin = image.origin;
        try {
            ZoneKernel kernel(application, zone, image);
            images_.accept(application, zone, image);
            return kernels_.emplace(key_of(application, zone), std::move(kernel)).first->second;
        } catch (const DeviceError& problem) {
            if (origin == ZoneImage::Origin::built_in) {
                throw;
            }
            images_.refuse(application, zone, image, problem.what());
        }
        image = images_.image(application, zone);
    }
}

void ZoneKernels::prepare(const Application& application, const TileShape& tile) {
    std::vector<Zone> missing;
    for (const int steps : images_.offered_steps(application, tile)) {
        const Zone zone{tile, steps};
        if (!kernels_.contains(key_of(application, zone))) {
            missing.push_back(zone);
        }
    }
    std::vector<std::optional<ZoneImage>> images(missing.size());
    on_all_cores(missing.size(),
                 [&](std::size_t i) { images[i] = images_.image(application, missing[i]); });
    for (std::size_t i = 0; i < missing.size(); ++i) {
        load(application, missing[i], std::move(*images[i]));
    }
}

}  // namespace heatlab::ghost
