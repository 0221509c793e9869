#pragma once

#include "app/ui/interface.h"
#include "app/ui/panel_context.h"
#include "app/ui/zones/zone_scene.h"
#include "app/ui/zones/zone_source.h"
#include "app/ui/zones/zone_tile.h"
#include "app/ui/zones/zones_layout.h"

namespace heatlab::ui {

/// Names of the panels of the room; tests and lessons refer to them.
inline constexpr const char* zone_figures_window = "Model";
inline constexpr const char* zone_source_window = "Source of the zone";
inline constexpr const char* zone_panels_window = "Zone panels";  ///< both, in a compact window

/// All that the room "Ghost zones" puts between app bar and status bar: its controls, the scene,
/// the tile with its ghost zone, the chart of the model, figures and source. Keeps only what lasts
/// from frame to frame: the step of the tile, the chosen tab.
class ZonesRoom {
public:
    /// The banner across the top of `area`, in the window's ground. What is drawn later moves down.
    void draw_banner(const PanelContext& context, const ImRect& area);
    /// Draws the sheets in windows of their own. `flags`: added to each.
    FieldImageRequests draw(const PanelContext& context, const ImRect& area, ImGuiWindowFlags flags,
                            const FieldImages& fields);

    /// Brings the figures or the source to the front of a compact window.
    void show(const char* window);

    /// In a narrow window these are pages of the drawer.
    static void draw_figures_page(const PanelContext& context);
    void draw_source_page(const PanelContext& context) { source_.draw(context); }

private:
    void draw_panels(const PanelContext& context, const ZonesLayout& layout,
                     ImGuiWindowFlags flags);

    ZoneSceneSheet scene_;
    ZoneTile tile_;
    ZoneSourcePanel source_;
    float banner_ = 0;  ///< height taken
    int front_ = 0;     ///< tab of a compact window
};

}  // namespace heatlab::ui
