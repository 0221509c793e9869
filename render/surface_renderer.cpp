#include "render/surface_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <vector>

namespace heatlab {

namespace {

/// Two triangles between each four vertices, their diagonals in turn, so that a single cell that
/// stands out has the same slopes to all sides. Vertices are counted row by row.
std::vector<std::uint32_t> mesh_indices(int across, int down) {
    std::vector<std::uint32_t> indices;
    indices.reserve(static_cast<std::size_t>(across - 1) * static_cast<std::size_t>(down - 1) * 6);
    for (int row = 0; row + 1 < down; ++row)
        for (int col = 0; col + 1 < across; ++col) {
            const auto at = [&](int i, int j) {
                return static_cast<std::uint32_t>((row + i) * across + col + j);
            };
            const std::uint32_t a = at(0, 0);
            const std::uint32_t b = at(0, 1);
            const std::uint32_t c = at(1, 0);
            const std::uint32_t d = at(1, 1);
            if ((row + col) % 2 == 0)
                indices.insert(indices.end(), {a, c, d, a, d, b});
            else
                indices.insert(indices.end(), {a, c, b, b, c, d});
        }
    return indices;
}

/// Over the viewer's left shoulder, so that relief is seen from wherever one looks.
glm::dvec3 light_of(const OrbitCamera& camera) {
    const glm::dvec3 upwards(0, 0, 1);
    const glm::dvec3 towards_eye = glm::cross(camera.right(), upwards);
    return glm::normalize(upwards - 0.75 * camera.right() + 0.35 * towards_eye);
}

Rgb mixed(Rgb a, Rgb b, double part) {
    const auto channel = [part](int x, int y) {
        return static_cast<std::uint8_t>(std::lround(x + (y - x) * part));
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

}  // namespace

SurfaceRenderer::SurfaceRenderer(const std::filesystem::path& share)
    : programs_(share / "shaders/surface.vert", share / "shaders/surface.frag",
                colours_part(share / "shaders") + cells_part(share / "shaders")),
      reducer_(share / "shaders"),
      lines_(share / "shaders"),
      vertex_array_(VertexArray::make()) {}

void SurfaceRenderer::prepare_mesh(int across, int down) {
    glBindVertexArray(vertex_array_.id());
    if (indices_ && mesh_ == std::array{across, down})
        return;
    const std::vector<std::uint32_t> indices = mesh_indices(across + 2, down + 2);
    if (!indices_)
        indices_ = Buffer::make();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)), indices.data(),
                 GL_STATIC_DRAW);
    mesh_ = {across, down};
    index_count_ = static_cast<GLsizei>(indices.size());
}

void SurfaceRenderer::render(const FieldTextureView& field, const FieldStyle& style,
                             const SpaceStyle& space, int width, int height) {
    require_style(style, "SurfaceRenderer");
    const BoxExtent extent = surface_extent(field.grid);
    camera_.emplace(space.camera, extent, width, height, space.margin);
    grid_ = field.grid;
    const FramebufferScope scope;
    SurfaceCells cells;
    if (!field.empty())
        cells = reducer_.reduce(field, style);
    target_.begin(width, height, space.background);
    lines_.draw(*camera_, box_edges(*camera_, extent), space.line);
    if (!field.empty())
        draw(field, cells, style, space, *camera_);
    target_.end();
    block_ = cells.block;
    check_gl("Drawing the field as a surface");
}

void SurfaceRenderer::draw(const FieldTextureView& field, const SurfaceCells& cells,
                           const FieldStyle& style, const SpaceStyle& space,
                           const OrbitCamera& camera) {
    const float interval = shown_isotherm_interval(style);
    prepare_mesh(cells.width, cells.height);
    glActiveTexture(GL_TEXTURE0);
    glBindSampler(0, 0);
    glBindTexture(GL_TEXTURE_2D, cells.texture);
    for (const bool sides : {false, true}) {
        const Program& shader =
            programs_.get(define_line("SIDES", sides) +
                          define_line("LINEAR", style.filter == FieldFilter::linear) +
                          define_line("NON_FINITE", field.may_be_non_finite) +
                          define_line("ISOTHERMS", style.isotherms && interval > 0));
        shader.use();
        glUniform1i(shader.uniform("u_field"), 0);
        glUniform4i(shader.uniform("u_bounds"), 0, 0, cells.width - 1, cells.height - 1);
        glUniform1f(shader.uniform("u_value_scale"), cells.value_scale);
        glUniform2i(shader.uniform("u_texels"), cells.width, cells.height);
        glUniform4f(shader.uniform("u_cells"), static_cast<float>(field.cells.col),
                    static_cast<float>(field.cells.row), static_cast<float>(field.cells.width),
                    static_cast<float>(field.cells.height));
        glUniform2f(shader.uniform("u_grid"), static_cast<float>(field.grid.width),
                    static_cast<float>(field.grid.height));
        glUniform1f(shader.uniform("u_block"), static_cast<float>(cells.block));
        set_vec3(shader.uniform("u_extent"), surface_extent(field.grid));
        glUniform1f(shader.uniform("u_plinth"), static_cast<float>(surface_plinth));
        set_matrix(shader.uniform("u_matrix"), camera.matrix());
        set_vec3(shader.uniform("u_light"), light_of(camera));
        set_vec3(shader.uniform("u_eye"), camera.eye());
        set_color(shader.uniform("u_side"), mixed(space.background, space.line, 0.7));
        glUniform1f(shader.uniform("u_interval"), interval * value_scale_of(style.low, style.high));
        glUniform1f(shader.uniform("u_line_width"), line_width_of(style));
        glUniform1i(shader.uniform("u_cell_lines"), style.cell_lines && cells.block == 1 ? 1 : 0);
        colours_.apply(shader, style);
        if (sides)
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 2 * (2 * (cells.width + cells.height + 2) + 1));
        else
            glDrawElements(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindVertexArray(0);
    glUseProgram(0);
}

void SurfaceRenderer::ask_cell(int x, int y) {
    if (!camera_)
        return;
    question_.emplace(Question{*camera_, surface_extent(grid_), grid_, x, y});
    target_.ask_depth(x, y);
}

std::optional<Cell> SurfaceRenderer::seen_cell() {
    const std::optional<float> depth = target_.poll_depth();
    if (!depth || !question_)
        return seen_;
    seen_.reset();
    const Question& q = *question_;
    if (*depth < 1) {
        const glm::dvec3 point = q.camera.unproject(q.x + 0.5, q.y + 0.5, *depth);
        const double col = std::floor((point.x / q.extent.x + 0.5) * q.grid.width);
        const double row = std::floor((0.5 - point.y / q.extent.y) * q.grid.height);
        // A side, or the very edge, belongs to the cell beside it; the box's lines to none.
        const bool near = col >= -1 && row >= -1 && col <= q.grid.width && row <= q.grid.height;
        if (near)
            seen_ = Cell{std::clamp(static_cast<int>(row), 0, q.grid.height - 1),
                         std::clamp(static_cast<int>(col), 0, q.grid.width - 1)};
    }
    return seen_;
}

}  // namespace heatlab
