#include "app/settings.h"

#include <algorithm>
#include <cmath>

#include "sim/kernel_table.h"

namespace heatlab {

GridSize default_grid(int dimensions) {
    if (dimensions == 1)
        return GridSize::line(1024);
    return dimensions == 3 ? GridSize::box(128, 128, 128) : Settings{}.grid;
}

Settings with_grid(Settings settings, GridSize grid) {
    const int dimensions = grid.dimensions;
    const int before = settings.grid.dimensions;
    settings.grid = grid;
    if (dimensions == before)
        return settings;
    // In round figures; the usual r where that is none.
    const double scaled = std::round(settings.r * before / dimensions * 1e4) / 1e4;
    const bool holds = scaled <= 1 && (scaled > 0 || settings.r == 0);
    settings.r = holds ? scaled : std::round(0.4 / dimensions * 1e4) / 1e4;
    settings.type = CellType::float32;
    settings.view = {};
    settings.slice = {};
    settings.crossing = {};
    if (!info_of(settings.show).suits(grid))
        settings.show = ShowMode::flat;
    settings.walls.reset();
    settings.boundaries = fixed_walls(dimensions);
    // A file has the dimensions that it has.
    const InitialFieldInfo& init = find_initial_field(settings.init.name);
    if (!init.suits(dimensions) || init.uses_file) {
        settings.init.name = default_initial_field(dimensions).name;
        settings.init.file.clear();
    }
    const auto exists = [&](const KernelInfo& kernel) {
        return kernel.name == settings.kernel && kernel.suits(dimensions);
    };
    if (std::ranges::none_of(kernel_table(), exists))
        settings.kernel = default_kernel(dimensions).name;
    settings.comparison = {};
    return settings;
}

Settings with_cell_type(Settings settings, CellType type, BackendKind backend) {
    settings.type = type;
    const int dimensions = settings.grid.dimensions;
    const auto runs = [&](const KernelInfo& kernel) {
        return kernel.name == settings.kernel && kernel.suits(dimensions) &&
               kernel.runs_on(backend, type);
    };
    if (std::ranges::none_of(kernel_table(), runs))
        settings.kernel = default_kernel(dimensions).name;
    if (type == CellType::float64)
        settings.host_copies = {};
    return settings;
}

}  // namespace heatlab
