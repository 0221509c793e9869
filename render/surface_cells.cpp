#include "render/surface_cells.h"

#include <algorithm>

#include "render/field_colours.h"

namespace heatlab {

namespace {

int divided_up(int value, int by) {
    return (value + by - 1) / by;
}

}  // namespace

SurfaceReducer::SurfaceReducer(const std::filesystem::path& shaders)
    : reducers_(shaders / "picture.vert", shaders / "field_reduce.frag", {}),
      values_(shaders / "picture.vert", shaders / "surface_cells.frag",
              colours_part(shaders) + cells_part(shaders)),
      vertex_array_(VertexArray::make()),
      blocks_(GL_RGBA32F),
      shown_(GL_RGBA32F) {}

void SurfaceReducer::draw(const Program& program, RenderTarget& target, GLuint source, int width,
                          int height) {
    target.resize(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(0, 0, width, height);
    glUniform1i(program.uniform("u_field"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_2D, source);
    glBindVertexArray(vertex_array_.id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

SurfaceCells SurfaceReducer::reduce(const FieldTextureView& field, const FieldStyle& style) {
    SurfaceCells cells{field.texture, field.width, field.height, field.block,
                       value_scale_of(style.low, style.high)};
    const int texels =
        divided_up(std::max(field.width, field.height), std::max(most_surface_texels, 1));
    if (texels == 1 && !field.block_texels)
        return cells;
    const FramebufferScope scope;
    replace_pixels();
    if (texels > 1) {
        const Program& reducer = reducers_.get(define_line("BLOCKS", field.block_texels));
        reducer.use();
        glUniform2i(reducer.uniform("u_first"), 0, 0);
        glUniform2f(reducer.uniform("u_offset"), 0, 0);
        glUniform2f(reducer.uniform("u_texels_per_pixel"), static_cast<float>(texels),
                    static_cast<float>(texels));
        glUniform4i(reducer.uniform("u_bounds"), 0, 0, field.width - 1, field.height - 1);
        // Where the texture ends inside the grid its last cells lack neighbours.
        glUniform4i(reducer.uniform("u_interior"), std::max(1 - field.cells.col, 1),
                    std::max(1 - field.cells.row, 1),
                    std::min(field.grid.width - 2 - field.cells.col, field.width - 2),
                    std::min(field.grid.height - 2 - field.cells.row, field.height - 2));
        glUniform1f(reducer.uniform("u_value_scale"), cells.value_scale);
        cells.width = divided_up(field.width, texels);
        cells.height = divided_up(field.height, texels);
        cells.block = field.block * texels;
        draw(reducer, blocks_, field.texture, cells.width, cells.height);
        cells.texture = blocks_.texture();
        cells.value_scale = 1;
    }
    const Program& values = values_.get({});
    values.use();
    const double scale = value_scale_of(style.low, style.high);
    const double range = (static_cast<double>(style.high) - style.low) * scale;
    glUniform4i(values.uniform("u_bounds"), 0, 0, cells.width - 1, cells.height - 1);
    glUniform1f(values.uniform("u_value_scale"), cells.value_scale);
    glUniform1f(values.uniform("u_alternating"),
                static_cast<float>(std::max(style.alternating_visible * range, 1e-30)));
    draw(values, shown_, cells.texture, cells.width, cells.height);
    cells.texture = shown_.texture();
    cells.value_scale = 1;
    check_gl("Reducing a field to a surface");
    return cells;
}

}  // namespace heatlab
