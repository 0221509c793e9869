#include "app/ui/drawer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/ui/dock_layout.h"
#include "app/ui/icons.h"
#include "app/ui/panels/panel.h"
#include "app/ui/panels/physics.h"
#include "app/ui/panels/timings.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr float drawer_width = 404;
constexpr float tab_row = 42;
constexpr float slide_seconds = 0.16f;
constexpr std::array<const char*, 5> titles{physics_window, kernels_window, spectrum_window,
                                            laboratory_window, timings_window};
constexpr float growth_height = 190;
constexpr float extremes_height = 170;

}  // namespace

void Drawer::draw_tabs(const Look& look, const ImRect& row) {
    const Palette& p = look.colour;
    float x = row.Min.x + look.px(16);
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const float width = std::ceil(text_size(look, Role::note_strong, titles[i]).x);
        const ImRect tab(x - look.px(6), row.Min.y + look.px(6), x + width + look.px(6),
                         row.Max.y - look.px(4));
        const Press press = press_area(titles[i], tab);
        const bool front = static_cast<std::size_t>(front_) == i;
        if (press.hovered && !front) {
            ImGui::GetWindowDrawList()->AddRectFilled(tab.Min, tab.Max, p.control_hover,
                                                      look.px(6));
        }
        draw_text(look, ImVec2(x, row.GetCenter().y), Role::note_strong, front ? p.text : p.text2,
                  titles[i], anchor_middle_left);
        if (front) {
            const float top = row.Max.y - look.px(3);
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(x, top), ImVec2(x + width, top + look.px(2)), p.accent);
        }
        if (press.pressed) {
            front_ = static_cast<int>(i);
        }
        x += width + look.px(14);
    }
}

void Drawer::draw_front(const PanelContext& context, Thumbnails& thumbnails, KernelPanels& kernels,
                        LaboratoryPanels& laboratory) const {
    const Look& look = context.look;
    const std::string_view front = titles[static_cast<std::size_t>(front_)];
    if (front == physics_window) {
        draw_physics(context, thumbnails);
    } else if (front == kernels_window) {
        kernels.draw_pages(context);
    } else if (front == spectrum_window) {
        laboratory.spectrum.draw(context);
    } else if (front == laboratory_window) {
        Rows rows(panel_area(look));
        laboratory.growth.draw(context, rows.take(look.px(growth_height)));
        laboratory.extremes.draw(context, rows.take(look.px(extremes_height)));
        ImGui::SetCursorScreenPos(ImVec2(ImGui::GetWindowPos().x, rows.y()));
        laboratory.sheet.draw(context);
    } else {
        draw_timings(context);
    }
}

void Drawer::draw(const PanelContext& context, Thumbnails& thumbnails, KernelPanels& kernels,
                  LaboratoryPanels& laboratory, const ImRect& area, ImGuiWindowFlags flags) {
    const Look& look = context.look;
    const float target = context.state.drawer_open ? 1.0f : 0.0f;
    const float step = look.reduced_motion ? 1.0f : ImGui::GetIO().DeltaTime / slide_seconds;
    opened_ =
        opened_ < target ? std::min(target, opened_ + step) : std::max(target, opened_ - step);
    if (opened_ <= 0) {
        return;
    }
    const float width = std::min(look.px(drawer_width), area.GetWidth());
    const float eased = 1 - (1 - opened_) * (1 - opened_);
    const ImVec2 corner(std::floor(area.Max.x - width * eased), area.Min.y);
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(ImVec2(width, area.GetHeight()));
    constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin(drawer_window, nullptr, fixed | flags);
    const ImRect row(corner, corner + ImVec2(width, look.px(tab_row)));
    draw_tabs(look, row);
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.key = "P";
    const ImVec2 close(row.Max.x - look.px(38), row.Min.y + look.px(8));
    if (icon_button(look, "Close", icon::cross,
                    ImRect(close, close + ImVec2(look.px(28), look.px(28))), options)) {
        context.state.drawer_open = false;
    }
    ImGui::SetCursorScreenPos(ImVec2(corner.x, row.Max.y));
    const ImVec2 room(width, area.GetHeight() - look.px(tab_row) - look.px(8));
    if (ImGui::BeginChild(titles[static_cast<std::size_t>(front_)], room, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground | flags)) {
        draw_front(context, thumbnails, kernels, laboratory);
    }
    ImGui::EndChild();
    round_sheet(look, ImGui::GetCurrentWindow());
    ImGui::End();
}

std::string Drawer::front_tab() const {
    return titles[static_cast<std::size_t>(front_)];
}

void Drawer::set_front_tab(const std::string& title) {
    const auto found = std::find(titles.begin(), titles.end(), title);
    if (found != titles.end()) {
        front_ = static_cast<int>(found - titles.begin());
    }
}

}  // namespace heatlab::ui
