// Compare: views that run beside the session's own.

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "app/backends.h"
#include "sim/compare.h"
#include "sim/errors.h"
#include "sim/update.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

ComparisonSetting compare_with(std::vector<ComparedView> others, bool racing = false) {
    ComparisonSetting setting;
    setting.open = true;
    setting.others = std::move(others);
    setting.racing = racing;
    return setting;
}

/// `steps` of the one update, cell by cell in float.
Field advanced(Field now, StepRatio r, int steps) {
    Field next = now.clone();
    for (int step = 0; step < steps; ++step) {
        for (int row = 1; row < now.size().height - 1; ++row)
            for (int col = 1; col < now.size().width - 1; ++col)
                next.at(row, col) = updated_cell(now.at(row - 1, col), now.at(row, col + 1),
                                                 now.at(row + 1, col), now.at(row, col - 1),
                                                 now.at(row, col), r.value(), r.centre_weight());
        std::swap(now, next);
    }
    return now;
}

/// On the CPU backend.
class CompareTest : public testing::Test {
protected:
    CompareTest() {
        settings_.grid = {70, 45};
        settings_.init.name = "random";
        settings_.pacing.steps_per_frame = 5;
    }
    Session& session() {
        if (!session_)
            session_ = std::make_unique<Session>(
                settings_, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for");
        return *session_;
    }
    const Snapshot& apply(const Command& command) {
        session().apply(command);
        return session().snapshot();
    }
    template <typename Done>
    bool frames_until(const Done& done, int most = 20'000) {
        for (int i = 0; i < most; ++i) {
            session().begin_frame(now_);
            now_ += 1 / 60.0;
            session().end_frame({}, {});
            if (done(session().snapshot()))
                return true;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        return false;
    }
    /// Runs so many steps and until all were compared.
    void run(std::int64_t steps) {
        apply(command::RunSteps{steps});
        ASSERT_TRUE(frames_until([](const Snapshot& s) { return !s.running; }));
    }
    bool compared() {
        return frames_until([](const Snapshot& s) {
            for (std::size_t i = 1; i < s.comparison.views.size(); ++i) {
                const auto& found = s.comparison.views[i].difference;
                if (!found || found->second_step != s.step)
                    return false;
            }
            return s.comparison.picture != nullptr && s.comparison.picture_step == s.step;
        });
    }
    Field field_of(std::size_t view) { return session().simulations().at(view)->read_back(); }

    Settings settings_ = small_settings();
    std::unique_ptr<Session> session_;
    double now_ = 0;
};

TEST_F(CompareTest, LockstepTakesTheSameStepsWithEveryKernel) {
    const Field start = make_initial_field(settings_.grid, settings_.init, std::nullopt);
    settings_.comparison = compare_with({{"global", {}}, {"two_step", {}}, {"wavefront", {}}});
    ASSERT_EQ(session().simulations().size(), 4u);
    run(37);
    const Field expected = advanced(start.clone(), StepRatio::from(settings_.r), 37);
    for (std::size_t view = 0; view < 4; ++view) {
        EXPECT_FALSE(first_difference(field_of(view), expected)) << "view " << view;
        EXPECT_EQ(session().snapshot().comparison.views.at(view).step, 37);
    }
    ASSERT_TRUE(compared());
    const Comparison& shown = session().snapshot().comparison;
    EXPECT_TRUE(shown.in_step);
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

class ScriptedCompare : public SessionTest {
protected:
    std::string refusal_of_setting(const ComparisonSetting& setting) {
        const std::string text = refusal_of(command::SetComparison{setting});
        EXPECT_EQ(session().simulations().size(), 1u);
        EXPECT_FALSE(session().snapshot().settings.comparison.open);
        return text;
    }
};

TEST_F(ScriptedCompare, WhatCannotBeComparedIsRefusedWithTheReason) {
    session();
    EXPECT_NE(refusal_of_setting(compare_with({{"tilde", {}}})).find("tilde"), std::string::npos);
    EXPECT_NE(refusal_of_setting(compare_with({{"copy", {}}})).find("leaves the field as it is"),
              std::string::npos);
    EXPECT_NE(refusal_of_setting(compare_with({})).find("0 kernels"), std::string::npos);
    EXPECT_NE(refusal_of_setting(
                  compare_with({{"global", {}}, {"global", {}}, {"global", {}}, {"global", {}}}))
                  .find("4 kernels"),
              std::string::npos);
    ComparisonSetting pair = compare_with({{"global", {}}});
    pair.difference = 2;
    EXPECT_NE(refusal_of_setting(pair).find("1 to 1"), std::string::npos);
    apply(command::SetKernel{"copy"});
    EXPECT_NE(refusal_of_setting(compare_with({{"global", {}}})).find("copy"), std::string::npos);
    EXPECT_EQ(script_.alive, 1);
}

TEST_F(ScriptedCompare, AWrongVariantRunsOnTheProcessorBesideAGpu) {
    script_.kind = BackendKind::cuda;
    std::vector<StageRequest> requests;
    session_ = std::make_unique<Session>(
        settings_,
        [&](const StageRequest& request) {
            requests.push_back(request);
            return request.wrong ? hidden_stage_factory({BackendKind::cuda, 0, ""})(request)
                                 : fake_stages(script_)(request);
        },
        "");
    ComparedView wrong = wrong_view(WrongVariant::in_place);
    wrong.backend.reset();  // whatever it says
    apply(command::SetComparison{compare_with({wrong, {"global", {}}})});
    ASSERT_EQ(requests.size(), 3u);
    EXPECT_EQ(requests[1].backend, BackendKind::cpu);
    EXPECT_EQ(requests[1].wrong, WrongVariant::in_place);
    EXPECT_EQ(requests[1].beside, nullptr);
    EXPECT_EQ(requests[2].backend, BackendKind::cuda);
    EXPECT_FALSE(requests[2].wrong);
    EXPECT_EQ(session().simulations().at(1)->backend().kind, BackendKind::cpu);
    const std::string text =
        refusal_of(command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)});
    EXPECT_NE(text.find("in_place"), std::string::npos) << text;
}

TEST_F(ScriptedCompare, BoundariesThatAViewDoesNotKeepAreRefused) {
    script_.kind = BackendKind::cuda;
    apply(command::SetComparison{compare_with({{"texture", {}}})});
    ASSERT_EQ(session().simulations().size(), 2u);
    const std::int64_t before = count_calls("set_boundaries");
    const std::string text =
        refusal_of(command::SetBoundaries{Boundaries::all(BoundaryKind::insulated)});
    EXPECT_NE(text.find("texture"), std::string::npos) << text;
    EXPECT_EQ(count_calls("set_boundaries"), before);
    EXPECT_TRUE(session().snapshot().settings.boundaries.all_dirichlet());
}

TEST_F(ScriptedCompare, ALockstepSharesTheBudgetAndARaceSplitsIt) {
    settings_.pacing.mode = PacingMode::time_budget;
    settings_.pacing.budget_ms = 6;
    script_.seconds_per_step = 1e-5;
    for (const bool racing : {false, true}) {
        session_.reset();
        apply(command::SetComparison{compare_with({{"global", {}}, {"vector", {}}}, racing)});
        apply(command::Play{});
        frames(60);
        script_.submitted.clear();
        frames(60);
        std::int64_t steps = 0;
        for (const Batch& batch : script_.submitted)
            steps += batch.steps;
        // 6 ms of 10 us each in a frame, whoever takes them.
        EXPECT_NEAR(static_cast<double>(steps) / 60, 600, 30) << racing;
    }
}

TEST_F(ScriptedCompare, WhereTheViewsNoLongerFitCompareClosesAndSaysSo) {
    session_ = std::make_unique<Session>(
        settings_,
        [this](const StageRequest& request) {
            if (request.grid.width == 99 && script_.alive > 1)
                throw InputError("--grid", "99x99", "needs 78408 bytes, there are 5");
            return fake_stages(script_)(request);
        },
        "");
    apply(command::SetComparison{compare_with({{"global", {}}, {"two_step", {}}})});
    EXPECT_EQ(script_.alive, 3);
    const Snapshot& after = apply(command::SetGrid{{99, 99}});
    EXPECT_EQ(after.settings.grid, (GridSize{99, 99}));
    EXPECT_FALSE(after.settings.comparison.open);
    EXPECT_EQ(script_.alive, 1);
    ASSERT_TRUE(after.notice);
    EXPECT_EQ(after.notice->title, "Compare was closed");
    EXPECT_NE(after.notice->text.find("78408"), std::string::npos);
}

// What a view asks of the device may be refused when the others have changed already.
TEST_F(ScriptedCompare, ARefusedChangeOfAViewChangesNone) {
    const ComparisonSetting before = compare_with({{"global", {}}, {"two_step", {}}});
    apply(command::SetComparison{before});
    ComparisonSetting wanted = before;
    wanted.others[0].kernel = "wavefront";
    wanted.others[1].copies = {HostCopyPolicy::every_step, 1};
    script_.refused =
        "set_host_copies " + std::to_string(static_cast<int>(HostCopyPolicy::every_step));
    EXPECT_NE(refusal_of(command::SetComparison{wanted}).find("refused by the test"),
              std::string::npos);
    EXPECT_EQ(session().snapshot().settings.comparison, before);
    const Snapshot& after = frames(3);
    ASSERT_EQ(after.comparison.views.size(), 3u);
    EXPECT_EQ(after.comparison.views[1].kernel->name, "global");
    EXPECT_EQ(after.comparison.views[2].kernel->name, "two_step");
    EXPECT_FALSE(after.comparison.views[2].copies.active());
}

TEST_F(ScriptedCompare, WhatIsRefusedLateClosesCompareAndSaysSo) {
    apply(command::SetComparison{compare_with({{"global", {}}})});
    frames(2);
    script_.refused = "poll";
    const Snapshot& after = frame();
    script_.refused.clear();
    EXPECT_FALSE(after.settings.comparison.open);
    ASSERT_TRUE(after.notice);
    EXPECT_EQ(after.notice->title, "Compare was closed");
    frames(2);
    EXPECT_EQ(script_.alive, 1);
}

TEST_F(ScriptedCompare, TheViewsShareABackendInTurns) {
    std::vector<const Simulation*> besides;
    std::vector<const Simulation*> made;
    session_ = std::make_unique<Session>(
        settings_,
        [&](const StageRequest& request) {
            besides.push_back(request.beside);
            Stage stage = fake_stages(script_)(request);
            made.push_back(stage.simulation.get());
            return stage;
        },
        "");
    apply(command::SetComparison{compare_with({{"global", {}}, {"two_step", {}}})});
    ASSERT_EQ(besides.size(), 3u);
    EXPECT_EQ(besides[0], nullptr);
    EXPECT_NE(besides[1], nullptr);
    EXPECT_NE(besides[2], nullptr);
    EXPECT_EQ(besides[1], made[0]);
}

}  // namespace
}  // namespace heatlab
