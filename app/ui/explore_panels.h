#pragma once

#include <string>

#include "app/ui/drawer.h"
#include "app/ui/panel_context.h"
#include "app/ui/panels/kernel_panels.h"
#include "app/ui/panels/laboratory.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// The panels of Explore, round its field: docked sheets, or in a narrow window the pages of one
/// that slides over it. Keeps what is in front.
class ExplorePanels {
public:
    /// `thumbnails`: of the initial fields; outlive this.
    explicit ExplorePanels(Thumbnails& thumbnails) : thumbnails_(thumbnails) {}

    /// `flags`: of the sheets.
    void draw_docked(const PanelContext& context, ImGuiWindowFlags flags);
    /// `area`: where the field lies.
    void draw_pages(const PanelContext& context, const ImRect& area, DrawerSide side,
                    ImGuiWindowFlags flags);
    /// Brings to the front what a lesson names (of lesson_shows(), but for rooms).
    void show(const std::string& name, WidthClass width_class);

    /// The sheet of a narrow window.
    Drawer& drawer() { return drawer_; }
    const Drawer& drawer() const { return drawer_; }

private:
    /// Growth, extremes and the laboratory's pages, one below the other.
    void draw_laboratory_page(const PanelContext& context);

    Thumbnails& thumbnails_;
    Drawer drawer_;
    KernelPanels kernels_;
    LaboratoryPanels laboratory_;
};

}  // namespace heatlab::ui
