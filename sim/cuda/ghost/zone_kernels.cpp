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
#include "sim/text.h"

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

dim3 ZoneKernel::blocks_for(GridSize grid) const {
    // The kernels count cells by int, tiles at the ends reaching beyond the grid; a launch has at
    // most 65,535 blocks along y and z. Taller plates go on along z.
    constexpr int most_cells = std::numeric_limits<int>::max() - 4096;
    constexpr int most_blocks = 65'535;
    const int across = blocks_along(grid.width, zone_.tile.width, zone_.steps);
    int down = dimensions_ > 1 ? blocks_along(grid.height, zone_.tile.height, zone_.steps) : 1;
    int deep = dimensions_ > 2 ? blocks_along(grid.depth, zone_.tile.depth, zone_.steps) : 1;
    if (dimensions_ == 2 && down > most_blocks) {
        deep = (down - 1) / most_blocks + 1;
        down = (down - 1) / deep + 1;
    }
    if (std::max({grid.width, grid.height, grid.depth}) > most_cells ||
        std::max(down, deep) > most_blocks) {
        throw InputError("--grid", grid_text(grid),
                         "too large for tiles of " + tile_text(zone_.tile, dimensions_) +
                             " with k = " + std::to_string(zone_.steps));
    }
    return {static_cast<unsigned>(across), static_cast<unsigned>(down),
            static_cast<unsigned>(deep)};
}

void ZoneKernel::launch(cudaStream_t stream, GridSize grid, int steps,
                        const Coefficients& coefficients, const ZoneArrays& arrays) const {
    ZoneLaunch launch{grid.width, grid.height, grid.depth, steps, {}};
    std::ranges::copy(coefficients, launch.coefficients);
    kernel_.launch({.blocks = blocks_for(grid), .threads = threads_}, stream, arrays.cells,
                   arrays.source, arrays.next, launch);
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
        // Fewer are offered as soon as the driver refuses what was compiled.
        const auto offered = images_.offered_steps(application, tile);
        if (std::ranges::find(offered, missing[i].steps) != offered.end()) {
            load(application, missing[i], std::move(*images[i]));
        }
    }
}

}  // namespace heatlab::ghost
