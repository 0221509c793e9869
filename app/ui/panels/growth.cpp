#include "app/ui/panels/growth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/laboratory_words.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/plot.h"

namespace heatlab::ui {
namespace {

struct QuantityWords {
    const char* name;
    const char* note;
};

constexpr std::array<QuantityWords, 3> quantities{
    {{"fastest wave",
      "Amplitude of the wave that grows first, in the distance to the steady state"},
     {"largest |u|", "Largest magnitude of all cells"},
     {"energy", "Mean of u² over all cells"}}};

double value_of(const TracePoint& point, TraceQuantity quantity) {
    switch (quantity) {
        case TraceQuantity::wave:
            return point.wave_amplitude;
        case TraceQuantity::magnitude:
            return point.largest_magnitude;
        case TraceQuantity::energy:
            break;
    }
    return point.energy;
}

/// Decimal logarithm; NaN, a gap, where there is none.
double log_value(const TracePoint& point, TraceQuantity quantity) {
    const double value = value_of(point, quantity);
    return point.finite && value > 0 && std::isfinite(value)
               ? std::log10(value)
               : std::numeric_limits<double>::quiet_NaN();
}

std::vector<PlotPoint> curve_of(const Traces& traces, TraceQuantity quantity) {
    std::vector<PlotPoint> points;
    points.reserve(traces.points.size());
    for (const TracePoint& point : traces.points) {
        points.push_back({static_cast<double>(point.step), log_value(point, quantity)});
    }
    return points;
}

const PlotPoint* newest_of(const std::vector<PlotPoint>& curve) {
    const auto found = std::find_if(curve.rbegin(), curve.rend(),
                                    [](const PlotPoint& p) { return !std::isnan(p.y); });
    return found == curve.rend() ? nullptr : &*found;
}

/// |g|^n since r last changed, through the newest point where the wave grows and through the first
/// one where it fades, set slightly apart from the measured line.
void draw_theory(const Look& look, Plot& plot, const std::vector<PlotPoint>& curve,
                 std::size_t begin, double factor) {
    const PlotPoint* newest = newest_of(curve);
    if (newest == nullptr || begin >= curve.size() || !(factor > 0)) {
        return;
    }
    const double slope = std::log10(factor);
    PlotPoint from{curve[begin].x, 0};
    PlotPoint to{newest->x, 0};
    if (slope > 0) {
        to.y = newest->y;
        from.y = to.y - slope * (to.x - from.x);
    } else if (!std::isnan(curve[begin].y)) {
        from.y = curve[begin].y;
        to.y = from.y + slope * (to.x - from.x);
    } else {
        return;
    }
    plot.dashed(from, to, look.colour.text2, -look.px(6));
}

void tooltip_at(const Look& look, const Plot& plot, const std::vector<PlotPoint>& curve,
                const char* name) {
    if (!plot.hovered()) {
        return;
    }
    const double x = plot.pointed_x();
    const auto after = std::lower_bound(curve.begin(), curve.end(), x,
                                        [](const PlotPoint& p, double at) { return p.x < at; });
    if (after == curve.end() || std::isnan(after->y)) {
        item_tooltip(look, "Double click to fit");
        return;
    }
    item_tooltip(look, "step " + format_integer(std::llround(after->x)) + ": " + name + " " +
                           format_significant(std::pow(10.0, after->y), 3));
}

}  // namespace

std::optional<ImRect> begin_trace_sheet(const PanelContext& context, const ImRect& sheet,
                                        const char* title) {
    const Look& look = context.look;
    const bool compact = context.width_class == WidthClass::compact;
    ImRect area = sheet;
    area.Min.y += look.px(compact ? 7.0f : 0.0f);
    area.Max.y -= look.px(compact ? 4.0f : 8.0f);
    const bool off = !context.snapshot.settings.laboratory.traces;
    if (!off && traces_of(context.snapshot) != nullptr) {
        return area;
    }
    if (compact) {
        draw_text(look, area.Min, Role::caption, look.colour.text2, title);
    }
    const ImVec2 middle = area.GetCenter();
    if (!off) {
        draw_text(look, middle, Role::note, look.colour.text3, "appears after the first steps",
                  anchor_middle);
        return std::nullopt;
    }
    const float line = look.line_height(Role::note);
    draw_text(look, middle - ImVec2(0, line / 2), Role::note, look.colour.text3,
              "switched off, nothing is measured", anchor_middle);
    if (link(look, "Measure again", middle + ImVec2(0, line / 2 + look.px(2)), anchor_middle)) {
        LaboratorySetting setting = context.snapshot.settings.laboratory;
        setting.traces = true;
        context.emit(command::SetLaboratory{setting});
    }
    return std::nullopt;
}

void GrowthPanel::follow_run(const Traces& traces) {
    const std::int64_t newest = traces.points.back().step;
    if (newest < newest_step_ || traces.points.size() == 1 || steps_.empty()) {
        fit(traces, static_cast<double>(traces.points.front().step));
        whole_run_ = true;
    }
    newest_step_ = newest;
    grow(traces);
}

void GrowthPanel::fit(const Traces& traces, double first_step) {
    steps_ = {};
    values_ = {};
    steps_ = widened_to_steps(steps_, first_step, static_cast<double>(traces.points.back().step));
}

void GrowthPanel::grow(const Traces& traces) {
    steps_ = widened_to_steps(steps_, steps_.low, static_cast<double>(traces.points.back().step));
    for (std::size_t i = 0; i < values_.size(); ++i) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (const TracePoint& point : traces.points) {
            const double value = value_of(point, static_cast<TraceQuantity>(i));
            if (point.finite && value > 0 && static_cast<double>(point.step) >= steps_.low) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
        if (low <= high) {
            values_[i] = widened_to_decades(values_[i], std::log10(low), std::log10(high));
        }
    }
}

void GrowthPanel::draw_figures(const PanelContext& context, const ImRect& row,
                               const ImRect& second) const {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const GrowthReading& growth = context.snapshot.laboratory.growth;
    const float right = row.Max.x;
    const float middle = row.GetCenter().y;
    const bool two_rows = second.GetHeight() > 0;
    const ImU32 strong = grows(context.snapshot) ? p.unstable : p.text;
    if (shown_ != TraceQuantity::wave) {
        const Traces& traces = *context.snapshot.laboratory.traces;
        const double value = value_of(traces.points.back(), shown_);
        draw_text(look, ImVec2(right, middle), Role::body_strong, strong,
                  std::isfinite(value) ? format_significant(value, 3) : "not finite",
                  anchor_middle_right);
        return;
    }
    const std::string theory = growth.theory ? factor_text(*growth.theory) : "none";
    std::string measured = growth.measured ? factor_text(*growth.measured) : "–";
    if (growth.at_rounding_level) {
        measured = "at rounding level";
    }
    if (!two_rows && growth.at_rounding_level) {
        draw_text(look, ImVec2(right, middle), Role::note_strong, p.text, measured,
                  anchor_middle_right);
        return;
    }
    if (!two_rows) {
        const float width = draw_text(look, ImVec2(right, middle), Role::caption, p.text3,
                                      "theory " + theory, anchor_middle_right)
                                .x;
        draw_text(look, ImVec2(right - width - look.px(10), middle), Role::body_strong, strong,
                  measured, anchor_middle_right);
        return;
    }
    const float width = draw_text(look, ImVec2(right, middle), Role::body_strong, strong,
                                  growth.at_rounding_level ? measured
                                  : growth.measured        ? measured + " measured"
                                                           : "not measured yet",
                                  anchor_middle_right)
                            .x;
    draw_text(look, ImVec2(right, second.GetCenter().y), Role::note, p.text3, theory + " theory",
              anchor_middle_right);
    if (growth.difference && !growth.at_rounding_level) {
        draw_text(look, ImVec2(right - width - look.px(12), middle), Role::caption, p.text3,
                  difference_text(*growth.difference), anchor_middle_right);
    }
}

void GrowthPanel::draw_header(const PanelContext& context, const ImRect& row,
                              const ImRect& second) {
    const Look& look = context.look;
    const auto index = static_cast<std::size_t>(shown_);
    const float width = std::ceil(text_size(look, Role::note, quantities[index].name).x);
    ComboOptions options;
    options.borderless = true;
    options.role = Role::note;
    options.popup_width = 330;
    options.tooltip = "Choose what is plotted";
    const ImRect box(row.Min.x - look.px(10), row.Min.y, row.Min.x + width + look.px(28),
                     row.Max.y);
    if (begin_combo(look, "Traced", box, quantities[index].name, options)) {
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            MenuItemOptions item;
            item.selected = i == index;
            item.note = quantities[i].note;
            if (menu_item(look, quantities[i].name, item)) {
                shown_ = static_cast<TraceQuantity>(i);
            }
        }
        end_combo();
    }
    draw_figures(context, row, second);
}

