#include "app/ui/panels/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/laboratory_words.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/widgets/number_field.h"
#include "app/ui/widgets/plot.h"
#include "app/ui/widgets/ratio_slider.h"
#include "sim/stability.h"
#include "sim/waves.h"

namespace heatlab::ui {
namespace {

constexpr float field_height = 30;

RatioSweep short_range(int dimensions) {
    return {0.0, short_ratio_range(dimensions), 0.01 / dimensions};
}

/// What a grid of so many dimensions begins with: around its bound.
RatioSweep first_range(int dimensions) {
    const double bound = textbook_bound(dimensions);
    return dimensions == 2 ? RatioSweep{} : RatioSweep{0.8 * bound, 1.2 * bound, 0.02 * bound};
}

const SweepState* state_of(const PanelContext& context) {
    const SweepState* state = context.snapshot.laboratory.sweep.get();
    // What was measured in other dimensions says nothing of this grid.
    const int dimensions = context.snapshot.settings.grid.dimensions;
    return state != nullptr && state->grid.dimensions == dimensions ? state : nullptr;
}

/// |g| of the fastest wave over r: on the sweep's own grid where one ran, else on this one.
std::vector<PlotPoint> predicted_curve(const PanelContext& context, const RatioSweep& sweep) {
    const Laboratory& laboratory = context.snapshot.laboratory;
    double strength = 0;
    const SweepState* state = state_of(context);
    const std::optional<double> bound = state != nullptr
                                            ? critical_step_ratio(state->grid, state->boundaries)
                                            : context.snapshot.stability.bound;
    if (bound) {
        strength = 1 / (2 * *bound);
    } else {
        strength = (1 - amplification_factor(1, laboratory.angle_x, laboratory.angle_y)) / 4;
    }
    std::vector<PlotPoint> points;
    constexpr int parts = 240;
    for (int i = 0; i <= parts; ++i) {
        const double r = sweep.low + (sweep.high - sweep.low) * i / parts;
        points.push_back({r, std::abs(1 - 4 * r * strength)});
    }
    return points;
}

std::string edges_text(const Boundaries& boundaries, int dimensions) {
    const bool line = dimensions == 1;
    if (boundaries == fixed_walls(dimensions)) {
        return line ? "fixed ends" : "fixed edges";
    }
    return line ? std::string(name_of(boundaries.left)) + "," +
                      std::string(name_of(boundaries.right))
                : boundaries_text(boundaries);
}

std::string summary(const SweepState& state) {
    const std::string edges = edges_text(state.boundaries, state.grid.dimensions);
    const std::string where = " on " + format_grid(state.grid) + ", " + edges;
    const auto count = [](std::size_t n) { return format_integer(static_cast<std::int64_t>(n)); };
    const std::string done = count(state.points.size()) + " of " + count(state.total);
    if (state.running) {
        return done + where;
    }
    return (state.cancelled ? "cancelled after " + done
                            : count(state.points.size()) + " values of r") +
           where;
}

std::optional<double> largest_difference(const SweepState& state) {
    std::optional<double> largest;
    for (const SweepPoint& point : state.points) {
        if (point.measured && point.predicted && *point.predicted > 1) {
            const double apart = std::abs(*point.measured / *point.predicted - 1);
            largest = std::max(largest.value_or(0), apart);
        }
    }
    return largest;
}

}  // namespace

void SweepPage::draw_range(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const SweepState* state = state_of(context);
    const bool running = state != nullptr && state->running;
    const ImRect row = rows.take(look.px(18 + field_height));
    struct Field {
        const char* id;
        const char* caption;
        double* value;
    };
    const std::array<Field, 3> fields{{{"sweep from", "r from", &wanted_.low},
                                       {"sweep to", "to", &wanted_.high},
                                       {"sweep step", "in steps of", &wanted_.step}}};
    for (int i = 0; i < 3; ++i) {
        const Field& field = fields[static_cast<std::size_t>(i)];
        const ImRect cell = column_of(row, i, 4, look.px(8));
        draw_text(look, cell.Min, Role::caption, look.colour.text3, field.caption);
        const ImRect box(cell.Min.x, cell.Min.y + look.px(18), cell.Max.x, cell.Max.y);
        if (const auto typed = number_field(look, field.id, box, format_shortest(*field.value),
                                            {.align_right = true})) {
            *field.value = *typed;
        }
    }
    const ImRect last = column_of(row, 3, 4, look.px(8));
    const ImRect box(last.Min.x, last.Min.y + look.px(18), last.Max.x, last.Max.y);
    ButtonOptions options;
    if (running) {
        options.tooltip = "Stop here; what was measured stays";
        if (button(look, "Cancel", box, options)) {
            context.emit(command::CancelSweep{});
        }
        return;
    }
    if (dimensions_ == 3) {
        options.disabled_reason = "Growth is measured on rods and plates, not on blocks";
    }
    options.tooltip = "Run the fastest wave at each r, on a grid of its own; the field goes on";
    if (button(look, "Sweep##start", box, options)) {
        context.emit(command::StartSweep{wanted_});
    }
}

void SweepPage::draw_progress(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const SweepState* state = state_of(context);
    const ImRect row = rows.take(look.px(28));
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.role = Role::note;
    const RatioSweep range = short_range(dimensions_);
    const std::string words = "0 to " + format_shortest(range.high);
    const char* label = words.c_str();
    const std::string tooltip = "The range where stability ends: r from " + words;
    options.tooltip = tooltip;
    const ImRect right(row.Max.x - button_width(look, label, options) + look.px(10), row.Min.y,
                       row.Max.x + look.px(10), row.Max.y);
    if (button(look, label, right, options)) {
        wanted_ = range;
    }
    const float room = right.Min.x - row.Min.x - look.px(8);
    const float middle = row.GetCenter().y;
    if (state == nullptr) {
        draw_text_fitted(look, ImVec2(row.Min.x, middle), Role::caption, p.text3,
                         dimensions_ == 3 ? "theory; blocks are not measured"
                                          : "each r from the fastest wave alone",
                         room, anchor_middle_left);
        return;
    }
    std::string text = summary(*state);
    if (state->running) {
        const float part = state->total > 0 ? static_cast<float>(state->points.size()) /
                                                  static_cast<float>(state->total)
                                            : 0.0f;
        const float top = std::floor(row.Max.y - look.px(4));
        draw_meter(look, ImRect(row.Min.x, top, row.Min.x + room, top + look.px(4)), part,
                   p.accent);
    } else if (const std::optional<double> apart = largest_difference(*state)) {
        const std::string difference = difference_text(*apart);
        text += ", at most " + difference;
        if (text_size(look, Role::caption, text).x > room) {
            text = format_integer(static_cast<std::int64_t>(state->points.size())) + " values on " +
                   format_grid(state->grid) + ", " + difference;
        }
    }
    draw_text_fitted(look, ImVec2(row.Min.x, middle - look.px(2)), Role::caption, p.text2, text,
                     room, anchor_middle_left);
}

void SweepPage::draw_plot(const PanelContext& context, const ImRect& area) const {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const SweepState* state = state_of(context);
    const RatioSweep& sweep = state != nullptr ? state->sweep : wanted_;
    if (!(sweep.high > sweep.low)) {
        draw_text(look, area.GetCenter(), Role::note, p.text3, "the range is empty", anchor_middle);
        return;
    }
    const std::vector<PlotPoint> curve = predicted_curve(context, sweep);
    const auto [least, most] =
        std::minmax_element(curve.begin(), curve.end(),
                            [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; });
    PlotAxes axes;
    axes.x = {sweep.low, sweep.high};
    axes.y = widened_to_values({}, std::min(least->y, 1.0), std::max(most->y, 1.0) * 1.02);
    axes.x_ticks =
        value_ticks(axes.x, std::max(2, static_cast<int>(area.GetWidth() / look.px(56))));
    axes.y_ticks = value_ticks(axes.y, 4);
    Plot plot(look, "Sweep plot", area, axes);
    if (!plot.visible()) {
        return;
    }
    plot.level(1, p.line2);
    const int dimensions = state != nullptr ? state->grid.dimensions : dimensions_;
    plot.upright(textbook_bound(dimensions), words_of(dimensions).bound, p.line2);
    plot.line(curve, p.text3, 1.5f);
    if (state != nullptr) {
        for (const SweepPoint& point : state->points) {
            if (point.measured) {
                plot.dot(point.r, *point.measured, *point.measured > 1 ? p.unstable : p.accent,
                         2.5f);
            }
        }
    }
    if (plot.hovered()) {
        item_tooltip(look,
                     "Factor per step of the fastest wave against r. Line: theory, |g|. "
                     "Dots: measured");
    }
}

void SweepPage::draw(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const int dimensions = context.snapshot.settings.grid.dimensions;
    if (dimensions != dimensions_) {
        dimensions_ = dimensions;
        wanted_ = first_range(dimensions);
    }
    draw_range(context, rows);
    rows.skip(look.px(8));
    draw_progress(context, rows);
    rows.skip(look.px(6));
    draw_text(look, rows.take(look.px(18)).Min, Role::caption, look.colour.text2,
              "factor per step against r: theory as a line, measured as dots");
    const float height = std::clamp(rows.remaining() - look.px(8), look.px(110), look.px(320));
    draw_plot(context, rows.take(height));
}

}  // namespace heatlab::ui
