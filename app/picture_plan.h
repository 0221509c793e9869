#pragma once

#include <cstdint>

#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab {

/// The field view as the session knows it: the cells in it and its size in framebuffer pixels.
struct PictureView {
    CellRect visible;
    int width = 1024;
    int height = 1024;

    friend bool operator==(const PictureView&, const PictureView&) = default;
};

/// Texels of a picture per axis at most; every OpenGL 3.3 context allows as many in practice.
inline constexpr int most_texels_per_axis = 4096;
/// Bytes up to which a picture may be finer than the screen.
inline constexpr std::int64_t generous_picture_bytes = 16'000'000;

/// `rect` clipped to the grid; the nearest cell where nothing is left.
CellRect clip_to_grid(CellRect rect, GridSize grid);

/// The picture to ask for: the visible cells with a margin of an eighth on each side (so that a pan
/// shows something at once), at up to twice the screen's resolution while that stays cheap, else at
/// the screen's. Range and threshold are left at their defaults.
PictureRequest plan_picture(const PictureView& view, GridSize grid);

/// All of a grid of one dimension, as LineView shows it.
PictureRequest whole_line(GridSize line);

/// Whether `request`, made for another view, still serves this one: it covers what is visible, at
/// the same resolution.
bool picture_serves(const PictureRequest& request, const PictureView& view, GridSize grid);

/// Whether several cells share a pixel of the view.
bool is_minified(const PictureView& view);

}  // namespace heatlab
