#pragma once

#include <imgui.h>

#include <memory>

#include "app/command.h"
#include "app/snapshot.h"
#include "app/ui/interface.h"

namespace heatlab::ui {

/// The sheet with the field: header (map, range, zoom), banner, picture and what lies on it, colour
/// bar, transport. Keeps only what lasts from frame to frame: a stroke in progress, a pinned
/// read-out.
class FieldSheet {
public:
    /// `colormaps` outlives the sheet.
    explicit FieldSheet(const ColorMapLibrary& colormaps);
    ~FieldSheet();

    /// Draws into the current ImGui window, over [min, max] (screen coordinates, whole pixels; the
    /// window has no padding and does not scroll). The sheet chooses its compact form by its own
    /// width. Commands of a view take effect in the returned request at once.
    FieldImageRequest draw(ImVec2 min, ImVec2 max, const Snapshot& snapshot,
                           const FieldImage& field, InterfaceState& state, CommandList& commands);

    /// Where the field lay in the last frame (screen coordinates); empty before the first.
    ImVec4 picture_rect() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Commands of the zoom keys and buttons, about the middle of the picture.
command::SetView fit_view();

}  // namespace heatlab::ui
