#include "app/ui/widgets/count_slider.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float margin_above = 3;
constexpr float mark_gap = 3;

struct Geometry {
    float left;
    float width;
    float middle;
    float half_track;
    float half_knob;
    std::span<const int> values;

    std::size_t place_of(int value) const {
        const auto found = std::ranges::lower_bound(values, value);
        return static_cast<std::size_t>(std::min(found, values.end() - 1) - values.begin());
    }
    float x(int value) const {
        const auto last = static_cast<float>(std::max<std::size_t>(1, values.size() - 1));
        return std::floor(left + width * static_cast<float>(place_of(value)) / last + 0.5f);
    }
    int value_at(float at) const {
        const auto last = static_cast<float>(values.size() - 1);
        const float place = std::clamp((at - left) / width * last, 0.0f, last);
        return values[static_cast<std::size_t>(std::lround(place))];
    }
    int moved(int value, int by) const {
        const auto place = static_cast<int>(place_of(value)) + by;
        return values[static_cast<std::size_t>(
            std::clamp(place, 0, static_cast<int>(values.size()) - 1))];
    }
};

void draw_track(const Look& look, const Geometry& g, int value) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 from(g.left - g.half_track, g.middle - g.half_track);
    const ImVec2 to(g.left + g.width + g.half_track, g.middle + g.half_track);
    list->AddRectFilled(from, to, p.control_active, g.half_track);
    list->AddRectFilled(from, ImVec2(g.x(value), to.y), p.accent, g.half_track,
                        ImDrawFlags_RoundLeft);
}

/// Strong marks first; a label that would meet another one is left out.
void draw_marks(const Look& look, const Geometry& g, const CountSliderOptions& options) {
    const Palette& p = look.colour;
    const float top = g.middle + g.half_knob + look.px(mark_gap);
    const float first = g.left - g.half_knob;
    const float last = g.left + g.width + g.half_knob;
    std::vector<std::pair<float, float>> taken;
    const auto draw = [&](const CountMark& mark) {
        const float x = g.x(mark.value);
        if (mark.strong)
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(x - look.px(1), g.middle - g.half_knob),
                ImVec2(x + look.px(1), g.middle + g.half_knob), p.text);
        const Role role = mark.strong ? options.strong_mark : options.mark;
        const float half = text_size(look, role, mark.label).x / 2;
        const float centre = std::clamp(x, first + half, std::max(first + half, last - half));
        const float room = look.px(6);
        if (std::ranges::any_of(taken, [&](const auto& other) {
                return centre - half < other.second + room && other.first < centre + half + room;
            }))
            return;
        draw_text(look, ImVec2(centre, top), role, mark.strong ? p.text : p.text3, mark.label,
                  anchor_top);
        taken.emplace_back(centre - half, centre + half);
    };
    for (const bool strong : {true, false})
        for (const CountMark& mark : options.marks)
            if (mark.strong == strong)
                draw(mark);
}

void draw_knob(const Look& look, const Geometry& g, int value, bool grown) {
    const Palette& p = look.colour;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 centre(g.x(value), g.middle);
    const float radius = g.half_knob + (grown ? look.px(1) : 0);
    list->AddCircleFilled(centre, radius + look.px(2), p.panel);
    list->AddCircleFilled(centre, radius, p.accent);
    list->AddCircleFilled(centre, radius - look.px(3), p.dark() ? rgb(0xF4F6FA) : rgb(0xFFFFFF));
}

}  // namespace

std::optional<int> count_slider(const Look& look, const char* id, const ImRect& area, int value,
                                std::span<const int> values, const CountSliderOptions& options) {
    Geometry g{};
    g.values = values;
    g.half_knob = look.px(options.knob) / 2;
    g.half_track = look.px(options.track) / 2;
    g.left = area.Min.x + g.half_knob;
    g.width = std::max(1.0f, area.GetWidth() - 2 * g.half_knob);
    g.middle = area.Min.y + look.px(margin_above) + g.half_knob;
    const ImRect grip(area.Min.x, g.middle - g.half_knob - look.px(margin_above), area.Max.x,
                      g.middle + g.half_knob + look.px(margin_above));
    const Press press = press_area(id, grip);
    if (!options.tooltip.empty() && !press.held)
        item_tooltip(look, options.tooltip);
    int chosen = value;
    if (press.held && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        chosen = g.value_at(ImGui::GetIO().MousePos.x);
    } else if (ImGui::GetIO().NavVisible && ImGui::IsItemFocused()) {
        for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow}) {
            ImGui::SetKeyOwner(key, press.id);
            if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, press.id))
                chosen = g.moved(value, key == ImGuiKey_LeftArrow ? -1 : 1);
        }
    }
    draw_track(look, g, chosen);
    draw_marks(look, g, options);
    draw_knob(look, g, chosen, press.held || press.hovered);
    return chosen == value ? std::nullopt : std::optional(chosen);
}

float count_slider_height(const Look& look, const CountSliderOptions& options) {
    return look.px(2 * margin_above + options.knob + mark_gap) + look.line_height(options.mark);
}

}  // namespace heatlab::ui
