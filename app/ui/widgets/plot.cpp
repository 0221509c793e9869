#include "app/ui/widgets/plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>

#include "app/ui/icons.h"

namespace heatlab::ui {
namespace {

void set_ticks(ImAxis axis, const std::vector<AxisTick>& ticks) {
    std::vector<double> places;
    std::vector<const char*> labels;
    for (const AxisTick& tick : ticks) {
        places.push_back(tick.at);
        labels.push_back(tick.label.c_str());
    }
    ImPlot::SetupAxisTicks(axis, places.data(), static_cast<int>(places.size()), labels.data());
}

/// How far the labels, each in the middle below its tick, reach beyond the right end of an axis
/// that is about `length` pixels long.
float overhang(const Look& look, const AxisLimits& limits, const std::vector<AxisTick>& ticks,
               float length) {
    float most = 0;
    for (const AxisTick& tick : ticks) {
        const auto left = static_cast<float>((limits.high - tick.at) / limits.span()) * length;
        most = std::max(most, text_size(look, Role::caption, tick.label).x / 2 - left);
    }
    return most;
}

}  // namespace

Plot::Plot(const Look& look, const char* id, const ImRect& area, const PlotAxes& axes)
    : look_(look), x_(axes.x), y_(axes.y) {
    if (area.GetWidth() < look.px(60) || area.GetHeight() < look.px(28) || x_.empty() ||
        y_.empty()) {
        return;
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::PushFont(look.face(Role::caption), size_of(Role::caption));
    constexpr ImPlotFlags flags =
        ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
    const std::string hidden = std::string("##") + id;
    // The axis itself is shorter than the area: a third of it at least is sure to be axis.
    const float beyond =
        overhang(look, x_, axes.x_ticks, area.GetWidth() / 3) - ImPlot::GetStyle().PlotPadding.x;
    const ImVec2 room(area.GetWidth() - std::ceil(std::max(0.0f, beyond)), area.GetHeight());
    visible_ = ImPlot::BeginPlot(hidden.c_str(), room, flags);
    if (!visible_) {
        ImGui::PopFont();
        return;
    }
    constexpr ImPlotAxisFlags plain = ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks;
    ImPlot::SetupAxis(ImAxis_X1, nullptr, plain);
    ImPlot::SetupAxis(ImAxis_Y1, nullptr, plain);
    ImPlot::SetupAxisLimits(ImAxis_X1, x_.low, x_.high, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, y_.low, y_.high, ImPlotCond_Always);
    set_ticks(ImAxis_X1, axes.x_ticks);
    set_ticks(ImAxis_Y1, axes.y_ticks);
    ImPlot::SetupFinish();
    const ImVec2 corner = ImPlot::GetPlotPos();
    inner_ = ImRect(corner, corner + ImPlot::GetPlotSize());
    label_limit_ = inner_.Max.x;
    ImGui::SetCursorScreenPos(inner_.Min);
    ImGui::InvisibleButton(id, inner_.GetSize());
    hovered_ = ImGui::IsItemHovered();
    fit_asked_ = hovered_ && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    draw_rule(look, inner_.Min, inner_.GetHeight(), false, look.colour.line2);
    draw_rule(look, ImVec2(inner_.Min.x, inner_.Max.y), inner_.GetWidth(), true, look.colour.line2);
}

Plot::~Plot() {
    if (visible_) {
        ImPlot::EndPlot();
        ImGui::PopFont();
    }
}

ImVec2 Plot::to_screen(double x, double y) const {
    const double across = (x - x_.low) / x_.span();
    const double up = (y - y_.low) / y_.span();
    return {inner_.Min.x + static_cast<float>(across) * inner_.GetWidth(),
            inner_.Max.y - static_cast<float>(up) * inner_.GetHeight()};
}

double Plot::pointed_x() const {
    const float across = (ImGui::GetIO().MousePos.x - inner_.Min.x) / inner_.GetWidth();
    return x_.low + static_cast<double>(across) * x_.span();
}

void Plot::line(std::span<const PlotPoint> points, ImU32 colour, float weight) {
    const std::vector<PlotPoint> shown = decimated(points, x_, static_cast<int>(inner_.GetWidth()));
    if (shown.size() < 2) {
        return;
    }
    ImPlotSpec spec;
    spec.LineColor = ImGui::ColorConvertU32ToFloat4(colour);
    spec.LineWeight = look_.px(weight);
    spec.Stride = sizeof(PlotPoint);
    ImPlot::PlotLine("##line", &shown.front().x, &shown.front().y, static_cast<int>(shown.size()),
                     spec);
}

void Plot::dashed(PlotPoint from, PlotPoint to, ImU32 colour, float offset) {
    const ImVec2 a = to_screen(from.x, from.y) + ImVec2(0, offset);
    const ImVec2 b = to_screen(to.x, to.y) + ImVec2(0, offset);
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (!(length > 1) || length > 1e5f) {
        return;
    }
    const ImVec2 along((b.x - a.x) / length, (b.y - a.y) / length);
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    list.PushClipRect(inner_.Min, inner_.Max, true);
    const float on = look_.px(5);
    const float period = look_.px(8);
    // A steep line can be far longer than what is seen of it.
    for (float at = 0; at < length; at += period) {
        const ImVec2 first(a.x + along.x * at, a.y + along.y * at);
        const float end = std::min(length, at + on);
        const ImVec2 second(a.x + along.x * end, a.y + along.y * end);
        if (std::max(first.y, second.y) >= inner_.Min.y &&
            std::min(first.y, second.y) <= inner_.Max.y) {
            list.AddLine(first, second, colour, 1.5f * look_.scale);
        }
    }
    list.PopClipRect();
}

void Plot::band(double low, double high, ImU32 colour) {
    const float top = std::clamp(to_screen(x_.low, high).y, inner_.Min.y, inner_.Max.y);
    const float bottom = std::clamp(to_screen(x_.low, low).y, inner_.Min.y, inner_.Max.y);
    ImPlot::GetPlotDrawList()->AddRectFilled(
        ImVec2(inner_.Min.x + look_.hairline(), std::floor(top)),
        ImVec2(inner_.Max.x, std::max(std::floor(top) + look_.hairline(), std::ceil(bottom))),
        colour);
}

void Plot::level(double y, ImU32 colour) {
    const float at = std::floor(to_screen(x_.low, y).y);
    if (at >= inner_.Min.y && at <= inner_.Max.y) {
        draw_rule(look_, ImVec2(inner_.Min.x, at), inner_.GetWidth(), true, colour);
    }
}

void Plot::upright(double x, std::string_view label, ImU32 colour) {
    if (x < x_.low || x > x_.high) {
        return;
    }
    const float at = std::floor(to_screen(x, y_.low).x);
    draw_rule(look_, ImVec2(at, inner_.Min.y), inner_.GetHeight(), false, colour);
    if (label.empty()) {
        return;
    }
    const float width = text_size(look_, Role::caption, label).x;
    const float gap = look_.px(5);
    const bool right = at + gap + width <= label_limit_;
    const bool left = !right && at - gap - width >= inner_.Min.x && at <= label_limit_;
    if (right || left) {
        draw_text(look_, ImVec2(right ? at + gap : at - gap, inner_.Min.y), Role::caption,
                  look_.colour.text2, label, right ? anchor_left : anchor_right);
        label_limit_ = (right ? at : at - gap - width) - gap;
    }
}

void Plot::dot(double x, double y, ImU32 colour, float radius) {
    const ImVec2 at = to_screen(x, y);
    if (inner_.Contains(at) || (at.x <= inner_.Max.x + 1 && at.y >= inner_.Min.y - 1)) {
        ImPlot::GetPlotDrawList()->AddCircleFilled(at, look_.px(radius), colour);
    }
}

void Plot::lost(double x, ImU32 colour) {
    const float at = to_screen(x, y_.low).x;
    if (at < inner_.Min.x || at > inner_.Max.x) {
        return;
    }
    draw_rule(look_, ImVec2(at, inner_.Min.y), inner_.GetHeight(), false, fade(colour, 0.6f));
    draw_text(look_, ImVec2(at, inner_.Min.y + look_.px(8)), Role::caption, colour,
              icon::cross_disc, anchor_middle);
}

}  // namespace heatlab::ui
