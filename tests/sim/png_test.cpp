#include "sim/io/png_file.h"

#include <png.h>

#include <cstdint>
#include <numeric>

#include "sim/initial_field.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::read_bytes;
using test::refusal;
using test::TemporaryFolder;
using test::write_bytes;

/// Writes rows of raw samples (16 bits big-endian where `depth` is 16).
void write_png(const std::filesystem::path& path, int width, int height, int depth, int colour_type,
               std::vector<std::uint8_t> bytes, int interlace = PNG_INTERLACE_NONE) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height),
                 depth, colour_type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    const png_color palette[2] = {{0, 0, 0}, {0, 255, 0}};
    if (colour_type == PNG_COLOR_TYPE_PALETTE)
        png_set_PLTE(png, info, palette, 2);
    png_write_info(png, info);
    std::vector<png_bytep> rows;
    const std::size_t row_bytes = bytes.size() / static_cast<std::size_t>(height);
    for (int row = 0; row < height; ++row) {
        rows.push_back(bytes.data() + static_cast<std::size_t>(row) * row_bytes);
    }
    png_write_image(png, rows.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
}

TEST(ReadPng, GreyIsTheStoredValueOverTheLargest) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.png");
    write_png(path, 3, 2, 8, PNG_COLOR_TYPE_GRAY, {0, 51, 255, 1, 128, 254});
    const GreyPicture picture = read_grey_png(path);
    ASSERT_EQ(picture.width, 3);
    ASSERT_EQ(picture.height, 2);
    EXPECT_EQ(picture.pixels,
              (std::vector<float>{0, 51 / 255.0f, 1, 1 / 255.0f, 128 / 255.0f, 254 / 255.0f}));
}

TEST(ReadPng, Keeps16Bits) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.png");
    write_png(path, 2, 1, 16, PNG_COLOR_TYPE_GRAY, {0x12, 0x34, 0xff, 0xff});
    EXPECT_EQ(read_grey_png(path).pixels, (std::vector<float>{0x1234 / 65535.0f, 1.0f}));
}

TEST(ReadPng, ColourBecomesLuminanceAndAlphaIsIgnored) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.png");
    write_png(path, 3, 1, 8, PNG_COLOR_TYPE_RGB, {255, 0, 0, 0, 255, 0, 0, 0, 255});
    auto pixels = read_grey_png(path).pixels;
    EXPECT_NEAR(pixels[0], 0.2126, 1e-6);
    EXPECT_NEAR(pixels[1], 0.7152, 1e-6);
    EXPECT_NEAR(pixels[2], 0.0722, 1e-6);
    write_png(path, 2, 1, 8, PNG_COLOR_TYPE_RGB_ALPHA, {255, 255, 255, 0, 0, 255, 0, 255});
    pixels = read_grey_png(path).pixels;
    EXPECT_NEAR(pixels[0], 1.0, 1e-6);
    EXPECT_NEAR(pixels[1], 0.7152, 1e-6);
    write_png(path, 2, 1, 8, PNG_COLOR_TYPE_GRAY_ALPHA, {255, 0, 51, 255});
    EXPECT_EQ(read_grey_png(path).pixels, (std::vector<float>{1.0f, 51 / 255.0f}));
}

TEST(ReadPng, ExpandsPalettesAndFewBits) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.png");
    write_png(path, 8, 1, 1, PNG_COLOR_TYPE_GRAY, {0b10110001});
    EXPECT_EQ(read_grey_png(path).pixels, (std::vector<float>{1, 0, 1, 1, 0, 0, 0, 1}));
    write_png(path, 8, 1, 1, PNG_COLOR_TYPE_PALETTE, {0b01000000});
    EXPECT_NEAR(read_grey_png(path).pixels[1], 0.7152, 1e-6);
    EXPECT_EQ(read_grey_png(path).pixels[0], 0.0f);
}

