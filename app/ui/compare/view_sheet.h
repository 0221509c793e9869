#pragma once

#include <cstddef>
#include <optional>

#include "app/ui/field_pane.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// A cell that the pointer is on in one of the sheets: the others mark it too.
struct SharedPointer {
    std::size_t sheet = 0;
    Cell cell;
};

/// A square with the view's letter, in its colour. Returns its right edge.
float draw_letter_tile(const Look& look, ImVec2 at, std::string_view letter, ImU32 colour);
inline constexpr float letter_tile_side = 28;  ///< logical pixels

/// The first of `wordings` whose pill fits into `width`; the last where none does.
std::size_t fitting_wording(const Look& look, const std::vector<std::string>& wordings,
                            const char* icon, float width);

/// Marks a cell that is pointed at elsewhere.
void draw_shared_pointer(const Look& look, const FieldCanvas& canvas, Cell cell);

/// One view: letter, kernel, time per step; the field, and how it stands to A.
class ViewSheet {
public:
    /// Draws view `index` over `area` of the current window. `view` is the camera in force, and the
    /// new one afterwards.
    FieldImageRequest draw(const PanelContext& context, std::size_t index, const ImRect& area,
                           const FieldImage& image, const std::optional<SharedPointer>& pointer,
                           ViewSetting& view);
    FieldPane& pane() { return pane_; }

private:
    void draw_over_picture(const PanelContext& context, std::size_t index,
                           const FieldCanvas& canvas, const std::optional<SharedPointer>& pointer);

    FieldPane pane_;
};

}  // namespace heatlab::ui
