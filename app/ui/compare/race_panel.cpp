#include "app/ui/compare/race_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/comparison_words.h"
#include "app/ui/field_numbers.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/plot.h"

namespace heatlab::ui {
namespace {

constexpr float control_height = 28;
constexpr float bar_height = 16;
constexpr float least_plot = 64;
constexpr float farthest_ceiling = 2.5f;  ///< times the fastest view, as far as it is drawn
/// From this ratio of the slowest to the fastest the plot is logarithmic.
constexpr double far_apart = 12;
constexpr std::array<const char*, 2> pace_words{"Lockstep", "Race"};

void draw_controls(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    ComparisonSetting setting = snapshot.settings.comparison;
    const float height = look.px(control_height);
    if (const auto chosen =
            segmented(look, "Pace", row.Min, pace_words, setting.racing ? 1 : 0, height)) {
        setting.racing = *chosen == 1;
        context.emit(command::SetComparison{setting});
    }
    ButtonOptions options;
    options.tooltip = "One more view beside A";
    if (setting.others.size() + 1 >= most_compared_views)
        options.disabled_reason = "Four views are the most";
    const float width = button_width(look, "+ View", options);
    if (button(look, "+ View", {row.Max.x - width, row.Min.y, row.Max.x, row.Min.y + height},
               options))
        context.emit(command::SetComparison{view_added(snapshot)});
}

const char* sentence(bool racing) {
    return racing ? "Each runs as far as the same time takes it. "
                    "The line: a copy of the same bytes."
                  : "All make the same steps, in turns, so that each is timed alone. "
                    "The line: a copy of the same bytes.";
}

/// Not where launches dominate, and not where copies do.
bool has_ceiling(const ComparedViewState& view) {
    return view.ceiling && !view.launch_bound && !view.copies.active();
}

/// What the right ends of all bars stand for, cells/s. Ceilings far above all views (of a kernel
/// with very many steps per pass) would leave no bars: they lie outside.
double full_scale(const std::vector<ComparedViewState>& views) {
    double fastest = 0;
    for (const ComparedViewState& view : views)
        fastest = std::max(fastest, view.cells_per_second.value_or(0));
    double most = fastest;
    for (const ComparedViewState& view : views)
        if (has_ceiling(view) && *view.ceiling <= farthest_ceiling * fastest)
            most = std::max(most, *view.ceiling);
    return most * 1.03;  // so that the line of the highest ceiling is not the bar's edge
}

void draw_speed_bar(const Look& look, const ImRect& area, const ComparedViewState& view,
                    ImU32 colour, double full) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.Min, area.Max, look.colour.control, look.px(3));
    const auto x_of = [&](double rate) {
        return std::floor(area.Min.x + area.GetWidth() * static_cast<float>(rate / full));
    };
    if (view.cells_per_second)
        list.AddRectFilled(
            area.Min, {std::max(area.Min.x + look.px(2), x_of(*view.cells_per_second)), area.Max.y},
            colour, look.px(3));
    if (has_ceiling(view) && *view.ceiling > full) {
        const ImVec2 tip(area.Max.x - look.px(3), area.GetCenter().y);
        const float size = look.px(5);
        list.AddTriangleFilled({tip.x - size, tip.y - size}, tip, {tip.x - size, tip.y + size},
                               look.colour.text);
    } else if (has_ceiling(view)) {
        const float x = x_of(*view.ceiling);
        list.AddRectFilled({x, area.Min.y - look.px(3)}, {x + look.px(2), area.Max.y + look.px(3)},
                           look.colour.text);
    }
}

float row_height(const Look& look) {
    return look.px(24) + look.px(bar_height) + look.px(24);
}

void draw_view(const PanelContext& context, std::size_t index, const ImRect& row, double full) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const ComparedViewState& view = context.readings.views[index];
    const ImU32 colour = p.series[index % p.series.size()];
    const float middle = row.Min.y + look.px(12);
    draw_text(look, {row.Min.x, middle}, Role::title, colour, view_name(index), anchor_middle_left);
    float right = row.Max.x;
    if (view.cells_per_second) {
        const Quantity rate = cell_rate(*view.cells_per_second);
        right -= draw_text(look, {right, middle + look.px(1)}, Role::note, p.text3, rate.unit,
                           anchor_middle_right)
                     .x +
                 look.px(6);
        right -=
            draw_text(look, {right, middle}, Role::counter, p.text, rate.value, anchor_middle_right)
                .x;
    } else {
        right -= draw_text(look, {right, middle}, Role::note, p.text3, "after the first steps",
                           anchor_middle_right)
                     .x;
    }
    draw_text_fitted(look, {row.Min.x + look.px(20), middle}, Role::code, p.text,
                     view_label(context.snapshot, index), right - row.Min.x - look.px(28),
                     anchor_middle_left);
    const ImRect bar(row.Min.x, row.Min.y + look.px(24), row.Max.x,
                     row.Min.y + look.px(24 + bar_height));
    draw_speed_bar(look, bar, view, colour, full > 0 ? full : 1);
    draw_text_fitted(look, {row.Min.x, bar.Max.y + look.px(11)}, Role::caption, p.text2,
                     race_note(view), row.GetWidth(), anchor_middle_left);
}

