// Another whole state as one change of a session.

#include <algorithm>
#include <limits>

#include "app/backends.h"
#include "sim/compare.h"
#include "sim/errors.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

command::SetState state_of(const Settings& settings, bool restart = false) {
    return {settings, restart, std::nullopt};
}

TEST_F(SessionTest, StateGoesOnWhereGridAndInitialFieldStay) {
    apply(command::RunSteps{4});
    frames(10);
    apply(command::Play{});
    const auto loads = count_calls("load");
    Settings next = session().snapshot().settings;
    next.r = 0.26;
    next.walls = Walls{1, 2, 3, 4};
    next.boundaries = Boundaries::all(BoundaryKind::insulated);
    next.kernel = "global";
    next.host_copies.policy = HostCopyPolicy::every_step;
    next.colormap = "vik";
    next.range = {RangeMode::locked, -2, 3};
    next.isotherms = !next.isotherms;
    next.brush.radius = 3;
    next.view = {false, 4, 5, 6};
    next.laboratory.spectrum = true;
    next.step_count = 7;
    next.init.seed = 99;  // of no consequence: this field is not random
    const Snapshot& after = apply(state_of(next));
    EXPECT_FALSE(after.notice) << after.notice->text;
    EXPECT_EQ(after.settings, next);
    EXPECT_EQ(after.step, 4);
    EXPECT_TRUE(after.running);
    EXPECT_EQ(after.stability.band, StabilityBand::unstable);
    EXPECT_EQ(count_calls("load"), loads);
    EXPECT_GE(count_calls("set_walls"), 1);
}

TEST_F(SessionTest, StateStartsAgainWhereAskedOrWhereTheStartDiffers) {
    const auto restarted = [&](const std::function<void(command::SetState&)>& change) {
        apply(command::RunSteps{4});
        frames(10);
        command::SetState wanted = state_of(session().snapshot().settings);
        change(wanted);
        const Snapshot& after = apply(wanted);
        EXPECT_FALSE(after.notice) << after.notice->text;
        EXPECT_EQ(after.settings, wanted.settings);
        EXPECT_FALSE(after.running);
        return after.step == 0;
    };
    EXPECT_FALSE(restarted([](auto&) {}));
    EXPECT_TRUE(restarted([](auto& wanted) { wanted.restart = true; }));
    EXPECT_TRUE(restarted([](auto& wanted) { wanted.settings.grid = {40, 30}; }));
    EXPECT_TRUE(restarted([](auto& wanted) { wanted.settings.init.amplitude = 2; }));
    EXPECT_TRUE(restarted([](auto& wanted) { wanted.settings.init.name = "random"; }));
    EXPECT_TRUE(restarted([](auto& wanted) { wanted.settings.init.seed = 5; }));
}

TEST_F(SessionTest, StateRunsTheStepsItNamesOnce) {
    Settings next = session().snapshot().settings;
    next.steps = 6;
    apply(state_of(next, true));
    EXPECT_FALSE(session().snapshot().settings.steps) << "or the next change would run them too";
    EXPECT_EQ(frames(10).step, 6);
    EXPECT_FALSE(session().snapshot().running);
    EXPECT_FALSE(apply(state_of(session().snapshot().settings, true)).running);
}

