#pragma once

#include <filesystem>

#include "render/field_colours.h"
#include "render/field_style.h"
#include "render/field_texture.h"
#include "render/gl_objects.h"
#include "render/program_variants.h"
#include "render/view_transform.h"

namespace heatlab {

/// Draws fields into a texture of its own, pixel for pixel, row 0 on top: show it at 1:1 with the
/// texture coordinates (0, 0) at the top left. Outside the grid it is transparent (premultiplied
/// 0).
///
/// Where several cells fall on a pixel, every cell is looked at (up to 64 x 64 per pixel; beyond
/// that an odd stride takes both colours of a checkerboard alike). What is drawn there is the mean,
/// except
/// - where the checkerboard component exceeds `alternating_visible` of the range: checkers of 4
/// pixels of
///   mean - component and mean + component, which for a pure checkerboard are its minimum and
///   maximum. They do not flip with the field;
/// - where it does so on a single pixel only, such as for one hot cell: that cell's extreme;
/// - where any cell is not finite: its stripes. NaN goes before +inf, +inf before -inf.
///
/// Leaves framebuffer binding and viewport as they were; blend, scissor, depth and cull are left
/// disabled.
class FieldRenderer {
public:
    /// `share` holds shaders/. Throws GraphicsError where one does not compile. Needs a current
    /// context.
    explicit FieldRenderer(const std::filesystem::path& share);
    ~FieldRenderer();

    /// Draws into a picture of width x height pixels. Throws std::invalid_argument for a style
    /// without a map or with a range that is not finite or reversed, or a zoom that is not
    /// positive.
    void render(const FieldTextureView& field, const ViewTransform& view, const FieldStyle& style,
                int width, int height);

    GLuint texture() const { return target_.texture(); }
    GLuint framebuffer() const { return target_.framebuffer(); }
    int width() const { return target_.width(); }
    int height() const { return target_.height(); }

private:
    struct Source;
    static Source make_source(const FieldTextureView& field, const ViewMapping& mapping);
    void draw_covered(Source source, const FieldStyle& style);
    Source reduce(const Source& source, float value_scale);
    void draw(const Source& source, const FieldStyle& style, float value_scale);

    ProgramVariants programs_;
    ProgramVariants reducers_;
    VertexArray vertex_array_;
    RenderTarget target_;
    RenderTarget reduced_;
    FieldColours colours_;
};

}  // namespace heatlab