TEST(ReadPng, ReadsInterlacedPictures) {
    const TemporaryFolder folder;
    std::vector<std::uint8_t> bytes(19 * 13);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    write_png(folder.file("a.png"), 19, 13, 8, PNG_COLOR_TYPE_GRAY, bytes);
    write_png(folder.file("b.png"), 19, 13, 8, PNG_COLOR_TYPE_GRAY, bytes, PNG_INTERLACE_ADAM7);
    EXPECT_EQ(read_grey_png(folder.file("a.png")).pixels,
              read_grey_png(folder.file("b.png")).pixels);
    EXPECT_EQ(read_grey_png(folder.file("b.png")).pixels[20], 20 / 255.0f);
}

TEST(ReadPng, RefusesDamagedFilesInWords) {
    const TemporaryFolder folder;
    const auto path = folder.file("a.png");
    write_png(path, 3, 2, 8, PNG_COLOR_TYPE_GRAY, {0, 51, 255, 1, 128, 254});
    const std::string good = read_bytes(path);
    // Up to the end of the pixels; the last chunk, IEND, is 12 bytes long.
    for (std::size_t length = 0; length < good.size() - 12; ++length) {
        write_bytes(path, good.substr(0, length));
        ASSERT_CONTAINS(refusal([&] { read_grey_png(path); }), "PNG") << length;
    }
    std::string huge = good;
    huge.replace(16, 4, "\x7f\xff\xff\xff");
    write_bytes(path, huge);
    EXPECT_CONTAINS(refusal([&] { read_grey_png(path); }), "is not a PNG that can be read: ");
    EXPECT_CONTAINS(refusal([&] { read_grey_png(folder.file("none.png")); }), "cannot be opened");
}

TEST(Resample, AveragesAreasWhereItShrinks) {
    GreyPicture picture{4, 2, {0, 1, 0.5f, 0.5f, 1, 0, 0.25f, 0.75f}};
    EXPECT_EQ(resample(picture, 2, 1), (std::vector<float>{0.5f, 0.5f}));
    // 3 pixels into 2: each output covers one and a half.
    GreyPicture row{3, 1, {0.0f, 0.6f, 0.9f}};
    const auto two = resample(row, 2, 1);
    EXPECT_NEAR(two[0], 0.2, 1e-6);
    EXPECT_NEAR(two[1], 0.8, 1e-6);
}

TEST(Resample, InterpolatesWhereItGrowsAndKeepsWhatFits) {
    GreyPicture row{2, 1, {0.0f, 1.0f}};
    EXPECT_EQ(resample(row, 4, 1), (std::vector<float>{0.0f, 0.25f, 0.75f, 1.0f}));
    EXPECT_EQ(resample(row, 2, 1), row.pixels);
    EXPECT_EQ(resample(GreyPicture{1, 1, {0.5f}}, 3, 2), std::vector<float>(6, 0.5f));
}

TEST(Resample, KeepsAConstantAndTheMean) {
    GreyPicture constant{7, 5, std::vector<float>(35, 0.3f)};
    for (const float value : resample(constant, 13, 3))
        EXPECT_NEAR(value, 0.3, 1e-6);
    GreyPicture ramp{60, 1, {}};
    for (int i = 0; i < 60; ++i)
        ramp.pixels.push_back(static_cast<float>(i) / 59.0f);
    const auto small = resample(ramp, 7, 1);
    EXPECT_NEAR(std::accumulate(small.begin(), small.end(), 0.0) / 7, 0.5, 1e-6);
}

TEST(FileField, TakesAPictureOfAnySize) {
    const TemporaryFolder folder;
    InitialFieldSpec spec;
    spec.name = "file";
    spec.file = folder.file("a.png");
    write_png(spec.file, 3, 2, 8, PNG_COLOR_TYPE_GRAY, {255, 255, 255, 255, 255, 255});
    const Field field = make_initial_field({10, 8}, spec, std::nullopt);
    for (const float cell : field.cells())
        EXPECT_NEAR(cell, 1.0, 1e-6);
    EXPECT_EQ(make_initial_field({10, 8}, spec, Walls{}).at(0, 4), 0.0f);
}

}  // namespace
}  // namespace heatlab
