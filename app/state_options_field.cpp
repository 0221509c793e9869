// What a run starts from, and its physics.

#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "app/options.h"
#include "app/settings_check.h"
#include "app/state_option_parts.h"
#include "sim/step_ratio.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using namespace state_option;

std::string initial_field_names() {
    return name_list(initial_fields(), &InitialFieldInfo::name);
}

const InitialFieldInfo& start_of(Get s) {
    return find_initial_field(s.init.name);
}

void set_init(Set s, Text, Text t) {
    const InitialFieldInfo& info = find_initial_field(t.empty() ? "\"\"" : t);
    if (!info.suits(s.grid.dimensions))
        throw InputError("--init", t,
                         "is a picture of two dimensions, and the grid has " +
                             dimensions_text(s.grid.dimensions));
    const InitialFieldSpec usual;
    s.init.name = info.name;
    // What another field was told is not this one's.
    if (!info.uses_seed)
        s.init.seed = usual.seed;
    if (!info.uses_mode)
        std::tie(s.init.mode_p, s.init.mode_q, s.init.mode_s) =
            std::tie(usual.mode_p, usual.mode_q, usual.mode_s);
    if (!info.uses_file)
        s.init.file.clear();
}

void set_amplitude(Set s, Text n, Text t) {
    const double value = parse_number(n, t);
    if (!(std::abs(value) <= std::numeric_limits<float>::max()))
        throw InputError(n, t, "a number that float32 holds is needed");
    s.init.amplitude = value == 1 ? std::nullopt : std::optional(value);
}

void set_walls(Set s, Text n, Text t) {
    if (t == "initial")
        s.walls.reset();
    else
        s.walls = parse_walls(n, t);
}

void set_mode(Set s, Text n, Text t) {
    const std::array<int, 3> mode = parse_mode(n, t, s.grid.dimensions);
    std::tie(s.init.mode_p, s.init.mode_q, s.init.mode_s) = std::tie(mode[0], mode[1], mode[2]);
}

Shown shown_mode(Get s) {
    if (!start_of(s).uses_mode)
        return std::nullopt;
    std::string text = std::to_string(s.init.mode_p);
    if (s.grid.dimensions > 1)
        text += "," + std::to_string(s.init.mode_q);
    if (s.grid.dimensions > 2)
        text += "," + std::to_string(s.init.mode_s);
    return text;
}

Shown shown_walls(Get s) {
    if (!s.walls || !has_fixed_side(s.boundaries))
        return std::nullopt;
    return walls_text(*s.walls);
}

void add_start(std::vector<StateOption>& options) {
    const char* group = "Field";
    options.push_back({"--init", "NAME", group,
                       "field at step 0: " + initial_field_names() + " (square-ring-stroke)",
                       set_init, [](Get s) -> Shown { return s.init.name; }});
    options.push_back({"--seed", "N", group, "of --init random (1)",
                       [](Set s, Text n, Text t) {
                           s.init.seed = static_cast<std::uint64_t>(
                               parse_integer(n, t, 0, std::numeric_limits<std::int64_t>::max()));
                       },
                       [](Get s) {
                           return start_of(s).uses_seed ? Shown(std::to_string(s.init.seed))
                                                        : std::nullopt;
                       }});
    options.push_back({"--amplitude", "A", group, "factor of the field at step 0 (1)",
                       set_amplitude,
                       [](Get s) -> Shown { return number_text(s.init.amplitude.value_or(1)); }});
    options.push_back({"--mode", "P,Q,S", group,
                       "half waves of --init sine, along a row, down a column and, in three "
                       "dimensions, through the slices (1,1)",
                       set_mode, shown_mode});
    StateOption file{
        "--file",
        "PATH",
        group,
        "PNG (scaled) or NPY (of the grid's shape) of --init file",
        [](Set s, Text n, Text t) {
            if (t.empty())
                throw InputError(n, "\"\"", "the name of a PNG or NPY file is needed");
            s.init.file = t;
        },
        [](Get s) { return start_of(s).uses_file ? Shown(s.init.file.string()) : std::nullopt; }};
    file.is_path = true;
    options.push_back(std::move(file));
}

void add_edges(std::vector<StateOption>& options) {
    const char* group = "Field";
    StateOption walls{
        "--walls",
        "T,R,B,L[,F,K]|initial",
        group,
        "temperatures held at top, right, bottom, left, where these are fixed, and in "
        "three dimensions at front and back; initial: those of the field at step 0 (initial)",
        set_walls,
        shown_walls};
    walls.unset = "initial";
    options.push_back(std::move(walls));
    options.push_back({"--boundary", "KIND|T,R,B,L", group,
                       "dirichlet (fixed walls), insulated or periodic; or one kind per side "
                       "(dirichlet, which one and three dimensions always have)",
                       [](Set s, Text n, Text t) {
                           s.boundaries = fitted(parse_boundaries(n, t), s.grid.dimensions);
                       },
                       [](Get s) -> Shown { return boundaries_text(s.boundaries); }});
}

void add_physics(std::vector<StateOption>& options) {
    const char* group = "Physics";
    options.push_back(
        {"--r", "R", group,
         "step ratio alpha dt / h^2, 0 to 1 (0.2; in d dimensions 0.4 / d). To 1/8 "
         "every wave fades smoothly; to 1/4 the short ones flip their sign and fade; "
         "past 1/4 the checkerboard grows until the numbers overflow. In d dimensions "
         "1/(4 d) and 1/(2 d)",
         [](Set s, Text n, Text t) {
             s.r = parse_number(n, t);
             StepRatio::from(s.r, s.grid.dimensions);
         },
         [](Get s) -> Shown { return number_text(s.r); }});
    options.push_back({"--alpha", "A", group, "diffusivity in m^2/s, for dt (1e-4)",
                       [](Set s, Text n, Text t) {
                           s.diffusivity = parse_number(n, t);
                           validate_diffusivity(s.diffusivity);
                       },
                       [](Get s) -> Shown { return number_text(s.diffusivity); }});
    options.push_back({"--cell-size", "H", group, "side of a cell in m, for dt (1e-3)",
                       [](Set s, Text n, Text t) {
                           s.cell_size = parse_number(n, t);
                           validate_cell_size(s.cell_size);
                       },
                       [](Get s) -> Shown { return number_text(s.cell_size); }});
}

}  // namespace

std::vector<StateOption> field_options() {
    std::vector<StateOption> options;
    // Before the grid and all that depends on it.
    options.push_back({"--dimensions", "1|2|3", "Field",
                       "of the grid: a rod, a plate or a block (2); 3 where --grid has three sides",
                       [](Set s, Text n, Text t) {
                           const auto dimensions = static_cast<int>(parse_integer(n, t, 1, 3));
                           if (dimensions != s.grid.dimensions)
                               s = with_grid(std::move(s), default_grid(dimensions));
                       },
                       [](Get s) -> Shown { return std::to_string(s.grid.dimensions); }});
    options.push_back({"--grid", "N|WxH|WxHxD", "Field",
                       "cells, boundary included (1024x512; 1024 in one dimension, 128x128x128 in "
                       "three)",
                       [](Set s, Text n, Text t) {
                           const GridSize grid = parse_grid(n, t, s.grid.dimensions);
                           validate_grid(grid);
                           s = with_grid(std::move(s), grid);
                       },
                       [](Get s) -> Shown { return grid_text(s.grid); }});
    add_start(options);
    add_edges(options);
    add_physics(options);
    return options;
}

}  // namespace heatlab
