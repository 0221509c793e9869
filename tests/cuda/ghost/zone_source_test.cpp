#include "sim/cuda/ghost/zone_source.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "sim/cuda/ghost/offered_zones.h"
#include "sim/errors.h"

namespace heatlab::ghost::testing {
namespace {

template <typename Visit>
void for_all_zones(const Visit& visit) {
    for (const Application& application : application_table())
        for (const OfferedTile& offered : offered_tiles(application.dimensions))
            for (int k = 1; k <= offered.most_steps; ++k)
                visit(application, Zone{offered.tile, k});
}

TEST(ZoneSource, HasItsConstantsInFrontAndNeedsNoOtherFile) {
    for_all_zones([](const Application& application, const Zone& zone) {
        const std::string source = zone_source(application, zone);
        EXPECT_EQ(source.find("#include"), std::string::npos);
        EXPECT_EQ(source.find("#pragma once"), std::string::npos);
        const auto constant = [&](const std::string& name, int value) {
            const std::string line = "constexpr int " + name + " = " + std::to_string(value) + ";";
            // Once, and before the first function.
            EXPECT_LT(source.find(line), source.find("HEATLAB_UPDATE")) << line;
            EXPECT_EQ(source.find("constexpr int " + name + " =", source.find(line) + 1),
                      std::string::npos);
        };
        constant("tile_width", zone.tile.width);
        constant("zone_steps", zone.steps);
        if (application.dimensions > 1)
            constant("tile_height", zone.tile.height);
        if (application.dimensions > 2)
            constant("tile_depth", zone.tile.depth);
        EXPECT_NE(source.find("struct " + std::string(application.type) + " {"), std::string::npos);
        EXPECT_NE(source.find(" " + zone_entry(application, zone) + "("), std::string::npos);
    });
}

TEST(ZoneSource, IsTheSameEachTimeAndDiffersByKInItsNumbersAlone) {
    for (const Application& application : application_table()) {
        const TileShape tile = offered_tiles(application.dimensions)[0].tile;
        const std::string one = zone_source(application, {tile, 1});
        EXPECT_EQ(one, zone_source(application, {tile, 1}));
        const auto without_numbers = [&](const std::string& source) {
            const std::string code = source.substr(source.find('\n'));  // behind the heading
            return std::regex_replace(code, std::regex("zone_steps = [0-9]+|_k[0-9]+"), "");
        };
        EXPECT_EQ(without_numbers(one), without_numbers(zone_source(application, {tile, 3})));
    }
}

TEST(ZoneSource, NamesEachEntryPointOnce) {
    std::set<std::string> names;
    std::size_t zones = 0;
    for_all_zones([&](const Application& application, const Zone& zone) {
        ++zones;
        const std::string name = zone_entry(application, zone);
        EXPECT_TRUE(std::regex_match(name, std::regex("[A-Za-z_][A-Za-z0-9_]*"))) << name;
        names.insert(name);
    });
    EXPECT_EQ(names.size(), zones);
}

TEST(ZoneSource, HoldsOfTheHeadersWhatTheUpdateCallsAndNothingElse) {
    const auto source_of = [](const char* name, const TileShape& tile) {
        return zone_source(find_application(name), {tile, 2});
    };
    const std::string heat = source_of("heat2d", {64, 64});
    EXPECT_NE(heat.find("fused_multiply_add("), std::string::npos);
    EXPECT_NE(heat.find("update_from_sums("), std::string::npos);  // by way of updated_cell
    EXPECT_EQ(heat.find("updated_line_cell("), std::string::npos);
    EXPECT_EQ(heat.find("minimum("), std::string::npos);
    const std::string path = source_of("pathfinder", {256});
    EXPECT_NE(path.find("minimum("), std::string::npos);
    EXPECT_EQ(path.find("fused_multiply_add("), std::string::npos);
}

TEST(ZoneSource, TextForDevicesHasTheirSideOfEachCondition) {
    EXPECT_EQ(device_text("#pragma once\n"
                          "#include <cmath>\n"
                          "a\n"
                          "#ifdef __CUDACC__\n"
                          "b\n"
                          "#else\n"
                          "#if OTHER\n"
                          "c\n"
                          "#endif\n"
                          "d\n"
                          "#endif\n"
                          "#ifndef __CUDACC__\n"
                          "e\n"
                          "#endif\n"
                          "#if OTHER\n"
                          "f\n"
                          "#else\n"
                          "g\n"
                          "#endif\n"),
              "a\nb\n#if OTHER\nf\n#else\ng\n#endif\n");
    EXPECT_EQ(device_text("no end of line"), "no end of line");
}

TEST(ZoneSource, RefusesWhatIsNotOffered) {
    const Application& hotspot = find_application("hotspot");
    const auto problem_of = [&](const Zone& zone) -> std::string {
        try {
            zone_source(hotspot, zone);
        } catch (const InputError& problem) {
            return problem.what();
        }
        return "";
    };
    EXPECT_EQ(problem_of({{64, 48}, 1}),
              "--tile 64x48: CUDA offers 64x64, 64x32, 32x32 for hotspot");
    EXPECT_EQ(problem_of({{32, 32}, 13}), "--k 13: from 1 to 12 for tiles of 32x32");
    EXPECT_EQ(problem_of({{32, 32}, 0}), "--k 0: from 1 to 12 for tiles of 32x32");
    EXPECT_EQ(problem_of({{32, 32}, 12}), "");
}

TEST(OfferedZones, LeaveCellsToStoreAndShareTheTileEvenly) {
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        for (const OfferedTile& offered : offered_tiles(dimensions)) {
            SCOPED_TRACE(tile_text(offered.tile, dimensions));
            EXPECT_LE(offered.most_steps, most_zone_steps(offered.tile, dimensions));
            EXPECT_EQ(offered.threads_down() * offered.rows_per_thread, offered.tile.height);
            EXPECT_EQ(offered.built_in_steps.front(), 1);
            EXPECT_TRUE(std::ranges::is_sorted(offered.built_in_steps));
            EXPECT_LE(offered.built_in_steps.back(), offered.most_steps);
        }
        EXPECT_EQ(offered_shapes(dimensions).size(), offered_tiles(dimensions).size());
    }
}

}  // namespace
}  // namespace heatlab::ghost::testing
