#include "sim/kernel_table.h"

#include <array>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// Reads per cell are counted in the source: a tile of 32 x 8 outputs loads its rim and corners too,
// so 34 x 10 = 340 cells for one step and 36 x 12 = 432 cells for two. In one dimension 256 outputs
// load 258 cells. In three a block of 32 x 8 walks through 16 slices: it loads its cells of 18
// slices, and 80 cells of the rim for each of the 16.
constexpr std::array<KernelInfo, 12> table = {{
    {.name = "copy",
     .sentence = "Copies the field and computes nothing: the ceiling that every kernel is measured "
                 "against.",
     .any_dimensions = true,
     .reads_per_cell_per_launch = 1,
     .writes_per_cell_per_launch = 1,
     .advances = false,
     .on_cpu = true,
     .float64 = Float64Support::everywhere,
     .any_boundary = true,
     .cuda = {.entry = "heatlab_copy",
              .block_width = 32,
              .block_height = 8,
              .cells_per_block_x = 128,
              .cells_per_block_y = 8,
              .by_16_bytes = true}},
    {.name = "global",
     .sentence = "Each thread reads its cell and four neighbours straight from memory; the caches "
                 "do the sharing.",
     .halo = 1,
     .reads_per_cell_per_launch = 5,
     .writes_per_cell_per_launch = 1,
     .on_cpu = true,
     .float64 = Float64Support::everywhere,
     .any_boundary = true,
     .cuda = {"heatlab_global", 32, 8, 32, 8}},
    {.name = "vector",
     .sentence = "Each thread takes three rows, 16 bytes of each, and shares what it read: as fast "
                 "as a copy.",
     .halo = 1,
     // Five rows of four for twelve cells, and six cells at the ends of a warp's 128 x 3; of
     // float64 rows of two for six, and a warp has 64 x 3.
     .reads_per_cell_per_launch = 20.0 / 12.0 + 6.0 / 384.0,
     .float64_reads_per_cell_per_launch = 10.0 / 6.0 + 6.0 / 192.0,
     .writes_per_cell_per_launch = 1,
     .float64 = Float64Support::cuda,
     .any_boundary = true,
     .cuda = {.entry = "heatlab_vector",
              .block_width = 64,
              .block_height = 4,
              .cells_per_block_x = 256,
              .cells_per_block_y = 12,
              .by_16_bytes = true}},
    {.name = "tiled",
     .sentence = "A block loads a tile and its rim once, then updates from its own fast memory.",
     .halo = 1,
     .reads_per_cell_per_launch = 340.0 / 256.0,
     .writes_per_cell_per_launch = 1,
     .tile_width = 32,
     .tile_height = 8,
     .on_cpu = true,
     .float64 = Float64Support::everywhere,
     .any_boundary = true,
     .cuda = {"heatlab_tiled", 32, 8, 32, 8}},
    {.name = "two_step",
     .sentence = "Loads a wider rim and takes two steps before writing, so memory is crossed half "
                 "as often.",
     .halo = 2,
     .steps_per_launch = 2,
     .reads_per_cell_per_launch = 432.0 / 256.0,
     .writes_per_cell_per_launch = 1,
     .tile_width = 32,
     .tile_height = 8,
     .on_cpu = true,
     .float64 = Float64Support::everywhere,
     .cuda = {"heatlab_two_step", 32, 8, 32, 8}},
    {.name = "wavefront",
     .sentence =
         "Takes many steps while rows pass through cache or registers, crossing memory once "
         "for all.",
     .steps_per_launch = 128,
     .plans_batches = true,
     .reads_per_cell_per_launch = 1,
     .writes_per_cell_per_launch = 1,
     .on_cpu = true,
     .float64 = Float64Support::cuda,
     .cuda = {"heatlab_wavefront", 32, 4, 0, 0, 32}},
    {.name = "resident",
     .sentence = "Keeps the field in registers for a batch of steps; a larger one takes single "
                 "steps.",
     .steps_per_launch = 1024,
     .plans_batches = true,
     .reads_per_cell_per_launch = 1,
     .writes_per_cell_per_launch = 1,
     .cuda = {"heatlab_resident", 32, 16}},
    {.name = "texture",
     .sentence = "Reads and writes the displayed textures themselves, so the picture is the field "
                 "and nothing is copied.",
     .halo = 1,
     .reads_per_cell_per_launch = 5,
     .writes_per_cell_per_launch = 1,
     .in_texture = true,
     .cuda = {"heatlab_texture", 32, 8, 32, 8}},
    {.name = "naive",
     .sentence = "Each thread reads its cell and both neighbours from memory: three loads for one "
                 "store.",
     .dimensions = 1,
     .halo = 1,
     .reads_per_cell_per_launch = 3,
     .writes_per_cell_per_launch = 1,
     .on_cpu = true,
     .cuda = {"heatlab_naive", 256, 1, 256, 1}},
    {.name = "halo_tile",
     .sentence =
         "A block loads 256 cells and one halo cell at each end once, then updates from its "
         "own fast memory.",
     .dimensions = 1,
     .halo = 1,
     .reads_per_cell_per_launch = 258.0 / 256.0,
     .writes_per_cell_per_launch = 1,
     .tile_width = 256,
     .tile_height = 1,
     .on_cpu = true,
     .cuda = {.entry = "heatlab_halo_tile",
              .block_width = 256,
              .block_height = 1,
              .cells_per_block_x = 256,
              .cells_per_block_y = 1,
              .shared_bytes = 258 * 4}},
    {.name = "global",
     .sentence = "Each thread reads its cell and six neighbours straight from memory; the caches "
                 "do the sharing.",
     .dimensions = 3,
     .source = "global_3d",
     .halo = 1,
     .reads_per_cell_per_launch = 7,
     .writes_per_cell_per_launch = 1,
     .on_cpu = true,
     .cuda = {"heatlab_global_3d", 32, 8, 32, 8}},
    {.name = "tiled",
     .sentence = "A block marches through the slices: its tile and rim from fast memory, the cells "
                 "above and below from registers.",
     .dimensions = 3,
     .source = "tiled_3d",
     .halo = 1,
     .reads_per_cell_per_launch = 18.0 / 16.0 + 80.0 / 256.0,
     .writes_per_cell_per_launch = 1,
     .tile_width = 32,
     .tile_height = 8,
     .on_cpu = true,
     .cuda = {.entry = "heatlab_tiled_3d",
              .block_width = 32,
              .block_height = 8,
              .cells_per_block_x = 32,
              .cells_per_block_y = 8,
              .slices_per_block = 16}},
}};

