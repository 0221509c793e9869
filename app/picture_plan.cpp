#include "app/picture_plan.h"

#include <algorithm>
#include <cmath>

namespace heatlab {
namespace {

// [first, first + count) within [0, size), one cell at least.
void clip_axis(int& first, int& count, int size) {
    const std::int64_t end = std::int64_t{first} + std::max(count, 1);
    const int low = std::clamp(first, 0, size - 1);
    const auto high = static_cast<int>(std::clamp<std::int64_t>(end, low + 1, size));
    first = low;
    count = high - low;
}

CellRect with_margin(const CellRect& rect, GridSize grid) {
    const int columns = rect.width / 8;
    const int rows = rect.height / 8;
    return clip_to_grid(
        {rect.col - columns, rect.row - rows, rect.width + 2 * columns, rect.height + 2 * rows},
        grid);
}

// Texels so that the visible part has `factor` texels a pixel.
PictureRequest at_resolution(const PictureView& view, const CellRect& covered, double factor) {
    const auto texels = [factor](int cells, int visible, int pixels) {
        const double wanted = factor * pixels * cells / std::max(1, visible);
        return static_cast<int>(std::clamp(std::ceil(wanted), 1.0, double{most_texels_per_axis}));
    };
    PictureRequest request;
    request.visible = covered;
    request.max_width = texels(covered.width, view.visible.width, view.width);
    request.max_height = texels(covered.height, view.visible.height, view.height);
    return request;
}

std::int64_t picture_bytes(const PictureRequest& request) {
    const std::int64_t block = picture_block(request);
    const std::int64_t columns = (request.visible.width + block - 1) / block;
    const std::int64_t rows = (request.visible.height + block - 1) / block;
    return columns * rows * (block == 1 ? 4 : 16);
}

}  // namespace

CellRect clip_to_grid(CellRect rect, GridSize grid) {
    clip_axis(rect.col, rect.width, grid.width);
    clip_axis(rect.row, rect.height, grid.height);
    return rect;
}

PictureRequest plan_picture(const PictureView& view, GridSize grid) {
    PictureView clipped = view;
    clipped.visible = clip_to_grid(view.visible, grid);
    const CellRect covered = with_margin(clipped.visible, grid);
    const PictureRequest fine = at_resolution(clipped, covered, 2);
    return picture_bytes(fine) <= generous_picture_bytes ? fine
                                                         : at_resolution(clipped, covered, 1);
}

bool picture_serves(const PictureRequest& request, const PictureView& view, GridSize grid) {
    const CellRect visible = clip_to_grid(view.visible, grid);
    const CellRect& covered = request.visible;
    const bool covers = visible.col >= covered.col && visible.row >= covered.row &&
                        visible.col + visible.width <= covered.col + covered.width &&
                        visible.row + visible.height <= covered.row + covered.height;
    // A picture of the same block shows the same cells the same way.
    return covers && picture_block(plan_picture(view, grid)) == picture_block(request) &&
           covered.width <= 2 * visible.width + 16 && covered.height <= 2 * visible.height + 16;
}

bool is_minified(const PictureView& view) {
    return view.visible.width > view.width || view.visible.height > view.height;
}

}  // namespace heatlab
