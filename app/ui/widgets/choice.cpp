#include "app/ui/widgets/choice.h"

#include <algorithm>
#include <string>

#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float hover_seconds = 0.08f;
constexpr float combo_padding = 10;
constexpr float menu_padding = 6;

}  // namespace

std::optional<int> segmented(const Look& look, const char* id, ImVec2 at,
                             std::span<const char* const> words, int current, float height_px,
                             float padding) {
    const Palette& p = look.colour;
    const float inset = look.px(2);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, at + ImVec2(segmented_width(look, words, padding), height_px),
                        p.segment_track, look.px(6));
    std::optional<int> chosen;
    ImGui::PushID(id);
    float x = at.x + inset;
    for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        const char* word = words[static_cast<std::size_t>(i)];
        const float width =
            std::ceil(text_size(look, Role::body_strong, word).x) + 2 * look.px(padding);
        const ImRect piece(x, at.y + inset, x + width, at.y + height_px - inset);
        const Press press = press_area(word, piece);
        const bool is_current = i == current;
        if (is_current) {
            list->AddRectFilled(piece.Min, piece.Max, p.segment, look.px(5));
        } else {
            const float hover = animate(look, press.id, press.hovered ? 1.0f : 0.0f, hover_seconds);
            list->AddRectFilled(piece.Min, piece.Max,
                                fade(press.held ? p.control_active : p.control_hover, hover),
                                look.px(5));
        }
        draw_text(look, piece.GetCenter(), is_current ? Role::body_strong : Role::body,
                  is_current || press.hovered ? p.text : p.text2, word, anchor_middle);
        if (press.pressed && !is_current) {
            chosen = i;
        }
        x += width;
    }
    ImGui::PopID();
    return chosen;
}

float segmented_width(const Look& look, std::span<const char* const> words, float padding) {
    float width = 2 * look.px(2);
    for (const char* word : words) {
        width += std::ceil(text_size(look, Role::body_strong, word).x) + 2 * look.px(padding);
    }
    return width;
}

bool begin_combo(const Look& look, const char* id, const ImRect& area, std::string_view shown,
                 const ComboOptions& options) {
    const Palette& p = look.colour;
    const Press press = press_area(id, area);
    item_tooltip(look, options.tooltip);
    ImGui::PushID(id);
    const bool open = ImGui::IsPopupOpen("list");
    const float hover = animate(look, press.id, press.hovered || open ? 1.0f : 0.0f, hover_seconds);
    const ImU32 rest = options.borderless ? fade(p.control, 0) : p.control;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(area.Min, area.Max,
                        press.held ? p.control_active : mix(rest, p.control_hover, hover),
                        look.px(6));
    float x = area.Min.x + look.px(combo_padding);
    const float middle = area.GetCenter().y;
    if (options.swatch) {
        const float half = look.px(6);
        options.swatch(*list,
                       ImRect(x, middle - half, x + look.px(options.swatch_width), middle + half));
        x += look.px(options.swatch_width) + look.px(8);
    }
    const float chevron = look.px(options.borderless ? 14.0f : 12.0f);
    draw_text_fitted(look, ImVec2(x, middle), options.role, p.text, shown,
                     area.Max.x - look.px(combo_padding) - chevron - look.px(4) - x,
                     anchor_middle_left);
    draw_text(look, ImVec2(area.Max.x - look.px(combo_padding), middle), Role::caption, p.text3,
              icon::chevron_down, anchor_middle_right);
    if (press.pressed) {
        ImGui::OpenPopup("list");
    }
    const float width = std::max(area.GetWidth(), look.px(options.popup_width));
    const ImVec2 display = ImGui::GetMainViewport()->Size;
    const float gap = look.px(4);
    const float below = display.y - area.Max.y - gap - look.px(8);
    const float above = area.Min.y - gap - look.px(8);
    const bool downwards = below >= look.px(380) || below >= above;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, downwards ? below : above));
    ImGui::SetNextWindowPos(ImVec2(std::min(area.Min.x, display.x - width - look.px(8)),
                                   downwards ? area.Max.y + gap : area.Min.y - gap),
                            0, ImVec2(0, downwards ? 0.0f : 1.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2(look.px(menu_padding), look.px(menu_padding)));
    const bool opened = ImGui::BeginPopup("list");
    ImGui::PopStyleVar();
    if (opened) {
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, look.px(2)));
    } else {
        ImGui::PopID();
    }
    return opened;
}

