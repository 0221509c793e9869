#pragma once

#include <filesystem>

#include "render/box_frame.h"
#include "render/field_colours.h"
#include "render/field_style.h"
#include "render/program_variants.h"
#include "render/scene_target.h"
#include "render/slice_pick.h"
#include "render/space_style.h"
#include "render/volume_texture.h"

namespace heatlab {

/// Draws three slices through a field of three dimensions, at right angles to each other, in its
/// box: each cell as the flat picture has it. Lines mark where slices end and where they cross.
///
/// Leaves framebuffer binding and viewport as they were; blend, scissor, depth and cull are left
/// disabled.
class SlicesRenderer {
public:
    /// As VolumeRenderer.
    explicit SlicesRenderer(const std::filesystem::path& share);

    /// Draws a picture of width x height pixels, row 0 on top, opaque. Throws std::invalid_argument
    /// for styles that cannot be drawn and for places outside the field.
    void render(const VolumeView& volume, const FieldStyle& style, const SpaceStyle& space,
                const SlicePlaces& places, int width, int height);

    GLuint texture() const { return target_.texture(); }
    GLuint framebuffer() const { return target_.framebuffer(); }
    int width() const { return target_.width(); }
    int height() const { return target_.height(); }

private:
    void draw(const VolumeView& volume, const FieldStyle& style, const SpaceStyle& space,
              const SlicePlaces& places, const OrbitCamera& camera);

    ProgramVariants programs_;
    SpaceLines lines_;
    FieldColours colours_;
    SceneTarget target_;
    VertexArray vertex_array_;
};

}  // namespace heatlab
