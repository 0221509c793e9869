#include "app/lesson/lesson_names.h"

#include <algorithm>

#include "app/lesson/lesson.h"
#include "sim/kernel_table.h"

namespace heatlab {
namespace {

constexpr std::array points{
    LessonName{"r", "the slider of the step ratio"},
    LessonName{"badge", "the card that says what r does"},
    LessonName{"transport", "run, one step, n steps, reset"},
    LessonName{"field", "the picture of the field"},
    LessonName{"colour-bar", "values and their colours"},
    LessonName{"kernels", "the list of kernels"},
    LessonName{"kernel-card", "what the chosen kernel does"},
    LessonName{"source", "the source of the chosen kernel"},
    LessonName{"sizes", "time against the size of the grid"},
    LessonName{"timings", "time per step, cells per second, share of a copy"},
    LessonName{"host-copies", "copies of the field to the host"},
    LessonName{"growth", "the fastest wave, measured and by theory"},
    LessonName{"extremes", "the largest and smallest value over time"},
    LessonName{"spectrum", "what a step does to every wave"},
    LessonName{"sweep", "growth against r"},
    LessonName{"decay", "one wave against the heat equation; half the cell size"},
    LessonName{"edges", "what the sides are held at"},
    LessonName{"grid", "the choice of the grid"},
    LessonName{"init", "the fields to start from"},
    LessonName{"compare", "the switch to Compare"},
    LessonName{"race", "the race of the views in Compare"},
    LessonName{"agreement", "where the views agree"},
    LessonName{"difference", "the difference of two views"},
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
    LessonName{"explore", "one field: ends Compare"},
};

constexpr std::array controls{
    LessonName{"r", "the slider of the step ratio"},
    LessonName{"transport", "run, one step, reset"},
    LessonName{"kernels", "the kernels"},
    LessonName{"grid", "sizes of the grid"},
    LessonName{"init", "fields to start from"},
    LessonName{"host-copies", "when the field is copied to the host"},
};

constexpr std::array wrong_variants{
    LessonName{"one_buffer_filled", "the ring was written in one of the two buffers only"},
    LessonName{"in_place", "the grid is updated in place, row by row"},
    LessonName{"no_load_guard", "a tile kernel loads beyond the grid"},
    LessonName{"no_store_guard", "a tile kernel stores beyond the grid"},
    LessonName{"barrier_in_guard", "threads beyond the grid leave before the barrier"},
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
    LessonName{"tile_cells KERNEL", "cells that a block updates"},
    LessonName{"steps_per_launch KERNEL", "steps of one launch"},
};

constexpr std::string_view of_kernel = " KERNEL";

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
    return wrong_variants;
}
std::span<const LessonName> lesson_measures() {
    return measures;
}

bool is_lesson_point(const std::string& name) {
    return contains(points, name) || cell_of(name);
}

bool is_lesson_measure(const std::string& name) {
    if (contains(measures, name) && !name.ends_with(of_kernel))
        return true;
    const std::size_t space = name.find(' ');
    if (space != std::string::npos &&
        contains(measures, name.substr(0, space) + std::string(of_kernel)))
        return is_kernel(std::string_view(name).substr(space + 1));
    return cell_of(name).has_value();
}

bool contains(std::span<const LessonName> names, std::string_view name) {
    return std::ranges::find(names, name, &LessonName::name) != names.end();
}

std::string joined(std::span<const LessonName> names) {
    std::string text;
    for (const LessonName& entry : names)
        text += (text.empty() ? "" : ", ") + std::string(entry.name);
    return text;
}

}  // namespace heatlab
