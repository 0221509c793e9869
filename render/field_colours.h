#pragma once

#include <array>
#include <filesystem>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <string>

#include "render/field_style.h"
#include "render/gl_objects.h"

namespace heatlab {

/// A power of two that brings the range near 1, so that no intermediate overflows or is flushed to
/// zero, be the values 1e38 or 1e-38. Scaling by it is exact. Shaders compute with scaled values.
float value_scale_of(float low, float high);

/// Sets a vec3 of the program in use.
void set_color(GLint uniform, Rgb color);

/// Sets a uniform of the program in use, in single precision.
void set_vec3(GLint uniform, const glm::dvec3& value);
void set_matrix(GLint uniform, const glm::dmat4& value);

/// "#define NAME 0" or 1, and the end of the line.
std::string define_line(const char* name, bool on);

/// The texts of colours.glsl and of cells.glsl, to be put among the defines of a program: what
/// pictures of a field have in common. Throw GraphicsError.
std::string colours_part(const std::filesystem::path& shaders);
std::string cells_part(const std::filesystem::path& shaders);

/// A style's colours for a shader with colours.glsl: the map as a texture, the range, the stripes.
class FieldColours {
public:
    /// Binds the map's texture to unit 1 and sets the uniforms of colours.glsl in `program`, which
    /// is in use. Leaves unit 0 active.
    void apply(const Program& program, const FieldStyle& style);

private:
    void upload(const ColorMap& map);

    Texture texture_;
    std::array<Rgb, colormap_entries> uploaded_{};
    bool has_map_ = false;
};

}  // namespace heatlab
