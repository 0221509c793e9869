// The stability laboratory in a session on the real CPU backend, against theory and runs by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/backends.h"
#include "app/session.h"
#include "sim/initial_field.h"
#include "sim/reference.h"
#include "sim/stability.h"
#include "tests/app/fake_simulation.h"

namespace heatlab {
namespace {

class LaboratorySession : public testing::Test {
protected:
    Session& make(GridSize grid, const char* init, double r) {
        Settings settings = small_settings();
        settings.grid = grid;
        settings.init.name = init;
        settings.r = r;
        return make(settings);
    }
    Session& make(const Settings& settings) {
        session_ = std::make_unique<Session>(
            settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for");
        return *session_;
    }
    template <typename Done>
    bool frames_until(Done done, int most = 20'000) {
        for (int i = 0; i < most; ++i) {
            session_->begin_frame(now_);
            session_->simulation().wait();
            now_ += 1 / 60.0;
            session_->end_frame({}, {});
            if (done(session_->snapshot()))
                return true;
        }
        return false;
    }
    bool run_steps(std::int64_t count) {
        session_->apply(command::RunSteps{count});
        return frames_until([](const Snapshot& s) { return !s.running; }) && settle();
    }
    bool settle() {
        int frames = 0;
        return frames_until([&](const Snapshot&) { return ++frames == 4; });
    }
    const Laboratory& lab() { return session_->snapshot().laboratory; }

    std::unique_ptr<Session> session_;
    double now_ = 0;
};

TEST_F(LaboratorySession, MeasuresTheGrowthThatTheoryPredicts) {
    for (const double r : {0.26, 0.24, 0.5}) {
        make({64, 48}, "checkerboard", r);
        ASSERT_TRUE(run_steps(40));
        const GrowthReading& growth = lab().growth;
        ASSERT_TRUE(growth.measured && growth.theory && growth.difference) << r;
        const Stability stability = assess_stability({64, 48}, Boundaries{}, StepRatio::from(r));
        EXPECT_DOUBLE_EQ(*growth.theory, std::abs(*stability.fastest_factor));
        EXPECT_NEAR(*growth.measured / *growth.theory, 1, 1e-3) << r;
        EXPECT_LT(std::abs(*growth.difference), 1e-2);
        EXPECT_GE(growth.over_steps, 10);
    }
}

TEST_F(LaboratorySession, StartsTheMeasureAnewWhereRChanges) {
    make({64, 48}, "checkerboard", 0.26);
    ASSERT_TRUE(run_steps(30));
    session_->apply(command::SetStepRatio{0.24});
    ASSERT_TRUE(run_steps(20));
    ASSERT_EQ(lab().traces->changes.size(), 1u);
    EXPECT_EQ(lab().traces->changes[0].step, 30);
    EXPECT_EQ(lab().traces->changes[0].from, 0.26);
    EXPECT_EQ(lab().traces->changes[0].to, 0.24);
    EXPECT_LE(lab().growth.over_steps, 20);
    EXPECT_NEAR(lab().growth.measured.value(), lab().growth.theory.value(), 1e-3);
    EXPECT_LT(lab().growth.theory.value(), 1);
}

TEST_F(LaboratorySession, ShowsTheFiguresOfTheStepAtWhichItStands) {
    Settings settings = small_settings();
    settings.grid = {512, 512};
    settings.init.name = "random";
    settings.laboratory.spectrum = true;
    settings.pacing.steps_per_frame = 3;
    make(settings);
    session_->apply(command::Play{});
    int frames = 0;
    ASSERT_TRUE(frames_until([&](const Snapshot&) { return ++frames == 10; }));
    session_->apply(command::Pause{});
    // A transform rests for half a second at least.
    ASSERT_TRUE(frames_until([](const Snapshot& s) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return s.laboratory.spectrum && s.laboratory.spectrum->step == s.step;
    }));
    const std::int64_t step = session_->snapshot().step;
    EXPECT_GT(step, 20);
    EXPECT_EQ(lab().analysis.value().step, step);
    EXPECT_EQ(lab().traces->points.back().step, step);
}

// Batches that are under way report the field before the change.
TEST_F(LaboratorySession, MeasuresNothingAcrossAChangeOfTheField) {
    const auto run_changed = [&](const Command& command) {
        Settings settings = small_settings();
        settings.grid = {64, 48};
        settings.init.name = "checkerboard";
        settings.r = 0.26;
        make(settings);
        session_->apply(command::Play{});
        int frames = 0;
        EXPECT_TRUE(frames_until([&](const Snapshot&) { return ++frames == 10; }));
        ASSERT_GT(session_->simulation().batches_in_flight(), 0);
        session_->apply(command);
        EXPECT_TRUE(frames_until([&](const Snapshot&) { return ++frames == 20; }));
        const GrowthReading& growth = lab().growth;
        ASSERT_TRUE(growth.measured && growth.theory);
        EXPECT_GE(growth.over_steps, 4);
        EXPECT_LT(growth.over_steps, 12);
        EXPECT_NEAR(*growth.measured / *growth.theory, 1, 1e-4);
    };
    run_changed(command::Paint{{20, 20, 28, 40, 12, 30.0f}});
    run_changed(command::SetWalls{{3, 0, 0, 0}});
    run_changed(command::SetBoundaries{Boundaries::all(BoundaryKind::insulated)});
    run_changed(command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)});
    const auto bound =
        critical_step_ratio({64, 48}, Boundaries::all(BoundaryKind::periodic)).value();
    EXPECT_EQ(bound, 0.25);
    EXPECT_EQ(lab().growth.theory, 2 * double{StepRatio::from(0.26).value()} / bound - 1);
}