void end_combo() {
    ImGui::PopStyleVar();
    ImGui::EndPopup();
    ImGui::PopID();
}

bool menu_item(const Look& look, const char* label, const MenuItemOptions& options) {
    const Palette& p = look.colour;
    const float pad = look.px(8);
    const float width = ImGui::GetContentRegionAvail().x;
    const float indent = options.swatch ? look.px(options.swatch_width) + look.px(10) : 0.0f;
    const float wrap = width - 2 * pad - indent - look.px(22);
    const float note_height =
        options.note.empty() ? 0 : text_size(look, Role::caption, options.note, wrap).y;
    const float height =
        options.note.empty() ? look.px(30) : look.px(28) + note_height + look.px(4);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImRect row(at, at + ImVec2(width, height));
    const bool disabled = !options.disabled_reason.empty();
    const float shade = disabled ? 0.4f : 1.0f;
    ImGui::BeginDisabled(disabled);
    const Press press = press_area(label, row);
    item_tooltip(look, options.disabled_reason);
    ImGui::EndDisabled();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (options.selected) {
        list->AddRectFilled(row.Min, row.Max, p.accent_tint, look.px(6));
    } else if (press.hovered) {
        list->AddRectFilled(row.Min, row.Max, press.held ? p.control_active : p.control_hover,
                            look.px(6));
    }
    const float line = options.note.empty() ? row.GetCenter().y : row.Min.y + look.px(15);
    float x = row.Min.x + pad;
    if (options.swatch) {
        const float half = look.px(options.note.empty() ? 7.0f : 9.0f);
        options.swatch(*list, ImRect(x, row.GetCenter().y - half, x + look.px(options.swatch_width),
                                     row.GetCenter().y + half));
        x += indent;
    }
    draw_text(look, ImVec2(x, line), options.selected ? Role::body_strong : Role::body,
              fade(p.text, shade), visible_label(label), anchor_middle_left);
    if (!options.note.empty()) {
        draw_text(look, ImVec2(x, row.Min.y + look.px(28)), Role::caption,
                  fade(options.selected || press.hovered ? p.text2 : p.text3, shade), options.note,
                  {}, wrap);
    }
    float right = row.Max.x - pad;
    if (options.selected) {
        right -= draw_text(look, ImVec2(right, line), Role::caption, p.accent, icon::check,
                           anchor_middle_right)
                     .x +
                 look.px(8);
    }
    if (!options.right.empty()) {
        draw_text(look, ImVec2(right, line), Role::caption,
                  fade(press.hovered ? p.text2 : p.text3, shade), options.right,
                  anchor_middle_right);
    }
    if (press.pressed) {
        ImGui::CloseCurrentPopup();
    }
    return press.pressed;
}

void menu_caption(const Look& look, std::string_view text) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(ImGui::GetContentRegionAvail().x, look.px(26)));
    draw_text(look, ImVec2(at.x + look.px(8), at.y + look.px(14)), Role::caption, look.colour.text3,
              text, anchor_middle_left);
}

bool toggle(const Look& look, const char* label, const ImRect& area, bool on) {
    const Palette& p = look.colour;
    const Press press = press_area(label, area);
    const float height = look.px(18);
    const float width = look.px(32);
    const float middle = area.GetCenter().y;
    const ImRect track(area.Min.x, std::floor(middle - height / 2), area.Min.x + width,
                       std::floor(middle - height / 2) + height);
    const float at = animate(look, press.id, on ? 1.0f : 0.0f, hover_seconds);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 off = press.hovered ? p.control_active : p.line2;
    list->AddRectFilled(track.Min, track.Max, mix(off, p.accent, at), height / 2);
    const float radius = height / 2 - look.px(3);
    list->AddCircleFilled(ImVec2(track.Min.x + height / 2 + at * (width - height), middle), radius,
                          on ? p.accent_ink : p.panel);
    draw_text(look, ImVec2(track.Max.x + look.px(10), middle), Role::body, p.text,
              visible_label(label), anchor_middle_left);
    return press.pressed;
}

}  // namespace heatlab::ui
