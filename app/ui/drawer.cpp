#include "app/ui/drawer.h"

#include <algorithm>
#include <vector>

#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/sheet.h"
#include "app/ui/widgets/tabs.h"

namespace heatlab::ui {
namespace {

constexpr float drawer_width = 404;
constexpr float slide_seconds = 0.16f;
constexpr float gap = 8;
/// Along the foot it takes so much of the height, and no more than that.
constexpr float foot_share = 0.5f;
constexpr float most_foot_height = 330;

}  // namespace

ImRect Drawer::place(const Look& look, const ImRect& area, DrawerSide side) {
    ImRect place = area;
    if (side == DrawerSide::foot) {
        const float half = std::floor(area.GetHeight() * foot_share);
        place.Min.y = area.Max.y - std::min(half, look.px(most_foot_height));
    } else {
        place.Min.x = area.Max.x - std::min(look.px(drawer_width), area.GetWidth());
    }
    return place;
}

ImRect Drawer::rest(const Look& look, const ImRect& area, DrawerSide side) const {
    // All at once: the field's picture is not asked for anew in every frame of the slide.
    if (opened_ <= 0) {
        return area;
    }
    ImRect rest = area;
    const ImRect taken = place(look, area, side);
    (side == DrawerSide::foot ? rest.Max.y : rest.Max.x) =
        (side == DrawerSide::foot ? taken.Min.y : taken.Min.x) - look.px(gap);
    return rest;
}

void Drawer::draw(const PanelContext& context, std::span<const DrawerPage> pages,
                  const ImRect& area, DrawerSide side, ImGuiWindowFlags flags) {
    const Look& look = context.look;
    const float target = context.state.drawer_open ? 1.0f : 0.0f;
    const float step = look.reduced_motion ? 1.0f : ImGui::GetIO().DeltaTime / slide_seconds;
    opened_ =
        opened_ < target ? std::min(target, opened_ + step) : std::max(target, opened_ - step);
    if (opened_ <= 0) {
        return;
    }
    const ImRect in_place = place(look, area, side);
    const float width = in_place.GetWidth();
    const float height = in_place.GetHeight();
    const float away = (1 - opened_) * (1 - opened_);
    ImVec2 corner = in_place.Min;
    if (side == DrawerSide::foot) {
        corner.y = std::floor(corner.y + height * away);
    } else {
        corner.x = std::floor(corner.x + width * away);
    }
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(in_place.GetSize());
    constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin(drawer_window, nullptr, fixed | flags);
    const ImRect row(corner, corner + ImVec2(width, look.px(tab_row_height)));
    std::vector<const char*> titles;
    for (const DrawerPage& page : pages) {
        titles.push_back(page.title);
    }
    const auto known = std::find(titles.begin(), titles.end(), front_);
    auto front =
        known == titles.end() ? std::size_t{0} : static_cast<std::size_t>(known - titles.begin());
    if (const auto chosen = tab_row(look, row, titles, static_cast<int>(front))) {
        front = static_cast<std::size_t>(*chosen);
        front_ = titles[front];
    }
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.key = "P";
    const ImVec2 close(row.Max.x - look.px(38), row.Min.y + look.px(8));
    if (icon_button(look, "Close", icon::cross,
                    ImRect(close, close + ImVec2(look.px(28), look.px(28))), options)) {
        context.state.drawer_open = false;
    }
    ImGui::SetCursorScreenPos(ImVec2(corner.x, row.Max.y));
    const ImVec2 room(width, height - look.px(tab_row_height) - look.px(8));
    if (ImGui::BeginChild(titles[front], room, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground | flags)) {
        pages[front].draw();
    }
    ImGui::EndChild();
    round_sheet(look, ImGui::GetCurrentWindow());
    ImGui::End();
}

}  // namespace heatlab::ui
