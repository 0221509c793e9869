#include "render/colormap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "render/graphics_error.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

ColorMapLibrary library() {
    return ColorMapLibrary(HEATLAB_TEST_SHARE);
}

TEST(ColorMaps, InfernoFirstAndNoRainbow) {
    const ColorMapLibrary maps = library();
    EXPECT_EQ(maps.default_map().name, "inferno");
    EXPECT_GE(maps.maps().size(), 8u);
    std::set<std::string> names;
    for (const ColorMap& map : maps.maps()) {
        EXPECT_TRUE(names.insert(map.name).second) << map.name;
        EXPECT_FALSE(map.title.empty() || map.source.empty() || map.licence.empty()) << map.name;
    }
    for (const char* rainbow : {"jet", "turbo", "rainbow", "hsv"})
        EXPECT_EQ(names.count(rainbow), 0u);
    for (const char* wanted : {"magma", "viridis", "cividis", "berlin", "vik"})
        EXPECT_EQ(names.count(wanted), 1u) << wanted;
}

// First and last colours as their authors published them.
TEST(ColorMaps, EndsAsPublished) {
    const ColorMapLibrary maps = library();
    const struct {
        const char* name;
        Rgb first;
        Rgb last;
    } published[] = {
        {"inferno", {0x00, 0x00, 0x04}, {0xFC, 0xFF, 0xA4}},
        {"magma", {0x00, 0x00, 0x04}, {0xFC, 0xFD, 0xBF}},
        {"viridis", {0x44, 0x01, 0x54}, {0xFD, 0xE7, 0x25}},
        {"plasma", {0x0D, 0x08, 0x87}, {0xF0, 0xF9, 0x21}},
        {"berlin", {0x9E, 0xB0, 0xFF}, {0xFF, 0xAD, 0xAD}},
    };
    for (const auto& map : published) {
        EXPECT_EQ(maps.find(map.name).table.front(), map.first) << map.name;
        EXPECT_EQ(maps.find(map.name).table.back(), map.last) << map.name;
    }
}

// What makes a sequential map one: brighter means more, at every step. The luminance is exact, the
// tables are rounded to 8 bits: hence the small slack.
TEST(ColorMaps, SequentialMapsBrightenAllTheWay) {
    const ColorMapLibrary maps = library();
    for (const ColorMap& map : maps.maps()) {
        if (map.kind != ColorMapKind::sequential)
            continue;
        for (std::size_t i = 0; i + 4 < map.table.size(); ++i)
            EXPECT_GT(relative_luminance(map.table[i + 4]),
                      relative_luminance(map.table[i]) - 1e-4f)
                << map.name << " entry " << i;
        EXPECT_GT(relative_luminance(map.table.back()),
                  relative_luminance(map.table.front()) + 0.4f);
    }
}

TEST(ColorMaps, DivergingMapsHaveTheirExtremeInTheMiddle) {
    const ColorMapLibrary maps = library();
    for (const ColorMap& map : maps.maps()) {
        if (map.kind != ColorMapKind::diverging)
            continue;
        const float first = relative_luminance(map.table.front());
        const float middle = relative_luminance(map.table[128]);
        const float last = relative_luminance(map.table.back());
        EXPECT_TRUE((middle < first && middle < last) || (middle > first && middle > last))
            << map.name;
    }
}

TEST(ColorMaps, OverAndUnderAreNoColourOfTheMap) {
    const auto distance = [](Rgb a, Rgb b) {
        return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
    };
    const ColorMapLibrary maps = library();
    for (const ColorMap& map : maps.maps()) {
        EXPECT_GT(distance(map.over, map.under), 150) << map.name;
        for (const Rgb& color : map.table) {
            EXPECT_GT(distance(map.over, color), 40) << map.name;
            EXPECT_GT(distance(map.under, color), 40) << map.name;
        }
    }
}

TEST(ColorMaps, SampleMeetsEntriesAndMixesBetween) {
    const ColorMapLibrary maps = library();
    const ColorMap& map = maps.default_map();
    for (int i = 0; i < colormap_entries; ++i)
        EXPECT_EQ(map.sample(static_cast<float>(i) / 255.0f),
                  map.table[static_cast<std::size_t>(i)])
            << i;
    ColorMap two = map;
    two.table[10] = {0, 100, 200};
    two.table[11] = {10, 100, 100};
    EXPECT_EQ(two.sample(10.5f / 255.0f), (Rgb{5, 100, 150}));
    EXPECT_EQ(map.sample(-3), map.table.front());
    EXPECT_EQ(map.sample(7), map.table.back());
    EXPECT_EQ(map.sample(std::numeric_limits<float>::quiet_NaN()), map.table.front());
}

TEST(ColorMaps, UnknownNameIsRefusedWithTheChoice) {
    const ColorMapLibrary maps = library();
    try {
        maps.find("jet");
        FAIL() << "jet was found";
    } catch (const InputError& error) {
        EXPECT_EQ(error.argument(), "--colormap");
        const std::string message = error.what();
        EXPECT_NE(message.find("jet"), std::string::npos);
        EXPECT_NE(message.find("inferno, magma"), std::string::npos) << message;
    }
}

TEST(ColorMaps, BrokenFilesAreNamed) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "heatlab_colormap_test";
    std::filesystem::create_directories(folder);
    EXPECT_THROW(ColorMapLibrary{folder}, GraphicsError);
    const std::string start =
        R"({"name": "x", "title": "X", "kind": "sequential", "source": "s", "licence": "l",)"
        R"("under": "#000000", "over": "#FFFFFF", "table": )";
    for (const std::string& text : {std::string("{"), start + "[]}", start + "[\"#12345\"]}"}) {
        std::ofstream(folder / "x.json") << text;
        try {
            load_colormap(folder / "x.json");
            FAIL() << "accepted: " << text;
        } catch (const GraphicsError& error) {
            EXPECT_NE(std::string(error.what()).find("x.json"), std::string::npos);
        }
    }
    std::filesystem::remove_all(folder);
}

TEST(Luminance, BlackGreyWhite) {
    EXPECT_FLOAT_EQ(relative_luminance({0, 0, 0}), 0);
    EXPECT_NEAR(relative_luminance({255, 255, 255}), 1, 1e-6);
    // 0.5 in sRGB is 0.2140 in light; 128/255 is a little more.
    EXPECT_NEAR(relative_luminance({128, 128, 128}), 0.2159, 1e-3);
}

}  // namespace
}  // namespace heatlab
