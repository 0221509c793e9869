#include "app/ui/space_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/field_numbers.h"
#include "app/ui/plot_axis.h"
#include "render/box_frame.h"
#include "render/surface_renderer.h"

namespace heatlab::ui {
namespace {

constexpr float mark_length = 5;
constexpr float number_gap = 9;      ///< from the edge to the nearest part of a number
constexpr float name_gap = 34;       ///< from the edge to the middle of the axis's name
constexpr float room_a_number = 64;  ///< along an axis that lies
constexpr float room_upright = 34;   ///< along the one that stands
constexpr float shortest_axis = 28;  ///< one that is shorter on the screen has no numbers

struct Axis {
    const char* name;
    AxisLimits limits;
    /// Place of a value along the edge: 0 at its low end, 1 at its high one.
    double first = 0;
    double last = 1;
    std::vector<AxisTick> (*ticks)(const AxisLimits& limits, int most);
    float room = room_a_number;

    double place(double value) const {
        return first + (last - first) * (value - limits.low) / limits.span();
    }
};

float length(ImVec2 v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

/// Away from the box on the screen; sideways of the edge, so that an edge that points at the eye
/// has its numbers beside it too.
ImVec2 outward_on_screen(const FieldCanvas& canvas, ImVec2 low, ImVec2 high) {
    const ImVec2 along = high - low;
    const float size = std::max(length(along), 1e-3f);
    ImVec2 normal{-along.y / size, along.x / size};
    const ImVec2 middle{0.5f * (low.x + high.x), 0.5f * (low.y + high.y)};
    const ImVec2 from_box = middle - canvas.to_screen(glm::dvec3(0.0));
    if (normal.x * from_box.x + normal.y * from_box.y < 0)
        normal = {-normal.x, -normal.y};
    return normal;
}

/// Texts beside the edges; one that would touch another is left out.
class Labels {
public:
    explicit Labels(const Look& look) : look_(look) {}

    /// Draws a text so that it lies wholly beyond `at`, seen along `way`.
    void draw_beyond(ImVec2 at, ImVec2 way, ImU32 colour, const std::string& text) {
        const ImVec2 size = text_size(look_, Role::caption, text);
        const ImVec2 centre{at.x + way.x * size.x / 2, at.y + way.y * size.y / 2};
        ImRect box(centre.x - size.x / 2, centre.y - size.y / 2, centre.x + size.x / 2,
                   centre.y + size.y / 2);
        box.Expand(look_.px(2));
        for (const ImRect& other : drawn_)
            if (box.Overlaps(other))
                return;
        drawn_.push_back(box);
        draw_text(look_, centre, Role::caption, colour, text, anchor_middle);
    }

private:
    const Look& look_;
    std::vector<ImRect> drawn_;
};

void draw_axis(const Look& look, const FieldCanvas& canvas, const BoxAxis& edge, const Axis& axis,
               Labels& labels) {
    const ImVec2 low = canvas.to_screen(edge.low);
    const ImVec2 high = canvas.to_screen(edge.high);
    const float room = length(high - low);
    if (room < look.px(shortest_axis) || axis.limits.empty())
        return;
    const ImVec2 out = outward_on_screen(canvas, low, high);
    const auto beside = [&](double place, float distance) {
        const ImVec2 at = canvas.to_screen(edge.low + place * (edge.high - edge.low));
        return ImVec2{at.x + out.x * distance, at.y + out.y * distance};
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const int most = std::clamp(static_cast<int>(room / look.px(axis.room)), 2, 6);
    for (const AxisTick& tick : axis.ticks(axis.limits, most)) {
        const double place = axis.place(tick.at);
        if (place < -1e-6 || place > 1 + 1e-6)
            continue;
        list.AddLine(beside(place, 0), beside(place, look.px(mark_length)), look.colour.text3,
                     look.hairline());
        labels.draw_beyond(beside(place, look.px(number_gap)), out, look.colour.text3, tick.label);
    }
    labels.draw_beyond(beside(0.5, look.px(name_gap)), out, look.colour.text2, axis.name);
}

/// Rows count downwards, slices away from the front.
void draw_volume_axes(const Look& look, const FieldCanvas& canvas,
                      const std::array<BoxAxis, 3>& edges, GridSize grid) {
    const std::array<Axis, 3> axes{{
        {"column", {0, static_cast<double>(grid.width)}, 0, 1, step_ticks},
        {"slice", {0, static_cast<double>(grid.depth)}, 0, 1, step_ticks},
        {"row", {0, static_cast<double>(grid.height)}, 1, 0, step_ticks, room_upright},
    }};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    Labels labels(look);
    for (const std::size_t axis : {2U, 0U, 1U})
        draw_axis(look, canvas, edges[axis], axes[axis], labels);
    list.PopClipRect();
}

}  // namespace

void draw_space_axes(const PanelContext& context, const FieldCanvas& canvas) {
    const std::array<BoxAxis, 3> edges = box_axes(*canvas.camera, canvas.extent);
    const Snapshot& snapshot = context.snapshot;
    if (canvas.volume) {
        draw_volume_axes(context.look, canvas, edges, snapshot.settings.grid);
        return;
    }
    const double columns = canvas.grid.width;
    const double rows = canvas.grid.height;
    const std::array<Axis, 3> axes{{
        {"temperature",
         {snapshot.range_low, snapshot.range_high},
         surface_plinth,
         1,
         value_ticks,
         room_upright},
        {"column", {0, columns}, 0, 1, step_ticks},
        {"row", {0, rows}, 1, 0, step_ticks},
    }};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    Labels labels(context.look);
    draw_axis(context.look, canvas, edges[2], axes[0], labels);
    draw_axis(context.look, canvas, edges[0], axes[1], labels);
    draw_axis(context.look, canvas, edges[1], axes[2], labels);
    list.PopClipRect();
}

}  // namespace heatlab::ui
