#pragma once

#include <filesystem>

#include "render/box_frame.h"
#include "render/field_colours.h"
#include "render/field_style.h"
#include "render/program_variants.h"
#include "render/scene_target.h"
#include "render/space_style.h"
#include "render/volume_texture.h"

namespace heatlab {

/// How a field in space is seen through.
struct VolumeStyle {
    /// The value that is not seen at all, such as the walls' or the middle of the range; held in
    /// the range.
    float neutral = 0;
    /// Extinction of the value farthest from it within the range, per length of the box's longest
    /// edge; that of others grows with the square of their distance. A slab of extinction e and
    /// thickness s lets exp(-e s) through (Beer and Lambert).
    float density = 24;
    int reduction = 1;  ///< pixels of the picture, per axis, that are drawn as one

    friend bool operator==(const VolumeStyle&, const VolumeStyle&) = default;
};

/// Steps along a ray at most. Below it a ray has two in the length of a cell.
inline constexpr int most_volume_steps = 768;

/// Draws a field of three dimensions as a cloud in its box: rays from the eye through every pixel,
/// front to back, ended where nothing behind could be seen. Colours are the map's; a cell that is
/// not finite has its stripes and hides what is behind.
///
/// Leaves framebuffer binding and viewport as they were; blend, scissor, depth and cull are left
/// disabled.
class VolumeRenderer {
public:
    /// `share` holds shaders/. Throws GraphicsError. Needs a current context.
    explicit VolumeRenderer(const std::filesystem::path& share);

    /// Draws a picture for width x height pixels, row 0 on top, opaque: of a `reduction`-th of them
    /// per axis, rounded up. Throws std::invalid_argument for styles that cannot be drawn.
    void render(const VolumeView& volume, const FieldStyle& style, const SpaceStyle& space,
                const VolumeStyle& volume_style, int width, int height);

    GLuint texture() const { return target_.texture(); }
    GLuint framebuffer() const { return target_.framebuffer(); }
    int width() const { return target_.width(); }
    int height() const { return target_.height(); }

private:
    void march(const VolumeView& volume, const FieldStyle& style, const VolumeStyle& volume_style,
               const OrbitCamera& camera);

    ProgramVariants programs_;
    SpaceLines lines_;
    FieldColours colours_;
    SceneTarget target_;
    VertexArray vertex_array_;
};

}  // namespace heatlab