TEST_F(LaboratorySession, HeldTemperaturesBelongToTheRange) {
    make({32, 32}, "hot-square", 0.2);
    ASSERT_TRUE(run_steps(3));
    // Walls of sides that are not fixed hold nothing.
    session_->apply(command::SetBoundaries{{BoundaryKind::dirichlet, BoundaryKind::insulated,
                                            BoundaryKind::dirichlet, BoundaryKind::insulated}});
    session_->apply(command::SetWalls{{2, 50, -1, -50}});
    EXPECT_EQ(session_->snapshot().laboratory.principle.initial_maximum, 2);
    EXPECT_EQ(session_->snapshot().laboratory.principle.initial_minimum, -1);
    const Field field = session_->simulation().read_back();
    EXPECT_EQ(field.at(0, 16), 2);
    EXPECT_EQ(field.at(31, 16), -1);
    EXPECT_LE(field.at(16, 31), 1);
}

// hot-square at 0.26 and 0.30 on 256 x 256: 55 and 7, computed independently.
TEST_F(LaboratorySession, NamesTheFirstStepThatLeftTheRangeWhateverTheBatches) {
    for (const auto& [r, step] : {std::pair{0.26, 55}, std::pair{0.30, 7}}) {
        for (const std::int64_t per_frame : {1, 16, 1000}) {
            Settings settings = small_settings();
            settings.grid = {256, 256};
            settings.init.name = "hot-square";
            settings.r = r;
            settings.pacing = {PacingMode::steps_per_frame, 8, per_frame, 60};
            make(settings);
            ASSERT_TRUE(run_steps(80));
            const auto& crossing = lab().principle.first_crossing;
            ASSERT_TRUE(crossing) << r;
            EXPECT_NEAR(static_cast<double>(crossing->step), step, 3);
            EXPECT_FALSE(lab().principle.watching);
            const float value = crossing->extreme.value;
            EXPECT_TRUE(value > 1.01f || value < -0.01f) << value;
            EXPECT_EQ(lab().principle.initial_minimum, 0);
            EXPECT_EQ(lab().principle.initial_maximum, 1);
        }
    }
}

