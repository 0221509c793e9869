#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "app/comparison.h"
#include "app/laboratory.h"
#include "app/line_view.h"
#include "app/show_setting.h"
#include "app/zones/zone_setting.h"
#include "sim/backend.h"
#include "sim/boundary.h"
#include "sim/cell_type.h"
#include "sim/grid.h"
#include "sim/host_copies.h"
#include "sim/initial_field.h"
#include "sim/step_ratio.h"

namespace heatlab {

enum class RangeMode { automatic, locked, symmetric };

/// Which values the colour map spans. `low` and `high` matter when locked.
struct RangeSetting {
    RangeMode mode = RangeMode::automatic;
    double low = 0;
    double high = 1;

    friend bool operator==(const RangeSetting&, const RangeSetting&) = default;
};

enum class PacingMode { time_budget, steps_per_frame, steps_per_second };

/// How much the simulation advances between two frames.
struct PacingSetting {
    PacingMode mode = PacingMode::time_budget;
    double budget_ms = 8;  ///< of simulation per frame
    std::int64_t steps_per_frame = 1;
    double steps_per_second = 60;

    friend bool operator==(const PacingSetting&, const PacingSetting&) = default;
};

enum class BackendChoice { automatic, cpu, cuda };
enum class DisplayChoice { automatic, interop, staged, upload };

/// Past r = 1/8 the checkerboard flips sign every step. `even_steps` draws steps of one parity
/// only; `every_step` may flash, and is chosen knowingly.
enum class FlashGuardMode { even_steps, every_step };

struct BrushSetting {
    double radius = 16;  ///< cells
    double heat = 1;     ///< value that painting heat blends towards
    double cool = 0;

    friend bool operator==(const BrushSetting&, const BrushSetting&) = default;
};

/// The part of the field in view. With `fit` the whole grid fills the picture and the rest is
/// ignored.
struct ViewSetting {
    bool fit = true;
    double centre_col = 0;  ///< in cells; the centre of cell (i, j) is (i, j)
    double centre_row = 0;
    double pixels_per_cell = 1;  ///< framebuffer pixels

    friend bool operator==(const ViewSetting&, const ViewSetting&) = default;
};

/// Which plane of a grid of three dimensions is seen.
struct SliceSetting {
    Axis across = Axis::z;
    std::optional<int> index;  ///< along that axis; none: the middle

    /// The last of its axis where the index is beyond it: the grid has shrunk.
    Plane plane(GridSize grid) const {
        const int cells = across == Axis::x   ? grid.width
                          : across == Axis::y ? grid.height
                                              : grid.depth;
        return {across, std::min(index.value_or(cells / 2), cells - 1)};
    }

    friend bool operator==(const SliceSetting&, const SliceSetting&) = default;
};

/// All state of a session that options, panels and keys set; named alike everywhere.
struct Settings {
    GridSize grid{1024, 512};
    CellType type = CellType::float32;  ///< of the cells; float64 in two dimensions
    double r = 0.2;  ///< as asked for; the simulation runs with its rounding, see StepRatio
    InitialFieldSpec init;
    std::optional<Walls> walls;  ///< none: as the initial field has them
    Boundaries boundaries;
    std::string kernel = "tiled";
    /// `kernel` follows grid and boundaries: the fastest that was measured, see --kernel auto.
    bool automatic_kernel = false;
    HostCopySetting host_copies;
    BackendChoice backend = BackendChoice::automatic;
    int device = 0;
    DisplayChoice display = DisplayChoice::automatic;
    std::optional<std::int64_t> steps;  ///< run so many, then pause; a session forgets it then
    double diffusivity = 1e-4;          ///< alpha, m^2/s
    double cell_size = 1e-3;            ///< h, m
    std::string colormap = "inferno";
    RangeSetting range;
    bool linear_filter = false;
    bool isotherms = true;
    bool cell_lines = false;
    PacingSetting pacing;
    FlashGuardMode flash_guard = FlashGuardMode::even_steps;
    BrushSetting brush;
    ViewSetting view;
    SliceSetting slice;
    ShowMode show = ShowMode::flat;
    OrbitView camera;          ///< of what is shown in space
    CrossingSetting crossing;  ///< of three slices
    LaboratorySetting laboratory;
    ComparisonSetting comparison;
    ZoneSetting zones;
    std::string preset;             ///< NAME or NAME:VARIANT this began with; empty: none
    std::int64_t step_count = 100;  ///< n of "n steps"

    /// r as the simulation runs with it. Throws InputError.
    StepRatio step_ratio() const { return StepRatio::from(r, grid.dimensions, type); }
    /// The plane that is seen of a grid of three dimensions.
    Plane plane() const { return slice.plane(grid); }
    /// What is seen, as a grid of two dimensions: a plane of the grid, the grid itself, or space
    /// and time of one of one dimension.
    GridSize shown_grid() const {
        return grid.dimensions == 1 ? LineView(grid).grid() : plane_size(grid, slice.across);
    }
    /// The cell of the grid that is seen there.
    Cell cell_of_shown(Cell shown) const {
        return grid.dimensions == 1 ? LineView(grid).cell_at(shown, grid)
                                    : cell_of_plane(grid, plane(), shown);
    }
    /// The inverse; in one dimension in the top row.
    Cell shown_cell(Cell cell) const {
        return grid.dimensions == 1 ? Cell{0, cell.col / LineView(grid).block}
                                    : cell_in_plane(grid, plane(), cell);
    }
    /// Walls in force.
    Walls effective_walls() const { return walls ? *walls : find_initial_field(init.name).walls; }
    /// dt = r h^2 / alpha, seconds.
    double time_step() const { return r * cell_size * cell_size / diffusivity; }

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// The grid to begin with in so many dimensions.
GridSize default_grid(int dimensions);

/// `settings` on another grid. Where its dimensions are others too, what they do not have goes: r
/// stays about the same part of the textbook bound, and a kernel, an initial field or a boundary
/// that does not exist there gives way to the usual one.
Settings with_grid(Settings settings, GridSize grid);

/// `settings` with other cells, to run on `backend`: a kernel that does not exist there gives way
/// to the usual one, and copies to the host, which float64 does not have, are off.
Settings with_cell_type(Settings settings, CellType type, BackendKind backend);

}  // namespace heatlab
