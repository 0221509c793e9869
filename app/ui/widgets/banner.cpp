#include "app/ui/widgets/banner.h"

#include <algorithm>
#include <string>

#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float icon_column = 48;  ///< logical pixels, left of the text
constexpr float button_height = 30;

/// Right of the text: link, button and close.
float controls_width(const Look& look, const Banner& banner) {
    float width = banner.closable ? look.px(28) + 2 * look.px(8) : look.px(8);
    if (!banner.action.empty()) {
        width += button_width(look, std::string(banner.action).c_str()) + look.px(12);
    }
    if (!banner.link.empty()) {
        width += std::ceil(text_size(look, Role::body, banner.link).x) + look.px(14);
    }
    return width;
}

float text_width(const Look& look, const Banner& banner, float width) {
    return std::max(look.px(120),
                    width - look.px(icon_column) - look.px(16) - controls_width(look, banner));
}

void draw_icon(const Look& look, const Banner& banner, ImVec2 centre) {
    if (!banner.strong) {
        draw_text(look, centre, Role::card_title, banner.colour, banner.icon, anchor_middle);
        return;
    }
    ImGui::GetWindowDrawList()->AddCircleFilled(centre, look.px(13), banner.colour);
    draw_text(look, centre, Role::note, ink_on(banner.colour), banner.icon, anchor_middle);
}

}  // namespace

ImU32 banner_ground(const Palette& palette, ImU32 colour) {
    return mix(palette.panel, colour, 0.13f);
}

ImU32 banner_button_ground(const Palette& palette, ImU32 colour) {
    return mix(palette.panel, colour, 0.32f);
}

float banner_height(const Look& look, const Banner& banner, float width) {
    const float wrap = text_width(look, banner, width);
    const float title = text_size(look, Role::title, banner.title, wrap).y;
    const float text =
        banner.text.empty() ? 0 : text_size(look, Role::body, banner.text, wrap).y + look.px(2);
    return std::max(look.px(52), std::ceil(title + text) + 2 * look.px(12));
}

BannerAnswer banner(const Look& look, const char* id, const ImRect& area, const Banner& what) {
    const Palette& p = look.colour;
    ImGui::PushID(id);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float rounding = look.px(8);
    list->AddRectFilled(area.Min, area.Max, banner_ground(p, what.colour), rounding);
    list->AddRect(area.Min, area.Max, mix(p.panel, what.colour, 0.42f), rounding, look.hairline());
    const float wrap = text_width(look, what, area.GetWidth());
    const float title_height = text_size(look, Role::title, what.title, wrap).y;
    const float x = area.Min.x + look.px(icon_column);
    const float y = area.Min.y + look.px(12);
    draw_icon(look, what, ImVec2(area.Min.x + look.px(24), y + look.line_height(Role::title) / 2));
    draw_text(look, ImVec2(x, y), Role::title, p.text, what.title, {}, wrap);
    draw_text(look, ImVec2(x, y + title_height + look.px(2)), Role::body,
              what.strong ? p.text : p.text2, what.text, {}, wrap);

    BannerAnswer answer = BannerAnswer::none;
    const float middle = area.GetCenter().y;
    float right = area.Max.x - look.px(8);
    ButtonOptions ghost;
    ghost.kind = ButtonKind::ghost;
    ghost.icon_colour = what.strong ? p.text : 0;
    ghost.key = what.strong ? "Esc" : "";
    if (what.closable) {
        const float side = look.px(28);
        const ImRect close(right - side, middle - side / 2, right, middle + side / 2);
        if (icon_button(look, "Close", icon::cross, close, ghost)) {
            answer = BannerAnswer::close;
        }
        right = close.Min.x - look.px(8);
    }
    if (!what.action.empty()) {
        const std::string label(what.action);
        const float width = button_width(look, label.c_str());
        const ImRect box(right - width, std::floor(middle - look.px(button_height) / 2), right,
                         std::floor(middle + look.px(button_height) / 2));
        list->AddRectFilled(box.Min, box.Max, banner_button_ground(p, what.colour), look.px(6));
        ButtonOptions options;
        options.kind = ButtonKind::ghost;
        const bool pressed = button(look, (label + "##action").c_str(), box, options);
        draw_text(look, box.GetCenter(), Role::body_strong, p.text, label, anchor_middle);
        if (pressed) {
            answer = BannerAnswer::action;
        }
        right = box.Min.x - look.px(14);
    }
    if (!what.link.empty() &&
        link(look, std::string(what.link).c_str(), ImVec2(right, middle), anchor_middle_right)) {
        answer = BannerAnswer::link;
    }
    ImGui::PopID();
    return answer;
}

}  // namespace heatlab::ui
