#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/cpu/cpu_simulation.h"
#include "sim/initial_field.h"
#include "sim/reference.h"
#include "sim/rounded_cell.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab {
namespace {

using enum BoundaryKind;
using test::random_field;
using test::run;
using test::same_field;
using test::simulation_of;

constexpr Boundaries all_insulated{insulated, insulated, insulated, insulated};
constexpr Boundaries all_periodic{periodic, periodic, periodic, periodic};

ValueLimits one_percent_beyond(const Field& initial) {
    const auto [low, high] = std::ranges::minmax(initial.cells());
    const float margin = 0.01f * (high - low);
    return {low - margin, high + margin};
}

/// The finite cell that is furthest outside, by trying all.
std::optional<ExtremeCell> furthest_outside(const Field& field, const ValueLimits& limits) {
    std::optional<ExtremeCell> furthest;
    double distance = 0;
    for (int row = 0; row < field.size().height; ++row) {
        for (int col = 0; col < field.size().width; ++col) {
            const float u = field.at(row, col);
            const double outside =
                std::max(double{u} - double{limits.high}, double{limits.low} - double{u});
            if (!std::isfinite(u) || !(outside > distance))
                continue;
            distance = outside;
            furthest = {u, {row, col}};
        }
    }
    return furthest;
}

std::optional<LimitCrossing> expected_crossing(const Field& initial, double r,
                                               const Boundaries& boundaries, std::int64_t steps,
                                               const ValueLimits& limits) {
    Field field = initial.clone();
    for (std::int64_t step = 1; step <= steps; ++step) {
        field = advance_cell_by_cell(field, StepRatio::from(r), 1, boundaries);
        if (const auto furthest = furthest_outside(field, limits))
            return LimitCrossing{step, *furthest};
    }
    return std::nullopt;
}

void expect_crossing(const std::optional<LimitCrossing>& found,
                     const std::optional<LimitCrossing>& expected) {
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found)
        return;
    EXPECT_EQ(found->step, expected->step);
    EXPECT_EQ(found->extreme.value, expected->extreme.value);
    EXPECT_EQ(found->extreme.cell, expected->extreme.cell);
}

Field field_named(const char* name, GridSize grid) {
    InitialFieldSpec spec;
    spec.name = name;
    return make_initial_field(grid, spec, Walls{});
}

TEST(CpuWatch, FindsTheOvershootOfKnownStarts) {
    struct Case {
        const char* field;
        double r;
        std::int64_t step;
    };
    // Steps computed elsewhere, in float32 and independently of this program.
    for (const Case& known : {Case{"hot-square", 0.26, 55}, Case{"hot-square", 0.30, 7},
                              Case{"hot-square", 0.50, 2}, Case{"hot-pixel", 0.26, 1}}) {
        const Field initial = field_named(known.field, {256, 256});
        const ValueLimits limits = one_percent_beyond(initial);
        auto simulation = simulation_of(initial, known.r, "tiled");
        const BatchReport report = run(*simulation, {.steps = 100, .watch = limits});
        ASSERT_TRUE(report.crossing) << known.field << known.r;
        EXPECT_NEAR(static_cast<double>(report.crossing->step), static_cast<double>(known.step), 3);
        EXPECT_TRUE(report.watched);
        expect_crossing(report.crossing, expected_crossing(initial, known.r, {}, 100, limits));
    }
    const Field initial = field_named("hot-square", {256, 256});
    auto simulation = simulation_of(initial, 0.25, "tiled");
    const BatchReport report =
        run(*simulation, {.steps = 400, .watch = one_percent_beyond(initial)});
    EXPECT_FALSE(report.crossing);
    EXPECT_TRUE(report.watched);
    EXPECT_EQ(report.step, 400);
}

class CpuWatchKernel : public testing::TestWithParam<std::tuple<const char*, int>> {
protected:
    static const char* kernel() { return std::get<0>(GetParam()); }
    static std::unique_ptr<Simulation> simulation(const Field& initial, double r) {
        return simulation_of(initial, r, kernel(), std::get<1>(GetParam()));
    }
};

