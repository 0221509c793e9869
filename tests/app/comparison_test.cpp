// Compare: views that run beside the session's own.

#include "tests/app/comparison_fixture.h"

namespace heatlab {
namespace {

TEST_F(CompareTest, LockstepTakesTheSameStepsWithEveryKernel) {
    const Field start = make_initial_field(settings_.grid, settings_.init, std::nullopt);
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}, {"wavefront", {}}});
    ASSERT_EQ(session().simulations().size(), 4u);
    run(37);
    const Field expected = advanced(start.clone(), StepRatio::from(settings_.r), 37);
    for (std::size_t view = 0; view < 4; ++view)
        EXPECT_FALSE(first_difference(field_of(view), expected)) << "view " << view;
    ASSERT_TRUE(compared());  // only then a snapshot is of the last batch
    const Comparison& shown = session().snapshot().comparison;
    EXPECT_TRUE(shown.in_step);
    for (std::size_t view = 0; view < 4; ++view)
        EXPECT_EQ(shown.views.at(view).step, 37) << "view " << view;
    for (std::size_t view = 1; view < 4; ++view)
        EXPECT_EQ(shown.views.at(view).difference->cells, 0);
}

TEST_F(CompareTest, EveryEditReachesEveryView) {
    settings_.comparison = compare_with({{"global", {}}});
    run(4);
    apply(command::SetStepRatio{0.1});
    apply(command::BeginStroke{});
    apply(command::Paint{{10, 10, 20, 30, 6, 2}});
    apply(command::EndStroke{});
    run(6);
    apply(command::SetWalls{{4, 3, 2, 1}});
    run(3);
    apply(command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)});
    run(5);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));
    // They did change the field.
    settings_.comparison = {};
    session_.reset();
    run(18);
    EXPECT_TRUE(first_difference(field_of(0), advanced(field_of(0), StepRatio::from(0.1), 1)));
}

TEST_F(CompareTest, UndoAndResetBringAllBack) {
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}});
    run(8);
    const Field before = field_of(0);
    apply(command::BeginStroke{});
    apply(command::Paint{{10, 10, 20, 30, 6, 2}});
    apply(command::EndStroke{});
    run(8);
    ASSERT_TRUE(first_difference(field_of(2), before));
    apply(command::UndoStroke{});
    for (std::size_t view = 0; view < 3; ++view)
        EXPECT_FALSE(first_difference(field_of(view), before)) << "view " << view;
    apply(command::Reset{});
    const Field start = make_initial_field(settings_.grid, settings_.init, std::nullopt);
    for (std::size_t view = 0; view < 3; ++view)
        EXPECT_FALSE(first_difference(field_of(view), start)) << "view " << view;
    EXPECT_TRUE(session().snapshot().comparison.in_step);
}

TEST_F(CompareTest, AViewThatDiffersIsFound) {
    settings_.comparison = compare_with({{"global", {}}});
    run(10);
    ASSERT_TRUE(compared());
    // Behind the session's back: what a wrong kernel would do.
    Field wrong = field_of(1);
    const float right = wrong.at(20, 33);
    wrong.at(20, 33) = right + 0.5f;
    wrong.at(30, 1) += 0.25f;
    session().simulations().at(1)->load(wrong, 10);
    // Looked at again when the run goes on; one step spreads each to five cells at most.
    run(1);
    ASSERT_TRUE(compared());
    const FieldDifference& found = *session().snapshot().comparison.views.at(1).difference;
    EXPECT_GE(found.cells, 6);
    EXPECT_LE(found.cells, 9);
    ASSERT_TRUE(found.where);
    EXPECT_EQ(found.where->cell, (Cell{19, 33}));
    EXPECT_NE(found.where->first, found.where->second);
    EXPECT_GT(session().snapshot().comparison.picture_range, 0.05);
}

TEST_F(CompareTest, AViewThatStaysKeepsItsFieldWhoeverLeaves) {
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}}, true);
    run(40);
    const Simulation* stays = session().simulations().at(2);
    ComparisonSetting without = settings_.comparison;
    without.others.erase(without.others.begin());
    apply(command::SetComparison{without});
    ASSERT_EQ(session().simulations().size(), 2u);
    EXPECT_EQ(session().simulations().at(1), stays);
    EXPECT_EQ(session().snapshot().comparison.views.at(1).step, 40);
}

// Steps are not compared with limits then, and what comes after cannot say what was first.
TEST_F(CompareTest, LeavesTheMaximumPrincipleUnwatched) {
    settings_.r = 0.3;
    settings_.comparison = compare_with({{"global", {}}});
    run(3);
    EXPECT_EQ(session().snapshot().laboratory.principle.watched_since, 3);
}

TEST_F(CompareTest, AnotherGridAndAnotherKernelKeepTheViews) {
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}});
    run(3);
    const Simulation* second = session().simulations().at(1);
    ComparisonSetting other = settings_.comparison;
    other.others[0].kernel = "wavefront";
    apply(command::SetComparison{other});
    EXPECT_EQ(session().simulations().at(1), second);
    EXPECT_EQ(session().snapshot().comparison.views.at(1).kernel->name, "wavefront");
    apply(command::SetGrid{{33, 31}});
    ASSERT_EQ(session().simulations().size(), 3u);
    for (const Simulation* simulation : session().simulations())
        EXPECT_EQ(simulation->grid(), (GridSize{33, 31}));
    run(9);
    EXPECT_FALSE(first_difference(field_of(2), field_of(0)));
    apply(command::SetComparison{});
    EXPECT_EQ(session().simulations().size(), 1u);
    EXPECT_TRUE(session().snapshot().comparison.views.empty());
}

