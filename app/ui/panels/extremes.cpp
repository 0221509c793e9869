#include "app/ui/panels/extremes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/laboratory_words.h"
#include "app/ui/panels/growth.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/plot.h"

namespace heatlab::ui {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
/// Past so many initial ranges a linear axis shows nothing of them any more.
constexpr double linear_ranges = 8;
constexpr double cell_zoom = 24;  ///< framebuffer pixels per cell, to look at one
constexpr int small_side = 40;    ///< cells; such a grid is seen whole

struct Light {
    const char* icon = nullptr;
    ImU32 colour = 0;
};

Light light_of(const PanelContext& context) {
    const Palette& p = context.look.colour;
    const Snapshot& snapshot = context.snapshot;
    const MaximumPrinciple& principle = snapshot.laboratory.principle;
    if (principle.first_crossing)
        return {icon::warning, grows(snapshot) ? p.unstable : p.damped};
    if (!snapshot.settings.laboratory.watch || principle.watched_since)
        return {icon::eye, p.text3};
    return {icon::smooth, p.stable};
}

std::string light_tooltip(const MaximumPrinciple& principle, GridSize grid) {
    std::string text = "The field began between " + value_text(principle.initial_minimum) +
                       " and " + value_text(principle.initial_maximum) + ". ";
    if (principle.watched_since)
        text += "Steps before " + format_integer(*principle.watched_since) +
                " were not compared and may have left that range. ";
    if (principle.first_crossing) {
        const ExtremeCell& extreme = principle.first_crossing->extreme;
        return text + "The first value " + (principle.watched_since ? "seen " : "") +
               "more than 1 % of that outside: " + value_text(static_cast<double>(extreme.value)) +
               " at " + format_cell(extreme.cell, grid) + ". Click to show the cell";
    }
    return text + "Up to r = " + words_of(grid.dimensions).bound +
           " each new value is a mean of old ones, so none can leave it";
}

/// `strip`: in few words, to leave room for the newest value.
void draw_light(const PanelContext& context, const ImRect& row, bool strip) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Light light = light_of(context);
    const MaximumPrinciple& principle = context.snapshot.laboratory.principle;
    const float middle = row.GetCenter().y;
    const GridSize grid = context.snapshot.settings.grid;
    const bool shows_a_cell = principle.first_crossing.has_value();
    const PrincipleWords words =
        principle_words(principle, context.snapshot.settings.laboratory.watch);
    std::string text = strip ? words.brief : words.full;
    if (!strip && shows_a_cell) {
        const std::string where =
            text + ", " + format_cell(principle.first_crossing->extreme.cell, grid);
        const bool fits = text_size(look, Role::note, where).x + look.px(22) <= row.GetWidth();
        text = fits ? where : text;
    }
    const float width = look.px(22) + text_size(look, Role::note, text).x;
    const ImRect box(row.Min, ImVec2(std::min(row.Max.x, row.Min.x + width), row.Max.y));
    const Press press = press_area("Maximum principle", box);
    item_tooltip(look, light_tooltip(principle, grid));
    draw_text(look, ImVec2(row.Min.x, middle), Role::note, light.colour, light.icon,
              anchor_middle_left);
    const ImU32 ink = shows_a_cell ? p.accent : p.text2;
    const float left = row.Min.x + look.px(22);
    draw_text_fitted(look, ImVec2(left, middle), Role::note, ink, text, row.Max.x - left,
                     anchor_middle_left);
    if (shows_a_cell && press.hovered) {
        draw_rule(look, ImVec2(left, middle + look.px(8)), width - look.px(22), true, p.accent);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (shows_a_cell && press.pressed) {
        show_cell(context, principle.first_crossing->extreme.cell);
    }
}

const TracePoint* newest_finite(const Traces& traces) {
    const auto found = std::find_if(traces.points.rbegin(), traces.points.rend(),
                                    [](const TracePoint& point) { return point.finite; });
    return found == traces.points.rend() ? nullptr : &*found;
}

std::string value_label(const TracePoint& point, bool top) {
    return (top ? "max " : "min ") + value_text(top ? point.maximum : point.minimum);
}

/// Ticks where the axis is logarithmic: the initial unit's decades on both sides of 0.
std::vector<AxisTick> symmetric_ticks(const AxisLimits& limits, double unit, int most) {
    const double reach = std::max(std::abs(limits.low), std::abs(limits.high));
    const int first = static_cast<int>(std::ceil(std::log10(unit)));
    const int last = static_cast<int>(std::floor(std::log10(unit) + reach));
    const int sides = limits.low < 0 && limits.high > 0 ? 2 : 1;
    const int per_side = std::max(1, (most - 1) / sides);
    std::vector<AxisTick> ticks{{0, "0"}};
    const int stride = std::max(1, (last - first + per_side - 1) / per_side);
    for (int exponent = last; exponent >= first + stride / 2 && exponent > first;
         exponent -= stride) {
        const double at = symmetric_log(std::pow(10.0, exponent), unit);
        if (at <= limits.high) {
            ticks.push_back({at, power_of_ten(exponent)});
        }
        if (-at >= limits.low) {
            ticks.push_back({-at, true_minus + power_of_ten(exponent)});
        }
    }
    return ticks;
}

/// The newest point and, where the sheet is not a strip, its value: above the upper line and below
/// the lower one, beside the point where that is the end of the plot.
void draw_newest(const PanelContext& context, Plot& plot, const TracePoint& newest, bool top,
                 double shown) {
    const Look& look = context.look;
    const ImU32 ink = grows(context.snapshot) ? look.colour.unstable : look.colour.accent;
    const ImVec2 at = plot.to_screen(static_cast<double>(newest.step), shown);
    plot.dot(static_cast<double>(newest.step), shown, ink, 2.5f);
    if (context.width_class == WidthClass::compact) {
        return;
    }
    const float height = look.line_height(Role::caption);
    const float y = top ? std::max(plot.inner().Min.y, at.y - height - look.px(3))
                        : std::min(plot.inner().Max.y - height, at.y + look.px(3));
    const bool beside = std::abs(y + height / 2 - at.y) < height / 2 + look.px(3);
    const float x = beside ? at.x - look.px(8) : plot.inner().Max.x;
    const std::string label = value_label(newest, top);
    const ImVec2 size = text_size(look, Role::caption, label);
    // A steep line passes under the words.
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x - size.x - look.px(3), y),
                                              ImVec2(x, y + size.y), fade(look.colour.panel, 0.82f),
                                              look.px(3));
    draw_text(look, ImVec2(x, y), Role::caption, look.colour.text2, label, anchor_right);
}

