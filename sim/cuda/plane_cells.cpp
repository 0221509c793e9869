#include "sim/cuda/plane_cells.h"

#include <stdexcept>
#include <string>

#include "sim/cuda/layout.h"

namespace heatlab::cuda {
namespace {

int extent_along(GridSize grid, Axis axis) {
    switch (axis) {
        case Axis::x:
            return grid.width;
        case Axis::y:
            return grid.height;
        case Axis::z:
            break;
    }
    return grid.depth;
}

}  // namespace

PlaneCells Planes::plane(const float* field, const FieldLayout& layout, const Plane& plane,
                         KernelSet& kernels, cudaStream_t stream) {
    const GridSize grid = grid_of(layout);
    if (grid.dimensions != 3) {
        return {field, layout};
    }
    if (plane.index < 0 || plane.index >= extent_along(grid, plane.across)) {
        throw std::invalid_argument("plane " + std::to_string(plane.index) +
                                    " is outside the grid");
    }
    const FieldLayout flat = layout_of(plane_size(grid, plane.across));
    const auto to_south = static_cast<std::size_t>(layout.pitch);
    const std::size_t to_next_slice = to_south * static_cast<std::size_t>(layout.slice_height);
    const auto index = static_cast<std::size_t>(plane.index);
    if (plane.across == Axis::z) {
        return {field + index * to_next_slice, flat};
    }
    gathered_.reserve(buffer_bytes(flat));
    float* const gathered = static_cast<float*>(gathered_.memory.get());
    const bool across_x = plane.across == Axis::x;
    const float* const first = field + (across_x ? index : index * to_south);
    const std::size_t east = across_x ? to_next_slice : 1;
    const std::size_t south = across_x ? to_south : to_next_slice;
    kernels.entry("plane", "gather_plane")
        .launch(cover(flat.width, flat.height, dim3(32, 8), 32, 8), stream, first, east, south,
                gathered, flat);
    return {gathered, flat};
}

}  // namespace heatlab::cuda