TEST_F(CompareTest, AViewThatIsCopiedToTheHostHoldsTheSameBits) {
    settings_.comparison = compare_with({{"tiled", {}, {HostCopyPolicy::every_n, 3}},
                                         {"tiled", {}, {HostCopyPolicy::overlapped, 10}}});
    run(40);
    for (std::size_t view = 1; view < 3; ++view) {
        EXPECT_FALSE(first_difference(field_of(view), field_of(0))) << "view " << view;
        const ComparedViewState& shown = session().snapshot().comparison.views.at(view);
        EXPECT_TRUE(shown.host_bytes_per_second) << "view " << view;
    }
    EXPECT_FALSE(session().snapshot().comparison.views.at(0).host_bytes_per_second);
    // Copied as it was at the newest step that is a multiple of 3.
    const Field start = make_initial_field(settings_.grid, settings_.init, std::nullopt);
    const auto copy = session().simulations().at(1)->newest_host_copy();
    ASSERT_TRUE(copy);
    EXPECT_FALSE(
        first_difference(*copy, advanced(start.clone(), StepRatio::from(settings_.r), 39)));
    ComparisonSetting without = settings_.comparison;
    without.others[0].copies = {};
    apply(command::SetComparison{without});
    run(10);
    EXPECT_FALSE(session().snapshot().comparison.views.at(1).host_bytes_per_second);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));
}

TEST_F(CompareTest, OffScreenEverythingIsComparedInTheEnd) {
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}});
    settings_.comparison.difference = 2;
    settings_.steps = 50;
    session().finish();
    const Comparison& shown = session().snapshot().comparison;
    for (std::size_t view = 0; view < 3; ++view)
        EXPECT_EQ(shown.views.at(view).step, 50);
    ASSERT_TRUE(shown.views.at(1).difference && shown.views.at(2).difference);
    EXPECT_EQ(shown.views.at(2).difference->second_step, 50);
    ASSERT_NE(shown.picture, nullptr);
    const std::set<float> values(shown.picture->texels.begin(), shown.picture->texels.end());
    EXPECT_EQ(values, std::set<float>{0.0f});
}

TEST_F(CompareTest, AWrongVariantIsShownBesideTheRightField) {
    settings_.grid = {40, 10};
    settings_.comparison = compare_with({wrong_view(WrongVariant::no_store_guard), {"global", {}}});
    const Field start = make_initial_field(settings_.grid, settings_.init, std::nullopt);
    run(1);
    ASSERT_TRUE(compared());
    const Field right = advanced(start.clone(), StepRatio::from(settings_.r), 1);
    EXPECT_FALSE(first_difference(field_of(0), right));
    EXPECT_FALSE(first_difference(field_of(2), right));
    const Comparison& shown = session().snapshot().comparison;
    EXPECT_EQ(shown.views.at(1).wrong, WrongVariant::no_store_guard);
    EXPECT_EQ(shown.views.at(1).backend.kind, BackendKind::cpu);
    EXPECT_FALSE(shown.views.at(1).ceiling);
    EXPECT_FALSE(shown.views.at(2).wrong);
    // Row 1 begins with what the thread above, beyond the edge, found in its tile: the cells of row
    // 0 from column 8 on, where the wall is.
    const FieldDifference& found = *shown.views.at(1).difference;
    ASSERT_TRUE(found.where);
    EXPECT_EQ(found.where->cell, (Cell{1, 1}));
    EXPECT_EQ(found.where->first, right.at(1, 1));
    EXPECT_EQ(found.where->second, start.at(0, 9));
}

TEST_F(CompareTest, WrongVariantsFollowOneAnotherAndEveryEdit) {
    settings_.comparison = compare_with({wrong_view(WrongVariant::no_load_guard)});
    run(3);
    const Simulation* first = session().simulations().at(0);
    apply(command::SetStepRatio{0.1});
    apply(command::Paint{{10, 10, 20, 30, 6, 2}});
    run(4);
    apply(command::SetWalls{{4, 3, 2, 1}});
    run(3);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));  // it gets every value right
    apply(command::SetComparison{compare_with({wrong_view(WrongVariant::in_place)})});
    EXPECT_EQ(session().simulations().at(0), first);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));  // brought to A's field
    run(2);
    EXPECT_TRUE(first_difference(field_of(1), field_of(0)));
    apply(command::SetComparison{compare_with({{"global", {}}})});
    EXPECT_FALSE(session().snapshot().comparison.views.at(1).wrong);
    run(2);
    EXPECT_FALSE(first_difference(field_of(1), field_of(0)));
    apply(command::SetComparison{compare_with({wrong_view(WrongVariant::in_place)})});
    apply(command::SetGrid{{33, 31}});
    ASSERT_EQ(session().simulations().size(), 2u);
    EXPECT_EQ(session().snapshot().comparison.views.at(1).wrong, WrongVariant::in_place);
}

}  // namespace
}  // namespace heatlab
