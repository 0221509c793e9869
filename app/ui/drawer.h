#pragma once

#include <string>

#include "app/ui/panel_context.h"
#include "app/ui/panels/kernel_panels.h"
#include "app/ui/panels/laboratory.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

inline constexpr const char* drawer_window = "Panels";

/// Narrow windows: one sheet with all panels as tabs that slides over the field from the right.
class Drawer {
public:
    /// `area`: where the field lies. Draws nothing once the sheet has slid away.
    void draw(const PanelContext& context, Thumbnails& thumbnails, KernelPanels& kernels,
              LaboratoryPanels& laboratory, const ImRect& area, ImGuiWindowFlags flags);

    /// Title of the front tab.
    std::string front_tab() const;
    /// Unknown titles change nothing.
    void set_front_tab(const std::string& title);

private:
    void draw_tabs(const Look& look, const ImRect& row);
    void draw_front(const PanelContext& context, Thumbnails& thumbnails, KernelPanels& kernels,
                    LaboratoryPanels& laboratory) const;

    int front_ = 0;
    float opened_ = 0;  ///< 0 away, 1 in place
};

}  // namespace heatlab::ui
