// What a session takes, and what it refuses.

#include <cmath>
#include <limits>

#include "sim/errors.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

TEST_F(SessionTest, BadgeFollowsRAtOnce) {
    EXPECT_EQ(apply(command::SetStepRatio{0.3}).stability.band, StabilityBand::unstable);
    EXPECT_EQ(apply(command::SetStepRatio{0.1}).stability.band, StabilityBand::monotone);
}

TEST_F(SessionTest, RIsNeverClamped) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (double r : {-0.1, 1.1, nan, std::numeric_limits<double>::infinity(), 1e-12}) {
        const std::string refusal = refusal_of(command::SetStepRatio{r});
        EXPECT_NE(refusal.find("r was not changed"), std::string::npos) << r << refusal;
    }
    EXPECT_NE(refusal_of(command::SetStepRatio{1.5}).find("1.5"), std::string::npos);
}

TEST_F(SessionTest, KeysStopAtTheEndsOfR) {
    apply(command::SetStepRatio{0.9995});
    EXPECT_EQ(apply(command::ChangeStepRatio{0.001}).settings.r, 1.0);
    apply(command::SetStepRatio{0.0005});
    EXPECT_EQ(apply(command::ChangeStepRatio{-0.001}).settings.r, 0.0);
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SessionTest, ManyKeyPressesDoNotDrift) {
    apply(command::SetStepRatio{0});
    for (int i = 0; i < 200; ++i)
        apply(command::ChangeStepRatio{0.001});
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    for (int i = 0; i < 200; ++i)
        apply(command::ChangeStepRatio{-0.001});
    EXPECT_EQ(session().snapshot().settings.r, 0.0);
}

TEST_F(SessionTest, RStaysAsItWasAskedFor) {
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    EXPECT_EQ(session().snapshot().stability.r, double{StepRatio::from(0.2).value()});
    EXPECT_EQ(apply(command::ChangeStepRatio{0.001}).settings.r, 0.201);
    EXPECT_EQ(apply(command::ChangeStepRatio{-0.0001}).settings.r, 0.2009);
    apply(command::SetStepRatio{0.2});
    for (int i = 0; i < 20; ++i)
        apply(command::ScaleTimeStep{0.5});
    EXPECT_EQ(session().snapshot().settings.r, std::ldexp(0.2, -20));
    for (int i = 0; i < 20; ++i)
        apply(command::ScaleTimeStep{2});
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    EXPECT_EQ(session().snapshot().settings.time_step(), 0.2 * 1e-3 * 1e-3 / 1e-4);
}

TEST_F(SessionTest, TimeStepAndRatioFollowEachOther) {
    // r = alpha dt / h^2 with alpha 1e-4, h 1e-3: dt = 2 ms at r = 0.2
    EXPECT_NEAR(session().snapshot().settings.time_step(), 2e-3, 1e-10);
    EXPECT_NEAR(apply(command::ScaleTimeStep{0.5}).settings.r, 0.1, 1e-7);
    EXPECT_NEAR(apply(command::ScaleTimeStep{2}).settings.r, 0.2, 1e-7);
    EXPECT_NEAR(apply(command::SetTimeStep{1e-3}).settings.r, 0.1, 1e-7);
    // The same dt with another diffusivity or cell size.
    EXPECT_NEAR(apply(command::SetDiffusivity{2e-4}).settings.r, 0.2, 1e-7);
    EXPECT_NEAR(session().snapshot().settings.time_step(), 1e-3, 1e-9);
    EXPECT_NEAR(apply(command::SetCellSize{2e-3}).settings.r, 0.05, 1e-7);
    EXPECT_NEAR(session().snapshot().settings.time_step(), 1e-3, 1e-9);
}

TEST_F(SessionTest, ImpossibleTimeStepsAreRefusedWithTheRTheyGive) {
    EXPECT_NE(refusal_of(command::SetTimeStep{0.03}).find("r = 3"), std::string::npos);
    EXPECT_NE(refusal_of(command::ScaleTimeStep{8}).find("r = 1.6"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetDiffusivity{1e-2}).find("alpha"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetDiffusivity{-1}).find("above 0"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetCellSize{0}).find("above 0"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetTimeStep{-1}).find("dt"), std::string::npos);
    EXPECT_EQ(session().snapshot().settings.diffusivity, 1e-4);
}