TEST_F(SessionTest, StateThatCannotHoldChangesNothing) {
    apply(command::RunSteps{4});
    frames(10);
    const Settings before = session().snapshot().settings;
    const auto calls = script_.calls.size();
    const auto refused = [&](const std::function<void(Settings&)>& change, const char* word) {
        Settings next = before;
        next.colormap = "vik";
        next.r = 0.1;
        change(next);
        EXPECT_NE(refusal_of(state_of(next)).find(word), std::string::npos)
            << word << " " << session().snapshot().notice.has_value();
        EXPECT_EQ(session().snapshot().settings, before) << word;
        EXPECT_EQ(session().snapshot().step, 4) << word;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refused([&](Settings& s) { s.r = 1.5; }, "1.5");
    refused([&](Settings& s) { s.grid = {0, 5}; }, "0x5");
    refused([&](Settings& s) { s.cell_size = nan; }, "cell-size");
    refused([&](Settings& s) { s.init.name = "nothing"; }, "nothing");
    refused([&](Settings& s) { s.kernel = "nothing"; }, "nothing");
    refused([&](Settings& s) { s.step_count = 0; }, "n steps");
    refused([&](Settings& s) { s.view = {false, nan, 0, 1}; }, "view");
    refused([&](Settings& s) { s.comparison.open = true; }, "views");
    refused(
        [&](Settings& s) {
            s.comparison.open = true;
            s.comparison.others = {{"copy"}};
        },
        "copy");
    refused(
        [&](Settings& s) {
            s.init.name = "file";
            s.init.file = "/no/such/field.npy";
        },
        "field.npy");
    // A kernel for fixed walls only, and boundaries that are none.
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(BackendKind::cpu) && kernel.suits(2) &&
            !kernel.supports(Boundaries::all(BoundaryKind::periodic)))
            refused(
                [&](Settings& s) {
                    s.kernel = kernel.name;
                    s.boundaries = Boundaries::all(BoundaryKind::periodic);
                },
                "fixed walls");
    EXPECT_EQ(script_.calls.size(), calls) << "the simulation was not asked for anything";
}

TEST_F(SessionTest, StateWhoseGridDoesNotFitKeepsTheRunAndItsViews) {
    int made = 0;
    session_ = std::make_unique<Session>(
        settings_,
        [&](const StageRequest& request) {
            ++made;
            if (request.grid.width == 99)
                throw InputError("--grid", "99x99", "needs 78408 bytes, there are 5");
            return fake_stages(script_)(request);
        },
        "");
    apply(command::RunSteps{4});
    frames(10);
    Settings next = session().snapshot().settings;
    next.grid = {99, 99};
    next.r = 0.1;
    EXPECT_NE(refusal_of(state_of(next)).find("78408"), std::string::npos);
    EXPECT_EQ(session().snapshot().step, 4);
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
}

TEST_F(SessionTest, ASessionMayBeginWithAField) {
    auto field = std::make_shared<const AnyField>(Field(settings_.grid, 0.5F));
    session_ = std::make_unique<Session>(settings_, fake_stages(script_), "", nullptr,
                                         StartField{field, 120, 0.25});
    EXPECT_EQ(frame().step, 120);
    EXPECT_EQ(frame().simulated_seconds, 0.25);
    EXPECT_EQ(apply(command::Reset{}).step, 0);
    const StartField wrong{std::make_shared<const AnyField>(Field({3, 3})), 1, 0};
    EXPECT_THROW(Session(settings_, fake_stages(script_), "", nullptr, wrong), InputError);
    command::SetState wanted{settings_, false, wrong};
    EXPECT_NE(refusal_of(wanted).find("3x3"), std::string::npos);
    wanted.start = StartField{field, 7, 0.5};
    EXPECT_EQ(apply(wanted).step, 7);
    EXPECT_EQ(apply(wanted).simulated_seconds, 0.5);
}

