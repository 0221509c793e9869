#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/snapshot.h"
#include "app/ui/interface.h"
#include "app/window/volume_painter.h"
#include "render/colormap.h"
#include "render/field_renderer.h"
#include "render/field_texture.h"
#include "render/volume_texture.h"

namespace heatlab {

/// Draws the pictures of the ghost zones' scene as the interface asked for them. Nothing of it
/// exists before a scene is seen. Needs the context current in which it was made.
class ScenePainter {
public:
    explicit ScenePainter(std::filesystem::path share) : share_(std::move(share)) {}

    /// What is wanted of each picture from now on.
    void request(std::vector<ui::FieldImageRequest> requests) { requests_ = std::move(requests); }
    /// Uploads the snapshot's pictures and draws what has changed. `in_time`: frames follow each
    /// other; off screen a cloud is drawn in full.
    void draw(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
              const ui::InterfaceState& state, bool in_time);
    std::vector<ui::FieldImage> images() const;

private:
    /// What a drawn picture depends on.
    struct Drawn {
        std::shared_ptr<const FieldPicture> picture;
        FieldStyle style;
        ViewSetting view;
        int width = 0;
        int height = 0;

        friend bool operator==(const Drawn&, const Drawn&) = default;
    };
    struct Canvas {
        explicit Canvas(const std::filesystem::path& share) : renderer(share) {}

        UploadedFieldTexture texture;
        UploadedVolume volume;
        std::shared_ptr<const FieldPicture> uploaded;
        FieldRenderer renderer;
        std::unique_ptr<VolumePainter> painter;  ///< once needed
        std::optional<Drawn> drawn;
        ui::FieldImage image;
    };

    void draw_flat(Canvas& canvas, const Drawn& wanted) const;
    void draw_volume(Canvas& canvas, const Drawn& wanted, const ui::FieldImageRequest& request,
                     ui::ThemeKind theme, bool in_time);

    std::filesystem::path share_;
    std::vector<ui::FieldImageRequest> requests_;
    std::vector<std::unique_ptr<Canvas>> canvases_;
};

}  // namespace heatlab
