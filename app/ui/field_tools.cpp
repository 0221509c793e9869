#include "app/ui/field_tools.h"

#include <array>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr float button_side = 32;
constexpr float button_gap = 2;
constexpr float padding = 4;
constexpr float brush_popup_height = 170;
constexpr const char* brush_popup = "Brush settings";

enum class Slot { pan, zoom, heat, cool, brush, undo };
constexpr std::array slots{Slot::pan, Slot::zoom, Slot::heat, Slot::cool, Slot::brush, Slot::undo};

struct ToolInfo {
    Tool tool;
    const char* label;
    const char* icon;
    const char* tooltip;
};

ToolInfo tool_of(Slot slot) {
    switch (slot) {
        case Slot::pan:
            return {Tool::pan, "Pan", icon::hand,
                    "Drag moves the field; a click pins the read-out"};
        case Slot::zoom:
            return {Tool::zoom, "Zoom", icon::zoom_in, "A click zooms in; a drag zooms to its box"};
        case Slot::heat:
            return {Tool::heat, "Paint heat", icon::heat, "Drag paints heat"};
        default:
            return {Tool::cool, "Paint cold", icon::cool,
                    "Drag cools; Shift or the right button too"};
    }
}

constexpr const char* flat_only = "Drag turns the box, the wheel zooms: paint in the flat picture";

void draw_tool(const PanelContext& context, Slot slot, const ImRect& rect) {
    const ToolInfo info = tool_of(slot);
    const Palette& colour = context.look.colour;
    const bool in_space = is_in_space(context.snapshot.settings.show);
    const bool chosen = !in_space && context.state.tool == info.tool;
    if (chosen)
        ImGui::GetWindowDrawList()->AddRectFilled(rect.Min, rect.Max, rgb(0xFFFFFF, 46),
                                                  context.look.px(6));
    const ImU32 ink = slot == Slot::heat   ? colour.heat_tool
                      : slot == Slot::cool ? colour.cool_tool
                                           : colour.on_scrim;
    if (icon_button(context.look, info.label, info.icon, rect,
                    {.kind = ButtonKind::scrim,
                     .icon_colour = ink,
                     .tooltip = info.tooltip,
                     .disabled_reason = in_space ? flat_only : ""}))
        context.state.tool = info.tool;
}

void draw_brush_popup(const PanelContext& context, ImVec2 at) {
    const Look& look = context.look;
    ImGui::SetNextWindowPos(at);
    const ImVec2 size{look.px(216), look.px(brush_popup_height)};
    ImGui::SetNextWindowSize(size);
    if (!ImGui::BeginPopup(brush_popup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoScrollbar))
        return;
    const ImVec2 origin = ImGui::GetWindowPos();
    const float left = origin.x + look.px(16);
    const float right = origin.x + size.x - look.px(16);
    BrushSetting brush = context.snapshot.settings.brush;
    bool changed = false;
    const auto row = [&](float y, const char* label, const char* id, double value,
                         std::string_view unit) {
        const float top = origin.y + look.px(y);
        draw_text(look, {left, top + look.px(15)}, Role::note, look.colour.text2, label,
                  anchor_middle_left);
        return number_field(look, id, {right - look.px(96), top, right, top + look.px(30)},
                            format_significant(value, 3), {.unit = unit});
    };
    draw_text(look, {left, origin.y + look.px(22)}, Role::title, look.colour.text, "Brush",
              anchor_middle_left);
    if (const auto value = row(44, "radius", "Brush radius", brush.radius, "cells")) {
        brush.radius = *value;
        changed = true;
    }
    if (const auto value = row(82, "heats to", "Brush heat", brush.heat, {})) {
        brush.heat = *value;
        changed = true;
    }
    if (const auto value = row(120, "cools to", "Brush cold", brush.cool, {})) {
        brush.cool = *value;
        changed = true;
    }
    if (changed)
        context.emit(command::SetBrush{brush});
    ImGui::EndPopup();
}

