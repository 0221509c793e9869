#include "render/field_renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "render/graphics_error.h"

namespace heatlab {

namespace {

/// Pixels [left, right) x [top, bottom) of the picture.
struct PixelBox {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;

    bool empty() const { return right <= left || bottom <= top; }
    void clear(Rgb color) const {
        scissor();
        glClearColor(static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
                     static_cast<float>(color.b) / 255.0f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void scissor() const { glScissor(left, top, right - left, bottom - top); }

    friend bool operator==(const PixelBox&, const PixelBox&) = default;
};

/// The pixels whose centres lie in `cells`.
PixelBox pixels_of(const ViewMapping& mapping, const CellRect& cells, int width, int height) {
    const auto edge = [](double position, int size) {
        return static_cast<int>(
            std::clamp(std::ceil(position - 0.5), 0.0, static_cast<double>(size)));
    };
    return {edge(mapping.x_of_col(cells.col), width), edge(mapping.y_of_row(cells.row), height),
            edge(mapping.x_of_col(cells.col + cells.width), width),
            edge(mapping.y_of_row(cells.row + cells.height), height)};
}

void check_style(const ViewTransform& view, const FieldStyle& style) {
    require_style(style, "FieldRenderer");
    if (!(view.pixels_per_cell > 0) || !std::isfinite(view.pixels_per_cell) ||
        !std::isfinite(view.centre_col) || !std::isfinite(view.centre_row))
        throw std::invalid_argument("FieldRenderer: the view must be finite, its zoom positive");
}

/// What field.frag is compiled for; see there.
struct FieldVariant {
    bool blocks = false;
    bool linear = false;
    bool isotherms = false;
    bool non_finite = true;
    bool rim = false;
    bool checkers = false;

    std::string defines() const {
        return define_line("BLOCKS", blocks) + define_line("LINEAR", linear) +
               define_line("ISOTHERMS", isotherms) + define_line("NON_FINITE", non_finite) +
               define_line("RIM", rim) + define_line("CHECKERS", checkers);
    }
};

}  // namespace

/// A texture and how it lies under the picture.
struct FieldRenderer::Source {
    GLuint texture = 0;
    bool blocks = false;  ///< texels are BlockTexels
    bool cells = false;   ///< texels are single cells, so that lines between them make sense
    std::array<int, 2> first{};
    std::array<float, 2> offset{};
    float texels_per_pixel = 1;
    std::array<int, 4> bounds{};
    std::array<int, 4> interior{};
    PixelBox covered;
    bool may_be_non_finite = true;
    float alternating_maximum = std::numeric_limits<float>::infinity();

