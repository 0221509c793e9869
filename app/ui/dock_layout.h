#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <map>
#include <string>

#include "app/ui/look.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Names of the docked windows; stable, tests and layouts refer to them.
inline constexpr const char* field_window = "Field";
inline constexpr const char* physics_window = "Physics";
inline constexpr const char* kernels_window = "Kernels";
inline constexpr const char* source_window = "Source";
inline constexpr const char* sizes_window = "Sizes";
inline constexpr const char* timings_window = "Timings";
inline constexpr const char* growth_window = "Growth";
inline constexpr const char* extremes_window = "Extremes";
inline constexpr const char* spectrum_window = "Spectrum";
inline constexpr const char* laboratory_window = "Laboratory";

/// "wide", "compact" or "narrow": the keys of the remembered layouts.
const char* name_of(WidthClass width_class);

/// Where the sheets lie in a wide and in a compact window, and what the user made of it. Dear
/// ImGui's dock space does the work; its sizes are in pixels, so they follow the scale factor here.
class DockLayout {
public:
    /// Before ImGui::NewFrame: takes a remembered layout into use and follows a change of scale.
    void prepare(float scale);
    /// Submits the dock space over `area` of the current window. Not for narrow windows.
    void draw(const Look& look, WidthClass width_class, const ImRect& area);

    /// Instead of `draw` while the sheets are not shown: they keep their places.
    void keep();

    /// Layouts by width class, as text.
    std::map<std::string, std::string> save() const;
    void restore(std::map<std::string, std::string> layouts);

private:
    void build(const Look& look, WidthClass width_class, const ImRect& area) const;
    void dock_sheets(WidthClass width_class, ImGuiID field, ImGuiID below, ImGuiID right,
                     ImGuiID kernels) const;
    bool complete(WidthClass width_class) const;
    std::string current_text() const;

    std::map<std::string, std::string> remembered_;
    std::string active_;   ///< width class of the nodes that exist; empty: none yet
    std::string pending_;  ///< text to load before the next frame
    ImGuiID root_ = 0;
    float scale_ = 0;
};

/// Brings a docked window's tab to the front, without taking the focus. Nothing where it has none.
void select_tab(const char* window);

/// Begins one of the docked windows, its title in the colour of a front or back tab. Call end_sheet
/// in any case; draw only where it returns true.
bool begin_sheet(const Look& look, const char* name, ImGuiWindowFlags flags);
/// Underlines the front tab, rounds the sheet.
void end_sheet(const Look& look);

}  // namespace heatlab::ui
