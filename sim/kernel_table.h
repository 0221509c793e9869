#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/backend.h"
#include "sim/boundary.h"
#include "sim/cell_type.h"

namespace heatlab {

/// How a CUDA kernel is launched; empty `entry` where the kernel does not exist there.
/// Its image is compiled from sim/cuda/kernels/<stem>.cu, its entry points are `entry` and, in two
/// dimensions, `entry` + "_to_texture".
struct CudaLaunchShape {
    std::string_view entry;
    int block_width = 0;  ///< threads
    int block_height = 0;
    int cells_per_block_x = 0;  ///< cells one block writes; 0 where the kernel plans that itself
    int cells_per_block_y = 0;
    int steps_per_launch = 0;  ///< where that differs from the row's
    int slices_per_block = 0;  ///< that a block walks through; 0: slices are rows after each other
    int shared_bytes = 0;      ///< dynamic, of a block
    bool by_16_bytes = false;  ///< so wide is what a thread accesses: half the cells of float64
};

enum class Float64Support { none, cuda, everywhere };

/// One row per kernel. Panels, command line, bench, tests and docs all read this table; none has a
/// list of its own.
struct KernelInfo {
    std::string_view name;
    std::string_view sentence;    ///< one sentence for the panel
    int dimensions = 2;           ///< of the grids it advances
    bool any_dimensions = false;  ///< knows no neighbours: works with grids of other dimensions too
    /// Stem of its source files; empty: its name. Kernels of different dimensions share names.
    std::string_view source = {};
    int halo = 0;  ///< cells read beyond a block's outputs, per side
    int steps_per_launch = 1;
    bool plans_batches = false;  ///< takes any number of steps, in launches of at most that many
    double reads_per_cell_per_launch = 0;          ///< loads from global memory, by the source
    double float64_reads_per_cell_per_launch = 0;  ///< the same of float64, where that differs
    double writes_per_cell_per_launch = 0;         ///< stores to global memory, by the source
    int tile_width = 0;  ///< outputs of one block or CPU tile; 0 where there is no tile
    int tile_height = 0;
    bool advances = true;     ///< false for the copy baseline, which leaves the field as it is
    bool in_texture = false;  ///< both buffers are the display textures
    bool on_cpu = false;
    /// Where it knows fields of float64 too, of those backends that have it.
    Float64Support float64 = Float64Support::none;
    /// Works with insulated and periodic sides too; else with fixed walls alone.
    bool any_boundary = false;
    CudaLaunchShape cuda{};

    int steps_per_launch_on(BackendKind backend) const {
        const bool differs = backend == BackendKind::cuda && cuda.steps_per_launch > 0;
        return differs ? cuda.steps_per_launch : steps_per_launch;
    }
    /// With cells of that type.
    bool runs_on(BackendKind backend, CellType type = CellType::float32) const {
        const bool there = backend == BackendKind::cpu ? on_cpu : !cuda.entry.empty();
        return there && (type == CellType::float32 || float64 == Float64Support::everywhere ||
                         (float64 == Float64Support::cuda && backend == BackendKind::cuda));
    }
    bool supports(const Boundaries& boundaries) const {
        return any_boundary || boundaries == fixed_walls(dimensions);
    }
    /// Cells that a block loads for its tile, halo and corners included.
    int tile_loads() const {
        const int rows = dimensions == 1 ? tile_height : tile_height + 2 * halo;
        return (tile_width + 2 * halo) * rows;
    }
    double reads_per_cell_per_launch_of(CellType type) const {
        const bool differs = type == CellType::float64 && float64_reads_per_cell_per_launch > 0;
        return differs ? float64_reads_per_cell_per_launch : reads_per_cell_per_launch;
    }
    std::string_view stem() const { return source.empty() ? name : source; }
    bool suits(int grid_dimensions) const {
        return any_dimensions || dimensions == grid_dimensions;
    }
};

/// What a kernel takes of a GPU's multiprocessor, as its driver tells.
struct KernelResources {
    int registers_per_thread = 0;
    int shared_bytes_per_block = 0;
    int threads_per_block = 0;
    int blocks_per_multiprocessor = 0;
    double occupancy = 0;  ///< resident threads over those that a multiprocessor can hold
};

/// Bytes that each cell must move in one launch, whatever the kernel: read once, written once.
constexpr double required_bytes_per_cell_per_launch(CellType type) {
    return 2.0 * static_cast<double>(bytes_of(type));
}

std::span<const KernelInfo> kernel_table();

/// Throws InputError (argument "--kernel") naming what exists on that backend for grids of so many
/// dimensions and such cells.
const KernelInfo& find_kernel(std::string_view name, BackendKind backend, int dimensions = 2,
                              CellType type = CellType::float32);

/// Throws InputError (argument "--kernel") where `kernel` does not run on that backend, or not on
/// grids of so many dimensions, or not with such cells.
void require_kernel(const KernelInfo& kernel, BackendKind backend, int dimensions,
                    CellType type = CellType::float32);

/// Throws InputError (argument "--type") where grids of so many dimensions have no such cells:
/// float64 exists in two dimensions.
void require_cell_type(CellType type, int dimensions);
/// Throws InputError (argument "--kernel") where `kernel` exists for such cells on no backend.
void require_cell_type(const KernelInfo& kernel, CellType type);

/// Throws InputError where `kernel` does not work with `boundaries`. `argument`: the one that was
/// just chosen, "--kernel" or "--boundary", which the message is about.
void require_support(const KernelInfo& kernel, const Boundaries& boundaries, const char* argument);

/// No kernel's name: stands for the fastest where one is chosen for the user.
inline constexpr std::string_view automatic_kernel_name = "auto";

/// The kernel a session starts with: "tiled", and "halo_tile" in one dimension.
const KernelInfo& default_kernel(int dimensions = 2);
/// The plainest: "global", and "naive" in one dimension.
const KernelInfo& plain_kernel(int dimensions = 2);

}  // namespace heatlab
