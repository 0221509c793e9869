#include "render/slices_renderer.h"

#include <algorithm>
#include <stdexcept>

namespace heatlab {

namespace {

void require_places(const VolumeView& volume, const SlicePlaces& places) {
    const bool inside = places.col >= 0 && places.row >= 0 && places.slice >= 0 &&
                        places.col < volume.width && places.row < volume.height &&
                        places.slice < volume.depth;
    if (!inside)
        throw std::invalid_argument("SlicesRenderer: a slice lies outside the field");
}

}  // namespace

SlicesRenderer::SlicesRenderer(const std::filesystem::path& share)
    : programs_(share / "shaders/slices.vert", share / "shaders/slices.frag",
                colours_part(share / "shaders")),
      lines_(share / "shaders"),
      vertex_array_(VertexArray::make()) {}

void SlicesRenderer::render(const VolumeView& volume, const FieldStyle& style,
                            const SpaceStyle& space, const SlicePlaces& places, int width,
                            int height) {
    require_style(style, "SlicesRenderer");
    if (!volume.empty())
        require_places(volume, places);
    const BoxExtent extent = volume_extent(volume.width, volume.height, volume.depth);
    const OrbitCamera camera(space.camera, extent, width, height, space.margin);
    const FramebufferScope scope;
    target_.begin(width, height, space.background);
    lines_.draw(camera, box_edges(camera, extent), space.line);
    if (!volume.empty())
        draw(volume, style, space, places, camera);
    target_.end();
    check_gl("Drawing slices");
}

void SlicesRenderer::draw(const VolumeView& volume, const FieldStyle& style,
                          const SpaceStyle& space, const SlicePlaces& places,
                          const OrbitCamera& camera) {
    const float interval = shown_isotherm_interval(style);
    const float value_scale = value_scale_of(style.low, style.high);
    const Program& shader =
        programs_.get(define_line("LINEAR", style.filter == FieldFilter::linear) +
                      define_line("NON_FINITE", volume.may_be_non_finite) +
                      define_line("ISOTHERMS", style.isotherms && interval > 0));
    shader.use();
    glUniform1i(shader.uniform("u_volume"), 0);
    set_vec3(shader.uniform("u_cells"), {volume.width, volume.height, volume.depth});
    set_vec3(shader.uniform("u_extent"), volume_extent(volume.width, volume.height, volume.depth));
    set_matrix(shader.uniform("u_matrix"), camera.matrix());
    glUniform3i(shader.uniform("u_at"), places.col, places.row, places.slice);
    glUniform1f(shader.uniform("u_value_scale"), value_scale);
    glUniform1f(shader.uniform("u_interval"), interval > 0 ? interval * value_scale : 1);
    glUniform1f(shader.uniform("u_line_width"), line_width_of(style));
    glUniform1i(shader.uniform("u_cell_lines"), style.cell_lines ? 1 : 0);
    set_color(shader.uniform("u_line"), space.line);
    colours_.apply(shader, style);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_3D, volume.texture);
    glBindVertexArray(vertex_array_.id());
    for (int axis = 0; axis < 3; ++axis) {
        glUniform1i(shader.uniform("u_axis"), axis);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_3D, 0);
    glUseProgram(0);
}

}  // namespace heatlab
