#include "app/ui/panels/sizes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float bar_height = 30;
constexpr float legend_height = 22;
constexpr std::array<const char*, 2> modes{"speed", "time"};
constexpr std::array<int, 5> largest_sides{1024, 2048, 4096, 8192, 16384};

bool shows_time(int mode) {
    return mode == 1;
}

struct ShapeWords {
    const char* one;
    const char* many;
    const char* measure;  ///< what the axis counts
};

const ShapeWords& words_of(const SizeSweep& sweep) {
    static constexpr std::array<ShapeWords, 3> words{
        {{"rod", "rods", "Rods by their cells"},
         {"square", "squares", "Squares by their side in cells"},
         {"cube", "cubes", "Cubes by their edge in cells"}}};
    return words.at(static_cast<std::size_t>(sweep.dimensions) - 1);
}

std::string shape(const SizeSweep& sweep, int side) {
    return format_grid(sweep.grid_of(side));
}

/// What would be measured for the grid that is shown.
SizeSweep wanted_sweep(const PanelContext& context, int largest) {
    SizeSweep sweep;
    sweep.largest = largest;
    sweep.dimensions = context.snapshot.settings.grid.dimensions;
    return sweep;
}

/// By the kernel's place in the table, so that a kernel keeps its colour; the copy is grey.
ImU32 colour_of(const Palette& p, const SizeSweepState& sweep, std::size_t index) {
    if (!sweep.kernels[index].kernel->advances) {
        return p.text2;
    }
    std::size_t place = 0;
    for (std::size_t i = 0; i < index; ++i) {
        place += sweep.kernels[i].kernel->advances ? 1u : 0u;
    }
    const std::array<ImU32, 6> colours{p.series[0], p.series[2],     p.series[1],
                                       p.series[3], p.source_number, p.text3};
    return colours[place % colours.size()];
}

/// What a plot's vertical axis counts in.
struct RateUnit {
    double size = 1e9;
    const char* name = "10⁹ cells/s";
};

struct Extent {
    double least_seconds = 0;
    double most_seconds = 0;
    double most_cells = 0;  ///< a second
};

std::optional<Extent> extent_of(const SizeSweepState& sweep) {
    std::optional<Extent> found;
    for (const KernelSizes& kernel : sweep.kernels) {
        for (const SizePoint& point : kernel.points) {
            const double seconds = point.seconds_per_step;
            if (!found) {
                found = Extent{seconds, seconds, point.cells_per_second()};
            }
            found->least_seconds = std::min(found->least_seconds, seconds);
            found->most_seconds = std::max(found->most_seconds, seconds);
            found->most_cells = std::max(found->most_cells, point.cells_per_second());
        }
    }
    return found;
}

RateUnit unit_for(const Extent& extent) {
    return extent.most_cells < 1e9 ? RateUnit{1e6, "10⁶ cells/s"} : RateUnit{};
}

double height_of(const SizePoint& point, int mode, const RateUnit& unit) {
    return shows_time(mode) ? std::log10(point.seconds_per_step)
                            : point.cells_per_second() / unit.size;
}

std::vector<AxisTick> side_ticks(const SizeSweep& sweep, const AxisLimits& x, float room_px,
                                 float label_px) {
    std::vector<AxisTick> ticks;
    const int first = static_cast<int>(std::ceil(x.low - 1e-9));
    const int last = static_cast<int>(std::floor(x.high + 1e-9));
    const int most = std::max(2, static_cast<int>(room_px / label_px));
    const int every = std::max(1, (last - first + most) / most);
    for (int power = last; power >= first; power -= every) {
        ticks.push_back(
            {static_cast<double>(power), format_integer(sweep.grid_of(1 << power).width)});
    }
    return ticks;
}

std::string progress_text(const SizeSweepState& sweep) {
    const auto count = [](std::size_t n) { return format_integer(static_cast<std::int64_t>(n)); };
    const std::string part = count(sweep.measured) + " of " + count(sweep.total);
    if (sweep.running) {
        return part + ", " + shape(sweep.sweep, sweep.side) + "; the run waits";
    }
    if (sweep.cancelled) {
        return "cancelled after " + part;
    }
    if (!sweep.problem.empty()) {
        const std::size_t first = sweep.problem.find_first_not_of('-');
        return "ended at " + shape(sweep.sweep, sweep.side) + ": " +
               sweep.problem.substr(first == std::string::npos ? 0 : first);
    }
    return count(sweep.sweep.sides().size()) + " " + words_of(sweep.sweep).many + " on " +
           sweep.backend.device;
}

std::optional<SizePoint> point_at(const KernelSizes& kernel, int side) {
    for (const SizePoint& point : kernel.points) {
        if (point.side == side) {
            return point;
        }
    }
    return std::nullopt;
}

/// The largest square that every kernel was timed on, else the largest of any.
int shown_side(const SizeSweepState& sweep) {
    int all = 0;
    int any = 0;
    for (const KernelSizes& kernel : sweep.kernels) {
        const int last = kernel.points.empty() ? 0 : kernel.points.back().side;
        all = all == 0 ? last : std::min(all, last);
        any = std::max(any, last);
    }
    return all > 0 ? all : any;
}

}  // namespace

