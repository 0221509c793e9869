#include "sim/ghost/study_grids.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace heatlab::ghost {
namespace {

// Chosen before the models were touched last, and none of them among those that the models were
// made on; a grid on which a choice turns out badly stays. Each table has odd grids, and grids
// whose blocks fill whole waves with one k and begin another with the next: on an H200's 132
// multiprocessors, tiles of 64 x 64 cover 701 x 523 cells with 130 blocks at k = 5 and with 154 at
// k = 6. The smallest leave multiprocessors idle, the largest exceed its 60 MB of cache.
constexpr std::array cuda_lines = {GridSize{30'011, 1, 1, 1},    GridSize{100'003, 1, 1, 1},
                                   GridSize{333'333, 1, 1, 1},   GridSize{1'000'003, 1, 1, 1},
                                   GridSize{3'000'000, 1, 1, 1}, GridSize{20'000'001, 1, 1, 1}};
constexpr std::array cuda_planes = {GridSize{500, 500},   GridSize{701, 523},
                                    GridSize{1023, 1025}, GridSize{1600, 1600},
                                    GridSize{2047, 3001}, GridSize{5000, 4000}};
constexpr std::array cuda_blocks = {GridSize{72, 72, 72, 3},    GridSize{99, 97, 95, 3},
                                    GridSize{130, 130, 130, 3}, GridSize{201, 150, 75, 3},
                                    GridSize{257, 255, 129, 3}, GridSize{300, 300, 300, 3}};

// In the second level of a core's caches, in the last one of a desktop processor, beyond it.
constexpr std::array cpu_lines = {GridSize{50'001, 1, 1, 1}, GridSize{1'000'003, 1, 1, 1},
                                  GridSize{4'000'000, 1, 1, 1}};
constexpr std::array cpu_planes = {GridSize{301, 299}, GridSize{1023, 1025}, GridSize{3000, 2999}};
constexpr std::array cpu_blocks = {GridSize{49, 48, 50, 3}, GridSize{127, 128, 65, 3},
                                   GridSize{201, 200, 199, 3}};

}  // namespace

std::span<const GridSize> study_grids(const Application& application, BackendKind backend) {
    const bool cuda = backend == BackendKind::cuda;
    // A wall of 20 million columns would take 5 GB.
    constexpr std::size_t lines_with_rows = cuda_lines.size() - 1;
    switch (application.dimensions) {
        case 1:
            if (!cuda)
                return cpu_lines;
            return std::span(cuda_lines)
                .first(application.source == SourceKind::per_step ? lines_with_rows
                                                                  : cuda_lines.size());
        case 2:
            return cuda ? std::span<const GridSize>(cuda_planes) : cpu_planes;
        default:
            return cuda ? std::span<const GridSize>(cuda_blocks) : cpu_blocks;
    }
}

GridSize usual_grid(int dimensions) {
    switch (dimensions) {
        case 1:
            return {262'144, 1, 1, 1};
        case 2:
            return {1024, 1024};
        case 3:
            return {64, 64, 64, 3};
        default:
            throw std::logic_error("no application has " + std::to_string(dimensions) +
                                   " dimensions");
    }
}

std::vector<GridSize> offered_grids(const Application& application, BackendKind backend) {
    const std::span<const GridSize> studied = study_grids(application, backend);
    std::vector<GridSize> grids(studied.begin(), studied.end());
    const GridSize usual = usual_grid(application.dimensions);
    if (std::ranges::find(grids, usual) == grids.end())
        grids.push_back(usual);
    std::ranges::sort(grids, {}, &GridSize::cells);
    return grids;
}

}  // namespace heatlab::ghost
