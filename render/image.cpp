#include "render/image.h"

#include <png.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <stdexcept>

#include "render/graphics_error.h"
#include "sim/io/output_file.h"

namespace heatlab {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what,
                       const std::string& reason) {
    throw GraphicsError("Picture " + path.string() + " " + what + ": " + reason);
}

[[noreturn]] void on_png_error(png_structp png, png_const_charp message) {
    *static_cast<std::string*>(png_get_error_ptr(png)) = message;
    png_longjmp(png, 1);
}

void on_png_warning(png_structp, png_const_charp) {}

void write_part(png_structp png, png_bytep bytes, png_size_t count) {
    if (!static_cast<OutputFile*>(png_get_io_ptr(png))->write(bytes, count))
        png_error(png, "the system refused to write");
}

void flush_nothing(png_structp) {}

bool is_opaque(const Image& image) {
    for (std::size_t i = 3; i < image.rgba.size(); i += 4)
        if (image.rgba[i] != 255)
            return false;
    return true;
}

/// What is written, prepared outside the reach of longjmp.
struct PngContent {
    int width = 0;
    int height = 0;
    int bit_depth = 8;
    int colour_type = PNG_COLOR_TYPE_RGB;
    bool drop_fourth = false;  ///< the rows have a channel more than the file
    std::vector<png_bytep> rows;
    std::vector<png_text> texts;
};

/// False on a libpng error; `message` says which. Nothing with a destructor lives in here, since
/// libpng leaves by longjmp.
bool encode(OutputFile& file, PngContent& content, std::string& message) {
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &message, on_png_error, on_png_warning);
    png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
    if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &file, write_part, flush_nothing);
    png_set_IHDR(png, info, static_cast<png_uint_32>(content.width),
                 static_cast<png_uint_32>(content.height), content.bit_depth, content.colour_type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if ((content.colour_type & PNG_COLOR_MASK_COLOR) != 0)
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (!content.texts.empty())
        png_set_text(png, info, content.texts.data(), static_cast<int>(content.texts.size()));
    png_set_compression_level(png, 6);
    png_write_info(png, info);
    if (content.drop_fourth)
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    if (content.bit_depth == 16 && std::endian::native == std::endian::little)
        png_set_swap(png);
    png_write_image(png, content.rows.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

void write_content(const std::filesystem::path& path, PngContent& content, const PngTexts& texts) {
    for (const auto& [keyword, text] : texts) {
        png_text chunk{};
        chunk.compression = PNG_TEXT_COMPRESSION_NONE;
        chunk.key = const_cast<char*>(keyword.c_str());
        chunk.text = const_cast<char*>(text.c_str());
        chunk.text_length = text.size();
        content.texts.push_back(chunk);
    }
    try {
        OutputFile file(path);
        std::string message;
        const bool encoded = encode(file, content, message);
        if (!encoded && !file.refused())
            fail(path, "cannot be written", message);
        file.commit();
    } catch (const GraphicsError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw GraphicsError(std::string("Picture ") + error.what());
    }
}

}  // namespace

Image read_framebuffer(GLuint framebuffer, int x, int y, int width, int height, RowOrder order) {
    if (width <= 0 || height <= 0)
        throw GraphicsError("A picture of " + std::to_string(width) + " x " +
                            std::to_string(height) + " pixels cannot be read");
    Image image{width, height, {}};
    const std::size_t stride = static_cast<std::size_t>(width) * 4;
    image.rgba.resize(stride * static_cast<std::size_t>(height));
    const FramebufferScope scope;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    check_gl("Reading a picture back");
    if (order == RowOrder::bottom_first)
        for (int top = 0, bottom = height - 1; top < bottom; ++top, --bottom) {
            auto* a = image.rgba.data() + stride * static_cast<std::size_t>(top);
            auto* b = image.rgba.data() + stride * static_cast<std::size_t>(bottom);
            std::swap_ranges(a, a + stride, b);
        }
    return image;
}

void write_png(const std::filesystem::path& path, const Image& image, const PngTexts& texts) {
    const std::size_t stride = static_cast<std::size_t>(image.width) * 4;
    if (image.width <= 0 || image.height <= 0 ||
        image.rgba.size() != stride * static_cast<std::size_t>(image.height))
        throw std::invalid_argument("write_png: the image's size and data do not agree");
    PngContent content;
    content.width = image.width;
    content.height = image.height;
    content.drop_fourth = is_opaque(image);
    content.colour_type = content.drop_fourth ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA;
    for (int row = 0; row < image.height; ++row)
        content.rows.push_back(const_cast<png_bytep>(image.pixel(0, row)));
    write_content(path, content, texts);
}

void write_png(const std::filesystem::path& path, const GreyImage& image, const PngTexts& texts) {
    const std::size_t stride = static_cast<std::size_t>(image.width) * (image.with_alpha ? 2 : 1);
    if (image.width <= 0 || image.height <= 0 ||
        image.samples.size() != stride * static_cast<std::size_t>(image.height))
        throw std::invalid_argument("write_png: the image's size and data do not agree");
    PngContent content;
    content.width = image.width;
    content.height = image.height;
    content.bit_depth = 16;
    content.colour_type = image.with_alpha ? PNG_COLOR_TYPE_GRAY_ALPHA : PNG_COLOR_TYPE_GRAY;
    for (std::size_t row = 0; row < static_cast<std::size_t>(image.height); ++row)
        content.rows.push_back(reinterpret_cast<png_bytep>(
            const_cast<std::uint16_t*>(image.samples.data() + row * stride)));
    write_content(path, content, texts);
}

Image read_png(const std::filesystem::path& path) {
    png_image header{};
    header.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&header, path.c_str()) == 0)
        fail(path, "cannot be read", header.message);
    header.format = PNG_FORMAT_RGBA;
    Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(header));
    if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0)
        fail(path, "cannot be read", header.message);
    return image;
}

Image cropped(const Image& image, const CellRect& area) {
    const int left = std::clamp(area.col, 0, image.width);
    const int top = std::clamp(area.row, 0, image.height);
    const int right = std::clamp(area.col + area.width, left, image.width);
    const int bottom = std::clamp(area.row + area.height, top, image.height);
    if (right == left || bottom == top)
        throw std::invalid_argument("cropped: nothing of the image lies in the area");
    Image part{right - left, bottom - top, {}};
    const std::size_t stride = 4 * static_cast<std::size_t>(part.width);
    part.rgba.reserve(stride * static_cast<std::size_t>(part.height));
    for (int y = top; y < bottom; ++y)
        part.rgba.insert(part.rgba.end(), image.pixel(left, y), image.pixel(left, y) + stride);
    return part;
}

ImageDifference compare_images(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height || a.rgba.size() != b.rgba.size())
        throw std::invalid_argument("compare_images: the images differ in size");
    ImageDifference difference;
    double sum = 0;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        const int distance = std::abs(int{a.rgba[i]} - int{b.rgba[i]});
        difference.maximum = std::max(difference.maximum, distance);
        sum += distance;
    }
    if (!a.rgba.empty())
        difference.mean = sum / static_cast<double>(a.rgba.size());
    return difference;
}

}  // namespace heatlab
