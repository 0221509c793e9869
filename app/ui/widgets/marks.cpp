#include "app/ui/widgets/marks.h"

#include <algorithm>

#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float pill_padding = 12;
constexpr float pill_icon = 20;

float detail_gap(const Look& look, const Pill& what) {
    return what.word.empty() || what.detail.empty() ? 0 : look.px(8);
}

}  // namespace

void draw_card(const Look& look, const ImRect& area) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(area.Min, area.Max, look.colour.card, look.px(8));
    if (!look.colour.dark()) {
        list->AddRect(area.Min, area.Max, look.colour.line, look.px(8), look.hairline());
    }
}

void draw_metric(const Look& look, ImVec2 at, const Metric& metric, Role role,
                 ImU32 caption_colour) {
    const Palette& p = look.colour;
    draw_text(look, at, Role::caption, caption_colour != 0 ? caption_colour : p.text3,
              metric.caption);
    const float top = at.y + look.px(16);
    const float width = draw_text(look, ImVec2(at.x, top), role,
                                  metric.colour != 0 ? metric.colour : p.text, metric.value)
                            .x;
    if (!metric.unit.empty()) {
        // Baselines meet: Dear ImGui's ascent is close to 0.8 of the size.
        const float baseline = top + 0.8f * look.text_px(role);
        draw_text(look,
                  ImVec2(at.x + width + look.px(4), baseline - 0.8f * look.text_px(Role::note)),
                  Role::note, p.text2, metric.unit);
    }
}

float metric_height(const Look& look, Role role) {
    return look.px(16) + look.line_height(role);
}

float metric_width(const Look& look, const Metric& metric, Role role) {
    float width = text_size(look, role, metric.value).x;
    if (!metric.unit.empty()) {
        width += look.px(4) + text_size(look, Role::note, metric.unit).x;
    }
    return std::max(width, text_size(look, Role::caption, metric.caption).x);
}

float key_cap_width(const Look& look, std::string_view key) {
    return std::max(std::ceil(text_size(look, Role::caption, key).x) + look.px(12), look.px(20));
}

float key_cap_height(const Look& look) {
    return look.px(20);
}

float draw_key_cap(const Look& look, ImVec2 at, std::string_view key) {
    const Palette& p = look.colour;
    const ImVec2 corner(std::floor(at.x), std::floor(at.y));
    const ImVec2 size(key_cap_width(look, key), key_cap_height(look));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(corner, corner + size, p.line2, look.px(4));
    list->AddRectFilled(corner, corner + size - ImVec2(0, look.px(2)),
                        p.dark() ? p.control : mix(p.control, p.card, 0.5f), look.px(4));
    draw_text(look, corner + ImVec2(size.x / 2, (size.y - look.px(1)) / 2), Role::caption, p.text2,
              key, anchor_middle);
    return size.x;
}

float pill_height(const Look& look, const Pill& what) {
    return look.px(what.action == nullptr ? 28.0f : 40.0f);
}

float pill_width(const Look& look, const Pill& what) {
    float width = 2 * look.px(pill_padding) + std::ceil(text_size(look, Role::title, what.word).x);
    width += std::ceil(text_size(look, Role::note, what.detail).x) + detail_gap(look, what);
    if (what.icon != nullptr) {
        width += look.px(pill_icon);
    }
    if (what.action != nullptr) {
        width += button_width(look, what.action) + look.px(4);
    }
    return width;
}

