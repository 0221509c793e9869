// What the table says that kernels read, against a count of their own: the threads of a block in
// the middle of a large field, one after the other, as the CUDA sources have them load.

#include <cstdint>
#include <map>
#include <string>

#include "sim/kernel_table.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

struct Counted {
    std::int64_t loads = 0;    ///< of single cells
    std::int64_t outputs = 0;  ///< cells that are stored
};

/// Each thread its own cells in one access, and nothing else.
Counted copy_block(const CudaLaunchShape& shape, int cells_per_access) {
    Counted counted;
    for (int thread = 0; thread < shape.block_width * shape.block_height; ++thread) {
        counted.loads += cells_per_access;
        counted.outputs += cells_per_access;
    }
    return counted;
}

/// Each thread its cell and `neighbours` of it.
Counted plain_block(const CudaLaunchShape& shape, int neighbours) {
    Counted counted;
    for (int thread = 0; thread < shape.block_width * shape.block_height; ++thread) {
        counted.loads += 1 + neighbours;
        ++counted.outputs;
    }
    return counted;
}

/// Three rows of one access a thread, and the rows above and below them; the first lane of a warp
/// loads what lies left of its three rows, the last one what lies right of them.
Counted vector_block(const CudaLaunchShape& shape, int cells_per_access) {
    constexpr int rows = 3;
    Counted counted;
    for (int y = 0; y < shape.block_height; ++y) {
        for (int x = 0; x < shape.block_width; ++x) {
            for (int row = -1; row <= rows; ++row)
                counted.loads += cells_per_access;
            for (int row = 0; row < rows; ++row) {
                const int lane = x % 32;
                counted.loads += lane == 0 ? 1 : 0;
                counted.loads += lane == 31 ? 1 : 0;
                counted.outputs += cells_per_access;
            }
        }
    }
    return counted;
}

/// All threads walk over the tile, `halo` cells larger than the block on each side.
Counted tile_block(const CudaLaunchShape& shape, int halo) {
    Counted counted;
    const int threads = shape.block_width * shape.block_height;
    const int tile = (shape.block_width + 2 * halo) * (shape.block_height + 2 * halo);
    for (int thread = 0; thread < threads; ++thread) {
        for (int i = thread; i < tile; i += threads)
            ++counted.loads;
        ++counted.outputs;
    }
    return counted;
}

/// Each thread its cell; the first and the last one a cell beyond the block.
Counted halo_tile_block(const CudaLaunchShape& shape) {
    Counted counted;
    for (int thread = 0; thread < shape.block_width; ++thread) {
        counted.loads += 1 + (thread == 0 ? 1 : 0) + (thread == shape.block_width - 1 ? 1 : 0);
        ++counted.outputs;
    }
    return counted;
}

/// Each thread its cells of all slices that it walks through and of one before and behind, and in
/// each slice those at the block's rim a cell beyond it on every side that they are at.
Counted marching_block(const CudaLaunchShape& shape) {
    Counted counted;
    for (int y = 0; y < shape.block_height; ++y) {
        for (int x = 0; x < shape.block_width; ++x) {
            counted.loads += 2;
            for (int slice = 0; slice < shape.slices_per_block; ++slice) {
                ++counted.loads;
                counted.loads += (y == 0 ? 1 : 0) + (y == shape.block_height - 1 ? 1 : 0);
                counted.loads += (x == 0 ? 1 : 0) + (x == shape.block_width - 1 ? 1 : 0);
                ++counted.outputs;
            }
        }
    }
    return counted;
}

Counted counted(const KernelInfo& kernel, CellType type) {
    const CudaLaunchShape& shape = kernel.cuda;
    const std::string stem(kernel.stem());
    const int in_16_bytes = type == CellType::float64 ? 2 : 4;
    if (stem == "copy")
        return copy_block(shape, in_16_bytes);
    if (stem == "vector")
        return vector_block(shape, in_16_bytes);
    if (stem == "tiled" || stem == "two_step")
        return tile_block(shape, stem == "tiled" ? 1 : 2);
    if (stem == "halo_tile")
        return halo_tile_block(shape);
    if (stem == "tiled_3d")
        return marching_block(shape);
    const std::map<std::string, int> neighbours{
        {"global", 4}, {"texture", 4}, {"naive", 2}, {"global_3d", 6}};
    return plain_block(shape, neighbours.at(stem));
}

TEST(KernelReads, AreThoseOfTheSourceInEveryTypeThatAKernelHas) {
    int compared = 0;
    for (const KernelInfo& kernel : kernel_table()) {
        // These move rows in whole, which each launch needs once.
        if (kernel.plans_batches)
            continue;
        for (const CellType type : {CellType::float32, CellType::float64}) {
            if (!kernel.runs_on(BackendKind::cuda, type))
                continue;
            const Counted block = counted(kernel, type);
            EXPECT_DOUBLE_EQ(kernel.reads_per_cell_per_launch_of(type),
                             static_cast<double>(block.loads) / static_cast<double>(block.outputs))
                << kernel.name << " of " << to_string(type);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 15) << "ten kernels, five of them in both types";
}

}  // namespace
}  // namespace heatlab
