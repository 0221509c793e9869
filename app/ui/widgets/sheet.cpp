#include "app/ui/widgets/sheet.h"

#include <array>

namespace heatlab::ui {
namespace {

struct Corner {
    ImVec2 corner;
    ImVec2 centre;
    float start_angle;
};

/// The area between a square corner and its quarter circle, as a fan from the corner.
void fill_corner(ImDrawList& list, const Corner& where, float radius, ImU32 colour) {
    constexpr int segments = 14;
    const ImVec2 uv = ImGui::GetDrawListSharedData()->TexUvWhitePixel;
    list.PrimReserve(segments * 3, segments + 2);
    const auto base = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
    list.PrimWriteVtx(where.corner, uv, colour);
    for (int i = 0; i <= segments; ++i) {
        const float angle = where.start_angle + IM_PI / 2 * static_cast<float>(i) / segments;
        list.PrimWriteVtx(where.centre + ImVec2(std::cos(angle) * radius, std::sin(angle) * radius),
                          uv, colour);
    }
    for (int i = 0; i < segments; ++i) {
        list.PrimWriteIdx(base);
        list.PrimWriteIdx(static_cast<ImDrawIdx>(base + 1 + i));
        list.PrimWriteIdx(static_cast<ImDrawIdx>(base + 2 + i));
    }
}

}  // namespace

void mask_corners(ImDrawList& list, const ImRect& area, float radius, ImU32 background) {
    const ImVec2 a = area.Min;
    const ImVec2 b = area.Max;
    const float r = radius;
    const std::array<Corner, 4> corners{
        {{a, a + ImVec2(r, r), IM_PI},
         {ImVec2(b.x, a.y), ImVec2(b.x - r, a.y + r), IM_PI * 1.5f},
         {b, b - ImVec2(r, r), 0},
         {ImVec2(a.x, b.y), ImVec2(a.x + r, b.y - r), IM_PI * 0.5f}}};
    for (const Corner& corner : corners) {
        fill_corner(list, corner, radius, background);
    }
}

void round_sheet(const Look& look, ImGuiWindow* window) {
    if (window == nullptr) {
        return;
    }
    const ImRect area = window->DockNode != nullptr ? window->DockNode->Rect() : window->Rect();
    ImDrawList& list = *window->DrawList;
    list.PushClipRectFullScreen();
    mask_corners(list, area, look.px(8), look.colour.canvas);
    list.AddRect(area.Min, area.Max, look.colour.sheet_outline, look.px(8), look.hairline());
    list.PopClipRect();
}

}  // namespace heatlab::ui