void draw_brush_button(const PanelContext& context, const ImRect& rect) {
    const Look& look = context.look;
    const double radius = context.snapshot.settings.brush.radius;
    const std::string tooltip = "Brush: radius " + format_significant(radius, 3) + " cells";
    const bool in_space = is_in_space(context.snapshot.settings.show);
    if (button(look, "##Brush", rect,
               {.kind = ButtonKind::scrim,
                .tooltip = tooltip,
                .disabled_reason = in_space ? flat_only : ""}))
        ImGui::OpenPopup(brush_popup);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // Grows with the radius, in powers of two, within the button.
    const float dot = look.px(
        static_cast<float>(std::clamp(2 + 1.2 * std::log2(std::max(1.0, radius)), 2.0, 9.0)));
    list.AddCircle(rect.GetCenter(), look.px(10), fade(look.colour.on_scrim, 0.5f), 0,
                   look.px(1.5f));
    list.AddCircleFilled(rect.GetCenter(), dot * 0.8f, look.colour.on_scrim);
    // Downwards, or upwards where that is the lower edge of the window.
    const float lowest = ImGui::GetMainViewport()->Pos.y + ImGui::GetMainViewport()->Size.y -
                         look.px(brush_popup_height + 8);
    const bool low = rect.Min.y > lowest;
    draw_brush_popup(context, {rect.Max.x + look.px(10),
                               low ? rect.Max.y - look.px(brush_popup_height) : rect.Min.y});
}

void draw_slot(const PanelContext& context, Slot slot, const ImRect& rect) {
    if (slot == Slot::brush) {
        draw_brush_button(context, rect);
    } else if (slot == Slot::undo) {
        if (icon_button(
                context.look, "Undo stroke", icon::undo, rect,
                {.kind = ButtonKind::scrim,
                 .icon_colour = context.look.colour.on_scrim,
                 .tooltip = "Take back the last stroke",
                 .key = key_of(KeyBinding::Action::undo_stroke),
                 .disabled_reason = context.snapshot.can_undo ? "" : "No stroke to take back"}))
            context.emit(command::UndoStroke{});
    } else {
        draw_tool(context, slot, rect);
    }
}

}  // namespace

ImRect draw_field_tools(const PanelContext& context, const FieldCanvas& canvas, float top) {
    const Look& look = context.look;
    const float side = look.px(button_side);
    const float gap = look.px(button_gap);
    const float rule = look.px(9);
    const float left = canvas.overlay.Min.x + look.px(12);
    const float room = canvas.overlay.Max.y - look.px(12) - top;
    const float height = 6 * side + 3 * gap + 2 * rule + 2 * look.px(padding);
    const int columns = height <= room ? 1 : 2;
    const float low_height = 3 * (side + gap) - gap + 2 * look.px(padding);
    const float two_wide = 2 * side + gap + 2 * look.px(padding);
    const ImRect box(left, top, left + (columns == 1 ? side + 2 * look.px(padding) : two_wide),
                     top + (columns == 1 ? height : low_height));
    // Takes the pointer: a press between two tools must not paint.
    ImGui::SetNextItemAllowOverlap();
    ImGui::SetCursorScreenPos(box.Min);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    ImGui::InvisibleButton("##tools", box.GetSize());
    ImGui::PopItemFlag();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.Min, box.Max, look.colour.scrim, look.px(8));
    float x = box.Min.x + look.px(padding);
    float y = box.Min.y + look.px(padding);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (columns == 1 && (i == 2 || i == 4)) {
            y += rule - gap;
            draw_rule(look, {x + look.px(6), y - std::floor((rule + gap) / 2)}, side - look.px(12),
                      true, fade(look.colour.on_scrim, 0.25f));
        }
        draw_slot(context, slots[i], {x, y, x + side, y + side});
        if (columns == 1 || i % 2 == 1) {
            y += side + gap;
            x = box.Min.x + look.px(padding);
        } else {
            x += side + gap;
        }
    }
    return box;
}

float tool_row_width(const Look& look) {
    return static_cast<float>(slots.size()) * (look.px(button_side) + look.px(button_gap)) -
           look.px(button_gap) + 2 * look.px(padding);
}

void draw_tool_row(const PanelContext& context, ImVec2 middle_left) {
    const Look& look = context.look;
    const float side = look.px(button_side);
    const float top = std::floor(middle_left.y - side / 2) - look.px(padding);
    const ImRect box(middle_left.x, top, middle_left.x + tool_row_width(look),
                     top + side + 2 * look.px(padding));
    ImGui::GetWindowDrawList()->AddRectFilled(box.Min, box.Max, look.colour.scrim, look.px(8));
    float x = box.Min.x + look.px(padding);
    const float y = top + look.px(padding);
    for (const Slot slot : slots) {
        draw_slot(context, slot, {x, y, x + side, y + side});
        x += side + look.px(button_gap);
    }
}

}  // namespace heatlab::ui