INSTANTIATE_TEST_SUITE_P(All, CpuWatchKernel,
                         testing::Combine(testing::Values("global", "tiled", "two_step",
                                                          "wavefront"),
                                          testing::Values(1, 3)),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param)) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST_P(CpuWatchKernel, EndsWithTheFieldOfAnUnwatchedRun) {
    for (const double r : {0.26, 0.30}) {
        const Field initial = field_named("hot-square", {260, 250});
        const ValueLimits limits = one_percent_beyond(initial);
        auto watched = simulation(initial, r);
        auto free = simulation(initial, r);
        // The crossing lies within the first batch at 0.30, and between others at 0.26.
        std::optional<LimitCrossing> crossing;
        for (const std::int64_t steps : {20, 13, 1, 40, 7}) {
            const BatchReport report = run(*watched, {.steps = steps, .watch = limits});
            EXPECT_EQ(report.steps, steps);
            EXPECT_EQ(report.kernel->name, kernel());
            if (report.crossing && !crossing)
                crossing = report.crossing;
            run_steps(*free, steps);
            ASSERT_EQ(watched->step(), free->step());
            ASSERT_EQ(report.step, free->step());
            ASSERT_TRUE(same_field(watched->read_back(), free->read_back())) << r << " " << steps;
        }
        expect_crossing(crossing, expected_crossing(initial, r, {}, 81, limits));
    }
}

TEST_P(CpuWatchKernel, WatchesGridsPastTheCaches) {
    const Field initial = field_named("hot-square", {2500, 1900});
    const ValueLimits limits = one_percent_beyond(initial);
    auto watched = simulation(initial, 0.3);
    const BatchReport report = run(*watched, {.steps = 9, .watch = limits});
    expect_crossing(report.crossing, expected_crossing(initial, 0.3, {}, 9, limits));
    ASSERT_TRUE(report.crossing);
    EXPECT_EQ(report.crossing->step, 7);
    EXPECT_TRUE(
        same_field(watched->read_back(), advance_cell_by_cell(initial, StepRatio::from(0.3), 9)));
}

TEST(CpuWatch, FollowsEveryBoundary) {
    int crossings = 0;
    for (const GridSize grid : {GridSize{1, 1}, {1, 7}, {9, 2}, {33, 31}, {90, 17}}) {
        const Field initial = random_field(grid);
        for (const Boundaries& boundaries :
             {Boundaries{}, all_insulated, all_periodic,
              Boundaries{insulated, periodic, dirichlet, periodic}}) {
            for (const char* kernel : {"global", "tiled"}) {
                auto simulation = simulation_of(initial, 0.3, kernel);
                simulation->set_boundaries(boundaries);
                const ValueLimits limits = one_percent_beyond(initial);
                const BatchReport report = run(*simulation, {.steps = 60, .watch = limits});
                expect_crossing(report.crossing,
                                expected_crossing(initial, 0.3, boundaries, 60, limits));
                crossings += report.crossing.has_value();
            }
        }
    }
    EXPECT_GT(crossings, 8);
}

/// A watched run of float64: every kernel, alone and in a team.
class CpuWatchFloat64 : public testing::TestWithParam<std::tuple<const char*, int>> {
protected:
    static constexpr CellType float64 = CellType::float64;

    static std::unique_ptr<Simulation> simulation(const Field64& initial, StepRatio r,
                                                  const Boundaries& boundaries = {}) {
        const auto [kernel, threads] = GetParam();
        auto made = make_cpu_simulation(initial.size(), {.type = float64, .threads = threads});
        made->set_kernel(find_kernel(kernel, BackendKind::cpu, 2, float64));
        made->set_boundaries(boundaries);
        made->set_step_ratio(r);
        made->load_float64(initial, 0);
        return made;
    }
    /// By a plain search: a step, then all cells as they are seen, one after the other.
    static std::optional<LimitCrossing> searched(const Field64& initial, StepRatio r,
                                                 const Boundaries& boundaries, std::int64_t steps,
                                                 const ValueLimits& limits) {
        Field64 field = initial.clone();
        for (std::int64_t step = 1; step <= steps; ++step) {
            field = advance_cell_by_cell(field, r, 1, boundaries);
            Field seen(field.size());
            std::ranges::transform(field.cells(), seen.cells().begin(), rounded_cell);
            if (const auto furthest = furthest_outside(seen, limits))
                return LimitCrossing{step, *furthest};
        }
        return std::nullopt;
    }
};

