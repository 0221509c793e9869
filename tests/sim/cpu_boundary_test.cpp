#include <cmath>
#include <numeric>

#include "sim/cpu/cpu_simulation.h"
#include "sim/reference.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/test_support.h"

// What run_check does not cover: many threads, grids past the caches, conservation, waves in closed
// form, and the calls between steps.

namespace heatlab {
namespace {

using enum BoundaryKind;
using test::random_field;
using test::refusal;
using test::run;
using test::same_field;
using test::simulation_of;

constexpr Boundaries all_insulated{insulated, insulated, insulated, insulated};
constexpr Boundaries all_periodic{periodic, periodic, periodic, periodic};

std::unique_ptr<Simulation> bounded(const Field& initial, double r, const Boundaries& boundaries,
                                    const char* kernel = "tiled", int threads = 2) {
    auto simulation = simulation_of(initial, r, kernel, threads);
    simulation->set_boundaries(boundaries);
    return simulation;
}

double sum_of(const Field& field) {
    return std::accumulate(field.cells().begin(), field.cells().end(), 0.0);
}

class CpuSides : public testing::TestWithParam<std::tuple<const char*, int>> {
protected:
    static Field after(const Field& initial, double r, const Boundaries& boundaries,
                       std::int64_t steps) {
        auto simulation =
            bounded(initial, r, boundaries, std::get<0>(GetParam()), std::get<1>(GetParam()));
        run_steps(*simulation, steps);
        return simulation->read_back();
    }
};

INSTANTIATE_TEST_SUITE_P(
    All, CpuSides, testing::Combine(testing::Values("global", "tiled"), testing::Values(1, 2, 3)),
    [](const auto& test) {
        return std::string(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
    });

TEST_P(CpuSides, FollowTheUpdateOnLargeGridsToo) {
    const Boundaries mixed{insulated, periodic, dirichlet, periodic};
    // The last one is past the caches, where results are written around them.
    for (const GridSize grid : {GridSize{700, 300}, GridSize{16, 4000}, GridSize{2500, 1900}}) {
        const Field initial = random_field(grid);
        for (const Boundaries& boundaries : {all_insulated, all_periodic, mixed}) {
            ASSERT_TRUE(
                same_field(after(initial, 0.26, boundaries, 3),
                           advance_cell_by_cell(initial, StepRatio::from(0.26), 3, boundaries)))
                << boundaries_text(boundaries) << " " << grid.width;
        }
    }
}

TEST_P(CpuSides, KeepTheHeatThatNothingLetsOut) {
    for (const Boundaries& boundaries :
         {all_insulated, all_periodic, Boundaries{insulated, periodic, insulated, periodic}}) {
        const Field initial = random_field({301, 200});
        const Field field = after(initial, 0.25, boundaries, 200);
        // A step rounds each cell by less than 4 units of 2^-24; the signs are as good as random.
        const double tolerance = 10 * 4 * 0x1p-24 * std::sqrt(200.0 * 301 * 200);
        EXPECT_NEAR(sum_of(field), sum_of(initial), tolerance) << boundaries_text(boundaries);
        const auto [low, high] = std::ranges::minmax(field.cells());
        EXPECT_LT(high - low, 0.5f) << "nothing moved: the sum shows nothing";
    }
    // The test can tell: heat leaves through one fixed side.
    const Field initial({301, 200}, 1.0f);
    Field cold = initial.clone();
    for (float& u : cold.row(0))
        u = 0;
    const Boundaries leak{dirichlet, insulated, insulated, insulated};
    EXPECT_LT(sum_of(after(cold, 0.25, leak, 200)), sum_of(cold) - 1000);
}

TEST_P(CpuSides, KeepAConstantFieldToTheBit) {
    const Field constant({130, 67}, 0.3f);
    EXPECT_TRUE(same_field(after(constant, 0.25, all_insulated, 25), constant));
    EXPECT_TRUE(same_field(after(constant, 0.25, all_periodic, 25), constant));
}

/// cos(angle (cell + shift)) in both directions.
Field cosine_field(GridSize grid, double angle_x, double angle_y, double shift) {
    Field field(grid);
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            field.at(row, col) = static_cast<float>(std::cos(angle_x * (col + shift)) *
                                                    std::cos(angle_y * (row + shift)));
        }
    }
    return field;
}

TEST_P(CpuSides, DampCosinesByTheirFactor) {
    const GridSize grid{48, 37};
    constexpr double pi = 3.14159265358979323846;
    const double r = StepRatio::from(0.24).value();
    const auto factor = [&](double x, double y) {
        return 1 - 4 * r * (std::pow(std::sin(x / 2), 2) + std::pow(std::sin(y / 2), 2));
    };
    struct Case {
        Boundaries boundaries;
        double x, y, shift;
    };
    const std::vector<Case> cases = {
        {all_insulated, 5 * pi / 48, 3 * pi / 37, 0.5},
        {all_insulated, 47 * pi / 48, 36 * pi / 37, 0.5},
        {all_periodic, 2 * pi * 7 / 48, 2 * pi * 2 / 37, 0},
        {all_periodic, pi, 2 * pi * 18 / 37, 0},
    };
    for (const Case& wave : cases) {
        const Field initial = cosine_field(grid, wave.x, wave.y, wave.shift);
        const Field field = after(initial, 0.24, wave.boundaries, 9);
        const double expected = std::pow(factor(wave.x, wave.y), 9);
        for (int row = 0; row < grid.height; ++row) {
            for (int col = 0; col < grid.width; ++col) {
                ASSERT_NEAR(field.at(row, col), expected * initial.at(row, col),
                            reference_tolerance(10, 1.0))
                    << wave.x << " " << row << " " << col;
            }
        }
    }
}

TEST_P(CpuSides, FlushDenormals) {
    // Heat of one corner cell runs along the sides: denormal from about 75 cells on.
    Field initial({200, 190});
    initial.at(0, 0) = 1;
    for (const Boundaries& boundaries : {all_insulated, all_periodic}) {
        const Field field = after(initial, 0.1, boundaries, 90);
        int tiny = 0;
        for (int i = 0; i < 190; ++i) {
            for (const float u : {field.at(i, 0), field.at(0, i)}) {
                ASSERT_NE(std::fpclassify(u), FP_SUBNORMAL);
                tiny += u != 0.0f && std::abs(u) < 1e-36f;
            }
        }
        EXPECT_GT(tiny, 0) << "no cell came near the denormal range: the test shows nothing";
        EXPECT_TRUE(
            same_field(field, advance_cell_by_cell(initial, StepRatio::from(0.1), 90, boundaries)));
    }
}

TEST_P(CpuSides, LetNanAroundAPeriodicGridAndAlongInsulatedSides) {
    Field initial({40, 30});
    initial.at(0, 0) = NAN;
    for (const int steps : {1, 3}) {
        const Field around = after(initial, 0.2, all_periodic, steps);
        const Field along = after(initial, 0.2, all_insulated, steps);
        for (int row = 0; row < 30; ++row) {
            for (int col = 0; col < 40; ++col) {
                const int distance = std::min(row, 30 - row) + std::min(col, 40 - col);
                ASSERT_EQ(std::isnan(around.at(row, col)), distance <= steps) << row << " " << col;
                ASSERT_EQ(std::isnan(along.at(row, col)), row + col <= steps) << row << " " << col;
            }
        }
    }
}

TEST(CpuBoundaries, SwitchBetweenStepsAndKeepTheField) {
    const Field initial = random_field({61, 45});
    auto simulation = bounded(initial, 0.26, all_periodic, "global");
    Field expected = initial.clone();
    const StepRatio r = StepRatio::from(0.26);
    // Odd numbers of steps, so that each of the two buffers is the newer one at some switch.
    const Boundaries corner{dirichlet, dirichlet, insulated, insulated};
    for (const Boundaries& boundaries :
         {all_periodic, Boundaries{}, all_insulated, corner, Boundaries{}, all_periodic}) {
        simulation->set_boundaries(boundaries);
        EXPECT_TRUE(same_field(simulation->read_back(), expected));
        for (const int steps : {1, 2}) {
            run_steps(*simulation, steps);
            expected = advance_cell_by_cell(expected, r, steps, boundaries);
            ASSERT_TRUE(same_field(simulation->read_back(), expected))
                << boundaries_text(boundaries);
        }
    }
}

TEST(CpuBoundaries, ASideThatBecomesFixedKeepsItsValuesWithEveryKernel) {
    const Field initial = random_field({300, 200});
    const StepRatio r = StepRatio::from(0.26);
    const Field once = advance_cell_by_cell(initial, r, 1, all_insulated);
    for (const char* kernel : {"global", "tiled", "two_step", "wavefront"}) {
        auto simulation = bounded(initial, 0.26, all_insulated);
        run_steps(*simulation, 1);
        simulation->set_boundaries({});
        simulation->set_kernel(find_kernel(kernel, BackendKind::cpu));
        run_steps(*simulation, 37);
        EXPECT_TRUE(same_field(simulation->read_back(), advance_cell_by_cell(once, r, 37)))
            << kernel;
    }
}

TEST(CpuBoundaries, CopyAndCheckpointsKeepTheSides) {
    const Field initial = random_field({50, 40});
    const StepRatio r = StepRatio::from(0.24);
    auto simulation = bounded(initial, 0.24, all_insulated);
    run_steps(*simulation, 3);
    const Field later = advance_cell_by_cell(initial, r, 3, all_insulated);
    simulation->checkpoint();
    simulation->set_kernel(find_kernel("copy", BackendKind::cpu));
    run_steps(*simulation, 3);
    EXPECT_TRUE(same_field(simulation->read_back(), later));
    simulation->measure_copy_bandwidth();
    simulation->set_kernel(find_kernel("global", BackendKind::cpu));
    run_steps(*simulation, 2);
    EXPECT_TRUE(
        same_field(simulation->read_back(), advance_cell_by_cell(initial, r, 5, all_insulated)));
    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_TRUE(same_field(simulation->read_back(), later));
    run_steps(*simulation, 1);
    EXPECT_TRUE(
        same_field(simulation->read_back(), advance_cell_by_cell(initial, r, 4, all_insulated)));
}

TEST(CpuBoundaries, WallsAreWrittenAlongFixedSidesOnly) {
    const Field initial({9, 7}, 0.5f);
    const Walls walls{1, 2, 3, 4};
    const auto cells_after = [&](const Boundaries& boundaries) {
        auto simulation = bounded(initial, 0.2, boundaries);
        simulation->set_walls(walls);
        return simulation->read_back();
    };
    EXPECT_TRUE(same_field(cells_after(all_insulated), initial));
    EXPECT_TRUE(same_field(cells_after(all_periodic), initial));

    const Field field = cells_after({insulated, dirichlet, dirichlet, insulated});
    for (int row = 0; row < 7; ++row) {
        for (int col = 0; col < 9; ++col) {
            const float expected = row == 6 ? 3.0f : col == 8 ? 2.0f : 0.5f;
            EXPECT_EQ(field.at(row, col), expected) << row << " " << col;
        }
    }
    EXPECT_EQ(cells_after({insulated, insulated, insulated, dirichlet}).at(0, 0), 4.0f);
    EXPECT_EQ(cells_after({dirichlet, insulated, insulated, insulated}).at(0, 0), 1.0f);
}

TEST(CpuBoundaries, TheBrushReachesCellsThatAreNotFixed) {
    const Field initial({20, 18});
    const BrushDab everywhere{.row0 = 9, .col0 = 9, .row1 = 9, .col1 = 9, .radius = 99, .value = 2};
    const auto painted = [&](const Boundaries& boundaries) {
        auto simulation = bounded(initial, 0.2, boundaries);
        simulation->paint(everywhere);
        return simulation->read_back();
    };
    EXPECT_TRUE(same_field(painted(all_insulated), Field({20, 18}, 2.0f)));
    EXPECT_TRUE(same_field(painted(all_periodic), Field({20, 18}, 2.0f)));
    const Field field = painted({dirichlet, insulated, insulated, dirichlet});
    EXPECT_EQ(field.at(0, 10), 0.0f);
    EXPECT_EQ(field.at(10, 0), 0.0f);
    EXPECT_EQ(field.at(0, 19), 0.0f);
    EXPECT_EQ(field.at(1, 1), 2.0f);
    EXPECT_EQ(field.at(17, 19), 2.0f);
    EXPECT_EQ(sum_of(field), 2.0 * 19 * 17);
}

TEST(CpuBoundaries, AreRefusedWhereTheyMakeNoSense) {
    auto simulation = make_cpu_simulation({16, 16});
    EXPECT_CONTAINS(refusal([&] {
                        simulation->set_boundaries({periodic, dirichlet, insulated, dirichlet});
                    }),
                    "--boundary periodic,dirichlet,insulated,dirichlet: a periodic side");
    simulation->set_kernel(find_kernel("two_step", BackendKind::cpu));
    EXPECT_CONTAINS(refusal([&] { simulation->set_boundaries(all_insulated); }),
                    "--boundary insulated: the kernel two_step keeps fixed walls only");
    simulation->set_boundaries({});
    simulation->set_kernel(find_kernel("global", BackendKind::cpu));
    simulation->set_boundaries(all_periodic);
    EXPECT_CONTAINS(
        refusal([&] { simulation->set_kernel(find_kernel("wavefront", BackendKind::cpu)); }),
        "--kernel wavefront: keeps fixed walls only, and the boundary is periodic");
    // What was refused changed nothing.
    const Field initial = random_field({16, 16});
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    run_steps(*simulation, 1);
    EXPECT_TRUE(same_field(simulation->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(0.2), 1, all_periodic)));
}

}  // namespace
}  // namespace heatlab
