#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "render/gl_objects.h"
#include "sim/grid.h"

namespace heatlab {

/// RGBA, 8 bits a channel, row 0 on top.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgba;

    const std::uint8_t* pixel(int x, int y) const {
        return rgba.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                              static_cast<std::size_t>(x)) *
                                 4;
    }
};

/// Grey, 16 bits a channel in the machine's byte order, row 0 on top.
struct GreyImage {
    int width = 0;
    int height = 0;
    bool with_alpha = false;
    std::vector<std::uint16_t> samples;  ///< width * height; pairs of grey and alpha with alpha
};

/// Keyword and text of a PNG, such as {"Software", "heatlab 0.1"}.
using PngTexts = std::vector<std::pair<std::string, std::string>>;

enum class RowOrder {
    top_first,  ///< the framebuffer's first row is the top: FieldRenderer, and what is drawn like
                ///< it
    bottom_first,  ///< OpenGL's own: a window, or an interface drawn into a framebuffer
};

/// Blocking. Pixels [x, x + width) x [y, y + height), in the framebuffer's own coordinates. 0 is
/// the window.
Image read_framebuffer(GLuint framebuffer, int x, int y, int width, int height, RowOrder order);

/// Written as OutputFile, so that `path` is either complete or as before. Opaque pictures are
/// written without alpha. Throws GraphicsError naming the file and the system's reason (no such
/// folder, disk full).
void write_png(const std::filesystem::path& path, const Image& image, const PngTexts& texts = {});
void write_png(const std::filesystem::path& path, const GreyImage& image,
               const PngTexts& texts = {});

/// Throws GraphicsError.
Image read_png(const std::filesystem::path& path);

/// The part of `image` in `area`, pixels, as far as it lies inside. Throws std::invalid_argument
/// where none does.
Image cropped(const Image& image, const CellRect& area);

/// In units of one 8-bit step, over all channels.
struct ImageDifference {
    int maximum = 0;
    double mean = 0;
};

/// Throws std::invalid_argument for sizes that differ.
ImageDifference compare_images(const Image& a, const Image& b);

}  // namespace heatlab
