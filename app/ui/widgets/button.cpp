#include "app/ui/widgets/button.h"

#include <algorithm>
#include <string>

namespace heatlab::ui {
namespace {

constexpr float press_seconds = 0.08f;

struct Fill {
    ImU32 rest;
    ImU32 hover;
    ImU32 held;
};

Fill fill_of(const Look& look, const ButtonOptions& options) {
    const Palette& p = look.colour;
    if (options.selected) {
        const ImU32 deeper = mix(p.accent_tint, p.accent, 0.12f);
        return {p.accent_tint, deeper, deeper};
    }
    switch (options.kind) {
        case ButtonKind::plain:
            return {p.control, p.control_hover, p.control_active};
        case ButtonKind::ghost:
            return {fade(p.control_hover, 0), p.control_hover, p.control_active};
        case ButtonKind::primary: {
            const ImU32 towards = p.dark() ? rgb(0xFFFFFF) : rgb(0x000000);
            return {p.accent, mix(p.accent, towards, 0.12f), mix(p.accent, towards, 0.24f)};
        }
        case ButtonKind::scrim:
            break;
    }
    return {fade(p.on_scrim, 0), fade(p.on_scrim, 0.14f), fade(p.on_scrim, 0.26f)};
}

ImU32 ink_of(const Look& look, const ButtonOptions& options, bool icon_alone) {
    const Palette& p = look.colour;
    if (options.selected) {
        return p.accent;
    }
    switch (options.kind) {
        case ButtonKind::primary:
            return p.accent_ink;
        case ButtonKind::scrim:
            return p.on_scrim;
        case ButtonKind::plain:
        case ButtonKind::ghost:
            break;
    }
    return icon_alone || options.kind == ButtonKind::ghost ? p.text2 : p.text;
}

ImU32 shown_fill(const Look& look, const Fill& fill, const Press& press) {
    if (press.held) {
        return fill.held;
    }
    return mix(fill.rest, fill.hover,
               animate(look, press.id, press.hovered ? 1.0f : 0.0f, press_seconds));
}

ImU32 shaded(ImU32 colour) {
    return fade(colour, ImGui::GetStyle().Alpha);
}

/// The item under a button, disabled where there is a reason. Ends with the tooltip.
class Pressable {
public:
    Pressable(const Look& look, const char* label, const ImRect& area, const ButtonOptions& options)
        : look_(look), options_(options), disabled_(!options.disabled_reason.empty()) {
        if (disabled_) {
            ImGui::BeginDisabled();
        }
        press = press_area(label, area);
        item_tooltip(look, disabled_ ? options.disabled_reason : options.tooltip,
                     disabled_ ? std::string_view{} : options.key);
    }
    ~Pressable() {
        if (disabled_) {
            ImGui::EndDisabled();
        }
    }
    Pressable(const Pressable&) = delete;
    Pressable& operator=(const Pressable&) = delete;

    Press press;

private:
    const Look& look_;
    const ButtonOptions& options_;
    bool disabled_;
};

constexpr float padding = 12;
constexpr float icon_gap = 8;

float content_width(const Look& look, const char* label, const ButtonOptions& options) {
    float width = text_size(look, options.role, visible_label(label)).x;
    if (options.icon != nullptr) {
        width += text_size(look, options.role, options.icon).x + look.px(icon_gap);
    }
    return width;
}

}  // namespace

std::string_view visible_label(const char* label) {
    return {label, static_cast<std::size_t>(ImGui::FindRenderedTextEnd(label) - label)};
}

Press press_area(const char* id, const ImRect& area) {
    ImGui::SetCursorScreenPos(area.Min);
    Press press;
    const ImVec2 size(std::max(1.0f, area.GetWidth()), std::max(1.0f, area.GetHeight()));
    press.pressed = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    press.hovered = ImGui::IsItemHovered();
    press.held = ImGui::IsItemActive();
    press.id = ImGui::GetItemID();
    return press;
}

bool button(const Look& look, const char* label, const ImRect& area, const ButtonOptions& options) {
    const Pressable item(look, label, area, options);
    ImGui::GetWindowDrawList()->AddRectFilled(
        area.Min, area.Max, shaded(shown_fill(look, fill_of(look, options), item.press)),
        look.px(6));
    const ImU32 ink = ink_of(look, options, false);
    const ImVec2 centre = area.GetCenter();
    float x = centre.x - content_width(look, label, options) / 2;
    if (options.icon != nullptr) {
        x += draw_text(look, ImVec2(x, centre.y), options.role,
                       options.icon_colour != 0 ? options.icon_colour : ink, options.icon,
                       anchor_middle_left)
                 .x;
        x += look.px(icon_gap);
    }
    draw_text(look, ImVec2(x, centre.y), options.role, ink, visible_label(label),
              anchor_middle_left);
    return item.press.pressed;
}

float button_width(const Look& look, const char* label, const ButtonOptions& options) {
    return std::ceil(content_width(look, label, options)) + 2 * look.px(padding);
}

bool icon_button(const Look& look, const char* label, const char* icon, const ImRect& area,
                 ButtonOptions options) {
    if (options.tooltip.empty()) {
        options.tooltip = visible_label(label);
    }
    const Pressable item(look, label, area, options);
    ImGui::GetWindowDrawList()->AddRectFilled(
        area.Min, area.Max, shaded(shown_fill(look, fill_of(look, options), item.press)),
        look.px(6));
    const ImU32 ink = options.icon_colour != 0 ? options.icon_colour : ink_of(look, options, true);
    draw_text(look, area.GetCenter(), options.role, ink, icon, anchor_middle);
    return item.press.pressed;
}

bool round_button(const Look& look, const char* label, const char* icon, const ImRect& area,
                  const ButtonOptions& options) {
    ButtonOptions primary = options;
    primary.kind = ButtonKind::primary;
    if (primary.tooltip.empty()) {
        primary.tooltip = visible_label(label);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, area.GetHeight());
    const Pressable item(look, label, area, primary);
    ImGui::PopStyleVar();
    const ImVec2 centre = area.GetCenter();
    ImGui::GetWindowDrawList()->AddCircleFilled(
        centre, area.GetHeight() / 2, shaded(shown_fill(look, fill_of(look, primary), item.press)));
    // The triangle's centre of mass lies left of its box's centre.
    const float nudge = std::string_view(icon) == "\uf04b" ? look.px(1) : 0.0f;
    draw_text(look, ImVec2(centre.x + nudge, centre.y), Role::card_title, look.colour.accent_ink,
              icon, anchor_middle);
    return item.press.pressed;
}

bool link(const Look& look, const char* label, ImVec2 at, Anchor anchor) {
    const std::string_view text = visible_label(label);
    const ImVec2 size = text_size(look, Role::body, text);
    const ImVec2 corner(std::floor(at.x - size.x * anchor.x), std::floor(at.y - size.y * anchor.y));
    const Press press = press_area(label, ImRect(corner, corner + size));
    draw_text(look, corner, Role::body, look.colour.accent, text);
    if (press.hovered) {
        draw_rule(look, ImVec2(corner.x, corner.y + size.y - look.px(2)), size.x, true,
                  look.colour.accent);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    return press.pressed;
}

}  // namespace heatlab::ui
