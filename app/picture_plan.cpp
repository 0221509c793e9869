#include "app/picture_plan.h"

#include <algorithm>
#include <cmath>

#include "app/line_view.h"

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

// Cells a texel so that the visible part has at least `factor` texels a pixel, if 1 allows it.
int block_for(const PictureView& view, double factor) {
    const double cells_per_pixel = std::max(double{1} * view.visible.width / view.width,
                                            double{1} * view.visible.height / view.height);
    return std::max(1, static_cast<int>(std::ceil(cells_per_pixel / factor)));
}

PictureRequest with_block(const CellRect& covered, int block) {
    const auto texels = [block](int cells) {
        return std::min((cells + block - 1) / block, most_texels_per_axis);
    };
    PictureRequest request;
    request.visible = covered;
    request.max_width = texels(covered.width);
    request.max_height = texels(covered.height);
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
    const int coarsest = block_for(clipped, 1);
    for (int block = block_for(clipped, 2); block < coarsest; ++block) {
        const PictureRequest request = with_block(covered, block);
        if (picture_bytes(request) <= generous_picture_bytes)
            return request;
    }
    return with_block(covered, coarsest);
}

PictureRequest whole_line(GridSize line) {
    PictureRequest request;
    request.visible = {0, 0, line.width, 1};
    request.max_width = LineView(line).columns;
    request.max_height = 1;
    return request;
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
