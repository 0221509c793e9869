#include "sim/initial_field.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "sim/errors.h"
#include "sim/initial_shapes.h"
#include "sim/io/npy.h"
#include "sim/io/png_file.h"
#include "sim/text.h"
#include "sim/waves.h"

namespace heatlab {
namespace {

constexpr std::array<InitialFieldInfo, 9> table = {{
    {.name = "square-ring-stroke",
     .title = "Square, ring and stroke",
     .sentence = "A hot square, a ring and a stroke under a warm upper edge: corners round off "
                 "first, the hole fills, the stroke fades.",
     .walls = {.top = 0.6},
     .plane_only = true},
    {.name = "hot-square",
     .title = "Hot square",
     .sentence = "One hot square in the middle of a cold plate; a stretch of a rod, a cube in a "
                 "block.",
     .walls = {}},
    {.name = "gaussian",
     .title = "Gaussian",
     .sentence = "A smooth hill that keeps its shape while it spreads and sinks.",
     .walls = {}},
    {.name = "hot-pixel",
     .title = "Hot cell",
     .sentence = "A single hot cell: it holds every wave, the checkerboard too.",
     .walls = {}},
    {.name = "ring",
     .title = "Ring",
     .sentence = "A hot ring that closes over its cold middle.",
     .walls = {},
     .plane_only = true},
    {.name = "sine",
     .title = "Sine mode",
     .sentence = "One wave that fits the grid: each step multiplies it by one factor and nothing "
                 "else happens.",
     .walls = {},
     .uses_mode = true,
     .is_signed = true},
    {.name = "random",
     .title = "Random",
     .sentence = "Every cell a random number: all waves at once, the short ones go first.",
     .walls = {},
     .uses_seed = true},
    {.name = "checkerboard",
     .title = "Checkerboard",
     .sentence =
         "Neighbours of opposite sign: close to the fastest wave, each step multiplies it by "
         "almost 1 \xe2\x88\x92 8r (two dimensions).",
     .walls = {},
     .is_signed = true},
    {.name = "file",
     .title = "From a file",
     .sentence = "A PNG picture, scaled to the grid, or a NumPy array of the grid's shape.",
     .walls = {},
     .uses_file = true},
}};

template <typename Real>
Real amplitude_of(const InitialFieldSpec& spec) {
    const double amplitude = spec.amplitude.value_or(1.0);
    if (!(std::abs(amplitude) <= std::numeric_limits<float>::max())) {
        throw InputError("--amplitude", number_text(amplitude),
                         "a finite number that float32 holds is needed");
    }
    return static_cast<Real>(amplitude);
}

/// The waves of the mode; what an axis does not exist for is left alone.
struct Mode {
    int p;
    int q;
    int s;