TEST_F(SessionTest, WhatCannotHoldIsRefused) {
    EXPECT_NE(refusal_of(command::SetKernel{"texture"}), "");  // not on the CPU
    EXPECT_NE(refusal_of(command::SetKernel{"nonsense"}).find("nonsense"), std::string::npos);
    InitialFieldSpec missing;
    missing.name = "file";
    missing.file = "/nonexistent/field.npy";
    EXPECT_NE(refusal_of(command::SetInitialField{missing}).find("field.npy"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetGrid{{0, 5}}).find("0x5"), std::string::npos);
    EXPECT_NE(refusal_of(command::RunSteps{0}), "");
    EXPECT_NE(refusal_of(command::SetWalls{{NAN, 0, 0, 0}}), "");
    EXPECT_NE(refusal_of(command::SetPacing{{PacingMode::time_budget, 0, 1, 1}}), "");
    EXPECT_NE(refusal_of(command::SetRange{{RangeMode::locked, 1, 1}}), "");
    EXPECT_NE(refusal_of(command::SetBrush{{-1, 1, 0}}), "");
    EXPECT_NE(refusal_of(command::UndoStroke{}), "");
}

TEST_F(SessionTest, BoundariesChangeUnderARunAndTellTheBadge) {
    apply(command::Play{});
    frames(5);
    const std::int64_t step = session().snapshot().step;
    const Snapshot& periodic =
        apply(command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)});
    EXPECT_EQ(periodic.settings.boundaries, Boundaries::all(BoundaryKind::periodic));
    EXPECT_EQ(periodic.stability.bound, 0.25);
    EXPECT_TRUE(periodic.running);
    EXPECT_GE(periodic.step, step);
    // They last: with another start, another grid, and back to step 0.
    apply(command::SetGrid{{20, 20}});
    InitialFieldSpec ring;
    ring.name = "ring";
    apply(command::SetInitialField{ring});
    EXPECT_EQ(apply(command::Reset{}).settings.boundaries, Boundaries::all(BoundaryKind::periodic));
    // One side of a pair alone.
    EXPECT_NE(refusal_of(command::SetBoundaries{{.left = BoundaryKind::periodic}})
                  .find("left and right must both"),
              std::string::npos);
}

TEST_F(SessionTest, BoundaryAndKernelThatDoNotSuitAreRefusedWithARemedy) {
    apply(command::SetKernel{"two_step"});
    const Boundaries insulated = Boundaries::all(BoundaryKind::insulated);
    Notice notice = apply(command::SetBoundaries{insulated}).notice.value();
    EXPECT_EQ(notice.kind, Notice::Kind::refused);
    EXPECT_NE(notice.text.find("two_step"), std::string::npos);
    EXPECT_TRUE(session().snapshot().settings.boundaries.all_dirichlet());
    session().apply(notice.action);
    EXPECT_EQ(session().snapshot().settings.boundaries, insulated);
    EXPECT_EQ(session().snapshot().settings.kernel, default_kernel().name);
    EXPECT_FALSE(session().snapshot().notice);

    notice = apply(command::SetKernel{"wavefront"}).notice.value();
    EXPECT_EQ(notice.kind, Notice::Kind::refused);
    EXPECT_NE(notice.text.find("insulated"), std::string::npos);
    EXPECT_EQ(session().snapshot().settings.kernel, default_kernel().name);
    session().apply(notice.action);
    EXPECT_EQ(session().snapshot().settings.kernel, "wavefront");
    EXPECT_TRUE(session().snapshot().settings.boundaries.all_dirichlet());
}

TEST_F(SessionTest, ARefusalGoesAwayWithTheNextThingThatWorks) {
    apply(command::SetStepRatio{7});
    ASSERT_TRUE(session().snapshot().notice);
    apply(command::SetStepRatio{0.1});
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SessionTest, SettingsThatCannotHoldAreThrown) {
    const auto make = [&](auto change) {
        Settings settings = small_settings();
        change(settings);
        Session session(settings, fake_stages(script_), "");
    };
    EXPECT_THROW(make([](Settings& s) { s.r = 1.5; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.grid = {0, 1}; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.kernel = "texture"; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.init.name = "nonsense"; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.range = {RangeMode::locked, 2, 1}; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.steps = -1; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.boundaries.top = BoundaryKind::periodic; }), InputError);
    EXPECT_THROW(make([](Settings& s) {
                     s.boundaries = Boundaries::all(BoundaryKind::periodic);
                     s.kernel = "two_step";
                 }),
                 InputError);
}

}  // namespace
}  // namespace heatlab
