#include "app/ui/widgets/overlay_card.h"

#include <algorithm>

#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float margin = 16;
constexpr float padding = 24;
constexpr float title_height = 56;
constexpr float close_side = 28;

}  // namespace

float overlay_card_width(const Look& look, float wanted) {
    return std::min(wanted, ImGui::GetMainViewport()->Size.x - 2 * look.px(margin));
}

OverlayCard::OverlayCard(const Look& look, const char* name, std::string_view title, float width,
                         float content_height)
    : look_(look) {
    const Palette& p = look.colour;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000, 140));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin(name, nullptr, flags);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const bool appearing = ImGui::IsWindowAppearing();
    if (appearing) {
        ImGui::SetWindowFocus();
    }
    const ImVec2 size(overlay_card_width(look, width),
                      std::min(content_height + look.px(title_height + 28),
                               viewport.Size.y - 2 * look.px(margin)));
    const ImVec2 corner(std::floor(viewport.Pos.x + (viewport.Size.x - size.x) / 2),
                        std::floor(viewport.Pos.y + (viewport.Size.y - size.y) / 2));
    card_ = ImRect(corner, corner + size);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(card_.Min, card_.Max, p.panel, look.px(8));
    list->AddRect(card_.Min, card_.Max, p.line2, look.px(8), look.hairline());
    const float pad = look.px(padding);
    draw_text(look, card_.Min + ImVec2(pad, pad - look.px(4)), Role::counter, p.text, title);
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.key = "Esc";
    const float side = look.px(close_side);
    const ImVec2 close(card_.Max.x - look.px(16) - side, card_.Min.y + look.px(16));
    const bool crossed =
        icon_button(look, "Close", icon::cross, ImRect(close, close + ImVec2(side, side)), options);
    const bool outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                         !card_.Contains(ImGui::GetMousePos()) && !appearing;
    closed_ = crossed || outside || ImGui::IsKeyPressed(ImGuiKey_Escape, false);
}

OverlayCard::~OverlayCard() {
    ImGui::End();
}

bool OverlayCard::begin_content() {
    const float pad = look_.px(padding);
    ImGui::SetCursorScreenPos(card_.Min + ImVec2(pad, look_.px(title_height)));
    const ImVec2 room(card_.GetWidth() - pad - look_.px(8),
                      card_.GetHeight() - look_.px(title_height) - look_.px(12));
    return ImGui::BeginChild("content", room, ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground);
}

void OverlayCard::end_content() {
    ImGui::EndChild();
}

float OverlayCard::content_width() const {
    return card_.GetWidth() - 2 * look_.px(padding);
}

}  // namespace heatlab::ui
