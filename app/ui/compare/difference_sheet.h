#pragma once

#include <optional>

#include "app/ui/compare/view_sheet.h"

namespace heatlab::ui {

/// The difference of one view from A: which one and on which scale, the number of cells that
/// differ, the picture about 0, and its colour bar.
class DifferenceSheet {
public:
    /// Draws over `area` of the current window. `sheet`: its number for SharedPointer.
    FieldImageRequest draw(const PanelContext& context, std::size_t sheet, const ImRect& area,
                           const FieldImage& image, const std::optional<SharedPointer>& pointer,
                           ViewSetting& view);
    FieldPane& pane() { return pane_; }

private:
    FieldPane pane_;
};

}  // namespace heatlab::ui
