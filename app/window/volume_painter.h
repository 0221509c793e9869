#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/show_setting.h"
#include "app/snapshot.h"
#include "render/slices_renderer.h"
#include "render/volume_renderer.h"

namespace heatlab {

/// What of a field in space is not seen: where its walls hold one temperature, that; else the
/// middle of a map of signed data, or the low end of the range.
VolumeStyle volume_style(const Snapshot& snapshot, const FieldStyle& style);

/// Draws a field of three dimensions, as three slices or as a cloud, anew only where something has
/// changed. With software OpenGL a cloud that moves is drawn coarser, and in full once it rests.
/// Needs the context current in which it was made.
class VolumePainter {
public:
    explicit VolumePainter(std::filesystem::path share);

    struct Scene {
        VolumeView volume;
        std::shared_ptr<const FieldPicture> picture;  ///< that the volume was uploaded from
        FieldStyle style;
        SpaceStyle space;
        VolumeStyle cloud;
        SlicePlaces places;
        ShowMode show = ShowMode::volume;
        int width = 1;
        int height = 1;

        friend bool operator==(const Scene&, const Scene&) = default;
    };
    /// `in_time`: frames follow each other; off screen each is drawn in full.
    void draw(const Scene& scene, bool in_time);

    /// Of the last scene: a texture of a `reduction`-th of its pixels per axis.
    GLuint texture() const;
    GLuint framebuffer() const;
    int reduction() const { return reduction_; }

private:
    void render(const Scene& scene);

    std::filesystem::path share_;
    bool software_;
    std::unique_ptr<SlicesRenderer> slices_;  ///< once needed
    std::unique_ptr<VolumeRenderer> cloud_;   ///< likewise
    std::optional<Scene> drawn_;
    int reduction_ = 1;
    int frames_at_rest_ = 0;
};

}  // namespace heatlab
