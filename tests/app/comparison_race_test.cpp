// Compare: each view runs as far as its share of the time takes it.

#include "tests/app/comparison_fixture.h"

namespace heatlab {
namespace {

TEST_F(CompareTest, ARaceEndsWhereEachHasItsSteps) {
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}}, true);
    run(301);
    const Field expected =
        advanced(make_initial_field(settings_.grid, settings_.init, std::nullopt),
                 StepRatio::from(settings_.r), 301);
    for (std::size_t view = 0; view < 3; ++view) {
        EXPECT_EQ(session().snapshot().comparison.views.at(view).step, 301);
        EXPECT_FALSE(first_difference(field_of(view), expected)) << "view " << view;
    }
}

TEST_F(CompareTest, ARaceStartsAnewWhereSomeoneElseRuns) {
    settings_.comparison = compare_with({{"global", {}}}, true);
    const auto apart = [](const Snapshot& s) {
        return s.comparison.views.at(0).step > 0 && !s.comparison.in_step;
    };
    ComparisonSetting another = settings_.comparison;
    another.others[0].kernel = "two_step";
    ComparisonSetting third = another;
    third.others.push_back({"wavefront", {}});
    for (const Command& change :
         {Command(command::SetComparison{another}), Command(command::SetComparison{third}),
          Command(command::SetKernel{"global"})}) {
        apply(command::Play{});
        ASSERT_TRUE(frames_until(apart));
        apply(change);
        EXPECT_TRUE(session().snapshot().comparison.in_step);
        apply(command::Pause{});
    }
}

TEST_F(CompareTest, AViewAddedToARaceRunsItsStepsAndNoMore) {
    settings_.comparison = compare_with({{"global", {}}}, true);
    apply(command::RunSteps{3001});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step > 0; }));
    ComparisonSetting more = settings_.comparison;
    more.others.push_back({"two_step", {}});
    apply(command::SetComparison{more});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return !s.running; }));
    for (std::size_t view = 0; view < 3; ++view) {
        EXPECT_EQ(session().snapshot().comparison.views.at(view).step, 3001) << view;
        EXPECT_FALSE(first_difference(field_of(view), field_of(0))) << view;
    }
}

TEST_F(CompareTest, OffScreenARaceIsOverWhenAllHaveTheirSteps) {
    settings_.comparison = compare_with({{"global", {}}}, true);
    settings_.steps = 50;
    session().finish();
    EXPECT_FALSE(session().snapshot().running);
    frames_until([](const Snapshot&) { return false; }, 20);
    for (std::size_t view = 0; view < 2; ++view)
        EXPECT_EQ(session().simulations().at(view)->step(), 50) << view;
}

TEST_F(CompareTest, AfterARaceAllGoOnFromA) {
    settings_.comparison = compare_with({{"global", {}}}, true);
    apply(command::Play{});
    // Whatever the machine does, they do not stay together for long.
    ASSERT_TRUE(frames_until([](const Snapshot& s) {
        return s.comparison.views.at(0).step > 0 && !s.comparison.in_step;
    }));
    ComparisonSetting lockstep = settings_.comparison;
    lockstep.racing = false;
    apply(command::SetComparison{lockstep});
    apply(command::Pause{});
    EXPECT_TRUE(session().snapshot().comparison.in_step);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));
}

}  // namespace
}  // namespace heatlab
