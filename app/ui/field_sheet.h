#pragma once

#include <memory>

#include "app/ui/field_pane.h"
#include "app/ui/interface.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The sheet with the field: header (map, range, zoom), banner, picture and what lies on it, colour
/// bar, transport. Keeps only what lasts from frame to frame: a stroke in progress, a pinned
/// read-out.
class FieldSheet {
public:
    FieldSheet();
    ~FieldSheet();

    /// Draws into the current ImGui window, over `area` (screen coordinates, whole pixels; the
    /// window has no padding and does not scroll). `field` is what the last returned request asked
    /// for. A new view takes effect in the returned request at once. `reports`: the window's.
    FieldImageRequest draw(const PanelContext& context, const ImRect& area, const FieldImage& field,
                           ViewReports& reports);
    /// Ends what the pointer does, before the sheet is not drawn for a while.
    void release(const PanelContext& context);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace heatlab::ui
