// What is seen of the field, what is observed of it, and the brush.

#include "app/options.h"
#include "app/settings_check.h"
#include "app/state_option_parts.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using namespace state_option;

template <bool Settings::*member>
StateOption switch_of(const char* name, const char* help) {
    static const Choices<bool> states = {{"on", true}, {"off", false}};
    StateOption option{name,
                       "on|off",
                       "Picture",
                       help,
                       [](Set s, Text n, Text t) { s.*member = parse_choice(n, t, states); },
                       [](Get s) -> Shown { return choice_text(s.*member, states); }};
    option.is_switch = true;
    return option;
}

Shown shown_range(Get s) {
    switch (s.range.mode) {
        case RangeMode::automatic:
            return "auto";
        case RangeMode::symmetric:
            return "symmetric";
        case RangeMode::locked:
            break;
    }
    return number_text(s.range.low) + "," + number_text(s.range.high);
}

void set_view(Set s, Text n, Text t) {
    s.view = parse_view(n, t);
}

Shown shown_view(Get s) {
    if (s.view.fit)
        return "fit";
    return number_text(s.view.centre_col) + "," + number_text(s.view.centre_row) + "," +
           number_text(s.view.pixels_per_cell);
}

Shown shown_brush(Get s) {
    return number_text(s.brush.radius) + "," + number_text(s.brush.heat) + "," +
           number_text(s.brush.cool);
}

}  // namespace

std::vector<StateOption> picture_options() {
    const char* group = "Picture";
    std::vector<StateOption> options;
    options.push_back({"--colormap", "NAME", group, "see `heatlab list colormaps` (inferno)",
                       [](Set s, Text n, Text t) {
                           if (t.empty())
                               throw InputError(n, "\"\"", "see `heatlab list colormaps`");
                           s.colormap = t;
                       },
                       [](Get s) -> Shown { return s.colormap; }});
    options.push_back({"--range", "auto|symmetric|LO,HI", group,
                       "values that the colour map spans (auto)",
                       [](Set s, Text n, Text t) { s.range = parse_range(n, t); }, shown_range});
    StateOption slice{
        "--slice",
        "x|y|z[:N]",
        group,
        "of a grid of three dimensions: the axis across which the picture lies, and "
        "where on it (z, its middle)",
        [](Set s, Text n, Text t) { s.slice = parse_slice(n, t); },
        [](Get s) { return s.grid.dimensions == 3 ? Shown(slice_text(s.slice)) : std::nullopt; }};
    slice.usual = "z";
    options.push_back(std::move(slice));
    options.push_back({"--view", "fit|COL,ROW,PX", group,
                       "the whole field, or the cell in the middle and the pixels of a cell's side "
                       "(fit)",
                       set_view, shown_view});
    options.push_back({"--show", "flat|surface|slices|volume", group,
                       "the field from above or its values as heights of a surface; in three "
                       "dimensions also three planes in a box or all of it as a cloud (flat)",
                       [](Set s, Text n, Text t) { s.show = parse_show(n, t); },
                       [](Get s) -> Shown { return info_of(s.show).name; }});
    options.push_back(
        {"--camera", "AZIMUTH,ELEVATION,ZOOM", group,
         "of what is shown in space: degrees round it and above its floor, and a factor "
         "(-30,35,1)",
         [](Set s, Text n, Text t) { s.camera = parse_camera(n, t); },
         [](Get s) -> Shown { return camera_text(s.camera); }});
    StateOption crossing{"--slices",
                         "COL,ROW,SLICE|middle",
                         group,
                         "of --show slices: the cell in which the planes cross (middle)",
                         [](Set s, Text n, Text t) { s.crossing = parse_crossing(n, t); },
                         [](Get s) {
                             return s.grid.dimensions == 3 ? Shown(crossing_text(s.crossing))
                                                           : std::nullopt;
                         }};
    crossing.usual = "middle";
    options.push_back(std::move(crossing));
    options.push_back(
        switch_of<&Settings::isotherms>("--isotherms", "lines of equal temperature (on)"));
    options.push_back(
        switch_of<&Settings::linear_filter>("--linear-filter", "blend neighbouring cells (off)"));
    options.push_back(
        switch_of<&Settings::cell_lines>("--cell-lines", "lines between large cells (off)"));
    options.push_back({"--observe", "LIST|none", group,
                       "what the laboratory follows: traces, spectrum, watch (the light of the "
                       "maximum principle), after commas (traces,watch)",
                       [](Set s, Text n, Text t) { s.laboratory = parse_observed(n, t); },
                       [](Get s) -> Shown { return observed_text(s.laboratory); }});
    options.push_back({"--brush", "RADIUS,HEAT,COOL", group,
                       "cells, and what is painted with heat and cool (16,1,0)",
                       [](Set s, Text n, Text t) { s.brush = parse_brush(n, t); }, shown_brush});
    return options;
}

FlashGuardMode parse_flash_guard(const std::string& argument, const std::string& text) {
    static const Choices<FlashGuardMode> modes = {{"even-steps", FlashGuardMode::even_steps},
                                                  {"every-step", FlashGuardMode::every_step}};
    return parse_choice(argument, text, modes);
}

}  // namespace heatlab
