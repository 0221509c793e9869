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

/// What a kernel's card tells of it on this backend, the most telling first. Loads and stores are
/// per cell and step, counted in the CUDA source; on the CPU caches and rows take their place.
std::vector<KernelFact> kernel_facts(const KernelFigures& figures, const BackendInfo& backend);

/// Those of them that the device tells, in one sentence; empty where there are none.
std::string resources_sentence(const KernelFigures& figures);

/// The cells that a block writes and those that it loads for them.
struct KernelTile {
    int width = 0;
    int height = 0;
    int halo = 0;

    int columns() const { return width + 2 * halo; }
    int rows() const { return height + 2 * halo; }
    int cells() const { return width * height; }
    int loads() const { return columns() * rows(); }
};

/// None where the kernel has no tile on that backend.
std::optional<KernelTile> kernel_tile(const KernelInfo& kernel, BackendKind backend);

}  // namespace heatlab::ui
