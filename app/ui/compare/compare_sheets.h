#pragma once

#include <array>
#include <optional>

#include "app/ui/compare/compare_layout.h"
#include "app/ui/compare/difference_sheet.h"
#include "app/ui/compare/view_sheet.h"
#include "app/ui/field_pane.h"
#include "app/ui/interface.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Names of the panels of Compare, in wide windows of their sheets; tests refer to them.
inline constexpr const char* race_window = "Race";
inline constexpr const char* agreement_window = "Agreement";
inline constexpr const char* compare_panels_window = "Comparison";  ///< both, in a compact window

/// All that Compare puts between app bar and status bar, in place of the docked sheets: the views,
/// the difference, race and agreement, one transport. Keeps only what lasts from frame to frame:
/// strokes in progress, the chosen tab.
class CompareSheets {
public:
    /// The banner across the top of `area`, in the window's ground. What is drawn later moves down.
    void draw_banner(const PanelContext& context, const ImRect& area);
    /// Draws the sheets in windows of their own. `flags`: added to each. `reports`: the window's.
    FieldImageRequests draw(const PanelContext& context, const ImRect& area, ImGuiWindowFlags flags,
                            const FieldImages& fields, ViewReports& reports);
    /// Ends what the pointer does, before the sheets are not drawn for a while.
    void release(const PanelContext& context);

    /// Brings Race or Agreement (the names of their windows) to the front of a compact window.
    void show(const char* window);

    static void draw_race_page(const PanelContext& context);
    static void draw_agreement_page(const PanelContext& context);

private:
    void draw_panels(const PanelContext& context, const CompareLayout& layout,
                     ImGuiWindowFlags flags);
    void draw_tabs(const PanelContext& context, const ImRect& area, ImGuiWindowFlags flags);
    void share_pointer(std::size_t views);
    void report(const PanelContext& context, ViewReports& reports, const ImRect& difference);

    std::array<ViewSheet, most_compared_views> views_;
    DifferenceSheet difference_;
    std::optional<SharedPointer> pointer_;
    float banner_ = 0;  ///< height taken
    int front_ = 0;     ///< tab of a compact window
};

}  // namespace heatlab::ui
