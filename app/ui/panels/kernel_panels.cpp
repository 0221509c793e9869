#include "app/ui/panels/kernel_panels.h"

#include <array>

#include <imgui_internal.h>

#include "app/ui/export_menu.h"
#include "app/ui/panels/kernels.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {
namespace {

constexpr std::array<const char*, 3> pages{"Figures", "Source", "Sizes"};
constexpr float bar_height = 30;

}  // namespace

void KernelPanels::draw_pages(const PanelContext& context) {
    const Look& look = context.look;
    const float left = ImGui::GetCursorScreenPos().x;
    Rows rows(panel_area(look));
    rows.skip(look.px(6));
    const ImRect row = rows.take(look.px(bar_height));
    if (const auto chosen = segmented(look, "Page", row.Min, pages, page, look.px(bar_height))) {
        page = *chosen;
    }
    rows.skip(look.px(4));
    ImGui::SetCursorScreenPos(ImVec2(left, rows.y()));
    if (page == 1) {
        source.draw(context);
    } else if (page == 2) {
        sizes.draw(context);
        export_sheet(context, "sizes");
    } else {
        draw_kernels(context);
    }
}

}  // namespace heatlab::ui
