#pragma once

#include <optional>

#include "app/ui/field_canvas.h"
#include "app/ui/field_input.h"
#include "app/ui/interface.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// A field on the screen: where it lies in the area left for it, its picture, and what the pointer
/// does on it. Keeps what it asked for, and so what the picture of the next frame shows.
class FieldPane {
public:
    /// Of the area's height, in one dimension.
    static constexpr float curve_share = 0.42f;

    /// Where the field lies in this frame. `image` is what `request` asked for.
    FieldCanvas place(const PanelContext& context, const ImRect& area,
                      const FieldImage& image) const;
    /// The picture, pixel for pixel, and the curve above it where there is one.
    enum class Corners { rounded, square };
    static void draw(const Look& look, const FieldImage& image, const FieldCanvas& canvas,
                     Corners corners = Corners::rounded);
    /// Where the field and the cells that a lesson points at are.
    static void mark(const PanelContext& context, const FieldCanvas& canvas);
    /// What to draw for `area` with `view`; a new view takes effect at once. Empty where the area
    /// has no room.
    FieldImageRequest request(const PanelContext& context, const ImRect& area,
                              const ViewSetting& view);
    /// What was requested last shows these cells, in a picture of this size.
    command::SetPicture shown() const;

    FieldInput& input() { return input_; }
    const FieldInput& input() const { return input_; }

private:
    void place_in_space(const PanelContext& context, const FieldImage& image, int width, int height,
                        bool as_asked, FieldCanvas& canvas) const;

    FieldInput input_;
    PlacedView requested_;
    ShowMode requested_show_ = ShowMode::flat;
    OrbitView requested_camera_;
    GridSize requested_grid_;
};

/// Framebuffer pixels per unit of the screen.
float framebuffer_ratio();

/// What the session was told last about what is looked at, so that it hears of changes alone. One
/// for the window: whichever part of it shows the field.
class ViewReports {
public:
    void picture(const PanelContext& context, const command::SetPicture& picture);
    /// What `input` reads.
    void probe(const PanelContext& context, const FieldInput& input);
    void loupe(const PanelContext& context, const std::optional<CellRect>& cells);

private:
    std::optional<command::SetPicture> picture_;
    std::optional<Cell> probe_;
    std::optional<Plane> probe_plane_;
    GridSize probe_grid_;
    std::optional<CellRect> loupe_;
};

}  // namespace heatlab::ui