    Mode(const InitialFieldSpec& spec, int dimensions)
        : p(spec.mode_p),
          q(dimensions > 1 ? spec.mode_q : 1),
          s(dimensions > 2 ? spec.mode_s : 1) {}
};

void require_mode(GridSize grid, const GridWaves& waves, const Mode& mode) {
    std::string text = std::to_string(mode.p);
    std::string allowed = "P lies between 1 and " + std::to_string(waves.columns.count());
    const auto add = [&](int number, const char* name, const AxisWaves& axis) {
        text += "," + std::to_string(number);
        allowed += std::string(", ") + name + " between 1 and " + std::to_string(axis.count());
    };
    if (grid.dimensions > 1)
        add(mode.q, "Q", waves.rows);
    if (grid.dimensions > 2)
        add(mode.s, "S", waves.slices);
    if (waves.empty()) {
        throw InputError("--mode", text,
                         "the grid " + grid_text(grid) + " has no interior, so no sine mode fits");
    }
    const auto fits = [](int number, const AxisWaves& axis) {
        return number >= 1 && number <= axis.count();
    };
    if (!fits(mode.p, waves.columns) || !fits(mode.q, waves.rows) || !fits(mode.s, waves.slices))
        throw InputError("--mode", text, "on the grid " + grid_text(grid) + " " + allowed);
}

template <typename Real>
void draw_mode(BasicField<Real>& field, Real amplitude, const GridWaves& waves, const Mode& mode) {
    const std::vector<double> slices = waves.slices.shape(mode.s - 1);
    const std::vector<double> rows = waves.rows.shape(mode.q - 1);
    draw_product(field, amplitude, waves.columns.shape(mode.p - 1), product(slices, rows));
}

void require_walls(const Walls& walls) {
    for (const double value :
         {walls.top, walls.right, walls.bottom, walls.left, walls.front, walls.back}) {
        if (!std::isfinite(static_cast<float>(value))) {
            throw InputError("--walls", number_text(value),
                             "finite temperatures that float32 holds are needed");
        }
    }
}

template <typename Real>
BasicField<Real> read_file(GridSize grid, const InitialFieldSpec& spec) {
    if (spec.file.empty()) {
        throw InputError("--file", "(none)", "the initial field 'file' needs a PNG or NPY file");
    }
    std::error_code unknown;
    if (std::filesystem::is_directory(spec.file, unknown)) {
        throw InputError("--file", spec.file.string(), "is a folder; a PNG or NPY file is needed");
    }
    if (std::filesystem::exists(spec.file, unknown) &&
        !std::filesystem::is_regular_file(spec.file, unknown)) {
        throw InputError("--file", spec.file.string(),
                         "is no regular file; a PNG or NPY file is needed");
    }
    std::ifstream file(spec.file, std::ios::binary);
    if (!file) {
        throw InputError("--file", spec.file.string(),
                         std::string("cannot be opened: ") + std::strerror(errno));
    }
    std::array<char, 4> start{};
    file.read(start.data(), start.size());
    BasicField<Real> field;
    if (std::memcmp(start.data(), "\x93NUM", start.size()) == 0) {
        field = read_npy<Real>(spec.file, grid);
    } else if (std::memcmp(start.data(), "\x89PNG", start.size()) == 0) {
        if (grid.dimensions != 2)
            throw InputError("--file", spec.file.string(),
                             "a picture is a field of two dimensions, and the grid has " +
                                 dimensions_text(grid.dimensions) + "; an array (.npy) is needed");
        field = BasicField<Real>(grid);
        const auto pixels = resample(read_grey_png(spec.file), grid.width, grid.height);
        std::ranges::copy(pixels, field.cells().begin());
    } else {
        throw InputError("--file", spec.file.string(),
                         "is neither a PNG picture nor a NumPy array (.npy)");
    }
    if (spec.amplitude) {
        const Real amplitude = amplitude_of<Real>(spec);
        for (Real& cell : field.cells())
            cell *= amplitude;
    }
    return field;
}

/// The field before walls are applied.
template <typename Real>
BasicField<Real> draw(GridSize grid, const InitialFieldSpec& spec, const Boundaries& boundaries) {
    if (spec.name == "file")
        return read_file<Real>(grid, spec);
    const Real amplitude = amplitude_of<Real>(spec);
    BasicField<Real> field(grid);
    if (spec.name == "square-ring-stroke")
        draw_square_ring_stroke(field, amplitude);
    if (spec.name == "hot-square")
        draw_hot_square(field, amplitude);
    if (spec.name == "gaussian")
        draw_gaussian(field, amplitude);
    if (spec.name == "hot-pixel")
        draw_hot_pixel(field, amplitude);
    if (spec.name == "ring")
        draw_ring(field, amplitude);
    if (spec.name == "sine") {
        const GridWaves waves(grid, boundaries);
        const Mode mode(spec, grid.dimensions);
        require_mode(grid, waves, mode);
        draw_mode(field, amplitude, waves, mode);
    }
    if (spec.name == "random")
        draw_random(field, amplitude, spec.seed);
    if (spec.name == "checkerboard")
        draw_checkerboard(field, amplitude);
    return field;
}

}  // namespace

std::span<const InitialFieldInfo> initial_fields() {
    return table;
}

const InitialFieldInfo& find_initial_field(std::string_view name) {
    for (const InitialFieldInfo& info : table)
        if (info.name == name)
            return info;
    throw InputError("--init", std::string(name),
                     "the initial fields are " + name_list(table, &InitialFieldInfo::name));
}

const InitialFieldInfo& default_initial_field(int dimensions) {
    return find_initial_field(dimensions == 2 ? "square-ring-stroke" : "hot-square");
}

template <typename Real>
BasicField<Real> make_initial_field(GridSize grid, const InitialFieldSpec& spec,
                                    const std::optional<Walls>& walls,
                                    const Boundaries& boundaries) {
    const InitialFieldInfo& info = find_initial_field(spec.name);
    if (grid.width < 1 || grid.height < 1 || grid.depth < 1) {
        throw InputError("--grid", grid_text(grid), "each side is at least 1 cell");
    }
    if (!info.suits(grid.dimensions)) {
        throw InputError(
            "--init", spec.name,
            "is a picture of two dimensions, and the grid has " + dimensions_text(grid.dimensions));
    }
    validate_boundaries(boundaries);
    if (walls)
        require_walls(*walls);
    BasicField<Real> field = draw<Real>(grid, spec, boundaries);
    if (walls || !info.uses_file)
        apply_walls(field, walls.value_or(info.walls), fitted(boundaries, grid.dimensions));
    return field;
}

template Field make_initial_field(GridSize, const InitialFieldSpec&, const std::optional<Walls>&,
                                  const Boundaries&);
template Field64 make_initial_field(GridSize, const InitialFieldSpec&, const std::optional<Walls>&,
                                    const Boundaries&);

}  // namespace heatlab
