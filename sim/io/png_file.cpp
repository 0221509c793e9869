#include "sim/io/png_file.h"

#include <png.h>

#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "sim/errors.h"

namespace heatlab {
namespace {

constexpr png_uint_32 largest_side = 32768;
constexpr std::uint64_t largest_pixels = std::uint64_t{1} << 28;
constexpr png_alloc_size_t longest_text = 1 << 20;

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
    throw InputError("--file", path.string(), reason);
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

/// libpng reports errors by a jump, so what the reading functions hold must need no destructor; it
/// lives here instead.
struct Reader {
    png_structp png = nullptr;
    png_infop info = nullptr;
    char message[160] = "";
    png_uint_32 width = 0;
    png_uint_32 height = 0;
    int channels = 0;
    std::vector<png_byte> bytes;  ///< 16 bits a channel, big-endian
    std::vector<png_bytep> rows;

    Reader() = default;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void keep_message(png_structp png, png_const_charp message) {
    auto* reader = static_cast<Reader*>(png_get_error_ptr(png));
    std::snprintf(reader->message, sizeof reader->message, "%s", message);
    png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

/// Behind the signature, which was read. False where there is none.
bool begin_reading(Reader& reader, std::FILE* file) {
    png_byte signature[8] = {};
    if (std::fread(signature, 1, sizeof signature, file) != sizeof signature ||
        png_sig_cmp(signature, 0, sizeof signature) != 0)
        return false;
    reader.png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, keep_message, ignore_warning);
    if (reader.png != nullptr)
        reader.info = png_create_info_struct(reader.png);
    if (reader.info != nullptr)
        png_set_sig_bytes(reader.png, sizeof signature);
    return true;
}

/// Reads the header and asks for 16-bit grey or colour without alpha. False after an error.
bool read_header(Reader& reader, std::FILE* file) {
    if (setjmp(png_jmpbuf(reader.png)) != 0)
        return false;
    png_set_user_limits(reader.png, largest_side, largest_side);
    png_init_io(reader.png, file);
    png_read_info(reader.png, reader.info);
    png_set_expand_16(reader.png);
    png_set_strip_alpha(reader.png);
    png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    reader.width = png_get_image_width(reader.png, reader.info);
    reader.height = png_get_image_height(reader.png, reader.info);
    reader.channels = png_get_channels(reader.png, reader.info);
    return true;
}

bool read_rows(Reader& reader) {
    if (setjmp(png_jmpbuf(reader.png)) != 0)
        return false;
    png_read_image(reader.png, reader.rows.data());
    png_read_end(reader.png, nullptr);
    return true;
}

/// All texts, before and behind the picture, whose pixels are passed over.
bool read_texts(Reader& reader, std::FILE* file) {
    if (setjmp(png_jmpbuf(reader.png)) != 0)
        return false;
    png_set_user_limits(reader.png, largest_side, largest_side);
    png_set_chunk_malloc_max(reader.png, longest_text + 1024);
    png_init_io(reader.png, file);
    png_read_info(reader.png, reader.info);
    return true;
}

bool read_rest(Reader& reader) {
    if (setjmp(png_jmpbuf(reader.png)) != 0)
        return false;
    png_read_end(reader.png, reader.info);
    return true;
}

std::optional<std::string> find_text(const Reader& reader, const std::string& keyword) {
    png_textp texts = nullptr;
    int count = 0;
    png_get_text(reader.png, reader.info, &texts, &count);
    for (int i = 0; i < count; ++i) {
        const bool international = texts[i].compression > 0;
        const std::size_t length = international ? texts[i].itxt_length : texts[i].text_length;
        if (keyword == texts[i].key && length <= longest_text)
            return std::string(texts[i].text, length);
    }
    return std::nullopt;
}

float channel(const png_byte* bytes) {
    return static_cast<float>(bytes[0] * 256 + bytes[1]) / 65535.0f;
}

GreyPicture to_grey(const Reader& reader) {
    GreyPicture picture{static_cast<int>(reader.width), static_cast<int>(reader.height), {}};
    const std::size_t pixels = std::size_t{reader.width} * reader.height;
    picture.pixels.resize(pixels);
    const png_byte* bytes = reader.bytes.data();
    for (std::size_t i = 0; i < pixels; ++i, bytes += 2 * reader.channels) {
        picture.pixels[i] = reader.channels == 1
                                ? channel(bytes)
                                : 0.2126f * channel(bytes) + 0.7152f * channel(bytes + 2) +
                                      0.0722f * channel(bytes + 4);
    }
    return picture;
}

}  // namespace

std::optional<std::string> read_png_text(const std::filesystem::path& path,
                                         const std::string& keyword) {
    const FilePointer file(std::fopen(path.c_str(), "rb"));
    Reader reader;
    if (!file || !begin_reading(reader, file.get()) || reader.info == nullptr ||
        !read_texts(reader, file.get()))
        return std::nullopt;
    if (auto text = find_text(reader, keyword))
        return text;
    return read_rest(reader) ? find_text(reader, keyword) : std::nullopt;
}

GreyPicture read_grey_png(const std::filesystem::path& path) {
    const FilePointer file(std::fopen(path.c_str(), "rb"));
    if (!file)
        refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
    Reader reader;
    if (!begin_reading(reader, file.get()))
        refuse(path, "is not a PNG file");
    if (reader.info == nullptr)
        refuse(path, "cannot be read: out of memory");

    const auto broken = [&] {
        refuse(path, std::string("is not a PNG that can be read: ") + reader.message);
    };
    if (!read_header(reader, file.get()))
        broken();
    const std::uint64_t pixels = std::uint64_t{reader.width} * reader.height;
    if (pixels > largest_pixels) {
        refuse(path, "is " + std::to_string(reader.width) + "x" + std::to_string(reader.height) +
                         " pixels; at most " + std::to_string(largest_pixels) + " are allowed");
    }
    const std::size_t row_bytes = png_get_rowbytes(reader.png, reader.info);
    reader.bytes.resize(row_bytes * reader.height);
    reader.rows.resize(reader.height);
    for (std::size_t row = 0; row < reader.height; ++row) {
        reader.rows[row] = reader.bytes.data() + row * row_bytes;
    }
    if (!read_rows(reader))
        broken();
    return to_grey(reader);
}

}  // namespace heatlab
