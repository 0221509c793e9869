#include "app/settings_check.h"

#include <cmath>
#include <limits>
#include <string>

#include "app/value_range.h"
#include "sim/errors.h"
#include "sim/simulation.h"
#include "sim/step_ratio.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::int64_t most_cells = std::int64_t{1} << 40;
constexpr std::int64_t most_steps = 1'000'000'000'000'000;

bool fits_float(double value) {
    return std::abs(value) <= std::numeric_limits<float>::max();
}

void require(bool holds, const char* argument, const std::string& value, const char* allowed) {
    if (!holds)
        throw InputError(argument, value, allowed);
}

void require_positive(const char* argument, double value) {
    require(std::isfinite(value) && value > 0, argument, number_text(value),
            "a finite number above 0 is needed");
}

// A name that no backend knows is refused elsewhere.
const KernelInfo& known_kernel(const std::string& name, int dimensions) {
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == name && kernel.suits(dimensions))
            return kernel;
    return default_kernel(dimensions);
}

}  // namespace

void validate_grid(GridSize grid) {
    const std::string value = grid_text(grid);
    require(grid.dimensions >= 1 && grid.dimensions <= 3 &&
                (grid.dimensions > 1 || grid.height == 1) &&
                (grid.dimensions > 2 || grid.depth == 1),
            "--grid", value, "a grid has one to three dimensions");
    for (const int side : {grid.width, grid.height, grid.depth})
        require(side >= 1 && side <= longest_side, "--grid", value,
                "each side has 1 to 1073741824 cells");
    require(std::int64_t{grid.height} * grid.depth <= longest_side, "--grid", value,
            "height times depth is at most 1073741824");
    require(grid.cells() <= most_cells, "--grid", value, "at most 2^40 cells");
}

void validate_walls(const Walls& walls) {
    const std::string value = number_text(walls.top) + "," + number_text(walls.right) + "," +
                              number_text(walls.bottom) + "," + number_text(walls.left);
    for (const double wall :
         {walls.top, walls.right, walls.bottom, walls.left, walls.front, walls.back})
        require(fits_float(wall), "--walls", value, "finite numbers that float32 holds");
}

void validate_pacing(const PacingSetting& pacing) {
    require(pacing.budget_ms > 0 && pacing.budget_ms <= 50, "--budget",
            number_text(pacing.budget_ms), "above 0 and at most 50 milliseconds a frame");
    require(pacing.steps_per_frame >= 1 && pacing.steps_per_frame <= most_steps,
            "--steps-per-frame", std::to_string(pacing.steps_per_frame),
            "a whole number of at least 1");
    require(pacing.steps_per_second > 0 && pacing.steps_per_second <= 1e9, "--steps-per-second",
            number_text(pacing.steps_per_second), "above 0 and at most 1e9");
}

void validate_brush(const BrushSetting& brush) {
    require(brush.radius > 0 && brush.radius <= 1e6, "brush radius", number_text(brush.radius),
            "above 0 and at most 1000000 cells");
    require(fits_float(brush.heat), "brush heat", number_text(brush.heat),
            "a finite number that float32 holds");
    require(fits_float(brush.cool), "brush cool", number_text(brush.cool),
            "a finite number that float32 holds");
}

void validate_view(const ViewSetting& view) {
    require(std::isfinite(view.centre_col) && std::isfinite(view.centre_row), "view centre",
            number_text(view.centre_col) + "," + number_text(view.centre_row),
            "two finite numbers");
    require_positive("pixels per cell", view.pixels_per_cell);
}

void validate_step_count(std::int64_t count, const char* argument) {
    require(count >= 1 && count <= most_steps, argument, std::to_string(count),
            "a whole number from 1 to 10^15");
}

void validate_diffusivity(double value) {
    require_positive("--alpha", value);
}

void validate_cell_size(double value) {
    require_positive("--cell-size", value);
}

void validate_settings(const Settings& settings) {
    validate_grid(settings.grid);
    require_cell_type(settings.type, settings.grid.dimensions);
    static_cast<void>(settings.step_ratio());
    if (settings.walls)
        validate_walls(*settings.walls);
    if (settings.steps && *settings.steps != 0)
        validate_step_count(*settings.steps, "--steps");
    validate_boundaries(settings.boundaries);
    validate_diffusivity(settings.diffusivity);
    validate_cell_size(settings.cell_size);
    validate_range(settings.range);
    validate_pacing(settings.pacing);
    validate_brush(settings.brush);
    validate_view(settings.view);
    validate_camera(settings.camera);
    require_suits(settings.show, settings.grid);
    if (settings.comparison.open)
        require_flat_beside_comparison(settings.show);
    if (settings.zones.open) {
        validate_zones(settings.zones);
        require(!settings.comparison.open, "--ghost-zones", zones_text(settings.zones),
                "is a room of its own: not beside --compare");
    }
    validate_step_count(settings.step_count, "n of \"n steps\"");
    find_initial_field(settings.init.name);
    validate_host_copies(settings.host_copies,
                         known_kernel(settings.kernel, settings.grid.dimensions), settings.type);
}

}  // namespace heatlab
