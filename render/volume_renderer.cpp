#include "render/volume_renderer.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heatlab {

namespace {

void require_volume_style(const VolumeStyle& style) {
    if (!std::isfinite(style.neutral) || !std::isfinite(style.density) || style.density < 0 ||
        style.reduction < 1)
        throw std::invalid_argument(
            "VolumeRenderer: neutral value and density must be finite, the density not negative, "
            "the reduction at least 1");
}

}  // namespace

VolumeRenderer::VolumeRenderer(const std::filesystem::path& share)
    : programs_(share / "shaders/picture.vert", share / "shaders/volume.frag",
                colours_part(share / "shaders")),
      lines_(share / "shaders"),
      vertex_array_(VertexArray::make()) {}

void VolumeRenderer::render(const VolumeView& volume, const FieldStyle& style,
                            const SpaceStyle& space, const VolumeStyle& volume_style, int width,
                            int height) {
    require_style(style, "VolumeRenderer");
    require_volume_style(volume_style);
    const int reduction = volume_style.reduction;
    const auto reduced = [reduction](int size) { return (size + reduction - 1) / reduction; };
    const BoxExtent extent = volume_extent(volume.width, volume.height, volume.depth);
    const OrbitCamera camera(space.camera, extent, reduced(width), reduced(height),
                             space.margin / reduction);
    const FramebufferScope scope;
    target_.begin(reduced(width), reduced(height), space.background);
    lines_.draw(camera, box_edges(camera, extent), space.line);
    if (!volume.empty())
        march(volume, style, volume_style, camera);
    target_.end();
    check_gl("Drawing a volume");
}

void VolumeRenderer::march(const VolumeView& volume, const FieldStyle& style,
                           const VolumeStyle& volume_style, const OrbitCamera& camera) {
    const Program& shader =
        programs_.get(define_line("LINEAR", style.filter == FieldFilter::linear) +
                      define_line("NON_FINITE", volume.may_be_non_finite));
    shader.use();
    const BoxExtent extent = volume_extent(volume.width, volume.height, volume.depth);
    const glm::dvec3 cells(volume.width, volume.height, volume.depth);
    const double low = style.low;
    const double high = style.high;
    const double neutral =
        high > low ? std::clamp((volume_style.neutral - low) / (high - low), 0.0, 1.0) : 0.0;
    glUniform1i(shader.uniform("u_volume"), 0);
    set_vec3(shader.uniform("u_cells"), cells);
    set_vec3(shader.uniform("u_extent"), extent);
    glUniform1f(shader.uniform("u_value_scale"), value_scale_of(style.low, style.high));
    set_vec3(shader.uniform("u_eye"), camera.eye());
    set_vec3(shader.uniform("u_corner"), camera.pixel_ray(0, 0));
    set_vec3(shader.uniform("u_across"), camera.pixel_ray(1, 0) - camera.pixel_ray(0, 0));
    set_vec3(shader.uniform("u_down"), camera.pixel_ray(0, 1) - camera.pixel_ray(0, 0));
    glUniform1f(shader.uniform("u_neutral"), static_cast<float>(neutral));
    glUniform1f(shader.uniform("u_density"), volume_style.density);
    const glm::dvec3 cell = extent / glm::dvec3(volume.width, volume.depth, volume.height);
    glUniform1f(shader.uniform("u_step"),
                static_cast<float>(0.5 * std::min({cell.x, cell.y, cell.z})));
    glUniform1i(shader.uniform("u_most_steps"), most_volume_steps);
    colours_.apply(shader, style);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_3D, volume.texture);
    glBindVertexArray(vertex_array_.id());
    // Over the box's edges and the background, by what the cloud lets through.
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_3D, 0);
    glUseProgram(0);
}

}  // namespace heatlab
