#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/field_display.h"
#include "app/ui/interface.h"
#include "app/window/interface_host.h"
#include "app/window/scene_painter.h"
#include "app/window/volume_painter.h"
#include "render/colormap.h"
#include "render/curve_renderer.h"
#include "render/field_renderer.h"
#include "render/gl_objects.h"
#include "render/surface_renderer.h"

namespace heatlab {

/// How a snapshot wants its field drawn. `scale`: of the interface.
FieldStyle field_style(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                       ui::ThemeKind theme, float scale);
/// The same for the difference that Compare shows.
FieldStyle difference_style(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                            ui::ThemeKind theme, float scale);

/// The curve of a field of one dimension in the same range.
CurveStyle curve_style(const FieldStyle& style, ui::ThemeKind theme);
/// How things in space are drawn with a style's colours.
SpaceStyle space_style(const FieldStyle& style, const OrbitView& camera, double margin,
                       ui::ThemeKind theme);

/// One frame after another: collects what the simulation finished, draws the field as the interface
/// asked for it, draws the interface, applies its commands. The same for window, pictures and
/// tests. Needs the context current in which it was made.
class FramePainter {
public:
    FramePainter(const std::filesystem::path& share, InterfaceHost& host,
                 const ColorMapLibrary& colormaps);

    struct Clock {
        double now = 0;            ///< seconds on a steady clock
        double frame_seconds = 0;  ///< from the last frame's begin to this one's
    };

    /// Draws into the bound framebuffer. The platform's own new frame was called, or
    /// InterfaceHost::set_display. Returns whether the interface emitted a command.
    bool draw(LiveSession& live, ui::InterfaceState& state, const Clock& clock,
              const FramePace& pace);

    /// Of view A.
    const ui::FieldImageRequest& request() const { return first_.request; }

private:
    /// What a drawn field depends on; none where that cannot be told (a texture that the device
    /// writes).
    struct Drawn {
        std::shared_ptr<const FieldPicture> picture;
        FieldTextureView field;
        ui::FieldImageRequest request;
        FieldStyle style;
    };

    /// What there is beside a flat field.
    struct Beside {
        ui::ThemeKind theme = ui::ThemeKind::dark;
        FieldTextureView row = {};  ///< of one dimension, for a curve
        CurveStyle curve = {};
        VolumeView volume = {};  ///< of three dimensions, where all of it is shown
        VolumeStyle cloud = {};
        SlicePlaces places = {};
        bool in_time = true;  ///< frames follow each other
    };

    /// One picture of the window: a view's field, or a difference.
    struct Canvas {
        explicit Canvas(const std::filesystem::path& from) : share(from), renderer(from) {}

        std::filesystem::path share;
        FieldRenderer renderer;
        std::unique_ptr<CurveRenderer> curve;      ///< once needed
        std::unique_ptr<SurfaceRenderer> surface;  ///< likewise
        std::unique_ptr<VolumePainter> volume;     ///< likewise
        ui::FieldImageRequest request;
        ui::FieldImage image;
        std::optional<Drawn> drawn;

        /// `picture`: what `field` was uploaded from; null where the device writes it.
        void draw(const FieldTextureView& field, std::shared_ptr<const FieldPicture> picture,
                  const FieldStyle& style, const Beside& beside);
        void draw_curve(const FieldTextureView& row, const CurveStyle& style);
        bool is_drawn(const Drawn& wanted) const;
        void draw_in_space(const FieldTextureView& field, const FieldStyle& style,
                           ui::ThemeKind theme);
        void draw_volume(std::shared_ptr<const FieldPicture> picture, const FieldStyle& style,
                         const Beside& beside);
    };

    void draw_fields(LiveSession& live, const Snapshot& snapshot, const ui::InterfaceState& state,
                     bool in_time);
    ui::FieldImages images() const;
    void take(ui::FieldImageRequests requests);
    double device_seconds(GpuTimer& timer, double& last);

    InterfaceHost& host_;
    const ColorMapLibrary& colormaps_;
    std::filesystem::path share_;
    Canvas first_;
    std::vector<std::unique_ptr<Canvas>> others_;  ///< of Compare, made when first needed
    std::unique_ptr<Canvas> difference_;
    ScenePainter scene_;
    GpuTimer field_timer_;
    GpuTimer interface_timer_;
    double field_device_seconds_ = 0;
    double interface_device_seconds_ = 0;
};

}  // namespace heatlab
