#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/snapshot.h"

namespace heatlab::ui {

struct KernelFact {
    const char* name;
    std::string value;
};

/// What a kernel's card tells of it on this backend with such cells, the most telling first. Loads
/// and stores are per cell and step, counted in the CUDA source; on the CPU, where caches and rows
/// take their place, those of a tile are named as a GPU's, and so are its `sectors` by source
/// (null: unknown, as with cells of float64).
std::vector<KernelFact> kernel_facts(const KernelFigures& figures, const BackendInfo& backend,
                                     CellType type, const KernelSectors* sectors = nullptr);

/// What the device tells of them, in a few words; on the CPU whose tile is drawn. Empty where there
/// is nothing to tell.
std::string resources_sentence(const KernelFigures& figures, BackendKind backend);

/// The cells that a block of a GPU writes and those that it loads for them.
struct KernelTile {
    int width = 0;
    int height = 0;
    int halo = 0;
    int rows = 0;   ///< those of the halo too
    int loads = 0;  ///< by the reads per cell; of a block's kernel those of a slice, on average

    int columns() const { return width + 2 * halo; }
    int cells() const { return width * height; }
};

/// By the table; none where the kernel has no tile.
std::optional<KernelTile> kernel_tile(const KernelInfo& kernel);

}  // namespace heatlab::ui
