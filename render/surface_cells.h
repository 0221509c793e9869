#pragma once

#include <filesystem>

#include "render/field_style.h"
#include "render/field_texture.h"
#include "render/gl_objects.h"
#include "render/program_variants.h"

namespace heatlab {

/// Vertices of a surface per axis at most. A picture of the field that is asked for with as many
/// texels needs no further reduction.
inline constexpr int most_surface_texels = 384;

/// A texture of one value a texel, so small that each can be a vertex.
struct SurfaceCells {
    GLuint texture = 0;
    int width = 0;  ///< texels
    int height = 0;
    int block = 1;  ///< cells per texel and axis
    /// What the shader multiplies values by; 1 where they are scaled already.
    float value_scale = 1;
};

/// Brings a field to as many texels as a surface has vertices. Nothing hides: where a texel stands
/// for several cells it has their mean, but a checkerboard's extremes in turn, the extreme of a
/// single cell that stands out, and what is not finite where any of them is not. The field's own
/// texture is used where each cell can be a vertex.
class SurfaceReducer {
public:
    /// `shaders`: the folder. Throws GraphicsError.
    explicit SurfaceReducer(const std::filesystem::path& shaders);

    /// Valid until the next call or as long as the field's texture. Leaves framebuffer and viewport
    /// as they were.
    SurfaceCells reduce(const FieldTextureView& field, const FieldStyle& style);

private:
    void draw(const Program& program, RenderTarget& target, GLuint source, int width, int height);

    ProgramVariants reducers_;
    ProgramVariants values_;
    VertexArray vertex_array_;
    RenderTarget blocks_;
    RenderTarget shown_;
};

}  // namespace heatlab