/// On the CPU backend.
class CpuStateTest : public testing::Test {
protected:
    static Session make(const Settings& settings) {
        return {settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for"};
    }
    static Settings first() {
        Settings settings;
        settings.grid = {70, 45};
        settings.init.name = "random";
        settings.steps = 30;
        return settings;
    }
    static bool same(Session& a, Session& b) {
        return !first_difference(a.simulation().read_back(), b.simulation().read_back());
    }
};

TEST_F(CpuStateTest, EndsWhereTheSameCommandsOneByOneEnd) {
    const Walls walls{1, 0, -1, 0.5F};
    Session at_once = make(first());
    Session one_by_one = make(first());
    at_once.finish();
    one_by_one.finish();
    Settings next = at_once.snapshot().settings;
    next.r = 0.22;
    next.boundaries = {BoundaryKind::dirichlet, BoundaryKind::insulated, BoundaryKind::dirichlet,
                       BoundaryKind::insulated};
    next.walls = walls;
    next.kernel = "global";
    next.steps = 25;
    at_once.apply(command::SetState{next, false, std::nullopt});
    // A side that no longer is fixed keeps what it had: boundaries come before temperatures.
    one_by_one.apply({command::SetBoundaries{next.boundaries}, command::SetWalls{walls},
                      command::SetStepRatio{0.22}, command::RunSteps{25}});
    at_once.finish();
    one_by_one.finish();
    ASSERT_FALSE(at_once.snapshot().notice) << at_once.snapshot().notice->text;
    EXPECT_EQ(at_once.snapshot().step, 55);
    EXPECT_TRUE(same(at_once, one_by_one));
    // And from step 0 where a run begun like that is.
    next.steps = 40;
    Session fresh = make(next);
    fresh.finish();
    at_once.apply(command::SetState{next, true, std::nullopt});
    at_once.finish();
    EXPECT_TRUE(same(at_once, fresh));
    EXPECT_FALSE(same(at_once, one_by_one));
}

TEST_F(CpuStateTest, OpensChangesAndClosesCompare) {
    Session session = make(first());
    session.finish();
    Settings next = session.snapshot().settings;
    next.comparison.open = true;
    next.comparison.others = {{"global"}, {"two_step"}};
    session.apply(command::SetState{next, false, std::nullopt});
    EXPECT_EQ(session.simulations().size(), 3U);
    EXPECT_EQ(session.snapshot().step, 30);
    next.comparison.scale = DifferenceScale::logarithmic;
    next.comparison.racing = true;
    session.apply(command::SetState{next, false, std::nullopt});
    EXPECT_EQ(session.snapshot().settings, next);
    next.grid = {40, 50};
    next.comparison.others = {{"two_step"}};
    session.apply(command::SetState{next, false, std::nullopt});
    EXPECT_EQ(session.simulations().size(), 2U);
    EXPECT_EQ(session.snapshot().settings, next);
    // One that is refused leaves the views as they are.
    Settings wrong = next;
    wrong.comparison.open = false;
    wrong.init.name = "file";
    wrong.init.file = "/no/such/field.npy";
    session.apply(command::SetState{wrong, false, std::nullopt});
    EXPECT_EQ(session.snapshot().notice.value().kind, Notice::Kind::refused);
    EXPECT_EQ(session.simulations().size(), 2U);
    EXPECT_EQ(session.snapshot().settings, next);
    next.comparison.open = false;
    session.apply(command::SetState{next, false, std::nullopt});
    EXPECT_EQ(session.simulations().size(), 1U);
}

TEST_F(CpuStateTest, AnInsulatedFieldMayTurnToAKernelForFixedWallsOnly) {
    const auto narrow = std::ranges::find_if(kernel_table(), [](const KernelInfo& kernel) {
        return kernel.advances && kernel.runs_on(BackendKind::cpu) && kernel.suits(2) &&
               !kernel.supports(Boundaries::all(BoundaryKind::insulated));
    });
    if (narrow == kernel_table().end())
        GTEST_SKIP() << "every kernel supports every boundary";
    Settings open = first();
    open.boundaries = Boundaries::all(BoundaryKind::insulated);
    Session session = make(open);
    session.finish();
    Settings next = session.snapshot().settings;
    next.boundaries = {};
    next.kernel = narrow->name;
    for (const Settings& wanted : {next, session.snapshot().settings, next}) {
        session.apply(command::SetState{wanted, false, std::nullopt});
        EXPECT_EQ(session.snapshot().settings, wanted);
        EXPECT_FALSE(session.snapshot().notice);
        session.apply(command::RunSteps{3});
        session.finish();
    }
    EXPECT_EQ(session.snapshot().step, 39);
}

}  // namespace
}  // namespace heatlab
