#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "render/field_texture.h"
#include "render/gl_objects.h"

namespace heatlab {

/// The last fields of a grid of one dimension, one below the other, newest at the bottom: a picture
/// of space and time that FieldRenderer draws like a field of two dimensions. Its cells are texels
/// of the rows. Needs a current context.
class SpaceTimeTexture {
public:
    /// `rows`: that are kept, at least 1.
    explicit SpaceTimeTexture(int rows);

    /// Adds a row, `row.height` being 1, on the graphics device; the oldest goes where all rows are
    /// taken. A row of another length or kind, or of an earlier step, begins a new picture; one of
    /// the newest step takes its place. Throws GraphicsError.
    void add(const FieldTextureView& row);
    void clear();
    int rows() const { return rows_; }

    /// Empty before the first row.
    const FieldTextureView& view() const { return view_; }
    /// Step of a row, 0 being the top one.
    const std::deque<std::int64_t>& steps() const { return steps_; }

private:
    void begin(const FieldTextureView& row);
    void copy_rows(GLuint from, int from_row, int to_row, int count);

    int rows_;
    Framebuffer reader_;
    std::array<Texture, 2> textures_;  ///< the present one and the one it scrolls into
    std::size_t present_ = 0;
    std::deque<std::int64_t> steps_;
    FieldTextureView view_;
};

}  // namespace heatlab
