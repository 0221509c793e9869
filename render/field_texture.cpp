#include "render/field_texture.h"

#include <bit>
#include <cstdint>
#include <string>

#include "render/gl_info.h"
#include "render/graphics_error.h"

namespace heatlab {

namespace {

void check_picture(const FieldPicture& picture, int max_texture_size) {
    const std::string size =
        std::to_string(picture.width) + " x " + std::to_string(picture.height) + " texels";
    if (picture.width <= 0 || picture.height <= 0 || picture.block < 1)
        throw GraphicsError("A field picture of " + size + " cannot be drawn");
    if (picture.width > max_texture_size || picture.height > max_texture_size)
        throw GraphicsError("A field picture of " + size + " is larger than this OpenGL allows (" +
                            std::to_string(max_texture_size) + " per side): reduce it further");
    const std::size_t expected = static_cast<std::size_t>(picture.width) *
                                 static_cast<std::size_t>(picture.height) *
                                 static_cast<std::size_t>(picture.channels());
    if (picture.texels.size() != expected)
        throw GraphicsError("A field picture of " + size + " holds " +
                            std::to_string(picture.texels.size()) + " numbers instead of " +
                            std::to_string(expected));
}

struct Findings {
    bool may_be_non_finite = false;
    float alternating_maximum = 0;
};

/// One pass over the picture, a small part of its upload.
Findings look_at(const FieldPicture& picture) {
    constexpr std::uint32_t exponent = 0x7F800000;
    std::uint32_t non_finite = 0;
    float alternating = 0;
    const auto stride = static_cast<std::size_t>(picture.channels());
    for (std::size_t i = 0; i < picture.texels.size(); i += stride) {
        const auto bits = std::bit_cast<std::uint32_t>(picture.texels[i]);
        non_finite |= (bits & exponent) == exponent ? 1u : 0u;
        if (stride == 4)
            alternating = picture.texels[i + 3] > alternating ? picture.texels[i + 3] : alternating;
    }
    return {non_finite != 0, alternating};
}

}  // namespace

UploadedFieldTexture::UploadedFieldTexture() {
    const GlInfo info = query_gl_info();
    max_texture_size_ = info.max_texture_size;
    // On a graphics device the driver takes the copy from the staging buffer without making the
    // frame wait; a software renderer would only copy once more.
    use_staging_ = !info.software;
}

void UploadedFieldTexture::allocate(int width, int height, int channels) {
    if (texture_ && view_.width == width && view_.height == height && channels_ == channels) {
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        return;
    }
    view_ = {};
    texture_ = Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    sample_nearest();
    glTexImage2D(GL_TEXTURE_2D, 0, channels == 1 ? GL_R32F : GL_RGBA32F, width, height, 0,
                 channels == 1 ? GL_RED : GL_RGBA, GL_FLOAT, nullptr);
    check_gl("Allocating a field texture of " + std::to_string(width) + " x " +
             std::to_string(height));
    channels_ = channels;
}

void UploadedFieldTexture::upload(const FieldPicture& picture) {
    last_upload_bytes_ = 0;
    if (has_picture_ && picture.serial == serial_)
        return;
    check_picture(picture, max_texture_size_);
    has_picture_ = false;
    glActiveTexture(GL_TEXTURE0);
    allocate(picture.width, picture.height, picture.channels());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);

    const void* source = picture.texels.data();
    if (use_staging_) {
        if (!staging_)
            staging_ = Buffer::make();
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, staging_.id());
        // A new store each time: the old one may still be read by the device.
        glBufferData(GL_PIXEL_UNPACK_BUFFER, static_cast<GLsizeiptr>(picture.bytes()), source,
                     GL_STREAM_DRAW);
        source = nullptr;
    }
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture.width, picture.height,
                    picture.channels() == 1 ? GL_RED : GL_RGBA, GL_FLOAT, source);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    check_gl("Uploading a field picture");

    const Findings findings = look_at(picture);
    view_ = {texture_.id(),
             picture.grid,
             picture.cells,
             picture.block,
             picture.width,
             picture.height,
             picture.step,
             findings.may_be_non_finite,
             findings.alternating_maximum,
             picture.block > 1};
    serial_ = picture.serial;
    has_picture_ = true;
    last_upload_bytes_ = picture.bytes();
}

}  // namespace heatlab