void SizesPanel::draw_controls(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const SizeSweepState* sweep = context.snapshot.sizes.get();
    const bool running = sweep != nullptr && sweep->running;
    const SizeSweep wanted = wanted_sweep(context, largest_);
    const ImRect row = rows.take(look.px(bar_height));
    const ImRect combo(row.Min, ImVec2(row.Min.x + look.px(112), row.Max.y));
    ComboOptions options;
    const std::string tooltip = std::string("The largest of the ") + words_of(wanted).many;
    options.tooltip = tooltip.c_str();
    if (begin_combo(look, "largest square", combo,
                    "to " + format_integer(wanted.grid_of(largest_).width), options)) {
        for (const int side : largest_sides) {
            MenuItemOptions item;
            item.selected = side == largest_;
            if (menu_item(look, shape(wanted, side).c_str(), item)) {
                largest_ = side;
            }
        }
        end_combo();
    }
    const ImVec2 segments(combo.Max.x + look.px(8), row.Min.y);
    constexpr float padding = 9;
    if (const auto chosen =
            segmented(look, "Quantity", segments, modes, mode_, look.px(bar_height), padding)) {
        mode_ = *chosen;
    }
    const ImRect box(ImVec2(row.Max.x - look.px(78), row.Min.y), row.Max);
    ButtonOptions press;
    if (running) {
        press.tooltip = "Stop here; what was timed stays";
        if (button(look, "Cancel", box, press)) {
            context.emit(command::CancelSizeSweep{});
        }
        return;
    }
    const std::string what = std::string("Time every kernel on ") + words_of(wanted).many +
                             " from " + shape(wanted, wanted.smallest) +
                             " cells; the run waits meanwhile";
    press.tooltip = what.c_str();
    if (button(look, "Measure", box, press))
        context.emit(command::StartSizeSweep{wanted});
}

void SizesPanel::draw_curves(const PanelContext& context, const SizeSweepState& sweep,
                             Plot& plot) const {
    const Palette& p = context.look.colour;
    const RateUnit unit = unit_for(*extent_of(sweep));
    for (std::size_t i = 0; i < sweep.kernels.size(); ++i) {
        const KernelSizes& kernel = sweep.kernels[i];
        std::vector<PlotPoint> points;
        for (const SizePoint& point : kernel.points) {
            points.push_back({std::log2(point.side), height_of(point, mode_, unit)});
        }
        if (points.empty()) {
            continue;
        }
        const bool others_lit = !lit_.empty() && lit_ != kernel.kernel->name;
        const ImU32 colour = fade(colour_of(p, sweep, i), others_lit ? 0.25f : 1.0f);
        if (kernel.kernel->advances) {
            plot.line(points, colour, lit_ == kernel.kernel->name ? 3.0f : 2.0f);
        } else {
            for (std::size_t k = 1; k < points.size(); ++k) {
                plot.dashed(points[k - 1], points[k], colour);
            }
        }
        if (sweep.running) {
            plot.dot(points.back().x, points.back().y, colour, 2.5f);
        }
    }
}

void SizesPanel::draw_plot(const PanelContext& context, const SizeSweepState& sweep,
                           const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const std::optional<Extent> extent = extent_of(sweep);
    pointed_side_ = 0;
    if (!extent) {
        draw_text(look, area.GetCenter(), Role::note, p.text3,
                  sweep.running
                      ? std::string("the first ") + words_of(sweep.sweep).one + " is being timed"
                      : std::string("nothing was timed"),
                  anchor_middle);
        return;
    }
    PlotAxes axes;
    axes.x = {std::log2(sweep.sweep.smallest), std::log2(sweep.sweep.largest)};
    if (!(axes.x.span() > 0)) {
        axes.x = {axes.x.low - 0.5, axes.x.low + 0.5};
    }
    const float label = look.px(sweep.sweep.dimensions == 1 ? 84 : 44);
    axes.x_ticks = side_ticks(sweep.sweep, axes.x, area.GetWidth() - look.px(40), label);
    if (shows_time(mode_)) {
        axes.y = widened_to_decades({}, std::log10(extent->least_seconds),
                                    std::log10(extent->most_seconds));
        axes.y_ticks = decade_ticks(axes.y, 5);
    } else {
        axes.y = {0, 1.15 * extent->most_cells / unit_for(*extent).size};
        axes.y_ticks = value_ticks(axes.y, 4);
    }
    Plot plot(look, "Sizes plot", area, axes);
    if (!plot.visible()) {
        return;
    }
    if (sweep.backend.cache_bytes > 0) {
        const auto bytes = static_cast<double>(sweep.backend.cache_bytes);
        const double side =
            std::log2(std::sqrt(bytes / required_bytes_per_cell_per_launch(sweep.sweep.type)));
        if (side > axes.x.low && side < axes.x.high) {
            plot.upright(side, "cache " + format_bytes(bytes), p.text3);
        }
    }
    draw_curves(context, sweep, plot);
    if (!plot.hovered()) {
        return;
    }
    const double pointed = plot.pointed_x();
    for (const int side : sweep.sweep.sides()) {
        const bool nearer = pointed_side_ == 0 || std::abs(std::log2(side) - pointed) <
                                                      std::abs(std::log2(pointed_side_) - pointed);
        if (nearer) {
            pointed_side_ = side;
        }
    }
    item_tooltip(
        look, words_of(sweep.sweep).measure +
                  std::string(
                      ". Dashed: a copy, the ceiling of every kernel that "
                      "crosses memory once a step. The mark is where both buffers fill the cache"));
}