/// Of a grid of three dimensions: the plane across the present axis, or the three, that the cell
/// lies in.
void show_planes_through(const PanelContext& context, Cell cell) {
    const Settings& settings = context.snapshot.settings;
    const int slice = cell.row / settings.grid.height;
    const int row = cell.row % settings.grid.height;
    const Axis across = settings.slice.across;
    const int index = across == Axis::x ? cell.col : across == Axis::y ? row : slice;
    context.emit(command::SetSlice{{across, index}});
    if (settings.show == ShowMode::slices) {
        context.emit(command::SetCrossing{{cell.col, row, slice}});
    }
}

}  // namespace

void show_cell(const PanelContext& context, Cell cell) {
    const Settings& settings = context.snapshot.settings;
    const GridSize grid = settings.grid;
    if (grid.dimensions == 3) {
        show_planes_through(context, cell);
    }
    const Cell shown = settings.shown_cell(cell);
    const GridSize picture = settings.shown_grid();
    if (picture.width > small_side || picture.height > small_side) {
        ViewSetting view;
        view.fit = false;
        view.centre_col = shown.col;
        view.centre_row = shown.row;
        view.pixels_per_cell = cell_zoom;
        context.emit(command::SetView{view});
    }
    context.state.cell_to_pin = shown;
}

double ExtremesPanel::shown(double value) const {
    if (!std::isfinite(value)) {
        return nan;
    }
    return logarithmic_ ? symmetric_log(value, unit_) : value;
}

void ExtremesPanel::follow_run(const PanelContext& context, const Traces& traces) {
    const MaximumPrinciple& principle = context.snapshot.laboratory.principle;
    const double range = principle.initial_maximum - principle.initial_minimum;
    const std::int64_t newest = traces.points.back().step;
    if (newest < newest_step_ || traces.points.size() == 1 || steps_.empty()) {
        unit_ = range > 0 && std::isfinite(range) ? range : 1;
        fit(traces);
    }
    newest_step_ = newest;
    grow(principle, traces);
}

