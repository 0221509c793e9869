#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "render/box_frame.h"
#include "render/field_colours.h"
#include "render/field_style.h"
#include "render/field_texture.h"
#include "render/orbit_camera.h"
#include "render/program_variants.h"
#include "render/scene_target.h"
#include "render/space_style.h"
#include "render/surface_cells.h"

namespace heatlab {

/// Part of a surface's box below the lowest value: the block that the surface lies on.
inline constexpr double surface_plinth = 0.06;

/// Draws a field of two dimensions as a lit surface in a box, its values as heights: the range is
/// the box's height above the plinth, and what lies outside the range is cut there. Colours are
/// those of the flat picture; level ground has exactly the map's. The cells along the grid's edge
/// (the walls) are a level rim of half a cell more, and the block's sides begin there. A cell that
/// is not finite has its stripes, at the height of its neighbours (NaN) or of the range's ends.
///
/// The mesh reads the field's texture in the vertex shader: a vertex a cell, up to
/// most_surface_texels per axis, beyond that a vertex for a block of cells, see SurfaceReducer.
///
/// Leaves framebuffer binding and viewport as they were; blend, scissor, depth and cull are left
/// disabled.
class SurfaceRenderer {
public:
    /// `share` holds shaders/. Throws GraphicsError. Needs a current context.
    explicit SurfaceRenderer(const std::filesystem::path& share);

    /// Draws a picture of width x height pixels, row 0 on top, opaque. Throws std::invalid_argument
    /// for a style that FieldRenderer refuses too, and for a view out of its limits.
    void render(const FieldTextureView& field, const FieldStyle& style, const SpaceStyle& space,
                int width, int height);

    GLuint texture() const { return target_.texture(); }
    GLuint framebuffer() const { return target_.framebuffer(); }
    int width() const { return target_.width(); }
    int height() const { return target_.height(); }
    /// Cells per vertex and axis in the last picture; 1: each has its own.
    int block() const { return block_; }

    /// Asks which cell the last picture shows at a pixel; the answer comes frames later.
    void ask_cell(int x, int y);
    /// The answers so far: the cell seen at the point that was asked for last and answered; none
    /// where the surface is not seen there.
    std::optional<Cell> seen_cell();

private:
    struct Question {
        OrbitCamera camera;
        BoxExtent extent;
        GridSize grid;
        int x;
        int y;
    };
    void prepare_mesh(int across, int down);
    void draw(const FieldTextureView& field, const SurfaceCells& cells, const FieldStyle& style,
              const SpaceStyle& space, const OrbitCamera& camera);

    ProgramVariants programs_;
    SurfaceReducer reducer_;
    SpaceLines lines_;
    FieldColours colours_;
    SceneTarget target_;
    VertexArray vertex_array_;
    Buffer indices_;
    std::array<int, 2> mesh_{};  ///< texels that the indices are for
    GLsizei index_count_ = 0;
    int block_ = 1;
    std::optional<OrbitCamera> camera_;  ///< of the last picture
    GridSize grid_;
    std::optional<Question> question_;
    std::optional<Cell> seen_;
};

}  // namespace heatlab
