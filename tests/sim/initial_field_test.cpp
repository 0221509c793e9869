#include "sim/initial_field.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::refusal;

constexpr Walls no_walls{};

Field make(GridSize grid, const char* name, std::optional<Walls> walls = no_walls) {
    InitialFieldSpec spec;
    spec.name = name;
    return make_initial_field(grid, spec, walls);
}

double sum_of(const Field& field) {
    return std::accumulate(field.cells().begin(), field.cells().end(), 0.0);
}

TEST(InitialFields, AreTheNineOfTheCommandLine) {
    std::vector<std::string> names;
    for (const InitialFieldInfo& info : initial_fields()) {
        names.emplace_back(info.name);
        EXPECT_EQ(info.sentence.back(), '.');
        EXPECT_EQ(&find_initial_field(info.name), &info);
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"square-ring-stroke", "hot-square", "gaussian", "hot-pixel",
                                        "ring", "sine", "random", "checkerboard", "file"}));
    EXPECT_CONTAINS(refusal([] { find_initial_field("blob"); }),
                    "--init blob: the initial fields are square-ring-stroke, hot-square");
}

TEST(InitialFields, LieBetween0And1OnEveryGrid) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 5}, GridSize{5, 1}, GridSize{3, 3},
                                GridSize{64, 31}, GridSize{40, 333}, GridSize{700, 20}}) {
        for (const InitialFieldInfo& info : initial_fields()) {
            if (info.uses_file || (info.uses_mode && !grid.has_interior()))
                continue;
            SCOPED_TRACE(std::string(info.name));
            const Field field = make(grid, info.name.data(), std::nullopt);
            ASSERT_EQ(field.size(), grid);
            // Mode (1, 1) is positive; only the checkerboard needs both signs.
            const float low = info.name == "checkerboard" ? -1.0f : 0.0f;
            for (const float u : field.cells()) {
                ASSERT_GE(u, low - 1e-7f);
                ASSERT_LE(u, 1.0f);
            }
        }
    }
}

TEST(InitialFields, TakeTheWallsOfTheirRowUnlessOthersAreGiven) {
    const Field own = make({32, 16}, "square-ring-stroke", std::nullopt);
    EXPECT_EQ(own.at(0, 0), 0.6f);
    EXPECT_EQ(own.at(0, 31), 0.6f);
    EXPECT_EQ(own.at(8, 0), 0.0f);
    EXPECT_EQ(own.at(15, 5), 0.0f);
    const Field given = make({32, 16}, "random", Walls{1, 2, 3, 4});
    EXPECT_EQ(given.at(0, 31), 1.0f);
    EXPECT_EQ(given.at(5, 31), 2.0f);
    EXPECT_EQ(given.at(15, 0), 3.0f);
    EXPECT_EQ(given.at(5, 0), 4.0f);
    EXPECT_CONTAINS(refusal([] { make({4, 4}, "ring", Walls{0, NAN, 0, 0}); }), "--walls nan");
}

TEST(SquareRingStroke, ShowsEachOfItsShapes) {
    for (const GridSize grid : {GridSize{1024, 512}, GridSize{512, 512}, GridSize{300, 200}}) {
        const Field field = make(grid, "square-ring-stroke");
        const auto at = [&](double x, double y) {
            return field.at(static_cast<int>(y * (grid.height - 1)),
                            static_cast<int>(x * (grid.width - 1)));
        };
        const double unit = std::min(0.55 * grid.width, 1.0 * grid.height);
        EXPECT_EQ(at(0.262, 0.458), 1.0f);                                      // square
        EXPECT_EQ(at(0.567, 0.362), 0.0f);                                      // hole of the ring
        EXPECT_NEAR(at(0.567, 0.362 - 0.158 * unit / grid.height), 0.8, 1e-6);  // ring
        EXPECT_NEAR(at(0.797, 0.72), 0.78, 1e-6);                               // stroke
        EXPECT_NEAR(at(0.118, 0.816), 0.75, 0.02);                              // spots
        EXPECT_NEAR(at(0.453, 0.808), 0.45, 0.02);
        EXPECT_EQ(at(0.03, 0.1), 0.0f);
        EXPECT_GT(sum_of(field) / static_cast<double>(grid.cells()), 0.05);
    }
}

