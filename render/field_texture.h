#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "render/gl_objects.h"
#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab {

/// A field, or a reduced picture of it, as a texture whose texels are cells (R32F, or the first
/// component) or, with `block_texels`, BlockTexels (RGBA32F). Row 0 is the top row. The texture may
/// be larger. Does not own it.
struct FieldTextureView {
    GLuint texture = 0;
    GridSize grid;
    CellRect cells;  ///< that it covers
    int block = 1;   ///< cells per texel and axis
    int width = 0;   ///< texels
    int height = 0;
    std::int64_t step = 0;
    /// What is known of the texels, so that drawing may leave work out; unknown unless someone has
    /// looked.
    bool may_be_non_finite = true;
    float alternating_maximum = std::numeric_limits<float>::infinity();  ///< of BlockTexels
    bool block_texels = false;

    bool empty() const { return texture == 0 || width <= 0 || height <= 0; }
};

/// The texture of the rungs that upload: takes pictures from the host. Needs a current context.
class UploadedFieldTexture {
public:
    UploadedFieldTexture();

    /// Uploads `picture`, unless it is the one that is already there (same serial). Throws
    /// GraphicsError where it is larger than the context allows or its texels do not fit its sizes.
    void upload(const FieldPicture& picture);

    /// Empty before the first upload. Valid until the next upload.
    const FieldTextureView& view() const { return view_; }
    /// Of the last upload; 0 where nothing had to be done.
    std::size_t last_upload_bytes() const { return last_upload_bytes_; }

private:
    void allocate(int width, int height, int channels);

    Texture texture_;
    Buffer staging_;
    FieldTextureView view_;
    int channels_ = 0;
    std::uint64_t serial_ = 0;
    bool has_picture_ = false;
    bool use_staging_ = false;
    int max_texture_size_ = 0;
    std::size_t last_upload_bytes_ = 0;
};

}  // namespace heatlab
