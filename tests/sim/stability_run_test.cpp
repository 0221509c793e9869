#include "sim/stability_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "sim/initial_field.h"
#include "sim/reference.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::refusal;

constexpr BoundaryKind fixed = BoundaryKind::dirichlet;
constexpr BoundaryKind insulated = BoundaryKind::insulated;
constexpr BoundaryKind periodic = BoundaryKind::periodic;

Field start(GridSize grid, const char* name, const Boundaries& boundaries = {}) {
    InitialFieldSpec spec;
    spec.name = name;
    return make_initial_field(grid, spec, std::nullopt, boundaries);
}

StabilityRun run_from(const Field& field, StabilityRunRequest request) {
    const auto simulation = make_cpu_simulation(field.size(), {.threads = 2});
    return run_stability(*simulation, field, request);
}

/// Step by step, cell by cell: the first step with a value that is no number.
std::int64_t first_non_finite_step(Field64 field, StepRatio r) {
    for (std::int64_t step = 1;; ++step) {
        field = advance_cell_by_cell(field, r, 1);
        for (const double value : field.cells())
            if (!std::isfinite(value))
                return step;
    }
}

// Beyond float32's range the field is read as float32's largest number, of which nothing must be
// measured: the growth is that of the steps before.
TEST(StabilityRunOfFloat64, GoesOnToTheEndOfItsOwnRangeWithTheGrowthOfTheWave) {
    const GridSize grid{32, 24};
    InitialFieldSpec spec;
    spec.name = "checkerboard";
    const Field64 initial = make_initial_field<double>(grid, spec, Walls{});
    const StepRatio r = StepRatio::from(0.3, 2, CellType::float64);
    const auto simulation = make_cpu_simulation(grid, {.type = CellType::float64, .threads = 2});
    const StabilityRun run =
        run_stability(*simulation, initial, {.r = r, .steps = 5000, .keep_trace = true});
    ASSERT_TRUE(run.first_non_finite_step);
    EXPECT_EQ(*run.first_non_finite_step, first_non_finite_step(initial.clone(), r));
    const auto half_sine = [](int mode, int cells) {
        return std::pow(std::sin(std::numbers::pi * mode / (2.0 * (cells - 1))), 2);
    };
    const double g = std::abs(1 - 4 * 0.3 * (half_sine(30, 32) + half_sine(22, 24)));
    EXPECT_NEAR(run.growth_measured.value(), g, 1e-4);
    EXPECT_NEAR(static_cast<double>(*run.first_non_finite_step),
                1022 * std::numbers::ln2 / std::log(g), 12);
    // Seen of the last steps is that they are beyond, and no wave.
    const TracePoint& last = run.trace[run.trace.size() - 2];
    EXPECT_TRUE(last.finite);
    EXPECT_EQ(last.maximum, std::numeric_limits<float>::max());
    EXPECT_TRUE(std::isnan(last.wave_amplitude));
    // The forecast of its own type comes true.
    const TracePoint& early = run.trace[100];
    const GrowthPrediction forecast =
        predict_growth(run.stability, early, grid.cells(), -1, 1, CellType::float64);
    EXPECT_NEAR(*forecast.steps_to_overflow + 100, static_cast<double>(*run.first_non_finite_step),
                12);
}

struct Known {
    const char* name;
    double r;
    int overshoot;
    int non_finite;
};

class KnownRun : public testing::TestWithParam<Known> {};

// 256 x 256, zero walls; computed with another program in float32.
TEST_P(KnownRun, OvershootsAndOverflowsWhenItShould) {
    const Known& known = GetParam();
    const StabilityRun run = run_from(start({256, 256}, known.name),
                                      {.r = StepRatio::from(known.r), .keep_trace = true});
    ASSERT_TRUE(run.first_overshoot_step && run.first_non_finite_step);
    const auto allowed = [&](int step) { return std::max(3.0, 0.01 * step); };
    // The Gaussian grows from rounding alone, which another order of operations changes.
    const bool gaussian = std::string(known.name) == "gaussian";
    EXPECT_NEAR(static_cast<double>(*run.first_overshoot_step), known.overshoot,
                gaussian ? 0.1 * known.overshoot : allowed(known.overshoot));
    EXPECT_NEAR(static_cast<double>(*run.first_non_finite_step), known.non_finite,
                gaussian ? 0.1 * known.non_finite : allowed(known.non_finite));
    EXPECT_EQ(run.steps, *run.first_non_finite_step);
    ASSERT_EQ(std::ssize(run.trace), run.steps + 1);
    EXPECT_FALSE(run.trace.back().finite);
    EXPECT_TRUE(std::isnan(run.trace.back().largest_magnitude));
    EXPECT_EQ(run.largest_magnitude, run.trace[run.trace.size() - 2].largest_magnitude);
    EXPECT_GT(run.largest_magnitude, 0x1p122);
}

