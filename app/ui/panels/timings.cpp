#include "app/ui/panels/timings.h"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr const char* unknown = "–";

struct Figure {
    const char* caption;
    std::string value;
    std::string unit;
};

Figure figure_of(const char* caption, const std::optional<Quantity>& quantity) {
    return quantity ? Figure{caption, quantity->value, quantity->unit}
                    : Figure{caption, unknown, ""};
}

template <typename Format>
std::optional<Quantity> formatted(const std::optional<double>& value, Format format) {
    return value ? std::optional<Quantity>(format(*value)) : std::nullopt;
}

Quantity per_cent(double fraction) {
    return {format_percent(fraction), ""};
}

Quantity split_unit(const std::string& text) {
    const std::size_t space = text.rfind(' ');
    return space == std::string::npos ? Quantity{text, ""}
                                      : Quantity{text.substr(0, space), text.substr(space + 1)};
}

Figure host_bytes(const Timings& timings) {
    const auto bytes = static_cast<double>(timings.field_bytes_to_host);
    return figure_of("field to host", split_unit(format_bytes(bytes)));
}

/// What the kernel does; where there is little room without the bytes that it moves.
std::vector<Figure> kernel_figures(const Timings& t, bool few) {
    std::vector<Figure> figures;
    figures.push_back(figure_of("per step", formatted(t.seconds_per_step, format_duration)));
    figures.push_back(figure_of("cells", formatted(t.cells_per_second, format_cell_rate)));
    if (!few) {
        figures.push_back(figure_of("moved", formatted(t.bytes_per_second, format_bandwidth)));
    }
    // Too small a grid measures the launches, not the memory: no share is claimed.
    figures.push_back(figure_of(
        "of copy", t.launch_bound ? std::nullopt : formatted(t.fraction_of_copy, per_cent)));
    return figures;
}

/// What stands around it: the ceiling, the frame, the host.
std::vector<Figure> surrounding_figures(const Timings& t) {
    const std::optional<double> frame =
        t.frame_seconds > 0 ? std::optional<double>(t.frame_seconds) : std::nullopt;
    const std::optional<double> rate =
        t.steps_per_second > 0 ? std::optional<double>(t.steps_per_second) : std::nullopt;
    return {figure_of("copy, this grid", formatted(t.copy_bytes_per_second, format_bandwidth)),
            figure_of("frame to frame", formatted(frame, format_duration)),
            figure_of("steps, as it runs", formatted(rate, format_step_rate)), host_bytes(t)};
}

int figure_columns(const Look& look, float width, int count) {
    return width >= look.px(330) || count < 3 ? count : 3;
}

float figures_height(const Look& look, float width, int count) {
    const int columns = figure_columns(look, width, count);
    const auto lines = static_cast<float>((count + columns - 1) / columns);
    return lines * metric_height(look) + (lines - 1) * look.px(10);
}

/// In a docked sheet what stands around the kernel has no room: the figures' tooltip says it.
void surrounding_tooltip(const Look& look, const ImRect& area, const Timings& t) {
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::InvisibleButton("Figures", area.GetSize());
    std::string text;
    for (const Figure& figure : surrounding_figures(t)) {
        text += (text.empty() ? "" : "\n") + std::string(figure.caption) + ": " + figure.value +
                (figure.unit.empty() ? "" : " " + figure.unit);
    }
    item_tooltip(look, text);
}

/// Captions and figures side by side, in two rows where it is narrow.
void draw_figures(const Look& look, const ImRect& area, const std::vector<Figure>& figures) {
    const int columns = figure_columns(look, area.GetWidth(), static_cast<int>(figures.size()));
    for (int i = 0; i < static_cast<int>(figures.size()); ++i) {
        const Figure& figure = figures[static_cast<std::size_t>(i)];
        const ImRect cell = column_of(area, i % columns, columns, look.px(8));
        const float down = static_cast<float>(i / columns) * (metric_height(look) + look.px(10));
        draw_metric(look, cell.Min + ImVec2(0, down),
                    Metric{figure.caption, figure.value, figure.unit});
    }
}

