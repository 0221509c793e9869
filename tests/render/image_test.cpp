#include "render/image.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "render/graphics_error.h"
#include "render/window_icon.h"

namespace heatlab {
namespace {

class PngTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::path(testing::TempDir()) / ("heatlab_png_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    static Image pattern(int width, int height, bool opaque) {
        Image image{width, height, {}};
        for (int i = 0; i < width * height * 4; ++i)
            image.rgba.push_back(opaque && i % 4 == 3 ? 255
                                                      : static_cast<std::uint8_t>(i * 37 % 251));
        return image;
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder_), {}));
    }
    std::filesystem::path folder_;
};

TEST_F(PngTest, RoundTripKeepsEveryByte) {
    for (const bool opaque : {true, false}) {
        const Image image = pattern(13, 7, opaque);
        write_png(folder_ / "a.png", image);
        const Image back = read_png(folder_ / "a.png");
        EXPECT_EQ(back.width, 13);
        EXPECT_EQ(back.height, 7);
        EXPECT_EQ(back.rgba, image.rgba);
        EXPECT_EQ(files(), 1u) << "a temporary file was left";
    }
}

TEST_F(PngTest, TextsAreInTheFile) {
    write_png(folder_ / "a.png", pattern(4, 4, true),
              {{"Software", "heatlab"}, {"Comment", "r = 0.26"}});
    std::ostringstream bytes;
    bytes << std::ifstream(folder_ / "a.png", std::ios::binary).rdbuf();
    EXPECT_NE(bytes.str().find(std::string("Software\0heatlab", 16)), std::string::npos);
    EXPECT_NE(bytes.str().find("r = 0.26"), std::string::npos);
}

TEST_F(PngTest, MissingFolderIsNamed) {
    try {
        write_png(folder_ / "none" / "a.png", pattern(4, 4, true));
        FAIL();
    } catch (const GraphicsError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("none/a.png"), std::string::npos) << message;
        EXPECT_NE(message.find("No such file"), std::string::npos) << message;
    }
}

TEST_F(PngTest, AFullDiskIsNamed) {
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full";
    std::filesystem::create_symlink("/dev/full", folder_ / "a.png");
    try {
        write_png(folder_ / "a.png", pattern(64, 64, true));
        FAIL();
    } catch (const GraphicsError& error) {
        EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(files(), 1u);
}

TEST_F(PngTest, WhatIsNoPictureIsRefused) {
    std::ofstream(folder_ / "a.png") << "not a picture";
    EXPECT_THROW(read_png(folder_ / "a.png"), GraphicsError);
    EXPECT_THROW(read_png(folder_ / "b.png"), GraphicsError);
    EXPECT_THROW(write_png(folder_ / "c.png", Image{3, 3, {}}), std::invalid_argument);
}

TEST(CompareImages, KnownDifference) {
    const Image a{2, 1, {0, 0, 0, 255, 10, 20, 30, 255}};
    const Image b{2, 1, {0, 8, 0, 255, 10, 20, 14, 255}};
    EXPECT_EQ(compare_images(a, a).maximum, 0);
    EXPECT_EQ(compare_images(a, b).maximum, 16);
    EXPECT_DOUBLE_EQ(compare_images(a, b).mean, 3.0);
    EXPECT_THROW(compare_images(a, Image{1, 1, {0, 0, 0, 0}}), std::invalid_argument);
}

TEST(WindowIcon, FiveDotsOnTransparentGround) {
    for (const int size : {16, 32, 64}) {
        const Image icon = make_window_icon(size);
        EXPECT_EQ(icon.pixel(0, 0)[3], 0);
        EXPECT_EQ(icon.pixel(size / 2, size / 2)[3], 255);
        const int arm = size / 2 - size / 3;
        EXPECT_EQ(icon.pixel(arm, size / 2)[3], 255);
        EXPECT_EQ(icon.pixel(size / 2, size - 1 - arm)[3], 255);
        EXPECT_EQ(icon.pixel(arm, arm)[3], 0);
    }
}

}  // namespace
}  // namespace heatlab
