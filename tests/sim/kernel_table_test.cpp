#include "sim/kernel_table.h"

#include <set>
#include <string>

#include "sim/cpu/instruction_set.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::refusal;

TEST(KernelTable, HasTheKernelsOfBothBackends) {
    std::set<std::string> cpu;
    std::set<std::string> cuda;
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(BackendKind::cpu))
            cpu.emplace(kernel.name);
        if (kernel.runs_on(BackendKind::cuda))
            cuda.emplace(kernel.name);
    }
    EXPECT_EQ(cpu, (std::set<std::string>{"copy", "global", "tiled", "two_step", "wavefront",
                                          "naive", "halo_tile"}));
    EXPECT_EQ(cuda,
              (std::set<std::string>{"copy", "global", "vector", "tiled", "two_step", "wavefront",
                                     "resident", "texture", "naive", "halo_tile"}));
}

TEST(KernelTable, RowsAreConsistent) {
    for (const KernelInfo& kernel : kernel_table()) {
        SCOPED_TRACE(kernel.name);
        EXPECT_FALSE(kernel.sentence.empty());
        EXPECT_EQ(kernel.sentence.back(), '.');
        EXPECT_GE(kernel.dimensions, 1);
        EXPECT_LE(kernel.dimensions, 3);
        EXPECT_GE(kernel.reads_per_cell_per_launch, 1.0);
        EXPECT_EQ(kernel.writes_per_cell_per_launch, 1.0);
        // A kernel that plans its batches hands edges on instead of reading a halo.
        const bool has_halo = kernel.advances && !kernel.plans_batches;
        EXPECT_EQ(kernel.halo, has_halo ? kernel.steps_per_launch : 0);
        if (kernel.runs_on(BackendKind::cuda)) {
            EXPECT_EQ(kernel.cuda.entry, "heatlab_" + std::string(kernel.stem()));
            EXPECT_LE(kernel.cuda.block_width * kernel.cuda.block_height, 1024);
        }
        if (kernel.tile_width > 0) {
            // Reads are the tile with its halo on every side, corners too; a row has two sides.
            const int above = kernel.dimensions == 1 ? 0 : kernel.halo;
            const double tile = double{1} * kernel.tile_width * kernel.tile_height;
            double loaded = double{1} * (kernel.tile_width + 2 * kernel.halo) *
                            (kernel.tile_height + 2 * above);
            if (const int slices = kernel.cuda.slices_per_block; slices > 0) {
                // Without the corners, and the tile once more before and behind the slices.
                loaded += -4 + 2 * tile / slices;
            }
            EXPECT_EQ(kernel.reads_per_cell_per_launch, loaded / tile);
        }
    }
}

TEST(KernelTable, EveryCpuKernelIsThereForEveryInstructionSet) {
    for (const InstructionSet& set : instruction_sets()) {
        for (const KernelInfo& kernel : kernel_table()) {
            if (!kernel.on_cpu)
                continue;
            if (kernel.plans_batches)
                continue;
            EXPECT_NE(set.kernel(kernel.stem()), nullptr) << set.title << " " << kernel.name;
            if (kernel.runs_on(BackendKind::cpu, CellType::float64))
                EXPECT_NE(set.kernel<double>(kernel.stem()), nullptr) << kernel.name;
            else
                EXPECT_THROW(set.kernel<double>(kernel.stem()), std::logic_error) << kernel.name;
        }
        EXPECT_NE(set.advance_strip, nullptr) << set.title;
        EXPECT_NE(set.float32.update_sides, nullptr) << set.title;
        EXPECT_NE(set.float64.update_sides, nullptr) << set.title;
        EXPECT_NE(set.analyse, nullptr) << set.title;
        EXPECT_NE(set.find_outside, nullptr) << set.title;
        EXPECT_THROW(set.kernel("nonesuch"), std::logic_error);
    }
    EXPECT_TRUE(instruction_sets().back().supported);
    EXPECT_TRUE(best_instruction_set().supported);
}

TEST(FindKernel, NamesWhatExistsOnThatBackend) {
    EXPECT_EQ(find_kernel("texture", BackendKind::cuda).name, "texture");
    EXPECT_EQ(refusal([] { find_kernel("texture", BackendKind::cpu); }),
              "--kernel texture: the kernels on cpu are copy, global, tiled, two_step, wavefront");
    EXPECT_EQ(default_kernel().name, "tiled");
}

TEST(FindKernel, KnowsTheKernelsOfEachDimension) {
    EXPECT_EQ(refusal([] { find_kernel("tiled", BackendKind::cpu, 1); }),
              "--kernel tiled: the kernels on cpu in one dimension are copy, naive, halo_tile");
    EXPECT_EQ(refusal([] { find_kernel("naive", BackendKind::cpu, 3); }),
              "--kernel naive: the kernels on cpu in three dimensions are copy, global, tiled");
    for (const int dimensions : {1, 2, 3}) {
        EXPECT_TRUE(default_kernel(dimensions).suits(dimensions));
        EXPECT_TRUE(plain_kernel(dimensions).suits(dimensions));
        EXPECT_EQ(find_kernel("copy", BackendKind::cpu, dimensions).name, "copy");
    }
    EXPECT_NE(&find_kernel("global", BackendKind::cpu, 2),
              &find_kernel("global", BackendKind::cpu, 3));
    EXPECT_CONTAINS(refusal([] { require_kernel(default_kernel(3), BackendKind::cpu, 2); }),
                    "--kernel tiled: this one advances grids of three dimensions");
}

TEST(RequireSupport, SaysWhichBoundariesAKernelWorksWith) {
    const Boundaries insulated = Boundaries::all(BoundaryKind::insulated);
    Boundaries one_side;
    one_side.left = BoundaryKind::insulated;
    std::set<std::string> any;
    for (const KernelInfo& kernel : kernel_table()) {
        const Boundaries walls = fixed_walls(kernel.dimensions);
        EXPECT_TRUE(kernel.supports(walls)) << kernel.name;
        EXPECT_EQ(refusal([&] { require_support(kernel, walls, "--kernel"); }), "");
        EXPECT_EQ(kernel.supports(insulated), kernel.supports(one_side)) << kernel.name;
        if (kernel.supports(insulated))
            any.emplace(kernel.name);
        // Several steps in one launch would need the sides in between.
        EXPECT_FALSE(kernel.any_boundary && kernel.steps_per_launch > 1) << kernel.name;
    }
    EXPECT_EQ(any, (std::set<std::string>{"copy", "global", "tiled", "vector"}));
    EXPECT_EQ(refusal([&] {
                  require_support(find_kernel("two_step", BackendKind::cpu), insulated, "--kernel");
              }),
              "--kernel two_step: keeps fixed walls only, and the boundary is insulated; choose "
              "global or tiled, or the boundary dirichlet");
    EXPECT_EQ(refusal([&] {
                  require_support(find_kernel("wavefront", BackendKind::cpu), one_side,
                                  "--boundary");
              }),
              "--boundary dirichlet,dirichlet,dirichlet,insulated: the kernel wavefront keeps "
              "fixed walls only; choose dirichlet, or global or tiled as the kernel");
    EXPECT_CONTAINS(refusal([&] {
                        require_support(find_kernel("texture", BackendKind::cuda), insulated,
                                        "--kernel");
                    }),
                    "choose global or vector or tiled, or the boundary dirichlet");
}

}  // namespace
}  // namespace heatlab
