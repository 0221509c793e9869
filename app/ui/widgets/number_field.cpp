#include "app/ui/widgets/number_field.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "app/format.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr double complaint_seconds = 4;
constexpr std::size_t text_capacity = 4096;  ///< a path's longest

/// Without spaces of any width, with ASCII minus signs.
std::string plain_text(std::string_view text) {
    struct Replacement {
        std::string_view from;
        std::string_view to;
    };
    constexpr std::array<Replacement, 6> replacements{
        {{"−", "-"}, {"\u2009", ""}, {"\u00a0", ""}, {"\u202f", ""}, {" ", ""}, {"\t", ""}}};
    std::string plain;
    while (!text.empty()) {
        std::size_t taken = 1;
        std::string_view kept = text.substr(0, 1);
        for (const Replacement& replacement : replacements) {
            if (text.starts_with(replacement.from)) {
                taken = replacement.from.size();
                kept = replacement.to;
                break;
            }
        }
        plain.append(kept);
        text.remove_prefix(taken);
    }
    return plain;
}

std::optional<double> parse_plain(std::string_view text) {
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
    }
    double value = 0;
    const char* end = text.data() + text.size();
    const std::from_chars_result result = std::from_chars(text.data(), end, value);
    if (result.ec != std::errc{} || result.ptr != end) {
        return std::nullopt;
    }
    return value;
}

bool is_one_of(Numbers numbers, double value) {
    if (numbers == Numbers::any) {
        return true;
    }
    const bool whole = value == std::floor(value) && std::abs(value) <= 9007199254740992.0;
    return whole && (numbers == Numbers::whole || value >= 0);
}

std::string_view complaint_about(Numbers numbers) {
    switch (numbers) {
        case Numbers::any:
            return "Not a number: the old value stays";
        case Numbers::whole:
            return "Not a whole number: the old value stays";
        case Numbers::natural:
            break;
    }
    return "Not a whole number from 0: the old value stays";
}

/// The item of Dear ImGui that every text goes through. Returns the text when it was changed and
/// committed.
std::optional<std::string> edit_text(const Look& look, const char* id, const ImRect& area,
                                     std::string_view shown, float left, bool align_right,
                                     float right, Role role) {
    std::array<char, text_capacity> buffer{};
    std::memcpy(buffer.data(), shown.data(), std::min(shown.size(), buffer.size() - 1));
    const std::string label = std::string("##") + id;
    float padding = left;
    if (align_right) {
        const ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetID(label.c_str()));
        const bool editing = state != nullptr && ImGui::GetActiveID() == state->ID;
        const std::string_view text = editing ? std::string_view(state->TextA.Data) : shown;
        padding =
            std::max(left, area.GetWidth() - right - text_size(look, role, text).x - look.px(1));
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::SetNextItemWidth(area.GetWidth());
    ImGui::PushFont(look.face(role), size_of(role));
    const float vertical = std::floor((area.GetHeight() - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, vertical));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::InputText(label.c_str(), buffer.data(), buffer.size(),
                     ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (ImGui::IsItemDeactivatedAfterEdit() && std::string_view(buffer.data()) != shown) {
        return std::string(buffer.data());
    }
    return std::nullopt;
}

void draw_frame(const Look& look, const ImRect& area) {
    const Palette& p = look.colour;
    const bool hovered = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(area.Min, area.Max);
    ImGui::GetWindowDrawList()->AddRectFilled(area.Min, area.Max,
                                              hovered ? p.control_hover : p.control, look.px(6));
}

void outline_while_editing(const Look& look, const ImRect& area) {
    if (ImGui::IsItemActive()) {
        const float width = look.px(2);
        ImGui::GetWindowDrawList()->AddRect(area.Min, area.Max, look.colour.accent, look.px(6),
                                            width);
    }
}

/// Says for a while that what was typed is no number of the kind asked for.
void complain(const Look& look, const char* id, const ImRect& area, std::string_view text,
              bool now) {
    const ImGuiID key = ImGui::GetID((std::string(id) + "/complaint").c_str());
    float& until = *ImGui::GetStateStorage()->GetFloatRef(key, -1.0f);
    const auto time = static_cast<float>(ImGui::GetTime());
    if (now) {
        until = time + static_cast<float>(complaint_seconds);
    }
    if (time >= until || ImGui::IsItemActive()) {
        return;
    }
    const ImVec2 size = text_size(look, Role::caption, text);
    const float width = size.x + look.px(20);
    const float left = std::min(area.Min.x, ImGui::GetMainViewport()->Size.x - width - look.px(8));
    const ImRect box(left, area.Max.y + look.px(4), left + width, area.Max.y + look.px(32));
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(box.Min, box.Max, look.colour.card, look.px(6));
    list->AddRect(box.Min, box.Max, look.colour.text2, look.px(6), look.hairline());
    draw_text(look, box.GetCenter(), Role::caption, look.colour.text, text, anchor_middle, 0, list);
}

}  // namespace