TEST_P(KnownRun, IsPredictedFromItsFastestWave) {
    const Known& known = GetParam();
    const Field field = start({256, 256}, known.name);
    const StabilityRun run = run_from(field, {.r = StepRatio::from(known.r), .keep_trace = true});
    const TracePoint& first = run.trace.front();
    const auto predicted = [&](std::int64_t step) {
        const TracePoint& now = run.trace[static_cast<std::size_t>(step)];
        return predict_growth(run.stability, now, field.size().cells(), first.minimum,
                              first.maximum);
    };
    // From the start on: late by 15 % at most.
    const GrowthPrediction early = predicted(0);
    EXPECT_GT(early.steps_to_overflow.value(), 0.98 * known.non_finite);
    EXPECT_LT(early.steps_to_overflow.value(), 1.15 * known.non_finite + 1);
    if (std::string(known.name) == "gaussian") {
        EXPECT_GT(early.steps_to_overshoot.value(), 0.98 * known.overshoot);
        EXPECT_LT(early.steps_to_overshoot.value(), 1.2 * known.overshoot);
    }
    // Never before it is certain.
    EXPECT_GT(known.non_finite,
              certainly_finite_steps(StepRatio::from(known.r), first.largest_magnitude));
    // Once it is outside its range, and as long as it is finite.
    for (std::int64_t step = *run.first_overshoot_step; step < *run.first_non_finite_step - 1;
         ++step) {
        const GrowthPrediction now = predicted(step);
        ASSERT_EQ(now.steps_to_overshoot, 0.0) << step;
        ASSERT_NEAR(static_cast<double>(step) + now.steps_to_overflow.value(), known.non_finite,
                    0.07 * known.non_finite + 1)
            << step;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Starts, KnownRun,
    testing::Values(Known{"gaussian", 0.26, 232, 1411}, Known{"hot-square", 0.26, 55, 1262},
                    Known{"hot-pixel", 0.26, 1, 1243}, Known{"gaussian", 0.30, 47, 320},
                    Known{"hot-square", 0.30, 7, 285}, Known{"hot-pixel", 0.30, 1, 281},
                    Known{"gaussian", 0.50, 15, 99}, Known{"hot-square", 0.50, 2, 87},
                    Known{"hot-pixel", 0.50, 1, 86}));

TEST(PredictGrowth, KeepsToItsWaveWithinTwoSteps) {
    const Field field = fastest_wave({64, 64}, {});
    const StabilityRun run = run_from(field, {.r = StepRatio::from(0.3), .keep_trace = true});
    for (const std::size_t step : {0u, 100u, 200u}) {
        const GrowthPrediction now = predict_growth(run.stability, run.trace[step], 64 * 64, -1, 1);
        EXPECT_NEAR(static_cast<double>(step) + now.steps_to_overflow.value(),
                    static_cast<double>(*run.first_non_finite_step), 2.0);
    }
    // From a wave of a hundredth of the margin, written out: ln 100 / ln |g|.
    TracePoint small;
    small.wave_amplitude = 0.0002;
    small.maximum = 1;
    const double g = std::abs(run.stability.fastest_factor.value());
    EXPECT_NEAR(predict_growth(run.stability, small, 64 * 64, -1, 1).steps_to_overshoot.value(),
                std::log(100) / std::log(g), 1e-9);
}

TEST(PredictGrowth, PredictsNothingWhereNothingGrows) {
    TracePoint point;
    point.wave_amplitude = 0.5;
    point.energy = 1;
    const auto none = [&](GridSize grid, double r, const TracePoint& now) {
        const GrowthPrediction prediction =
            predict_growth(assess_stability(grid, {}, StepRatio::from(r)), now, grid.cells(), 0, 1);
        return !prediction.steps_to_overflow;
    };
    EXPECT_TRUE(none({64, 64}, 0.25, point));
    EXPECT_TRUE(none({64, 64}, 0.2501, point));  // this grid's bound is 0.25016
    EXPECT_FALSE(none({64, 64}, 0.2502, point));
    EXPECT_TRUE(none({2, 64}, 0.9, point));
    EXPECT_TRUE(none({64, 64}, 0.9, TracePoint{}));  // a field of zeros
    point.wave_amplitude = NAN;
    EXPECT_TRUE(none({64, 64}, 0.9, point));
}

TEST(StabilityRun, NeverOvershootsUpToAQuarter) {
    for (const char* name : {"gaussian", "hot-square", "hot-pixel", "random", "checkerboard"}) {
        for (const double r : {0.1, 0.25}) {
            for (const Boundaries& boundaries :
                 {Boundaries{}, Boundaries::all(insulated), Boundaries::all(periodic)}) {
                const StabilityRun run =
                    run_from(start({256, 256}, name, boundaries),
                             {.r = StepRatio::from(r), .boundaries = boundaries, .steps = 300});
                EXPECT_FALSE(run.first_overshoot_step) << name << " " << r;
                EXPECT_FALSE(run.first_non_finite_step) << name << " " << r;
                EXPECT_EQ(run.steps, 300);
            }
        }
    }
}

/// |g| of the shortest wave, written out for square grids.
double growth_of(int cells, BoundaryKind kind, double r) {
    double half = std::acos(-1.0) / 2;
    if (kind == fixed)
        half *= (cells - 2.0) / (cells - 1.0);
    else if (kind == insulated)
        half *= (cells - 1.0) / cells;
    else if (cells % 2 == 1)
        half *= (cells - 1.0) / cells;
    return std::abs(1 - 8 * r * std::sin(half) * std::sin(half));
}

TEST(StabilityRun, MeasuresTheGrowthOfTheoryFromACheckerboard) {
    for (const double r : {0.251, 0.2525, 0.26, 0.3, 0.375, 0.5, 0.75, 1.0}) {
        for (const BoundaryKind kind : {fixed, insulated, periodic}) {
            for (const int cells : {256, 33, 16}) {
                const Boundaries boundaries = Boundaries::all(kind);
                const Field field = start({cells, cells}, "checkerboard", boundaries);
                const StabilityRun run = run_from(field, {.r = StepRatio::from(r),
                                                          .boundaries = boundaries,
                                                          .steps = cells == 256 ? 2000 : 600});
                SCOPED_TRACE(std::string(name_of(kind)) + " " + std::to_string(cells) + " r " +
                             std::to_string(r));
                const double exact = growth_of(cells, kind, double{StepRatio::from(r).value()});
                EXPECT_NEAR(run.growth_predicted.value(), exact, 1e-9);
                // A wave that fades cannot be told from rounding for long, but as long as it can.
                ASSERT_TRUE(run.growth_measured);
                EXPECT_NEAR(*run.growth_measured / exact, 1, 1e-3);
            }
        }
    }
}

TEST(StabilityRun, MeasuresMixedBoundariesAndLongGrids) {
    const Boundaries mixed{.top = insulated, .right = periodic, .bottom = fixed, .left = periodic};
    for (const GridSize grid : {GridSize{40, 25}, GridSize{9, 60}, GridSize{128, 5}}) {
        const StabilityRun run =
            run_from(fastest_wave(grid, mixed), {.r = StepRatio::from(0.28), .boundaries = mixed});
        EXPECT_NEAR(run.growth_measured.value() / run.growth_predicted.value(), 1, 1e-3);
    }
    const Boundaries closed = Boundaries::all(insulated);
    const StabilityRun row =
        run_from(fastest_wave({50, 1}, closed), {.r = StepRatio::from(0.52), .boundaries = closed});
    EXPECT_NEAR(row.growth_measured.value() / row.growth_predicted.value(), 1, 1e-3);
    EXPECT_TRUE(row.first_overshoot_step);
}

TEST(StabilityRun, MeasuresDecayAsLongAsTheWaveIsThere) {
    for (const double r : {0.2, 0.22, 0.24, 0.249}) {
        const StabilityRun run =
            run_from(fastest_wave({128, 128}, {}), {.r = StepRatio::from(r), .steps = 1000});
        EXPECT_NEAR(run.growth_measured.value() / run.growth_predicted.value(), 1, 1e-3) << r;
    }
}

TEST(StabilityRun, MeasuresNothingWhereTheWaveDoesNotOccur) {
    // No cells to update, a constant that cannot change, and a wave gone after one step.
    const StabilityRun held =
        run_from(start({2, 9}, "random"), {.r = StepRatio::from(0.4), .steps = 20});
    EXPECT_FALSE(held.growth_predicted || held.growth_measured || held.first_overshoot_step);
    EXPECT_EQ(held.steps, 20);
    Field level({8, 8}, 3.0f);
    const Boundaries closed = Boundaries::all(insulated);
    const StabilityRun constant =
        run_from(level, {.r = StepRatio::from(0.25), .boundaries = closed, .steps = 20});
    EXPECT_TRUE(constant.growth_predicted);
    EXPECT_FALSE(constant.growth_measured);
    EXPECT_EQ(constant.largest_magnitude, 3);
    const StabilityRun gone = run_from(
        fastest_wave({64, 64}, Boundaries::all(periodic)),
        {.r = StepRatio::from(0.125), .boundaries = Boundaries::all(periodic), .steps = 20});
    EXPECT_FALSE(gone.growth_measured);
}

TEST(StabilityRun, GoesOnWhereAskedAndStopsWhereCancelled) {
    const Field field = start({32, 32}, "random");
    const StabilityRun on = run_from(field, {.r = StepRatio::from(1.0),
                                             .steps = 200,
                                             .keep_trace = true,
                                             .stop_when_not_finite = false});
    EXPECT_EQ(on.steps, 200);
    EXPECT_LT(on.first_non_finite_step.value(), 100);
    EXPECT_EQ(std::ssize(on.trace), 201);
    const std::atomic<bool> cancelled{true};
    const auto simulation = make_cpu_simulation({32, 32});
    const StabilityRun none =
        run_stability(*simulation, field, {.r = StepRatio::from(0.2)}, &cancelled);
    EXPECT_EQ(none.steps, 0);
    EXPECT_FALSE(none.growth_measured);
    // The simulation serves the next run as well.
    EXPECT_EQ(run_stability(*simulation, field, {.r = StepRatio::from(0.2), .steps = 0}).steps, 0);
}

TEST(OvershootLimits, AreOnePerCentOfTheRangeBeyondIt) {
    const ValueLimits limits = overshoot_limits(-1, 3);
    EXPECT_FLOAT_EQ(limits.low, -1.04f);
    EXPECT_FLOAT_EQ(limits.high, 3.04f);
    const ValueLimits wide = overshoot_limits(-3.4e38, 3.4e38);
    EXPECT_EQ(wide.high, std::numeric_limits<float>::max());
    EXPECT_EQ(wide.low, std::numeric_limits<float>::lowest());
}

TEST(RatioSweep, HoldsBothEnds) {
    const std::vector<double> values = RatioSweep{}.ratios();
    ASSERT_EQ(values.size(), 21u);
    EXPECT_EQ(values.front(), 0.20);
    EXPECT_EQ(values[1], 0.205);
    EXPECT_EQ(values[10], 0.25);
    EXPECT_EQ(values.back(), 0.30);
    EXPECT_EQ((RatioSweep{0.1, 0.19, 0.04}.ratios()), (std::vector<double>{0.1, 0.14, 0.18}));
    EXPECT_EQ((RatioSweep{0.3, 0.3, 0.1}.ratios()), (std::vector<double>{0.3}));
    EXPECT_EQ((RatioSweep{0, 1, 0.0001}.ratios().size()), 10001u);
}

TEST(RatioSweep, RefusesWhatIsNone) {
    const auto said = [](RatioSweep sweep) {
        return refusal([&] { validate_sweep("--r", sweep); });
    };
    EXPECT_EQ(said({}), "");
    EXPECT_EQ(said({0.3, 0.3, 0.1}), "");
    EXPECT_CONTAINS(said({0.3, 0.2, 0.01}), "--r 0.3:0.2:0.01: LOW lies below HIGH");
    EXPECT_CONTAINS(said({-0.1, 0.2, 0.01}), "between 0 and 1");
    EXPECT_CONTAINS(said({0.1, 1.2, 0.01}), "between 0 and 1");
    EXPECT_CONTAINS(said({NAN, 0.2, 0.01}), "between 0 and 1");
    EXPECT_CONTAINS(said({0.1, 0.2, 0}), "above 0");
    EXPECT_CONTAINS(said({0.1, 0.2, -0.1}), "above 0");
    EXPECT_CONTAINS(said({0.1, 0.2, NAN}), "above 0");
    EXPECT_CONTAINS(said({0, 1, 1e-9}), "10000");
}

}  // namespace
}  // namespace heatlab