struct Share {
    const char* name;
    double seconds;
    ImU32 colour;
};

std::array<Share, 3> shares_of(const Look& look, const Timings& t) {
    return {{{"simulation", t.simulation_seconds, look.colour.series[0]},
             {"display", t.display_seconds, look.colour.series[1]},
             {"interface", t.interface_seconds, look.colour.series[2]}}};
}

std::string milliseconds(double seconds) {
    return format_fixed(1e3 * seconds, 1);
}

/// The frame as one bar, its parts named below, or with `brief` the simulation's alone.
void draw_frame_split(const PanelContext& context, const ImRect& area, bool brief) {
    const Look& look = context.look;
    const Timings& t = context.readings.timings;
    const double busy = t.simulation_seconds + t.display_seconds + t.interface_seconds;
    const double target = 1.0 / std::max(1.0, context.snapshot.pace.target);
    const double whole = std::max(target, busy);
    const std::array<Share, 3> shares = shares_of(look, t);
    std::array<SplitPart, 3> parts;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        parts[i] = {static_cast<float>(shares[i].seconds / whole), shares[i].colour};
    }
    draw_split_bar(look, ImRect(area.Min, ImVec2(area.Max.x, area.Min.y + look.px(10))), parts);
    const float y = area.Min.y + look.px(16);
    if (t.launch_bound) {
        draw_text(look, ImVec2(area.Min.x, y), Role::caption, look.colour.text2,
                  "launch-bound: too small to compare kernels");
        return;
    }
    if (brief) {
        draw_text(
            look, ImVec2(area.Min.x, y), Role::caption, look.colour.text2,
            milliseconds(t.simulation_seconds) + " of " + milliseconds(whole) + " ms simulate");
        return;
    }
    float x = area.Min.x;
    for (const Share& share : shares) {
        x +=
            draw_legend(look, ImVec2(x, y), share.colour, share.name, milliseconds(share.seconds)) +
            look.px(14);
    }
    const std::string rest = "of " + milliseconds(whole) + " ms";
    if (x + text_size(look, Role::caption, rest).x <= area.Max.x) {
        draw_text(look, ImVec2(area.Max.x, y), Role::caption, look.colour.text3, rest,
                  anchor_right);
    }
}

/// Axis limits that end on 1, 2 or 5 times a power of ten and hold all values.
struct Limits {
    double low;
    double high;
    double step;
};

Limits limits_of(const std::vector<float>& values) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double middle = (*least + *most) / 2.0;
    // At least 10 % of the value, so that noise does not fill the plot.
    const double span = std::max({static_cast<double>(*most - *least), 0.1 * middle, 1e-6});
    const double rough = span / 2;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    return {std::max(0.0, std::floor(*least / step) * step), std::ceil(*most / step) * step, step};
}

