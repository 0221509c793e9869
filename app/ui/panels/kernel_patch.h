#pragma once

#include "app/ui/look.h"
#include "sim/kernel_table.h"

namespace heatlab::ui {

/// The patch of cells that is drawn: a tile with its rim, or a few cells around one stencil.
struct KernelPatch {
    int width;
    int height;
    int halo;
    int rows;  ///< those of the halo too
    bool tile;
    /// How a kernel that plans its batches divides the field.
    enum class Parts { slanted, overlapping, tiles } parts = Parts::slanted;
    bool line = false;  ///< of a grid of one dimension

    int columns() const { return width + 2 * halo; }
};
/// Of a patch in one dimension, logical pixels.
inline constexpr float patch_line_height = 22;

/// What is drawn of a kernel where it runs on `backend`; a tile is a GPU's in any case.
KernelPatch patch_of(const KernelInfo& kernel, BackendKind backend);
/// From cell to cell in a room of framebuffer pixels.
float cell_pitch(const KernelPatch& patch, float width, float height);
/// Framebuffer pixels.
float patch_height(const Look& look, const KernelPatch& patch, float pitch);

void draw_patch(const Look& look, const KernelInfo& kernel, const KernelPatch& patch, ImVec2 at,
                float pitch);
/// What its colours mean. `backend`: on the CPU a tile is said to be a GPU's.
void draw_legend_row(const Look& look, const KernelInfo& kernel, BackendKind backend,
                     const KernelPatch& patch, ImVec2 at, float right);

}  // namespace heatlab::ui