void SizesPanel::draw_legend(const PanelContext& context, const SizeSweepState& sweep, Rows& rows) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const int side = pointed_side_ != 0 ? pointed_side_ : shown_side(sweep);
    lit_ = {};
    ImRect row;
    for (std::size_t i = 0; i < sweep.kernels.size(); ++i) {
        const KernelSizes& kernel = sweep.kernels[i];
        if (i % 2 == 0) {
            row = rows.take(look.px(legend_height));
        }
        const ImRect cell = column_of(row, static_cast<int>(i % 2), 2, look.px(16));
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(cell.Min, cell.Max)) {
            lit_ = kernel.kernel->name;
        }
        const float middle = std::floor(cell.GetCenter().y);
        const ImU32 colour = colour_of(p, sweep, i);
        const ImRect mark(cell.Min.x, middle - look.px(1), cell.Min.x + look.px(12),
                          middle + look.px(1));
        ImDrawList* list = ImGui::GetWindowDrawList();
        if (kernel.kernel->advances) {
            list->AddRectFilled(mark.Min, mark.Max, colour);
        } else {
            list->AddRectFilled(mark.Min, ImVec2(mark.Min.x + look.px(5), mark.Max.y), colour);
            list->AddRectFilled(ImVec2(mark.Max.x - look.px(5), mark.Min.y), mark.Max, colour);
        }
        const bool runs = kernel.kernel->name == context.snapshot.settings.kernel;
        draw_text(look, ImVec2(mark.Max.x + look.px(7), middle), Role::code,
                  runs || lit_ == kernel.kernel->name ? p.text : p.text2, kernel.kernel->name,
                  anchor_middle_left);
        const std::optional<SizePoint> point = point_at(kernel, side);
        const std::string value = !point ? std::string("–")
                                  : shows_time(mode_)
                                      ? format_duration(point->seconds_per_step).text()
                                      : format_cell_rate(point->cells_per_second()).text();
        draw_text(look, ImVec2(cell.Max.x, middle), Role::note, p.text, value, anchor_middle_right);
    }
}

void SizesPanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    Rows rows(panel_area(look));
    context.mark("sizes", panel_area(look));
    rows.skip(look.px(6));
    draw_controls(context, rows);
    rows.skip(look.px(8));
    const SizeSweepState* sweep = context.snapshot.sizes.get();
    if (sweep == nullptr) {
        rows.skip(look.px(4));
        const SizeSweep wanted = wanted_sweep(context, largest_);
        const std::string text =
            "Times every kernel on " + std::string(words_of(wanted).many) + " of " +
            shape(wanted, wanted.smallest) + " to " + shape(wanted, largest_) +
            " cells, in batches, and takes the median. Where both buffers no longer fit the "
            "cache, memory sets the pace. The run waits meanwhile.";
        const float width = rows.width();
        draw_text(look, rows.take(text_size(look, Role::body, text, width).y).Min, Role::body,
                  p.text2, text, {}, width);
        finish_panel(look, rows);
        return;
    }
    const ImRect state = rows.take(look.px(20));
    draw_text_fitted(look, state.Min, Role::caption, p.text2, progress_text(*sweep), rows.width());
    if (sweep->running) {
        const float part = static_cast<float>(sweep->measured) / static_cast<float>(sweep->total);
        draw_meter(look, ImRect(state.Min.x, state.Max.y, state.Max.x, state.Max.y + look.px(3)),
                   part, p.accent);
    }
    rows.skip(look.px(10));
    const std::optional<Extent> extent = extent_of(*sweep);
    const std::string quantity = shows_time(mode_) ? "seconds per step"
                                 : extent          ? unit_for(*extent).name
                                                   : "cells/s";
    const ImRect caption = rows.take(look.px(18));
    draw_text(look, caption.Min, Role::caption, p.text3, quantity);
    const int side = pointed_side_ != 0 ? pointed_side_ : shown_side(*sweep);
    if (side > 0) {
        draw_text(look, ImVec2(caption.Max.x, caption.Min.y), Role::caption, p.text3,
                  "below: at " + shape(sweep->sweep, side), anchor_right);
    }
    const auto legend_rows = static_cast<float>((sweep->kernels.size() + 1) / 2);
    const float legend = legend_rows * look.px(legend_height) + look.px(8);
    const float height =
        std::clamp(rows.remaining() - legend - look.px(6), look.px(110), look.px(360));
    draw_plot(context, *sweep, rows.take(height));
    rows.skip(look.px(8));
    draw_legend(context, *sweep, rows);
    finish_panel(look, rows);
}

}  // namespace heatlab::ui