TEST(HotSquare, IsAQuarterOfTheShorterSide) {
    const Field field = make({20, 13}, "hot-square");
    EXPECT_EQ(sum_of(field), 9.0);
    EXPECT_EQ(field.at(5, 8), 1.0f);
    EXPECT_EQ(field.at(7, 10), 1.0f);
    EXPECT_EQ(field.at(4, 8), 0.0f);
    EXPECT_EQ(field.at(7, 11), 0.0f);
    EXPECT_EQ(sum_of(make({3, 3}, "hot-square")), 1.0);
}

TEST(HotPixel, IsOneCell) {
    const Field field = make({6, 5}, "hot-pixel");
    EXPECT_EQ(sum_of(field), 1.0);
    EXPECT_EQ(field.at(2, 3), 1.0f);
}

TEST(Gaussian, HasItsCentreAndWidth) {
    const Field field = make({101, 51}, "gaussian");
    EXPECT_EQ(field.at(25, 50), 1.0f);
    const double sigma = 5.1;
    EXPECT_NEAR(field.at(25, 57), std::exp(-0.5 * 49 / (sigma * sigma)), 1e-7);
    EXPECT_NEAR(field.at(20, 50), std::exp(-0.5 * 25 / (sigma * sigma)), 1e-7);
}

TEST(Ring, HasItsRadiusAndThickness) {
    const Field field = make({201, 201}, "ring");
    EXPECT_EQ(field.at(100, 100), 0.0f);
    EXPECT_EQ(field.at(100, 150), 1.0f);
    EXPECT_EQ(field.at(100, 142), 1.0f);
    EXPECT_EQ(field.at(100, 159), 1.0f);
    EXPECT_EQ(field.at(100, 138), 0.0f);
    EXPECT_EQ(field.at(100, 163), 0.0f);
}

TEST(Sine, IsTheModeOfTheFixedWalls) {
    InitialFieldSpec spec;
    spec.name = "sine";
    spec.mode_p = 3;
    spec.mode_q = 2;
    spec.amplitude = 0.5;
    const Field field = make_initial_field({33, 17}, spec, no_walls);
    const double pi = std::numbers::pi;
    EXPECT_NEAR(field.at(5, 7), 0.5 * std::sin(3 * pi * 7 / 32) * std::sin(2 * pi * 5 / 16), 1e-7);
    spec.mode_p = 32;
    EXPECT_EQ(refusal([&] {
                  make_initial_field({33, 17}, spec, no_walls);
              }),
              "--mode 32,2: on the grid 33x17 P lies between 1 and 31, Q between 1 and 15");
    spec.mode_p = 0;
    EXPECT_CONTAINS(refusal([&] { make_initial_field({33, 17}, spec, no_walls); }), "--mode 0,2");
    EXPECT_CONTAINS(refusal([] { make({2, 2}, "sine"); }), "no interior");
}

TEST(Sine, IsTheWaveOfItsBoundaries) {
    InitialFieldSpec spec;
    spec.name = "sine";
    spec.mode_p = 4;
    spec.mode_q = 3;
    const double pi = std::numbers::pi;
    const Field closed =
        make_initial_field({16, 9}, spec, std::nullopt, Boundaries::all(BoundaryKind::insulated));
    EXPECT_NEAR(closed.at(0, 15), std::cos(3 * pi * 15.5 / 16) * std::cos(2 * pi * 0.5 / 9), 1e-7);
    const Field wrapped =
        make_initial_field({16, 9}, spec, std::nullopt, Boundaries::all(BoundaryKind::periodic));
    EXPECT_NEAR(wrapped.at(5, 0), std::sin(2 * pi * 5 / 9), 1e-7);
    // All cells of the axis are updated, so there is a wave for each.
    spec.mode_p = 16;
    make_initial_field({16, 9}, spec, std::nullopt, Boundaries::all(BoundaryKind::insulated));
    spec.mode_p = 17;
    EXPECT_CONTAINS(refusal([&] {
                        make_initial_field({16, 9}, spec, std::nullopt,
                                           Boundaries::all(BoundaryKind::insulated));
                    }),
                    "P lies between 1 and 16, Q between 1 and 9");
}

