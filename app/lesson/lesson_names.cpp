#include "app/lesson/lesson_names.h"

#include <algorithm>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/options.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"
#include "sim/lesson/wrong_variants.h"

namespace heatlab {
namespace {

constexpr std::array points{
    LessonName{"r", "step ratio"},
    LessonName{"badge", "what r does"},
    LessonName{"transport", "run and step"},
    LessonName{"field", "field"},
    LessonName{"colour-bar", "values and colours"},
    LessonName{"kernels", "kernels"},
    LessonName{"kernel-card", "the chosen kernel"},
    LessonName{"source", "source"},
    LessonName{"sizes", "time against size"},
    LessonName{"timings", "timings"},
    LessonName{"host-copies", "copies to the host"},
    LessonName{"growth", "fastest wave"},
    LessonName{"extremes", "largest and smallest"},
    LessonName{"spectrum", "spectrum"},
    LessonName{"sweep", "sweep over r"},
    LessonName{"decay", "exact mode"},
    LessonName{"edges", "edges"},
    LessonName{"grid", "grid"},
    LessonName{"init", "start from"},
    LessonName{"compare", "Explore or Compare"},
    LessonName{"race", "race"},
    LessonName{"agreement", "agreement"},
    LessonName{"difference", "difference"},
    LessonName{"zone-application", "application"},
    LessonName{"zone-grid", "grid"},
    LessonName{"zone-tiles", "tile"},
    LessonName{"zone-steps", "steps per launch"},
    LessonName{"zone-measure", "measure all"},
    LessonName{"zone-scene", "scene"},
    LessonName{"zone-tile", "tile and ghost zone"},
    LessonName{"zone-chart", "time per step"},
    LessonName{"zone-figures", "model"},
    LessonName{"zone-source", "source"},
};

constexpr std::array shows{
    LessonName{"physics", "badge, r, material, start, edges, grid"},
    LessonName{"edges", "the same: the edges are a part of it"},
    LessonName{"growth", "the fastest wave"},
    LessonName{"extremes", "largest and smallest value"},
    LessonName{"spectrum", "the spectrum, which is then measured"},
    LessonName{"equations", "the page Equations of the laboratory"},
    LessonName{"decay", "its page Exact mode"},
    LessonName{"sweep", "its page Sweep"},
    LessonName{"kernels", "figures of the kernels"},
    LessonName{"source", "the source of the chosen kernel"},
    LessonName{"sizes", "time against size"},
    LessonName{"timings", "the timings"},
    LessonName{"compare", "Compare, with the views of the option compare"},
    LessonName{"zone-figures", "figures of the model, with the option ghost-zones"},
    LessonName{"zone-source", "the source of the zone, likewise"},
    LessonName{"explore", "one field: ends Compare and the ghost zones"},
};

constexpr std::array controls{
    LessonName{"r", "the slider of the step ratio"},
    LessonName{"transport", "run, one step, reset"},
    LessonName{"kernels", "the kernels"},
    LessonName{"grid", "sizes of the grid"},
    LessonName{"init", "fields to start from"},
    LessonName{"host-copies", "when the field is copied to the host"},
    LessonName{"zone-steps", "the slider of the steps per launch, with the option ghost-zones"},
};

constexpr std::array measures{
    LessonName{"max_abs", "largest |u|"},
    LessonName{"minimum", "smallest value"},
    LessonName{"maximum", "largest value"},
    LessonName{"mean", "mean of all cells"},
    LessonName{"growth", "measured factor per step of the fastest wave"},
    LessonName{"overshoot_step", "first step with a value 1 % outside the initial range"},
    LessonName{"non_finite_step", "first step with a value that is no number"},
    LessonName{"centre_weight", "1 − 4r"},
    LessonName{"checkerboard_factor", "1 − 8r"},
    LessonName{"bound", "the bound of this grid"},
    LessonName{"fastest_factor", "factor per step of this grid's fastest wave, by theory"},
    LessonName{"time_step", "dt in seconds"},
    LessonName{"cells", "cells of the grid"},
    LessonName{"buffer_mib", "one buffer of the field, MiB"},
    LessonName{"reads_per_cell KERNEL", "loads from global memory per cell and launch"},
    LessonName{"writes_per_cell KERNEL", "stores to global memory per cell and launch"},
    LessonName{"tile_loads KERNEL", "cells that a block loads"},
    LessonName{"tile_bytes KERNEL", "shared memory that they take, bytes"},
    LessonName{"tile_cells KERNEL", "cells that a block updates"},
    LessonName{"steps_per_launch KERNEL", "steps of one launch"},
    LessonName{"zone_tile_cells TILE K", "cells of a tile, its ghost zone of k cells included"},
    LessonName{"zone_result_cells TILE K", "those that are right after k steps"},
    LessonName{"zone_updates TILE K", "that the tile computes in a launch of k steps"},
    LessonName{"zone_redundancy TILE K", "of these, per result and step"},
};

constexpr std::string_view of_kernel = " KERNEL";
constexpr std::string_view of_zone = " TILE K";

bool is_kernel(std::string_view name) {
    return std::ranges::any_of(kernel_table(), [&](const KernelInfo& k) { return k.name == name; });
}

}  // namespace

std::span<const LessonName> lesson_points() {
    return points;
}
std::span<const LessonName> lesson_shows() {
    return shows;
}
std::span<const LessonName> lesson_controls() {
    return controls;
}
std::span<const LessonName> lesson_wrong_variants() {
    static const std::vector<LessonName> names = [] {
        std::vector<LessonName> list;
        for (const WrongVariantInfo& info : wrong_variants())
            list.push_back({info.kernel.name, info.title});
        return list;
    }();
    return names;
}
std::span<const LessonName> lesson_measures() {
    return measures;
}

bool is_lesson_point(const std::string& name) {
    return contains(points, name) || cell_of(name);
}

bool is_lesson_measure(const std::string& name) {
    if (contains(measures, name) && !name.ends_with(of_kernel) && !name.ends_with(of_zone))
        return true;
    const std::size_t space = name.find(' ');
    if (space != std::string::npos &&
        contains(measures, name.substr(0, space) + std::string(of_kernel)))
        return is_kernel(std::string_view(name).substr(space + 1));
    if (zone_of(name) && contains(measures, name.substr(0, space) + std::string(of_zone)))
        return true;
    return cell_of(name).has_value();
}

std::optional<MeasuredZone> zone_of(const std::string& name) {
    const std::size_t first = name.find(' ');
    const std::size_t second = name.find(' ', first + 1);
    if (first == std::string::npos || second == std::string::npos)
        return std::nullopt;
    MeasuredZone found;
    const std::string tile = name.substr(first + 1, second - first - 1);
    found.dimensions = 1 + static_cast<int>(std::ranges::count(tile, 'x'));
    if (found.dimensions > 3)
        return std::nullopt;
    try {
        const GridSize sides = parse_grid("tile", tile, found.dimensions);
        found.zone.tile = {sides.width, sides.height, sides.depth};
        found.zone.steps =
            static_cast<int>(parse_integer("k", name.substr(second + 1), 1, 1 << 20));
    } catch (const InputError&) {
        return std::nullopt;
    }
    if (found.zone.steps > ghost::most_zone_steps(found.zone.tile, found.dimensions))
        return std::nullopt;
    return found;
}

std::string lesson_point_label(const std::string& name) {
    if (const std::optional<Cell> cell = cell_of(name))
        return "row " + std::to_string(cell->row) + ", column " + std::to_string(cell->col);
    const auto found = std::ranges::find(points, name, &LessonName::name);
    return found == points.end() ? name : std::string(found->meaning);
}

bool contains(std::span<const LessonName> names, std::string_view name) {
    return std::ranges::find(names, name, &LessonName::name) != names.end();
}

}  // namespace heatlab
