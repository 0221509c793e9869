#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "render/gl_objects.h"

namespace heatlab {

/// A field of three dimensions as a texture of single cells (GL_TEXTURE_3D, R32F): column, row,
/// slice. Its filter is linear; shaders that want a cell as it is fetch it. Does not own it.
struct VolumeView {
    GLuint texture = 0;
    int width = 0;   ///< columns
    int height = 0;  ///< rows
    int depth = 0;   ///< slices
    std::int64_t step = 0;
    bool may_be_non_finite = true;  ///< unknown unless someone has looked
    std::uint64_t serial = 0;       ///< another one where the same texture was filled anew

    bool empty() const { return texture == 0 || width <= 0 || height <= 0 || depth <= 0; }
    friend bool operator==(const VolumeView&, const VolumeView&) = default;
};

/// Sets the filter and the ends of the bound texture of three dimensions.
void set_volume_sampling();

/// A texture of its own for fields from the host. Needs a current context.
class UploadedVolume {
public:
    /// `cells`: width * height * depth of them, columns first, then rows, then slices. Throws
    /// GraphicsError where the context has no room for them or their number is another one.
    void upload(std::span<const float> cells, int width, int height, int depth,
                std::int64_t step = 0);

    /// Empty before the first upload. Valid until the next one of another size.
    const VolumeView& view() const { return view_; }

private:
    Texture texture_;
    VolumeView view_;
};

}  // namespace heatlab
