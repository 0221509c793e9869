#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/field_display.h"
#include "app/ui/interface.h"
#include "app/window/interface_host.h"
#include "render/colormap.h"
#include "render/field_renderer.h"
#include "render/gl_objects.h"

namespace heatlab {

/// How a snapshot wants its field drawn. `scale`: of the interface.
FieldStyle field_style(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                       ui::ThemeKind theme, float scale);

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

    const ui::FieldImageRequest& request() const { return request_; }
    const FieldRenderer& renderer() const { return renderer_; }

private:
    /// What a drawn field depends on; none where that cannot be told (a texture that the device
    /// writes).
    struct Drawn {
        std::shared_ptr<const FieldPicture> picture;
        FieldTextureView field;
        ui::FieldImageRequest request;
        FieldStyle style;
    };

    void draw_field(LiveSession& live, const FieldTextureView& field, const Snapshot& snapshot,
                    const ui::InterfaceState& state);
    bool is_drawn(const Drawn& wanted) const;
    double device_seconds(GpuTimer& timer, double& last);

    InterfaceHost& host_;
    const ColorMapLibrary& colormaps_;
    FieldRenderer renderer_;
    ui::FieldImageRequest request_;
    ui::FieldImage image_;
    std::optional<Drawn> drawn_;
    GpuTimer field_timer_;
    GpuTimer interface_timer_;
    double field_device_seconds_ = 0;
    double interface_device_seconds_ = 0;
};

}  // namespace heatlab
