#include "app/ui/look.h"

#include <algorithm>
#include <cfloat>

#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

/// As Dear ImGui wants it: a null pointer there means a text that ends with a zero.
std::string_view not_null(std::string_view text) {
    return text.data() != nullptr ? text : std::string_view("");
}

float text_width(const Look& look, Role role, std::string_view text) {
    return text_size(look, role, text).x;
}

/// Length of the longest prefix of `text` that fits `width`, on a UTF-8 boundary.
std::size_t fitting_prefix(const Look& look, Role role, std::string_view text, float width) {
    std::size_t length = text.size();
    while (length > 0 && text_width(look, role, text.substr(0, length)) > width) {
        do {
            --length;
        } while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80);
    }
    return length;
}

}  // namespace

ImVec2 text_size(const Look& look, Role role, std::string_view text, float wrap) {
    const std::string_view shown = not_null(text);
    return look.face(role)->CalcTextSizeA(look.text_px(role), FLT_MAX, wrap, shown.data(),
                                          shown.data() + shown.size());
}

ImVec2 draw_text(const Look& look, ImVec2 at, Role role, ImU32 colour, std::string_view text,
                 Anchor anchor, float wrap, ImDrawList* list) {
    text = not_null(text);
    const ImVec2 size = text_size(look, role, text, wrap);
    const ImVec2 corner(std::floor(at.x - size.x * anchor.x + 0.5f),
                        std::floor(at.y - size.y * anchor.y + 0.5f));
    if (list == nullptr) {
        list = ImGui::GetWindowDrawList();
    }
    list->AddText(look.face(role), look.text_px(role), corner,
                  fade(colour, ImGui::GetStyle().Alpha), text.data(), text.data() + text.size(),
                  wrap);
    return size;
}

std::string fitted_text(const Look& look, Role role, std::string_view text, float width) {
    if (text_width(look, role, text) <= width) {
        return std::string(text);
    }
    const float ellipsis = text_width(look, role, "…");
    return std::string(text.substr(0, fitting_prefix(look, role, text, width - ellipsis))) + "…";
}

float draw_text_fitted(const Look& look, ImVec2 at, Role role, ImU32 colour, std::string_view text,
                       float width, Anchor anchor) {
    const std::string shown = fitted_text(look, role, text, width);
    const ImVec2 size = draw_text(look, at, role, colour, shown, anchor);
    if (shown == text) {
        return size.x;
    }
    const ImVec2 corner(at.x - size.x * anchor.x, at.y - size.y * anchor.y);
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, corner + size)) {
        ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), not_null(text).data());
    }
    return size.x;
}

void draw_rule(const Look& look, ImVec2 from, float length, bool horizontal, ImU32 colour) {
    const ImVec2 corner(std::floor(from.x), std::floor(from.y));
    const ImVec2 extent =
        horizontal ? ImVec2(length, look.hairline()) : ImVec2(look.hairline(), length);
    ImGui::GetWindowDrawList()->AddRectFilled(corner, corner + extent, colour);
}

float animate(const Look& look, ImGuiID id, float target, float seconds) {
    float& value = *ImGui::GetStateStorage()->GetFloatRef(id, target);
    if (look.reduced_motion || seconds <= 0) {
        value = target;
        return value;
    }
    const float step = ImGui::GetIO().DeltaTime / seconds;
    value = value < target ? std::min(target, value + step) : std::max(target, value - step);
    return value;
}

void item_tooltip(const Look& look, std::string_view text, std::string_view key) {
    if (text.empty() && key.empty()) {
        return;
    }
    // One of the alternatives says enough here.
    key = key.substr(0, key.find(" or "));
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(10), look.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);
    if (ImGui::BeginTooltip()) {
        const float wrap = look.px(320);
        const ImVec2 size = text_size(look, Role::note, text, wrap);
        const float cap = key.empty() ? 0 : key_cap_width(look, key) + look.px(10);
        const float height = std::max(size.y, key.empty() ? 0 : key_cap_height(look));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy(ImVec2(size.x + cap, height));
        draw_text(look, ImVec2(at.x, at.y + height / 2), Role::note, look.colour.text, text,
                  anchor_middle_left, wrap);
        if (!key.empty()) {
            draw_key_cap(
                look,
                ImVec2(at.x + size.x + look.px(10), at.y + (height - key_cap_height(look)) / 2),
                key);
        }
        ImGui::EndTooltip();
    }
    ImGui::PopStyleVar(2);
}

ImRect column_of(const ImRect& row, int index, int count, float gap) {
    const float width =
        (row.GetWidth() - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const float left = row.Min.x + static_cast<float>(index) * (width + gap);
    return {std::floor(left + 0.5f), row.Min.y, std::floor(left + width + 0.5f), row.Max.y};
}

}  // namespace heatlab::ui