// At 0.30 the field leaves its range within the first steps.
TEST_F(LaboratorySession, SaysSinceWhenItWatches) {
    const auto switch_watch = [&](bool on) {
        session_->apply(command::SetLaboratory{{.traces = true, .spectrum = false, .watch = on}});
    };
    make({64, 64}, "hot-square", 0.30);
    ASSERT_TRUE(run_steps(5));
    EXPECT_FALSE(lab().principle.watched_since);
    session_->apply(command::Reset{});
    switch_watch(false);
    ASSERT_TRUE(run_steps(40));
    EXPECT_FALSE(lab().principle.first_crossing);
    EXPECT_EQ(lab().principle.watched_since, 40);
    switch_watch(true);
    ASSERT_TRUE(run_steps(2));
    ASSERT_TRUE(lab().principle.first_crossing);
    EXPECT_EQ(lab().principle.first_crossing->step, 41);
    EXPECT_EQ(lab().principle.watched_since, 40);
    // From the start again every step is seen.
    session_->apply(command::Reset{});
    ASSERT_TRUE(run_steps(20));
    ASSERT_TRUE(lab().principle.first_crossing);
    EXPECT_LT(lab().principle.first_crossing->step, 15);
    EXPECT_FALSE(lab().principle.watched_since);
    // Steps that cannot leave the range need no watch.
    make({64, 64}, "hot-square", 0.20);
    switch_watch(false);
    ASSERT_TRUE(run_steps(10));
    EXPECT_FALSE(lab().principle.watched_since);
    // A stroke taken back takes back what was not watched since.
    session_->apply(command::Paint{{32, 32, 32, 32, 4, 1.0f}});
    session_->apply(command::SetStepRatio{0.30});
    ASSERT_TRUE(run_steps(3));
    EXPECT_EQ(lab().principle.watched_since, 13);
    session_->apply(command::UndoStroke{});
    EXPECT_FALSE(lab().principle.watched_since);
}

TEST_F(LaboratorySession, WatchesNothingWhereTheMaximumPrincipleHolds) {
    make({64, 64}, "hot-square", 0.25);
    ASSERT_TRUE(run_steps(50));
    EXPECT_FALSE(lab().principle.watching);
    EXPECT_FALSE(lab().principle.first_crossing);
    // Painting widens the range: what the brush put there has not left it.
    make({64, 64}, "hot-square", 0.24);
    session_->apply(command::Paint{{32, 32, 32, 32, 4, 3.0f}});
    ASSERT_TRUE(run_steps(10));
    EXPECT_EQ(lab().principle.initial_maximum, 3);
}

TEST_F(LaboratorySession, TheFieldRecoversWhileItIsFinite) {
    make({64, 64}, "hot-square", 0.30);
    ASSERT_TRUE(run_steps(30));
    ASSERT_GT(session_->snapshot().statistics->maximum, 10);
    EXPECT_FALSE(session_->snapshot().non_finite_step);
    session_->apply(command::SetStepRatio{0.2});
    ASSERT_TRUE(run_steps(2000));
    const FieldStatistics& after = *session_->snapshot().statistics;
    EXPECT_EQ(after.non_finite_cells, 0);
    EXPECT_LT(after.maximum, 1.01);
    EXPECT_GT(after.minimum, -0.01);
}

TEST_F(LaboratorySession, KeepsAGapWhereNothingIsFinite) {
    make({64, 64}, "checkerboard", 1.0);
    session_->apply(command::Play{});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step.has_value(); }));
    ASSERT_TRUE(settle());
    EXPECT_EQ(lab().traces->non_finite_step, session_->snapshot().non_finite_step);
    EXPECT_FALSE(lab().traces->points.back().finite);
    EXPECT_FALSE(lab().forecast.steps_to_overflow);
    EXPECT_NEAR(lab().growth.measured.value(), lab().growth.theory.value(), 0.01);
}

TEST_F(LaboratorySession, ForecastsTheOverflowOfAPureWave) {
    make({64, 64}, "checkerboard", 0.5);
    ASSERT_TRUE(run_steps(1));
    const double forecast = lab().forecast.steps_to_overflow.value();
    session_->apply(command::Play{});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step.has_value(); }));
    EXPECT_NEAR(static_cast<double>(*session_->snapshot().non_finite_step), 1 + forecast, 3);
}

TEST_F(LaboratorySession, ShowsMeasuredDiscreteAndContinuousDecayOfOneWave) {
    for (const double r : {0.1, 0.25}) {
        Settings settings = small_settings();
        settings.grid = {65, 49};
        settings.init.name = "sine";
        settings.init.mode_p = 7;
        settings.init.mode_q = 40;
        settings.r = r;
        make(settings);
        ASSERT_TRUE(run_steps(9));
        const ExactMode mode = lab().exact.value();
        const double x = 7 * M_PI / 64;
        const double y = 40 * M_PI / 48;
        const double g = 1 - 4 * r * (std::pow(std::sin(x / 2), 2) + std::pow(std::sin(y / 2), 2));
        EXPECT_NEAR(mode.discrete, g, 1e-7);
        EXPECT_NEAR(mode.continuous, std::exp(-r * (x * x + y * y)), 1e-6);
        EXPECT_NEAR(mode.measured.value(), g, 1e-3 * std::abs(g)) << r;
        EXPECT_NEAR(mode.amplitude.value(), std::pow(std::abs(g), 9), 1e-4);
    }
    make({64, 64}, "hot-square", 0.2);
    EXPECT_FALSE(lab().exact);
}