std::optional<double> parse_number(std::string_view text, std::string_view unit) {
    std::string plain = plain_text(text);
    const std::string plain_unit = plain_text(unit);
    if (!plain_unit.empty() && plain.ends_with(plain_unit)) {
        plain.resize(plain.size() - plain_unit.size());
    }
    const std::size_t slash = plain.find('/');
    if (slash == std::string::npos) {
        return parse_plain(plain);
    }
    const std::optional<double> above = parse_plain(std::string_view(plain).substr(0, slash));
    const std::optional<double> below = parse_plain(std::string_view(plain).substr(slash + 1));
    if (!above || !below || *below == 0) {
        return std::nullopt;
    }
    return *above / *below;
}

std::string shown_number(double value, int least, int most) {
    // Small values read better with their power of ten: 1.0e−4, not 0.00010.
    const double magnitude = std::abs(value);
    if (magnitude > 0 && magnitude < 1e-2) {
        const double power = std::floor(std::log10(magnitude * (1 + 1e-9)));
        return shown_number(value / std::pow(10.0, power), least, most) + "e" +
               format_integer(std::lround(power));
    }
    for (int digits = least; digits < most; ++digits) {
        const std::string text = format_significant(value, digits);
        const std::optional<double> read = parse_number(text);
        if (read && std::abs(*read - value) <= 1e-6 * std::abs(value)) {
            return text;
        }
    }
    return format_significant(value, most);
}

std::optional<double> number_field(const Look& look, const char* id, const ImRect& area,
                                   std::string_view shown, const NumberFieldOptions& options) {
    const Palette& p = look.colour;
    draw_frame(look, area);
    const float middle = area.GetCenter().y;
    const float padding = look.px(options.padding);
    float left = padding;
    if (options.mark != nullptr) {
        options.mark(look, *ImGui::GetWindowDrawList(), ImVec2(area.Min.x + left, middle),
                     options.mark_argument);
        left += look.px(options.mark_width) + look.px(6);
    } else if (options.icon != nullptr) {
        left += draw_text(look, ImVec2(area.Min.x + left, middle), Role::caption, p.text2,
                          options.icon, anchor_middle_left)
                    .x +
                look.px(8);
    }
    const float unit_width = options.unit.empty() ? 0 : text_size(look, Role::note, options.unit).x;
    const float right = padding + (options.unit.empty() ? 0 : unit_width + look.px(6));
    const Role role = options.strong ? Role::title : Role::body;
    const std::optional<std::string> typed =
        edit_text(look, id, area, shown, left, options.align_right, right, role);
    item_tooltip(look, options.tooltip);
    if (!options.unit.empty()) {
        draw_text(look, ImVec2(area.Max.x - padding, middle), Role::note, p.text3, options.unit,
                  anchor_middle_right);
    }
    std::optional<double> value = typed ? parse_number(*typed, options.unit) : std::nullopt;
    if (value && !is_one_of(options.numbers, *value)) {
        value.reset();
    }
    outline_while_editing(look, area);
    complain(look, id, area, complaint_about(options.numbers), typed && !value);
    return value;
}

std::optional<std::string> text_field(const Look& look, const char* id, const ImRect& area,
                                      std::string_view shown, std::string_view hint) {
    draw_frame(look, area);
    const std::optional<std::string> typed =
        edit_text(look, id, area, shown, look.px(10), false, look.px(10), Role::body);
    if (shown.empty() && !hint.empty() && !ImGui::IsItemActive()) {
        draw_text_fitted(look, ImVec2(area.Min.x + look.px(10), area.GetCenter().y), Role::body,
                         look.colour.text3, hint, area.GetWidth() - look.px(20),
                         anchor_middle_left);
    }
    outline_while_editing(look, area);
    return typed;
}

SearchAnswer search_field(const Look& look, const char* id, const ImRect& area, std::string& text,
                          std::string_view hint, bool take_focus) {
    draw_frame(look, area);
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::SetNextItemWidth(area.GetWidth());
    ImGui::PushFont(look.face(Role::body), size_of(Role::body));
    const float vertical = std::floor((area.GetHeight() - ImGui::GetFontSize()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(look.px(10), vertical));
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    if (take_focus) {
        ImGui::SetKeyboardFocusHere();
    }
    SearchAnswer answer;
    const std::string label = std::string("##") + id;
    answer.changed = ImGui::InputTextWithHint(label.c_str(), std::string(hint).c_str(), &text,
                                              ImGuiInputTextFlags_NoUndoRedo);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (ImGui::IsItemDeactivated()) {
        answer.entered = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                         ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
        answer.given_up = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    }
    outline_while_editing(look, area);
    return answer;
}

}  // namespace heatlab::ui
