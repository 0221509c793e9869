// Measures against closed forms, and every number of every shipped lesson against a run.

#include "app/lesson/lesson_claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_library.h"
#include "app/share_folder.h"
#include "sim/errors.h"
#include "sim/reference.h"

namespace heatlab {
namespace {

TEST(LessonMeasure, FollowsTheClosedFormOfAWave) {
    Settings settings;
    settings.grid = {33, 17};
    settings.init.name = "sine";
    settings.init.mode_p = 3;
    settings.init.mode_q = 2;
    settings.r = 0.21875;
    const double x = std::sin(3 * std::numbers::pi / 2 / 32);
    const double y = std::sin(2 * std::numbers::pi / 2 / 16);
    const double g = 1 - 4 * settings.r * (x * x + y * y);
    const double start = measure(settings, "cell 5,4", 0).value();
    EXPECT_GT(std::abs(start), 0.1);
    EXPECT_NEAR(measure(settings, "cell 5,4", 40).value(), start * std::pow(g, 40), 1e-5);
    EXPECT_NEAR(measure(settings, "max_abs", 40).value(),
                measure(settings, "max_abs", 0).value() * std::pow(std::abs(g), 40), 1e-5);
    EXPECT_DOUBLE_EQ(measure(settings, "maximum", 7).value(),
                     -measure(settings, "minimum", 7).value());
    EXPECT_NEAR(measure(settings, "centre_weight", 0).value(), 0.125, 1e-12);
    EXPECT_NEAR(measure(settings, "checkerboard_factor", 0).value(), -0.75, 1e-12);
    EXPECT_EQ(measure(settings, "cells", 0), 33 * 17);
    EXPECT_THROW(measure(settings, "cell 40,4", 0), InputError);
    EXPECT_THROW(measure(settings, "heat", 0), InputError);
}

TEST(LessonMeasure, FindsGrowthAndTheFirstStepsOfTrouble) {
    Settings settings;
    settings.grid = {32, 32};
    settings.init.name = "checkerboard";
    settings.r = 0.3;
    const double half = std::sin(30 * std::numbers::pi / 31 / 2);
    const double g = std::abs(1 - 8 * settings.r * half * half);
    EXPECT_NEAR(measure(settings, "growth", 60).value(), g, 1e-3);
    const double overflow = measure(settings, "non_finite_step", 0).value();
    EXPECT_NEAR(overflow, 126 * std::numbers::ln2 / std::log(g), 12);
    EXPECT_LT(measure(settings, "overshoot_step", 0).value(), 20);
    settings.r = 0.2;
    EXPECT_FALSE(measure(settings, "non_finite_step", 500));
}

TEST(LessonMeasure, RefusesToFollowAKernelThatTakesNoSteps) {
    Settings settings;
    settings.grid = {16, 16};
    settings.init.name = "hot-pixel";
    settings.kernel = "copy";
    for (const char* name : {"max_abs", "minimum", "maximum", "mean", "cell 8,8"}) {
        EXPECT_THROW(measure(settings, name, 3), InputError) << name;
        EXPECT_NO_THROW(measure(settings, name, 0)) << name << " of the initial field";
    }
    for (const char* name : {"growth", "overshoot_step", "non_finite_step"})
        EXPECT_THROW(measure(settings, name, 0), InputError) << name;
    // What needs no run is as it is.
    EXPECT_NO_THROW(measure(settings, "bound", 0));
    EXPECT_EQ(measure(settings, "reads_per_cell copy", 0), 1);
    settings.kernel = "global";
    EXPECT_NO_THROW(measure(settings, "max_abs", 3));
}

// What a step says of float64 is measured with such cells: against the same steps taken cell by
// cell, whose numbers float32 does not have.
TEST(LessonMeasure, IsOfTheCellsThatTheStepNames) {
    Settings settings;
    settings.grid = {33, 17};
    settings.init.name = "random";
    settings.r = 0.2;
    settings.type = CellType::float64;
    settings.kernel = "wavefront";  // of float64 on CUDA alone: another one measures
    const StepRatio r = StepRatio::from(0.2, 2, CellType::float64);
    const Field64 field = advance_cell_by_cell(
        make_initial_field<double>(settings.grid, settings.init, settings.walls), r, 40);
    EXPECT_EQ(measure(settings, "cell 5,4", 40), field.at(5, 4));
    EXPECT_EQ(measure(settings, "maximum", 40), std::ranges::max(field.cells()));
    EXPECT_NE(measure(settings, "maximum", 40), double{static_cast<float>(field.at(5, 4))});
    EXPECT_EQ(measure(settings, "centre_weight", 0), r.centre_weight_as<double>());
    EXPECT_EQ(measure(settings, "buffer_mib", 0), 33 * 17 * 8 / 1048576.0);
    EXPECT_EQ(measure(settings, "tile_bytes tiled", 0), 34 * 10 * 8);
    EXPECT_EQ(measure(settings, "reads_per_cell vector", 0), 10.0 / 6 + 6.0 / 192);

    // Float32 overflows after 126 doublings, float64 after 1022.
    settings.init.name = "checkerboard";
    settings.r = 0.3;
    settings.kernel = "global";
    const double wide = measure(settings, "non_finite_step", 0).value();
    settings.type = CellType::float32;
    EXPECT_NEAR(wide / measure(settings, "non_finite_step", 0).value(), 1022.0 / 126, 0.1);
}

// A float32 field stands still 1e-4 short of its walls; that claim is false of float64.
TEST(LessonMeasure, DoesNotPassAClaimThatHoldsInTheOtherTypeOnly) {
    Settings settings;
    settings.grid = {64, 64};
    settings.init.name = "gaussian";
    settings.walls = Walls{1, 1, 1, 1};
    settings.r = 0.1;
    const double narrow = measure(settings, "cell 32,32", 40'000).value();
    settings.type = CellType::float64;
    const double wide = measure(settings, "cell 32,32", 40'000).value();
    EXPECT_GT(1 - narrow, 1e-5);
    // The slowest wave, of amplitude 16 / pi^2 at the most, after 40 000 steps.
    const double x = std::sin(std::numbers::pi / 63 / 2);
    EXPECT_LT(1 - wide, 1.63 * std::pow(1 - 0.8 * x * x, 40'000));
}

TEST(LessonMeasure, RefusesAKernelThatTheCellsDoNotHave) {
    Settings settings;
    settings.grid = {16, 16};
    EXPECT_NO_THROW(measure(settings, "reads_per_cell resident", 0));
    settings.type = CellType::float64;
    try {
        measure(settings, "reads_per_cell resident", 0);
        ADD_FAILURE() << "measured";
    } catch (const InputError& problem) {
        EXPECT_NE(std::string(problem.what()).find("the kernel resident does not exist with them"),
                  std::string::npos)
            << problem.what();
    }
}

/// Every shipped lesson by itself, so that a wrong number names its file.
class ShippedLesson : public testing::TestWithParam<std::string> {};

TEST_P(ShippedLesson, ClaimsWhatTheProgramMeasures) {
    const Lesson lesson = read_lesson(share_folder() / "assets" / "lessons" / (GetParam() + ".md"));
    EXPECT_GT(lesson.minutes, 0);
    EXPECT_GE(lesson.steps.size(), 3u);
    const std::vector<ClaimResult> results = check_claims(lesson);
    EXPECT_FALSE(results.empty());
    for (const ClaimResult& result : results)
        EXPECT_TRUE(result.holds) << GetParam() << ".md:" << result.claim.line << ": "
                                  << result.claim.text << ", " << result.claim.measure << " after "
                                  << result.claim.steps << " steps is "
                                  << result.measured.value_or(std::nan(""));
}

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    const LessonLibrary library({share_folder() / "assets" / "lessons"});
    for (const auto& lesson : library.lessons())
        names.push_back(lesson->name);
    return names;
}

/// Dashes are not allowed in a test's name.
std::string test_name(const testing::TestParamInfo<std::string>& lesson) {
    std::string name = lesson.param;
    std::ranges::replace(name, '-', '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, ShippedLesson, testing::ValuesIn(shipped()), test_name);

TEST(ShippedLessons, AreAllReadable) {
    const LessonLibrary library({share_folder() / "assets" / "lessons"});
    EXPECT_TRUE(library.problems().empty())
        << (library.problems().empty() ? "" : library.problems().front());
    EXPECT_GE(library.lessons().size(), 9u);
}

}  // namespace
}  // namespace heatlab
