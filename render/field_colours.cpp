#include "render/field_colours.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

namespace heatlab {

namespace {

/// The map as a texture: mixed between its entries beforehand, so that a pixel needs one texel and
/// meets every entry exactly.
constexpr int map_texels = (colormap_entries - 1) * 4 + 1;

void set_non_finite_uniforms(const Program& program, float scale) {
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
    glUniform1f(program.uniform("u_stripe_width"),
                std::round(static_cast<float>(stripe_width) * std::max(scale, 0.25f)));
}

}  // namespace

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

float shown_isotherm_interval(const FieldStyle& style) {
    return style.isotherm_interval > 0 ? style.isotherm_interval
                                       : isotherm_interval(style.low, style.high);
}

float line_width_of(const FieldStyle& style) {
    return style.scale < 1.5f ? 1.0f : 2.0f;
}

void require_style(const FieldStyle& style, const char* who) {
    if (style.map == nullptr)
        throw std::invalid_argument(std::string(who) + ": the style has no colour map");
    if (!std::isfinite(style.low) || !std::isfinite(style.high) || style.high < style.low)
        throw std::invalid_argument(std::string(who) + ": the range must be finite and ascending");
}

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

void set_vec3(GLint uniform, const glm::dvec3& value) {
    const glm::vec3 single(value);
    glUniform3fv(uniform, 1, glm::value_ptr(single));
}

void set_matrix(GLint uniform, const glm::dmat4& value) {
    const glm::mat4 single(value);
    glUniformMatrix4fv(uniform, 1, GL_FALSE, glm::value_ptr(single));
}

std::string define_line(const char* name, bool on) {
    return std::string("#define ") + name + (on ? " 1\n" : " 0\n");
}

std::string colours_part(const std::filesystem::path& shaders) {
    return shader_text(shaders / "colours.glsl");
}

std::string cells_part(const std::filesystem::path& shaders) {
    return shader_text(shaders / "cells.glsl");
}

void FieldColours::upload(const ColorMap& map) {
    glActiveTexture(GL_TEXTURE1);
    if (!texture_) {
        texture_ = Texture::make();
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        sample_nearest();
    }
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    if (has_map_ && uploaded_ == map.table)
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
    uploaded_ = map.table;
    has_map_ = true;
}

void FieldColours::apply(const Program& program, const FieldStyle& style) {
    const double scale = value_scale_of(style.low, style.high);
    const double low = style.low * scale;
    const double high = style.high * scale;
    glUniform2f(program.uniform("u_range"), static_cast<float>(low), static_cast<float>(high));
    glUniform1f(program.uniform("u_inverse_range"),
                high > low ? static_cast<float>(1 / (high - low)) : 0);
    glUniform1i(program.uniform("u_mark_out_of_range"), style.mark_out_of_range ? 1 : 0);
    set_color(program.uniform("u_under"), style.map->under);
    set_color(program.uniform("u_over"), style.map->over);
    set_non_finite_uniforms(program, style.scale);
    glUniform1i(program.uniform("u_map"), 1);
    glUniform1f(program.uniform("u_map_steps"), map_texels - 1);
    glBindSampler(1, 0);
    upload(*style.map);
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace heatlab