struct Histories {
    AxisLimits steps;
    AxisLimits time;
    bool logarithmic = false;
};

Histories histories_of(const std::vector<ComparedViewState>& views) {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    std::size_t longest = 0;
    for (const ComparedViewState& view : views) {
        longest = std::max(longest, view.history_us_per_step.size());
        for (const float value : view.history_us_per_step)
            if (std::isfinite(value) && value > 0) {
                low = std::min(low, static_cast<double>(value));
                high = std::max(high, static_cast<double>(value));
            }
    }
    Histories found;
    if (longest < 2 || !(high > 0))
        return found;
    found.steps = {0, 1.01 * static_cast<double>(longest)};
    found.logarithmic = high > far_apart * low;
    if (found.logarithmic) {
        found.time = {std::floor(std::log10(low)), std::ceil(std::log10(high))};
    } else {
        // At least a fifth of the value, so that noise does not fill the plot.
        const double spare = std::max(0.0, 0.2 * high - (high - low)) / 2;
        const double step = round_count((high - low + 2 * spare) / 2 * 1e6) * 1e-6;
        found.time = {std::max(0.0, std::floor((low - spare) / step) * step),
                      std::ceil((high + spare) / step) * step};
    }
    return found;
}

void draw_histories(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const std::vector<ComparedViewState>& views = context.snapshot.comparison.views;
    draw_text(look, area.Min, Role::caption, look.colour.text3, "µs per step, the last batches");
    const ImRect box(area.Min + ImVec2(0, look.px(18)), area.Max);
    const Histories histories = histories_of(views);
    if (histories.time.empty()) {
        draw_text(look, box.GetCenter(), Role::note, look.colour.text3,
                  "appears after the first steps", anchor_middle);
        return;
    }
    const int ticks = std::clamp(static_cast<int>(box.GetHeight() / look.px(24)), 2, 4);
    Plot plot(look, "Times per step", box,
              {histories.steps,
               histories.time,
               {},
               histories.logarithmic ? decade_ticks(histories.time, ticks)
                                     : value_ticks(histories.time, ticks)});
    if (!plot.visible())
        return;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const std::vector<float>& history = views[i].history_us_per_step;
        std::vector<PlotPoint> points;
        // All end at the right: now.
        const double begin = histories.steps.high / 1.01 - static_cast<double>(history.size());
        for (std::size_t n = 0; n < history.size(); ++n) {
            const double value = history[n];
            points.push_back({begin + static_cast<double>(n),
                              histories.logarithmic ? std::log10(value) : value});
        }
        const ImU32 colour = look.colour.series[i % look.colour.series.size()];
        plot.line(points, colour);
        if (!points.empty())
            plot.dot(points.back().x, points.back().y, colour);
    }
}

}  // namespace

float draw_race(const PanelContext& context, const ImRect& area) {
    context.mark("race", area);
    const Look& look = context.look;
    const std::vector<ComparedViewState>& views = context.readings.views;
    Rows rows(area);
    draw_controls(context, rows.take(look.px(control_height)));
    rows.skip(look.px(10));
    const char* text = sentence(context.snapshot.settings.comparison.racing);
    const float width = rows.width();
    draw_text(look, rows.take(text_size(look, Role::note, text, width).y).Min, Role::note,
              look.colour.text2, text, {}, width);
    rows.skip(look.px(8));
    const std::size_t set = context.snapshot.settings.comparison.others.size() + 1;
    const double full = full_scale(views);
    for (const std::size_t index : by_speed(views))
        if (index < set)
            draw_view(context, index, rows.take(row_height(look)), full);
    const std::string million = million_steps(views);
    if (!million.empty()) {
        rows.skip(look.px(6));
        draw_rule(look, {rows.left(), rows.y()}, width, true, look.colour.line);
        rows.skip(look.px(9));
        draw_text(look, rows.take(text_size(look, Role::note, million, width).y).Min, Role::note,
                  look.colour.text2, million, {}, width);
    }
    rows.skip(look.px(10));
    const float plot = rows.remaining();
    if (plot >= look.px(least_plot))
        draw_histories(context, rows.take(plot));
    return rows.y() - area.Min.y;
}

}  // namespace heatlab::ui