INSTANTIATE_TEST_SUITE_P(All, CpuWatchFloat64,
                         testing::Combine(testing::Values("global", "tiled", "two_step"),
                                          testing::Values(1, 3)),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param)) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST_P(CpuWatchFloat64, FindsTheStepOfAPlainSearchAndGoesOn) {
    const auto limits_of = [](const Field64& initial) {
        return one_percent_beyond(rounded(initial));
    };
    InitialFieldSpec square;
    square.name = "hot-square";
    const Field64 large = make_initial_field<double>({260, 250}, square, Walls{});
    for (const double ratio : {0.26, 0.3}) {
        const StepRatio r = StepRatio::from(ratio, 2, float64);
        const auto watched = simulation(large, r);
        std::optional<LimitCrossing> crossing;
        for (const std::int64_t steps : {20, 13, 1, 40, 7}) {
            const BatchReport report =
                run(*watched, {.steps = steps, .publish = false, .watch = limits_of(large)});
            EXPECT_EQ(report.steps, steps);
            EXPECT_TRUE(report.watched);
            if (!crossing)
                crossing = report.crossing;
        }
        ASSERT_TRUE(crossing);
        expect_crossing(crossing, searched(large, r, {}, 81, limits_of(large)));
        EXPECT_FALSE(
            first_difference(watched->read_back_float64(), advance_cell_by_cell(large, r, 81)));
    }
    const bool sides = std::string(std::get<0>(GetParam())) != "two_step";
    int crossings = 0;
    for (const GridSize grid : {GridSize{1, 1}, {1, 7}, {9, 2}, {33, 31}, {90, 17}}) {
        Field64 initial(grid);
        draw_random(initial, 1.0 / 3, 2);
        for (const Boundaries& boundaries : {Boundaries{}, all_insulated, all_periodic}) {
            if (!sides && !(boundaries == Boundaries{}))
                continue;
            const StepRatio r = StepRatio::from(0.3, 2, float64);
            const BatchReport report =
                run(*simulation(initial, r, boundaries),
                    {.steps = 60, .publish = false, .watch = limits_of(initial)});
            expect_crossing(report.crossing,
                            searched(initial, r, boundaries, 60, limits_of(initial)));
            crossings += report.crossing.has_value();
        }
    }
    EXPECT_GT(crossings, 1);
}

TEST(CpuWatch, OfEqualCellsNamesTheFirst) {
    // Four cells around the centre of a symmetric field; above and below by the same.
    Field initial({40, 30});
    initial.at(10, 10) = 1;
    initial.at(20, 20) = -1;
    const ValueLimits limits{-0.2f, 0.2f};
    auto simulation = simulation_of(initial, 0.5, "global");
    BatchReport report = run(*simulation, {.steps = 1, .watch = limits});
    expect_crossing(report.crossing, LimitCrossing{1, {-1.0f, {10, 10}}});
    expect_crossing(report.crossing, expected_crossing(initial, 0.5, {}, 1, limits));
    initial.at(10, 10) = 0;
    initial.at(20, 20) = 0;
    initial.at(15, 12) = 1;
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.25));
    report = run(*simulation, {.steps = 1, .watch = limits});
    expect_crossing(report.crossing, LimitCrossing{1, {0.25f, {14, 12}}});
}

TEST(CpuWatch, FixedCellsAndCellsThatAreNotFinite) {
    // A wall outside the limits is so at the first step.
    Field initial({40, 30}, 0.5f);
    initial.at(29, 7) = 3;
    const ValueLimits limits{0.25f, 1};  // without the 0 of the padding beside the cells
    auto simulation = simulation_of(initial, 0.1, "tiled");
    expect_crossing(run(*simulation, {.steps = 5, .watch = limits}).crossing,
                    LimitCrossing{1, {3, {29, 7}}});
    expect_crossing(run(*simulation, {.steps = 5, .watch = limits}).crossing,
                    LimitCrossing{6, {3, {29, 7}}});
    EXPECT_FALSE(run(*simulation, {.steps = 0, .watch = limits}).crossing);

    // NaN and infinity are no values.
    initial.at(29, 7) = 0.5f;
    initial.at(0, 5) = std::numeric_limits<float>::infinity();
    initial.at(15, 15) = NAN;
    simulation->load(initial, 0);
    EXPECT_FALSE(run(*simulation, {.steps = 3, .watch = limits}).crossing);

    // Nothing changes at all.
    Field ring({2, 9}, 0.5f);
    ring.at(8, 1) = -1;
    auto still = simulation_of(ring, 0.1, "tiled");
    const BatchReport report = run(*still, {.steps = 4, .watch = limits});
    expect_crossing(report.crossing, LimitCrossing{1, {-1, {8, 1}}});
    EXPECT_EQ(report.step, 4);
}

TEST(CpuWatch, ACopyDoesNotAdvance) {
    const Field initial = random_field({40, 30});
    auto simulation = simulation_of(initial, 0.3, "copy");
    const BatchReport report = run(*simulation, {.steps = 3, .watch = ValueLimits{2, 3}});
    EXPECT_FALSE(report.crossing);
    EXPECT_EQ(report.step, 0);
    EXPECT_EQ(report.launches, 3);
    EXPECT_TRUE(same_field(simulation->read_back(), initial));
}

}  // namespace
}  // namespace heatlab
