#pragma once

#include <optional>

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What the pointer does on the field: strokes, panning, zooming, pinning the read-out. A drag
/// belongs to where it began: one begun elsewhere never paints. In space a drag turns the box, the
/// wheel zooms, and a double click brings the first view back.
class FieldInput {
public:
    /// Submits the field as an item ("Field") and emits what the pointer asked for. `view` is the
    /// setting in force, and the new one afterwards.
    void update(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view);

    bool hovered() const { return hovered_; }
    bool painting() const { return drag_ == Drag::heat || drag_ == Drag::cool; }
    /// The cell whose values are shown: the pinned one, else the one under the pointer.
    std::optional<Cell> probed() const { return pinned_ ? pinned_ : under_pointer_; }
    /// Of three slices: in which of them it lies; none: in what is seen flat.
    std::optional<Plane> probed_plane() const { return plane_under_pointer_; }
    bool pinned() const { return pinned_.has_value(); }
    void pin(Cell cell) { pinned_ = cell; }
    /// From where the field is looked at in space, with what the pointer did in this frame.
    OrbitView camera(const PanelContext& context) const;
    /// Where the pointer is on a picture in space; none: not on it, or turning it.
    std::optional<ImVec2> pointer_in_space() const { return pointer_in_space_; }
    /// Ends what is under way, stroke or zoom: the field is not shown for a while.
    void release(const PanelContext& context);

    /// Brush circle, outline of the probed cell, box of the zoom tool.
    void draw_pointer(const PanelContext& context, const FieldCanvas& canvas) const;

private:
    enum class Drag { none, pan, box, heat, cool, turn };
    /// The wheel's zoom on its way; what lies under `at` stays there.
    struct Zoom {
        ImVec2 at;
        double from;
        double to;  ///< pixels per cell
        double seconds = 0;
        ViewSetting view;  ///< as it was set last: any other one ends the motion
    };

    void update_in_space(const PanelContext& context, const FieldCanvas& canvas, bool active);
    void draw_cell_in_space(const PanelContext& context, const FieldCanvas& canvas) const;
    void set_camera(const PanelContext& context, const OrbitView& camera);
    void begin(const PanelContext& context, const FieldCanvas& canvas);
    void follow(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view);
    void end(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view);
    void turn_wheel(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view);
    void move_zoom(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view);
    void paint_to(const PanelContext& context, const FieldCanvas& canvas, ImVec2 point);

    Drag drag_ = Drag::none;
    ImVec2 begin_point_;
    ImVec2 last_point_;
    double last_row_ = 0;
    double last_col_ = 0;
    bool moved_ = false;
    bool hovered_ = false;
    std::optional<Zoom> zoom_;
    std::optional<OrbitView> camera_;  ///< set in this frame
    std::optional<ImVec2> pointer_in_space_;
    std::optional<Cell> under_pointer_;
    std::optional<Plane> plane_under_pointer_;
    std::optional<Cell> pinned_;
};

/// Fit, 1:1, and the zoom buttons, about the middle of the area.
void zoom_about_middle(const PanelContext& context, const FieldCanvas& canvas, ViewSetting& view,
                       double pixels_per_cell);

}  // namespace heatlab::ui
