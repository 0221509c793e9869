#pragma once

#include <cstdint>
#include <vector>

#include "sim/grid.h"

namespace heatlab {

/// What the view wants to see of the field. The backend answers with a picture of at most
/// `max_width` x `max_height` texels that covers `visible`.
struct PictureRequest {
    CellRect visible;      ///< in cells; clipped to the grid, or to the plane
    int max_width = 2048;  ///< texels; at least 1
    int max_height = 2048;
    float histogram_low = 0;  ///< range of the histogram in FieldStatistics
    float histogram_high = 1;
    /// A cell counts as alternating where its checkerboard component exceeds this (see
    /// FieldStatistics).
    float alternating_threshold = 0.025f;
    Plane plane{};        ///< in three dimensions, what is shown where it is no volume
    bool volume = false;  ///< all cells of a grid of three dimensions, in place of a plane

    friend bool operator==(const PictureRequest&, const PictureRequest&) = default;
};

/// One texel of a reduced picture: a block of cells.
struct BlockTexel {
    float mean;     ///< of the finite cells; NaN, +inf or -inf where the block holds one (NaN wins)
    float minimum;  ///< of the finite cells
    float maximum;
    float alternating;  ///< largest |checkerboard component| of its cells
};
static_assert(sizeof(BlockTexel) == 16);

/// A picture of (part of) the field on the host, for the rungs that upload: the cells themselves
/// (`block` = 1, one float a texel), or blocks of `block` x `block` cells reduced so that nothing
/// hides (four floats a texel, as BlockTexel). Row 0 on top. The last block of a row or column may
/// hold fewer cells.
struct FieldPicture {
    GridSize grid;  ///< of two dimensions: the plane's in three
    Plane plane;
    int slices = 0;  ///< of a volume, whose texels are all cells; 0: a plane
    CellRect cells;  ///< the cells it covers
    int block = 1;
    int width = 0;  ///< texels
    int height = 0;
    std::int64_t step = 0;
    std::uint64_t serial = 0;  ///< grows with every picture a simulation makes
    std::vector<float> texels;

    int channels() const { return block == 1 ? 1 : 4; }
    std::size_t bytes() const { return texels.size() * sizeof(float); }
};

/// The block size with which `request` fits: the smallest b with ceil(w/b) <= max_width and
/// likewise for the height.
int picture_block(const PictureRequest& request);

/// What `request` asks for on this grid: cells clipped, block and size; `texels` stays empty.
FieldPicture blank_picture(GridSize grid, const PictureRequest& request);

}  // namespace heatlab
