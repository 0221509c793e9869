#include "render/field_renderer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "render/graphics_error.h"

namespace heatlab {

namespace {

/// The map as a texture: mixed between its entries beforehand, so that a pixel needs one texel and
/// meets every entry exactly.
constexpr int map_texels = (colormap_entries - 1) * 4 + 1;

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

/// A power of two that brings the range near 1, so that no intermediate overflows or is flushed to
/// zero, be the values 1e38 or 1e-38. Scaling by it is exact.
float value_scale_of(float low, float high) {
    const float largest = std::max(std::abs(low), std::abs(high));
    if (largest == 0)
        return 1;
    return std::ldexp(1.0f, std::clamp(-std::ilogb(largest), -126, 126));
}

void set_color(GLint uniform, Rgb color) {
    glUniform3f(uniform, static_cast<float>(color.r) / 255.0f, static_cast<float>(color.g) / 255.0f,
                static_cast<float>(color.b) / 255.0f);
}

void check_style(const ViewTransform& view, const FieldStyle& style) {
    if (style.map == nullptr)
        throw std::invalid_argument("FieldRenderer: the style has no colour map");
    if (!std::isfinite(style.low) || !std::isfinite(style.high) || style.high < style.low)
        throw std::invalid_argument("FieldRenderer: the range must be finite and ascending");
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
        const auto define = [](const char* name, bool on) {
            return std::string("#define ") + name + (on ? " 1\n" : " 0\n");
        };
        return define("BLOCKS", blocks) + define("LINEAR", linear) +
               define("ISOTHERMS", isotherms) + define("NON_FINITE", non_finite) +
               define("RIM", rim) + define("CHECKERS", checkers);
    }
};

void set_non_finite_uniforms(const Program& program) {
    const StripeStyle styles[] = {nan_stripes, positive_infinity_stripes,
                                  negative_infinity_stripes};
    GLint ways[4] = {};
    for (std::size_t i = 0; i < std::size(styles); ++i) {
        const std::string name = "u_stripes[" + std::to_string(2 * i) + "]";
        const std::string dark_name = "u_stripes[" + std::to_string(2 * i + 1) + "]";
        set_color(program.uniform(name.c_str()), styles[i].light);
        set_color(program.uniform(dark_name.c_str()), styles[i].dark);
        ways[i] = static_cast<GLint>(styles[i].direction);
    }
    glUniform4iv(program.uniform("u_stripe_way"), 1, ways);
    set_color(program.uniform("u_rim"), non_finite_rim);
}

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

float isotherm_interval(float low, float high) {
    const double range = static_cast<double>(high) - static_cast<double>(low);
    if (!(range > 0))
        return 0;
    const double ideal = range / 10;
    const double power = std::pow(10.0, std::floor(std::log10(ideal)));
    const double mantissa = ideal / power;
    const double nice = mantissa < 1.5 ? 1 : mantissa < 3 ? 2 : mantissa < 7 ? 5 : 10;
    return static_cast<float>(nice * power);
}

FieldRenderer::FieldRenderer(const std::filesystem::path& share)
    : shaders_(share / "shaders"),
      vertex_array_(VertexArray::make()),
      target_(GL_RGBA8),
      reduced_(GL_RGBA32F) {
    // The usual ones now, so that a broken installation shows at once; the others when first
    // needed.
    program("field.frag", FieldVariant{}.defines());
    program("field_reduce.frag", "#define BLOCKS 0\n");
}

FieldRenderer::~FieldRenderer() = default;

const Program& FieldRenderer::program(const std::string& fragment, const std::string& defines) {
    Program& entry = programs_[fragment + defines];
    if (!entry)
        entry = Program(shaders_ / "picture.vert", shaders_ / fragment, defines);
    return entry;
}

void FieldRenderer::upload_map(const ColorMap& map) {
    glActiveTexture(GL_TEXTURE1);
    if (!map_texture_) {
        map_texture_ = Texture::make();
        glBindTexture(GL_TEXTURE_2D, map_texture_.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    glBindTexture(GL_TEXTURE_2D, map_texture_.id());
    if (has_map_ && uploaded_map_ == map.table)
        return;
    std::array<std::uint8_t, map_texels * 4> texels{};
    for (std::size_t i = 0; i < map_texels; ++i) {
        const Rgb color = map.sample(static_cast<float>(i) / static_cast<float>(map_texels - 1));
        texels[4 * i] = color.r;
        texels[4 * i + 1] = color.g;
        texels[4 * i + 2] = color.b;
        texels[4 * i + 3] = 255;
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, map_texels, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 texels.data());
    uploaded_map_ = map.table;
    has_map_ = true;
}

FieldRenderer::Source FieldRenderer::reduce(const Source& source, float value_scale) {
    reduced_.resize(target_.width(), target_.height());
    glBindFramebuffer(GL_FRAMEBUFFER, reduced_.framebuffer());
    const Program& reducer =
        program("field_reduce.frag", source.blocks ? "#define BLOCKS 1\n" : "#define BLOCKS 0\n");
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
    const float interval = style.isotherm_interval > 0 ? style.isotherm_interval
                                                       : isotherm_interval(style.low, style.high);
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
    const Program& colours = program("field.frag", variant.defines());
    colours.use();
    source.set_uniforms(colours);
    const float size = std::max(style.scale, 0.25f);
    glUniform1f(colours.uniform("u_value_scale"), value_scale);
    glUniform2f(colours.uniform("u_range"), static_cast<float>(low), static_cast<float>(high));
    glUniform1f(colours.uniform("u_inverse_range"),
                high > low ? static_cast<float>(1 / (high - low)) : 0);
    glUniform1i(colours.uniform("u_mark_out_of_range"), style.mark_out_of_range ? 1 : 0);
    set_color(colours.uniform("u_under"), style.map->under);
    set_color(colours.uniform("u_over"), style.map->over);
    set_non_finite_uniforms(colours);
    glUniform1f(colours.uniform("u_stripe_width"),
                std::round(static_cast<float>(stripe_width) * size));
    glUniform1f(colours.uniform("u_checker"), std::round(4 * size));
    glUniform1f(colours.uniform("u_line_width"), size < 1.5f ? 1.0f : 2.0f);
    glUniform1f(colours.uniform("u_alternating"), static_cast<float>(alternating));
    glUniform1f(colours.uniform("u_interval"), static_cast<float>(interval * scale));
    glUniform1i(colours.uniform("u_cell_lines"), style.cell_lines && source.cells ? 1 : 0);
    glUniform1i(colours.uniform("u_map"), 1);
    glUniform1f(colours.uniform("u_map_steps"), map_texels - 1);
    upload_map(*style.map);
    glActiveTexture(GL_TEXTURE0);
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
    target_.resize(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.framebuffer());
    glViewport(0, 0, width, height);
    for (GLenum capability :
         {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB})
        glDisable(capability);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
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
    glBindSampler(1, 0);
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