void draw_history(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const std::vector<float>& values = context.snapshot.timings.history_us_per_step;
    if (values.size() < 2) {
        draw_text(look, area.GetCenter(), Role::note, look.colour.text3,
                  "appears after the first steps", anchor_middle);
        return;
    }
    const Limits limits = limits_of(values);
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::PushFont(look.face(Role::caption), size_of(Role::caption));
    const ImPlotFlags flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
    if (ImPlot::BeginPlot("##microseconds per step", area.GetSize(), flags)) {
        ImPlot::SetupAxis(ImAxis_X1, nullptr, ImPlotAxisFlags_NoDecorations);
        ImPlot::SetupAxis(ImAxis_Y1, nullptr,
                          ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks);
        ImPlot::SetupAxisLimits(ImAxis_X1, 0, 1.01 * static_cast<double>(values.size()),
                                ImPlotCond_Always);
        ImPlot::SetupAxisLimits(ImAxis_Y1, limits.low, limits.high, ImPlotCond_Always);
        std::vector<double> ticks;
        const int decimals =
            std::clamp(static_cast<int>(-std::floor(std::log10(limits.step))), 0, 6);
        std::vector<std::string> names;
        for (double tick = limits.low; tick <= limits.high + limits.step / 2; tick += limits.step) {
            ticks.push_back(tick);
            names.push_back(format_fixed(tick, decimals));
        }
        std::vector<const char*> labels;
        for (const std::string& name : names) {
            labels.push_back(name.c_str());
        }
        ImPlot::SetupAxisTicks(ImAxis_Y1, ticks.data(), static_cast<int>(ticks.size()),
                               labels.data());
        ImPlot::SetupFinish();
        const ImVec2 corner = ImPlot::GetPlotPos();
        const ImVec2 size = ImPlot::GetPlotSize();
        draw_rule(look, corner, size.y, false, look.colour.line2);
        draw_rule(look, ImVec2(corner.x, corner.y + size.y), size.x, true, look.colour.line2);
        ImPlotSpec spec;
        spec.LineColor = ImGui::ColorConvertU32ToFloat4(look.colour.accent);
        spec.LineWeight = look.px(2);
        ImPlot::PlotLine("##line", values.data(), static_cast<int>(values.size()), 1, 0, spec);
        const ImVec2 newest = ImPlot::PlotToPixels(static_cast<double>(values.size() - 1),
                                                   static_cast<double>(values.back()));
        ImPlot::GetPlotDrawList()->AddCircleFilled(newest, look.px(3), look.colour.accent);
        ImPlot::EndPlot();
    }
    ImGui::PopFont();
}

void draw_plot(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Timings& t = context.readings.timings;
    draw_text(look, area.Min, Role::caption, look.colour.text3, "µs per step, the last batches");
    if (t.seconds_per_step) {
        const std::string median = "median " + format_duration(*t.seconds_per_step).text();
        draw_text(look, ImVec2(area.Max.x, area.Min.y), Role::caption, look.colour.text2, median,
                  anchor_right);
    }
    draw_history(context, ImRect(ImVec2(area.Min.x, area.Min.y + look.px(16)), area.Max));
}

}  // namespace

void draw_timings(const PanelContext& context) {
    const Look& look = context.look;
    const Timings& timings = context.readings.timings;
    ImRect area = panel_area(look);
    context.mark("timings", area);
    const bool strip = context.width_class == WidthClass::compact;
    const bool drawer = context.width_class == WidthClass::narrow;
    if (!timings.seconds_per_step) {
        if (strip) {
            draw_text(look, area.Min + ImVec2(0, look.px(7)), Role::caption, look.colour.text2,
                      "Timings");
        }
        draw_text(look, area.GetCenter(), Role::note, look.colour.text3,
                  "appears after the first steps", anchor_middle);
        return;
    }
    area.Min.y += look.px(strip ? 11.0f : 2.0f);
    area.Max.y -= look.px(10);
    Rows rows(area);
    const auto take_figures = [&](const std::vector<Figure>& figures) {
        const float height =
            figures_height(look, area.GetWidth(), static_cast<int>(figures.size()));
        const ImRect row = rows.take(height);
        draw_figures(look, row, figures);
        return row;
    };
    const ImRect figures = take_figures(kernel_figures(timings, strip));
    if (!drawer) {
        surrounding_tooltip(look, figures, timings);
    }
    rows.skip(look.px(strip ? 9.0f : 12.0f));
    draw_frame_split(context, rows.take(look.px(32)), strip);
    if (drawer) {
        rows.skip(look.px(14));
        take_figures(surrounding_figures(timings));
    }
    rows.skip(look.px(drawer ? 12.0f : 4.0f));
    const float least = look.px(drawer ? 110.0f : 44.0f);
    if (drawer || rows.remaining() >= least) {
        draw_plot(context, rows.take(std::max(rows.remaining(), least)));
    }
    if (drawer) {
        finish_panel(look, rows);
    }
}

}  // namespace heatlab::ui