TEST(InitialFields, LeaveFreeSidesToTheirShape) {
    InitialFieldSpec spec;
    spec.name = "checkerboard";
    constexpr BoundaryKind open = BoundaryKind::insulated;
    const Field field = make_initial_field({5, 4}, spec, Walls{7, 7, 7, 7},
                                           {.top = open, .right = open, .left = open});
    EXPECT_EQ(field.at(0, 0), 1.0f);
    EXPECT_EQ(field.at(1, 0), -1.0f);
    EXPECT_EQ(field.at(2, 4), 1.0f);
    EXPECT_EQ(field.at(3, 4), 7.0f);
    EXPECT_CONTAINS(
        refusal([&] {
            make_initial_field({5, 4}, spec, std::nullopt, {.top = BoundaryKind::periodic});
        }),
        "--boundary periodic,dirichlet");
}

TEST(Random, IsSplitMix64OnEveryMachine) {
    // Of SplitMix64 from seed 1234567: its published test sequence.
    constexpr std::uint64_t fifth_output = 16408922859458223821u;
    InitialFieldSpec spec;
    spec.name = "random";
    spec.seed = 1234567;
    // Output k belongs to cell k: on a grid of width 3 cell 4 is the middle one.
    const Field small = make_initial_field({3, 3}, spec, no_walls);
    EXPECT_EQ(small.at(1, 1), static_cast<float>(fifth_output >> 40) * 0x1p-24f);
}

TEST(Random, IsUniformAndFollowsItsSeed) {
    InitialFieldSpec spec;
    spec.name = "random";
    const Field one = make_initial_field({512, 512}, spec, no_walls);
    spec.seed = 2;
    const Field two = make_initial_field({512, 512}, spec, no_walls);
    EXPECT_NE(one.at(100, 100), two.at(100, 100));
    // Mean of 510^2 numbers in [0, 1): 1/2 within five standard deviations, 0.2887 / 510 each.
    EXPECT_NEAR(sum_of(one) / (510.0 * 510.0), 0.5, 5 * 0.2887 / 510);
}

TEST(Checkerboard, AlternatesInTheInteriorOnly) {
    const Field field = make({5, 4}, "checkerboard", std::nullopt);
    EXPECT_EQ(field.at(1, 1), 1.0f);
    EXPECT_EQ(field.at(1, 2), -1.0f);
    EXPECT_EQ(field.at(2, 1), -1.0f);
    EXPECT_EQ(field.at(0, 0), 0.0f);
    EXPECT_EQ(sum_of(field), 0.0);
}

TEST(Amplitude, ScalesAndIsChecked) {
    for (const char* name : {"square-ring-stroke", "hot-square", "gaussian", "hot-pixel", "ring",
                             "sine", "random", "checkerboard"}) {
        InitialFieldSpec spec;
        spec.name = name;
        const Field plain = make_initial_field({40, 30}, spec, no_walls);
        spec.amplitude = -4.0;
        const Field scaled = make_initial_field({40, 30}, spec, no_walls);
        for (std::size_t i = 0; i < plain.cells().size(); ++i) {
            ASSERT_EQ(scaled.cells()[i], -4.0f * plain.cells()[i]) << name << " " << i;
        }
        spec.amplitude = 1e39;
        EXPECT_CONTAINS(refusal([&] {
                            make_initial_field({4, 4}, spec, no_walls);
                        }),
                        "--amplitude 1e+39");
        spec.amplitude = NAN;
        EXPECT_CONTAINS(refusal([&] {
                            make_initial_field({4, 4}, spec, no_walls);
                        }),
                        "--amplitude nan");
    }
}

TEST(MakeInitialField, RefusesAnImpossibleGrid) {
    EXPECT_CONTAINS(refusal([] { make({0, 3}, "ring"); }), "--grid 0x3");
}

}  // namespace
}  // namespace heatlab
