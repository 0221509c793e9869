#include "sim/picture.h"

#include <algorithm>

#include "sim/simulation.h"

namespace heatlab {
namespace {

std::int64_t divide_up(std::int64_t value, std::int64_t by) {
    return (value + by - 1) / by;
}

}  // namespace

int picture_block(const PictureRequest& request) {
    const auto along = [](int cells, int texels) {
        return divide_up(std::max(cells, 1), std::max(texels, 1));
    };
    // ceil(w / ceil(w / n)) <= n, and no smaller block does it.
    return static_cast<int>(std::max(along(request.visible.width, request.max_width),
                                     along(request.visible.height, request.max_height)));
}

FieldPicture blank_picture(GridSize grid, const PictureRequest& request) {
    FieldPicture picture;
    picture.plane = request.plane;
    if (request.volume && grid.dimensions == 3) {
        picture.grid = grid.sheet();
        picture.cells = {0, 0, grid.width, grid.rows()};
        picture.width = grid.width;
        picture.height = grid.rows();
        picture.slices = grid.depth;
        return picture;
    }
    PictureRequest inside = request;
    picture.grid = plane_size(grid, request.plane.across);
    inside.visible = clipped(request.visible, picture.grid);
    picture.cells = inside.visible;
    picture.block = picture_block(inside);
    picture.width = static_cast<int>(divide_up(inside.visible.width, picture.block));
    picture.height = static_cast<int>(divide_up(inside.visible.height, picture.block));
    return picture;
}

}  // namespace heatlab
