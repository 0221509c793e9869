#include "render/volume_texture.h"

#include <algorithm>
#include <bit>
#include <string>

#include "render/graphics_error.h"

namespace heatlab {

namespace {

void require_room(std::span<const float> cells, int width, int height, int depth) {
    const std::string size = std::to_string(width) + " x " + std::to_string(height) + " x " +
                             std::to_string(depth) + " cells";
    GLint most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    if (width <= 0 || height <= 0 || depth <= 0)
        throw GraphicsError("A volume of " + size + " cannot be drawn");
    if (std::max({width, height, depth}) > most)
        throw GraphicsError("A volume of " + size + " is larger than this OpenGL allows (" +
                            std::to_string(most) + " per side)");
    const std::size_t expected = static_cast<std::size_t>(width) *
                                 static_cast<std::size_t>(height) * static_cast<std::size_t>(depth);
    if (cells.size() != expected)
        throw GraphicsError("A volume of " + size + " holds " + std::to_string(cells.size()) +
                            " numbers instead of " + std::to_string(expected));
}

bool holds_non_finite(std::span<const float> cells) {
    constexpr std::uint32_t exponent = 0x7F800000;
    return std::ranges::any_of(cells, [](float cell) {
        return (std::bit_cast<std::uint32_t>(cell) & exponent) == exponent;
    });
}

}  // namespace

void set_volume_sampling() {
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTexParameteri(GL_TEXTURE_3D, wrap, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_BASE_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 0);
}

void UploadedVolume::upload(std::span<const float> cells, int width, int height, int depth,
                            std::int64_t step) {
    require_room(cells, width, height, depth);
    glActiveTexture(GL_TEXTURE0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    if (!texture_ || view_.width != width || view_.height != height || view_.depth != depth) {
        view_ = {};
        texture_ = Texture::make();
        glBindTexture(GL_TEXTURE_3D, texture_.id());
        set_volume_sampling();
        glTexImage3D(GL_TEXTURE_3D, 0, GL_R32F, width, height, depth, 0, GL_RED, GL_FLOAT,
                     cells.data());
    } else {
        glBindTexture(GL_TEXTURE_3D, texture_.id());
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, width, height, depth, GL_RED, GL_FLOAT,
                        cells.data());
    }
    glBindTexture(GL_TEXTURE_3D, 0);
    check_gl("Uploading a volume of " + std::to_string(width) + " x " + std::to_string(height) +
             " x " + std::to_string(depth) + " cells");
    view_ = {texture_.id(), width, height, depth, step, holds_non_finite(cells)};
}

}  // namespace heatlab