TEST_F(LaboratorySession, TransformsInTheBackgroundAndNamesTheWave) {
    Settings settings = small_settings();
    settings.grid = {96, 80};
    settings.init.name = "sine";
    settings.init.mode_p = 20;
    settings.init.mode_q = 60;
    settings.r = 0.2;
    settings.laboratory.spectrum = true;
    make(settings);
    ASSERT_TRUE(frames_until([](const Snapshot& s) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return s.laboratory.spectrum != nullptr;
    }));
    const Spectrum& spectrum = *lab().spectrum;
    EXPECT_TRUE(spectrum.plan.whole);
    const auto strongest = std::ranges::max_element(spectrum.amplitude);
    const auto bin = static_cast<int>(strongest - spectrum.amplitude.begin());
    const double x = 20.0 / 95;
    const double y = 60.0 / 79;
    EXPECT_EQ(bin % Spectrum::bins, static_cast<int>(x * Spectrum::bins));
    EXPECT_EQ(bin / Spectrum::bins, static_cast<int>(y * Spectrum::bins));
    session_->apply(command::SetLaboratory{{}});
    EXPECT_EQ(lab().spectrum, nullptr);
}

TEST_F(LaboratorySession, AsksForNothingWhenSwitchedOff) {
    FakeSimulation::Script script;
    Settings settings = small_settings();
    settings.r = 0.3;
    settings.laboratory = {false, false, false};
    Session session(settings, fake_stages(script), "");
    session.apply(command::Play{});
    for (int i = 0; i < 20; ++i) {
        session.begin_frame(i / 60.0);
        session.end_frame({}, {});
    }
    ASSERT_FALSE(script.submitted.empty());
    for (const Batch& batch : script.submitted) {
        EXPECT_FALSE(batch.analysis);
        EXPECT_FALSE(batch.watch);
        EXPECT_FALSE(batch.changes);
    }
}

TEST_F(LaboratorySession, RefinesAtTheSameTimeStepAndRGoesUpFourfold) {
    make({64, 48}, "gaussian", 0.05);
    ASSERT_TRUE(run_steps(10));
    const double dt = session_->snapshot().settings.time_step();
    EXPECT_EQ(lab().refinement.grid, (GridSize{128, 96}));
    EXPECT_NEAR(lab().refinement.r, 0.2, 1e-12);
    const double before = session_->snapshot().statistics->maximum;
    session_->apply(command::RefineGrid{2});
    ASSERT_TRUE(settle());
    const Snapshot& finer = session_->snapshot();
    EXPECT_EQ(finer.settings.grid, (GridSize{128, 96}));
    EXPECT_NEAR(finer.settings.r, 0.2, 1e-12);
    EXPECT_NEAR(finer.settings.time_step(), dt, 1e-15);
    EXPECT_EQ(finer.step, 10);
    EXPECT_NEAR(finer.statistics->maximum, before, 0.02);
    session_->apply(command::RefineGrid{2});
    EXPECT_EQ(session_->snapshot().settings.r, finer.settings.r);
    const Snapshot& refused = session_->snapshot();
    EXPECT_NEAR(refused.settings.r, 0.8, 1e-12);
    session_->apply(command::RefineGrid{2});
    EXPECT_EQ(session_->snapshot().notice.value().kind, Notice::Kind::refused);
    EXPECT_EQ(session_->snapshot().settings.grid, (GridSize{256, 192}));
}

TEST_F(LaboratorySession, ShowsTheCellsUnderTheLoupe) {
    make({32, 24}, "random", 0.2);
    session_->apply(command::SetLoupe{CellRect{28, 20, 9, 9}});
    ASSERT_TRUE(settle());
    ASSERT_NE(lab().loupe, nullptr);
    EXPECT_EQ(lab().loupe->cells, (CellRect{28, 20, 4, 4}));
    const Field field = session_->simulation().read_back();
    EXPECT_EQ(lab().loupe->values[5], field.at(21, 29));
}

}  // namespace
}  // namespace heatlab