    void set_uniforms(const Program& program) const {
        glUniform1i(program.uniform("u_field"), 0);
        glUniform2i(program.uniform("u_first"), first[0], first[1]);
        glUniform2f(program.uniform("u_offset"), offset[0], offset[1]);
        glUniform2f(program.uniform("u_texels_per_pixel"), texels_per_pixel, texels_per_pixel);
        glUniform4iv(program.uniform("u_bounds"), 1, bounds.data());
        glUniform4iv(program.uniform("u_interior"), 1, interior.data());
    }
};

FieldRenderer::FieldRenderer(const std::filesystem::path& share)
    : programs_(share / "shaders/picture.vert", share / "shaders/field.frag",
                colours_part(share / "shaders") + cells_part(share / "shaders")),
      reducers_(share / "shaders/picture.vert", share / "shaders/field_reduce.frag", {}),
      vertex_array_(VertexArray::make()),
      target_(GL_RGBA8),
      reduced_(GL_RGBA32F) {
    // The usual ones now, so that a broken installation shows at once; the others when first
    // needed.
    programs_.get(FieldVariant{}.defines());
    reducers_.get(define_line("BLOCKS", false));
}

FieldRenderer::~FieldRenderer() = default;

FieldRenderer::Source FieldRenderer::reduce(const Source& source, float value_scale) {
    reduced_.resize(target_.width(), target_.height());
    glBindFramebuffer(GL_FRAMEBUFFER, reduced_.framebuffer());
    const Program& reducer = reducers_.get(define_line("BLOCKS", source.blocks));
    reducer.use();
    source.set_uniforms(reducer);
    glUniform1f(reducer.uniform("u_value_scale"), value_scale);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, source.texture);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    Source pixels;
    pixels.texture = reduced_.texture();
    pixels.blocks = true;
    pixels.covered = source.covered;
    pixels.may_be_non_finite = source.may_be_non_finite;
    pixels.bounds = {source.covered.left, source.covered.top, source.covered.right - 1,
                     source.covered.bottom - 1};
    return pixels;
}

void FieldRenderer::draw(const Source& source, const FieldStyle& style, float value_scale) {
    const float interval = shown_isotherm_interval(style);
    const double scale = value_scale_of(style.low, style.high);
    const double low = style.low * scale;
    const double high = style.high * scale;
    const double alternating = std::max(style.alternating_visible * (high - low), 1e-30);
    FieldVariant variant;
    variant.blocks = source.blocks;
    variant.linear = style.filter == FieldFilter::linear && source.texels_per_pixel < 1;
    variant.isotherms = style.isotherms && interval > 0;
    variant.non_finite = source.may_be_non_finite;
    variant.rim = source.may_be_non_finite && source.cells && source.texels_per_pixel < 0.26f;
    // The shader begins to show checkers at 0.6 of the limit.
    variant.checkers = source.blocks && source.alternating_maximum * scale > 0.5 * alternating;
    const Program& colours = programs_.get(variant.defines());
    colours.use();
    source.set_uniforms(colours);
    const float size = std::max(style.scale, 0.25f);
    glUniform1f(colours.uniform("u_value_scale"), value_scale);
    set_color(colours.uniform("u_rim"), non_finite_rim);
    glUniform1f(colours.uniform("u_checker"), std::round(4 * size));
    glUniform1f(colours.uniform("u_line_width"), line_width_of(style));
    glUniform1f(colours.uniform("u_alternating"), static_cast<float>(alternating));
    glUniform1f(colours.uniform("u_interval"), static_cast<float>(interval * scale));
    glUniform1i(colours.uniform("u_cell_lines"), style.cell_lines && source.cells ? 1 : 0);
    colours_.apply(colours, style);
    glBindTexture(GL_TEXTURE_2D, source.texture);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void FieldRenderer::render(const FieldTextureView& field, const ViewTransform& view,
                           const FieldStyle& style, int width, int height) {
    check_style(view, style);
    if (width <= 0 || height <= 0)
        throw std::invalid_argument("FieldRenderer: the picture must have pixels");
    const FramebufferScope scope;
    target_.begin(width, height);
    if (field.empty())
        return;

    const ViewMapping mapping(view, width, height);
    const PixelBox grid =
        pixels_of(mapping, {0, 0, field.grid.width, field.grid.height}, width, height);
    if (grid.empty())
        return;
    Source source = make_source(field, mapping);
    source.covered = pixels_of(mapping, field.cells, width, height);
    glEnable(GL_SCISSOR_TEST);
    if (source.covered != grid)
        grid.clear(style.pending);
    if (!source.covered.empty())
        draw_covered(source, style);
    glDisable(GL_SCISSOR_TEST);
    check_gl("Drawing the field");
}

void FieldRenderer::draw_covered(Source source, const FieldStyle& style) {
    source.covered.scissor();
    glBindVertexArray(vertex_array_.id());
    glBindSampler(0, 0);
    float value_scale = value_scale_of(style.low, style.high);
    if (source.texels_per_pixel > 1) {
        source = reduce(source, value_scale);
        value_scale = 1;
    }
    draw(source, style, value_scale);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindVertexArray(0);
    glUseProgram(0);
}

FieldRenderer::Source FieldRenderer::make_source(const FieldTextureView& field,
                                                 const ViewMapping& mapping) {
    Source source;
    source.texture = field.texture;
    source.blocks = field.block_texels;
    source.cells = !field.block_texels;
    source.may_be_non_finite = field.may_be_non_finite;
    source.alternating_maximum = field.alternating_maximum;
    const double cells_per_pixel = 1 / mapping.pixels_per_cell();
    double texels_per_pixel = cells_per_pixel / field.block;
    // 1:1 stays 1:1 whatever the last bit of a computed zoom says.
    if (std::abs(texels_per_pixel - 1) < 1e-9)
        texels_per_pixel = 1;
    source.texels_per_pixel = static_cast<float>(texels_per_pixel);
    const double corner[] = {(mapping.col_of_x(0) - field.cells.col) / field.block,
                             (mapping.row_of_y(0) - field.cells.row) / field.block};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        // Whole texels apart, so that the fraction keeps its digits far from the grid's corner.
        const double whole = std::clamp(std::floor(corner[axis]), -1e9, 1e9);
        source.first[axis] = static_cast<int>(whole);
        source.offset[axis] = static_cast<float>(corner[axis] - whole);
    }
    source.bounds = {0, 0, field.width - 1, field.height - 1};
    source.interior = {1 - field.cells.col, 1 - field.cells.row,
                       field.grid.width - 2 - field.cells.col,
                       field.grid.height - 2 - field.cells.row};
    // Where the texture ends inside the grid its last cells lack neighbours.
    source.interior = {std::max(source.interior[0], 1), std::max(source.interior[1], 1),
                       std::min(source.interior[2], field.width - 2),
                       std::min(source.interior[3], field.height - 2)};
    return source;
}

}  // namespace heatlab