/// Those that advance the field, wherever `instead_of` runs; in words.
std::string kernels_with_any_boundary(const KernelInfo& instead_of) {
    const auto missing_on = [&](const KernelInfo& kernel, BackendKind backend) {
        return instead_of.runs_on(backend) && !kernel.runs_on(backend);
    };
    std::string names;
    for (const KernelInfo& kernel : table) {
        if (missing_on(kernel, BackendKind::cpu) || missing_on(kernel, BackendKind::cuda))
            continue;
        if (kernel.any_boundary && kernel.advances && kernel.suits(instead_of.dimensions))
            names += (names.empty() ? "" : " or ") + std::string(kernel.name);
    }
    return names;
}

}  // namespace

std::span<const KernelInfo> kernel_table() {
    return table;
}

const KernelInfo& find_kernel(std::string_view name, BackendKind backend, int dimensions,
                              CellType type) {
    std::string existing;
    for (const KernelInfo& kernel : table) {
        if (!kernel.runs_on(backend, type) || !kernel.suits(dimensions))
            continue;
        if (kernel.name == name)
            return kernel;
        existing += (existing.empty() ? "" : ", ") + std::string(kernel.name);
    }
    throw InputError("--kernel", std::string(name),
                     "the kernels on " + std::string(to_string(backend)) +
                         (dimensions == 2 ? "" : " in " + dimensions_text(dimensions)) +
                         (type == CellType::float32 ? "" : " with cells of float64") + " are " +
                         existing);
}

void require_cell_type(CellType type, int dimensions) {
    if (type == CellType::float64 && dimensions != 2)
        throw InputError("--type", std::string(to_string(type)),
                         "exists for grids of two dimensions, and the grid has " +
                             dimensions_text(dimensions) + "; float32 is allowed");
}

void require_cell_type(const KernelInfo& kernel, CellType type) {
    if (type == CellType::float32 || kernel.float64 != Float64Support::none)
        return;
    std::string names;
    for (const KernelInfo& other : table)
        if (other.float64 != Float64Support::none)
            names += (names.empty() ? "" : ", ") + std::string(other.name);
    throw InputError("--kernel", std::string(kernel.name),
                     "does not exist with --type float64; the kernels that do are " + names);
}

void require_kernel(const KernelInfo& kernel, BackendKind backend, int dimensions, CellType type) {
    if (!kernel.suits(dimensions))
        throw InputError("--kernel", std::string(kernel.name),
                         "this one advances grids of " + dimensions_text(kernel.dimensions) +
                             ", and the grid has " + dimensions_text(dimensions));
    if (!kernel.runs_on(backend, type))
        find_kernel(kernel.name, backend, dimensions, type);  // throws, in words
}

void require_support(const KernelInfo& kernel, const Boundaries& boundaries, const char* argument) {
    if (kernel.supports(boundaries))
        return;
    const std::string name(kernel.name);
    const std::string sides = boundaries_text(boundaries);
    if (kernel.dimensions != 2) {
        throw InputError("--boundary", sides,
                         "in " + dimensions_text(kernel.dimensions) +
                             " the ends keep their values: dirichlet is needed");
    }
    if (argument == std::string_view("--kernel")) {
        throw InputError(argument, name,
                         "keeps fixed walls only, and the boundary is " + sides + "; choose " +
                             kernels_with_any_boundary(kernel) + ", or the boundary dirichlet");
    }
    throw InputError(argument, sides,
                     "the kernel " + name + " keeps fixed walls only; choose dirichlet, or " +
                         kernels_with_any_boundary(kernel) + " as the kernel");
}

const KernelInfo& default_kernel(int dimensions) {
    return find_kernel(dimensions == 1 ? "halo_tile" : "tiled", BackendKind::cpu, dimensions);
}

const KernelInfo& plain_kernel(int dimensions) {
    return find_kernel(dimensions == 1 ? "naive" : "global", BackendKind::cpu, dimensions);
}

}  // namespace heatlab
