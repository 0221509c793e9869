// Compare on scripted simulations: what is refused and why, and what each view gets.

#include <set>

#include "sim/errors.h"
#include "tests/app/comparison_fixture.h"

namespace heatlab {
namespace {

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