void ExtremesPanel::fit(const Traces& traces) {
    logarithmic_ = false;
    values_ = {};
    steps_ = widened_to_steps({}, static_cast<double>(traces.points.front().step),
                              static_cast<double>(traces.points.back().step));
}

void ExtremesPanel::grow(const MaximumPrinciple& principle, const Traces& traces) {
    steps_ = widened_to_steps(steps_, steps_.low, static_cast<double>(traces.points.back().step));
    double low = principle.initial_minimum;
    double high = principle.initial_maximum;
    for (const TracePoint& point : traces.points) {
        if (point.finite && std::isfinite(point.minimum) && std::isfinite(point.maximum)) {
            low = std::min(low, point.minimum);
            high = std::max(high, point.maximum);
        }
    }
    if (!logarithmic_ && high - low > linear_ranges * unit_) {
        logarithmic_ = true;
        values_ = {};
    }
    const double air = logarithmic_ ? 0.5 : 0.12 * (high - low);
    values_ = widened_to_values(values_, shown(low) - air, shown(high) + air);
}

void ExtremesPanel::draw_plot(const PanelContext& context, const Traces& traces,
                              const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const MaximumPrinciple& principle = context.snapshot.laboratory.principle;
    PlotAxes axes{steps_, values_, {}, {}};
    axes.x_ticks = step_ticks(axes.x, std::max(2, static_cast<int>(area.GetWidth() / look.px(64))));
    const int most = std::clamp(static_cast<int>(area.GetHeight() / look.px(24)), 2, 4);
    axes.y_ticks = logarithmic_ ? symmetric_ticks(axes.y, unit_, std::max(3, most))
                                : value_ticks(axes.y, std::max(3, most));
    Plot plot(look, "Extremes plot", area, axes);
    if (!plot.visible()) {
        return;
    }
    plot.band(shown(principle.initial_minimum), shown(principle.initial_maximum),
              fade(p.text3, p.dark() ? 0.16f : 0.14f));
    for (const RatioChange& change : traces.changes) {
        plot.upright(static_cast<double>(change.step), "", p.line2);
    }
    const ImU32 ink = grows(context.snapshot) ? p.unstable : p.accent;
    for (const bool top : {true, false}) {
        std::vector<PlotPoint> curve;
        curve.reserve(traces.points.size());
        for (const TracePoint& point : traces.points) {
            const double value = top ? point.maximum : point.minimum;
            curve.push_back({static_cast<double>(point.step), point.finite ? shown(value) : nan});
        }
        plot.line(curve, ink);
        if (const TracePoint* newest = newest_finite(traces)) {
            draw_newest(context, plot, *newest, top,
                        shown(top ? newest->maximum : newest->minimum));
        }
    }
    if (traces.non_finite_step) {
        plot.lost(static_cast<double>(*traces.non_finite_step), p.not_finite);
    }
    if (plot.hovered()) {
        item_tooltip(look,
                     "Largest and smallest value of all cells; shaded: the range the field "
                     "began with. Double click to fit");
    }
    if (plot.fit_asked()) {
        fit(traces);
    }
}

void ExtremesPanel::draw(const PanelContext& context, const ImRect& sheet) {
    const Look& look = context.look;
    const bool compact = context.width_class == WidthClass::compact;
    const std::optional<ImRect> area = begin_trace_sheet(context, sheet, "Extremes");
    context.mark("extremes", sheet);
    if (!area) {
        return;
    }
    const Traces& traces = *traces_of(context.snapshot);
    follow_run(context, traces);
    Rows rows(*area);
    const ImRect head = rows.take(look.px(22));
    draw_light(context, head, compact);
    const TracePoint* newest = newest_finite(traces);
    if (compact && newest != nullptr) {
        const bool top = std::abs(newest->maximum) >= std::abs(newest->minimum);
        draw_text(look, ImVec2(head.Max.x, head.GetCenter().y), Role::note_strong, look.colour.text,
                  value_label(*newest, top), anchor_middle_right);
    }
    draw_plot(context, traces, ImRect(ImVec2(area->Min.x, rows.y() + look.px(2)), area->Max));
}

}  // namespace heatlab::ui
