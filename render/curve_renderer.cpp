#include "render/curve_renderer.h"

#include <cmath>
#include <stdexcept>

#include "render/field_colours.h"

namespace heatlab {

CurveRenderer::CurveRenderer(const std::filesystem::path& share)
    : program_(share / "shaders" / "picture.vert", share / "shaders" / "curve.frag"),
      vertex_array_(VertexArray::make()),
      target_(GL_RGBA8) {}

void CurveRenderer::render(const FieldTextureView& row, double first, double texels_per_pixel,
                           const CurveStyle& style, int width, int height) {
    if (width <= 0 || height <= 0)
        throw std::invalid_argument("CurveRenderer: the picture must have pixels");
    if (!std::isfinite(style.low) || !std::isfinite(style.high) || !(style.low < style.high))
        throw std::invalid_argument("CurveRenderer: the range must be finite and ascending");
    if (!(texels_per_pixel > 0) || !std::isfinite(first))
        throw std::invalid_argument("CurveRenderer: the view must be finite, its zoom positive");
    const FramebufferScope scope;
    target_.begin(width, height);
    if (row.empty())
        return;
    program_.use();
    // Whole texels apart, so that the fraction keeps its digits far along a rod.
    const double whole = std::floor(first);
    glUniform1i(program_.uniform("u_field"), 0);
    glUniform1i(program_.uniform("u_blocks"), row.block_texels ? 1 : 0);
    glUniform1i(program_.uniform("u_first"), static_cast<GLint>(whole));
    glUniform1f(program_.uniform("u_offset"), static_cast<float>(first - whole));
    glUniform1f(program_.uniform("u_texels_per_pixel"), static_cast<float>(texels_per_pixel));
    glUniform1i(program_.uniform("u_texels"), row.width);
    glUniform2f(program_.uniform("u_range"), style.low, style.high);
    glUniform2f(program_.uniform("u_size"), static_cast<float>(width), static_cast<float>(height));
    glUniform1f(program_.uniform("u_thickness"), style.thickness);
    glUniform1f(program_.uniform("u_fill"), style.fill);
    set_color(program_.uniform("u_line"), style.line);
    set_color(program_.uniform("u_non_finite"), style.non_finite);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_2D, row.texture);
    glBindVertexArray(vertex_array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindVertexArray(0);
    glUseProgram(0);
    check_gl("Drawing the curve");
}

}  // namespace heatlab
