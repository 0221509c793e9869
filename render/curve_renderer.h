#pragma once

#include <filesystem>

#include "render/colormap.h"
#include "render/field_texture.h"
#include "render/gl_objects.h"

namespace heatlab {

/// How a curve is drawn.
struct CurveStyle {
    float low = 0;  ///< value at the bottom; finite, below `high`
    float high = 1;
    Rgb line{0xE8, 0xEC, 0xF2};
    float thickness = 2;  ///< pixels
    float fill = 0.16f;   ///< opacity of what lies between the curve and 0, or the nearer border
    Rgb non_finite{0xB8, 0xC0, 0xC8};

    friend bool operator==(const CurveStyle&, const CurveStyle&) = default;
};

/// Draws a field of one dimension as a curve over its cells, transparent where nothing is
/// (premultiplied), row 0 of the picture on top. Cells are joined by straight lines, and are dots
/// where each has room; where several fall on a pixel it shows all values between their extremes.
/// Columns with a cell that is not finite are filled. Needs a current context.
class CurveRenderer {
public:
    /// `share` holds shaders/. Throws GraphicsError.
    explicit CurveRenderer(const std::filesystem::path& share);

    /// `first`: texel position at the left edge (texel i reaches from i to i + 1). Throws
    /// std::invalid_argument for a picture without pixels, a range that is empty or not finite, or
    /// `texels_per_pixel` that is not positive.
    void render(const FieldTextureView& row, double first, double texels_per_pixel,
                const CurveStyle& style, int width, int height);

    GLuint texture() const { return target_.texture(); }
    GLuint framebuffer() const { return target_.framebuffer(); }
    int width() const { return target_.width(); }
    int height() const { return target_.height(); }

private:
    Program program_;
    VertexArray vertex_array_;
    RenderTarget target_;
};

}  // namespace heatlab