PillResult pill(const Look& look, const char* id, ImVec2 at, const Pill& what) {
    const Palette& p = look.colour;
    const ImVec2 corner(std::floor(at.x), std::floor(at.y));
    const ImVec2 size(pill_width(look, what), pill_height(look, what));
    const ImRect area(corner, corner + size);
    const float rounding = what.action == nullptr ? size.y / 2 : look.px(8);
    ImGui::GetWindowDrawList()->AddRectFilled(area.Min, area.Max, p.scrim, rounding);
    ImGui::SetCursorScreenPos(area.Min);
    // An item, so that tests find it and the tooltip works; the field below does not get its
    // clicks.
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton(id, size);
    item_tooltip(look, what.tooltip);
    float x = area.Min.x + look.px(pill_padding);
    const float middle = area.GetCenter().y;
    if (what.icon != nullptr) {
        draw_text(look, ImVec2(x, middle), Role::note,
                  what.icon_colour != 0 ? what.icon_colour : p.on_scrim, what.icon,
                  anchor_middle_left);
        x += look.px(pill_icon);
    }
    x += std::ceil(
        draw_text(look, ImVec2(x, middle), Role::title, p.on_scrim, what.word, anchor_middle_left)
            .x);
    x += detail_gap(look, what);
    draw_text(look, ImVec2(x, middle), Role::note, fade(p.on_scrim, 0.82f), what.detail,
              anchor_middle_left);
    PillResult result;
    result.width = size.x;
    if (what.action != nullptr) {
        const float width = button_width(look, what.action);
        const float inset = look.px(6);
        // On the scrim in both themes, so filled with the dark theme's control.
        const ImRect box(area.Max.x - inset - width, area.Min.y + inset, area.Max.x - inset,
                         area.Max.y - inset);
        ImGui::GetWindowDrawList()->AddRectFilled(box.Min, box.Max, rgb(0x3A4452), look.px(6));
        ButtonOptions options;
        options.kind = ButtonKind::scrim;
        result.action = button(look, what.action, box, options);
    }
    return result;
}

void draw_meter(const Look& look, const ImRect& area, float fraction, ImU32 colour, ImU32 track) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float rounding = area.GetHeight() / 2;
    list->AddRectFilled(area.Min, area.Max, track != 0 ? track : look.colour.control, rounding);
    if (fraction > 0) {
        const float width = std::max(area.GetHeight(), area.GetWidth() * std::min(1.0f, fraction));
        list->AddRectFilled(area.Min, ImVec2(std::floor(area.Min.x + width), area.Max.y), colour,
                            rounding);
    }
}

void draw_split_bar(const Look& look, const ImRect& area, std::span<const SplitPart> parts) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float rounding = look.px(3);
    list->AddRectFilled(area.Min, area.Max, look.colour.control, rounding);
    const float gap = look.px(2);
    float x = area.Min.x;
    for (const SplitPart& part : parts) {
        if (part.fraction <= 0 || x >= area.Max.x) {
            continue;
        }
        const float width = std::max(look.px(2), std::floor(area.GetWidth() * part.fraction) - gap);
        const float end = std::min(area.Max.x, x + width);
        const ImDrawFlags corners = x == area.Min.x ? ImDrawFlags_RoundLeft : ImDrawFlags_RoundNone;
        list->AddRectFilled(ImVec2(x, area.Min.y),
                            ImVec2(std::min(area.Max.x, end + gap), area.Max.y), look.colour.panel);
        list->AddRectFilled(ImVec2(x, area.Min.y), ImVec2(end, area.Max.y), part.colour, rounding,
                            corners);
        x = end + gap;
    }
}

float draw_legend(const Look& look, ImVec2 at, ImU32 colour, std::string_view name,
                  std::string_view value) {
    const Palette& p = look.colour;
    const float side = look.px(8);
    const float middle = at.y + look.line_height(Role::caption) / 2;
    const float top = std::floor(middle - side / 2);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + side, top + side),
                                              colour, look.px(1));
    float x = at.x + side + look.px(6);
    x += draw_text(look, ImVec2(x, middle), Role::caption, p.text2, name, anchor_middle_left).x;
    if (!value.empty()) {
        x += look.px(5);
        x += draw_text(look, ImVec2(x, middle), Role::caption, p.text, value, anchor_middle_left).x;
    }
    return x - at.x;
}

}  // namespace heatlab::ui