void GrowthPanel::draw_plot(const PanelContext& context, const Traces& traces, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const std::vector<PlotPoint> curve = curve_of(traces, shown_);
    PlotAxes axes{steps_, values_[static_cast<std::size_t>(shown_)], {}, {}};
    axes.x_ticks = step_ticks(axes.x, std::max(2, static_cast<int>(area.GetWidth() / look.px(64))));
    axes.y_ticks =
        decade_ticks(axes.y, std::clamp(static_cast<int>(area.GetHeight() / look.px(24)), 2, 4));
    if (axes.y.empty()) {
        draw_text(look, area.GetCenter(), Role::note, p.text3,
                  shown_ != TraceQuantity::wave ? "nothing but zero so far"
                  : context.snapshot.settings.grid.dimensions == 3
                      ? "waves are measured on rods and plates"
                      : "the field does not hold this wave",
                  anchor_middle);
        return;
    }
    Plot plot(look, "Growth plot", area, axes);
    if (!plot.visible()) {
        return;
    }
    const ImU32 ink = grows(context.snapshot) ? p.unstable : p.accent;
    for (auto change = traces.changes.rbegin(); change != traces.changes.rend(); ++change) {
        plot.upright(static_cast<double>(change->step), ratio_change_text(*change), p.line2);
    }
    const GrowthReading& growth = context.snapshot.laboratory.growth;
    if (shown_ == TraceQuantity::wave && growth.theory) {
        draw_theory(look, plot, curve, traces.segment_begin, *growth.theory);
    }
    plot.line(curve, ink);
    if (traces.non_finite_step) {
        plot.lost(static_cast<double>(*traces.non_finite_step), p.not_finite);
    }
    if (const PlotPoint* newest = newest_of(curve)) {
        plot.dot(newest->x, newest->y, ink);
    }
    tooltip_at(look, plot, curve, quantities[static_cast<std::size_t>(shown_)].name);
    const std::string forecast = forecast_text(context.snapshot.laboratory.forecast);
    if (context.width_class == WidthClass::compact && !forecast.empty()) {
        const ImVec2 corner = plot.inner().Max - ImVec2(0, look.px(1));
        const ImVec2 size = text_size(look, Role::caption, forecast);
        ImGui::GetWindowDrawList()->AddRectFilled(corner - size - ImVec2(look.px(4), 0), corner,
                                                  fade(p.panel, 0.82f), look.px(3));
        draw_text(look, corner, Role::caption, p.text2, forecast, Anchor{1, 1});
    }
    if (plot.fit_asked()) {
        whole_run_ = !whole_run_ || traces.segment_begin == 0;
        const std::size_t first = whole_run_ ? 0 : traces.segment_begin;
        fit(traces,
            static_cast<double>(traces.points[std::min(first, traces.points.size() - 1)].step));
    }
}

void GrowthPanel::draw(const PanelContext& context, const ImRect& sheet) {
    const Look& look = context.look;
    const bool compact = context.width_class == WidthClass::compact;
    const std::optional<ImRect> area = begin_trace_sheet(context, sheet, "Growth");
    context.mark("growth", sheet);
    if (!area) {
        return;
    }
    const Traces& traces = *traces_of(context.snapshot);
    follow_run(traces);
    Rows rows(*area);
    const ImRect first = rows.take(look.px(22));
    const ImRect second = rows.take(compact ? 0 : look.px(18));
    draw_header(context, first, second);
    const std::string forecast = forecast_text(context.snapshot.laboratory.forecast);
    if (!compact) {
        draw_text_fitted(look, ImVec2(second.Min.x, second.GetCenter().y), Role::caption,
                         look.colour.text2, forecast, second.GetWidth() - look.px(106),
                         anchor_middle_left);
    }
    draw_plot(context, traces, ImRect(ImVec2(area->Min.x, rows.y() + look.px(2)), area->Max));
}

}  // namespace heatlab::ui
