// The session on the real CPU backend, against runs done by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <thread>

#include "app/backends.h"
#include "app/session.h"
#include "sim/io/npy.h"
#include "sim/reference.h"
#include "sim/update.h"
#include "tests/app/fake_simulation.h"

namespace heatlab {
namespace {

/// First step after which a cell of the field is not finite, step by step in float; -1 within
/// `most` steps.
std::int64_t first_non_finite_step(GridSize grid, const InitialFieldSpec& spec, double ratio,
                                   std::int64_t most) {
    const StepRatio r = StepRatio::from(ratio);
    Field now = make_initial_field(grid, spec, std::nullopt);
    Field next = now.clone();
    for (std::int64_t step = 1; step <= most; ++step) {
        bool finite = true;
        for (int row = 1; row < grid.height - 1; ++row) {
            for (int col = 1; col < grid.width - 1; ++col) {
                const float value = updated_cell(now.at(row - 1, col), now.at(row, col + 1),
                                                 now.at(row + 1, col), now.at(row, col - 1),
                                                 now.at(row, col), r.value(), r.centre_weight());
                next.at(row, col) = value;
                finite = finite && std::isfinite(value);
            }
        }
        if (!finite)
            return step;
        std::swap(now, next);
    }
    return -1;
}

class CpuSession : public testing::Test {
protected:
    void make(Settings settings) {
        settings_ = settings;
        session_ = std::make_unique<Session>(
            settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for");
    }
    /// Frames until `done`, at most for so many.
    template <typename Done>
    bool frames_until(Done done, int most = 20'000) {
        for (int i = 0; i < most; ++i) {
            session_->begin_frame(now_);
            now_ += 1 / 60.0;
            session_->end_frame({}, {});
            if (done(session_->snapshot()))
                return true;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return false;
    }

    Settings settings_;
    std::unique_ptr<Session> session_;
    double now_ = 0;
};

TEST_F(CpuSession, FindsTheFirstNonFiniteStepExactly) {
    struct Case {
        const char* init;
        double r;
        const char* kernel;
    };
    for (const Case& c : {Case{"hot-square", 0.3, "tiled"}, Case{"hot-pixel", 0.26, "two_step"},
                          Case{"random", 0.5, "global"}, Case{"checkerboard", 1.0, "two_step"}}) {
        Settings settings = small_settings();
        settings.grid = {48, 40};
        settings.init.name = c.init;
        settings.r = c.r;
        settings.kernel = c.kernel;
        const std::int64_t expected =
            first_non_finite_step(settings.grid, settings.init, settings.r, 5000);
        ASSERT_GT(expected, 0);
        for (PacingMode mode : {PacingMode::time_budget, PacingMode::steps_per_frame}) {
            settings.pacing.mode = mode;
            settings.pacing.steps_per_frame = 1000;
            make(settings);
            session_->apply(command::Play{});
            ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step; }));
            EXPECT_EQ(session_->snapshot().non_finite_step, expected) << c.init << " " << c.r;
            EXPECT_EQ(session_->snapshot().step, expected);
            EXPECT_EQ(session_->simulation().step(), expected);
            EXPECT_FALSE(session_->snapshot().running);
        }
        // Off screen too.
        settings.steps = 5000;
        make(settings);
        session_->finish();
        EXPECT_EQ(session_->snapshot().non_finite_step, expected);
    }
}

TEST_F(CpuSession, PaintingCannotHideTheFirstNonFiniteStep) {
    Settings settings = small_settings();
    settings.r = 0.2;
    make(settings);
    session_->apply(command::Play{});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step > 10; }));
    // Neighbours near the largest float: their sum overflows in the next step, stable or not.
    session_->apply(command::Paint{{16, 20, 16, 40, 8, 3e38f}});
    const std::int64_t painted_at = session_->simulation().step();
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step; }));
    EXPECT_EQ(session_->snapshot().non_finite_step, painted_at + 1);
    session_->apply(command::UndoStroke{});
    EXPECT_FALSE(session_->snapshot().non_finite_step);
    session_->apply(command::RunSteps{5});
    ASSERT_TRUE(frames_until([&](const Snapshot& s) { return s.step == painted_at + 5; }));
}

TEST_F(CpuSession, TheFirstNonFiniteStepIsExactWhateverChangesOnTheWay) {
    Settings settings = small_settings();
    settings.init.name = "random";
    settings.pacing.mode = PacingMode::time_budget;
    make(settings);
    session_->apply(command::Play{});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step > 20; }));
    // The same run by hand: each change follows all steps submitted before it.
    Field field = make_initial_field(settings.grid, settings.init, std::nullopt);
    std::int64_t reached = 0;
    double r = settings.r;
    const auto follow = [&] {
        const std::int64_t step = session_->simulation().step();
        field = advance_cell_by_cell(field, StepRatio::from(r), step - reached);
        reached = step;
    };
    follow();
    r = 0.45;
    session_->apply(command::SetStepRatio{r});
    for (int i = 0; i < 3; ++i)
        frames_until([](const Snapshot&) { return true; });
    follow();
    session_->apply(command::SetWalls{{1e20f, -1e20f, 1e20f, -1e20f}});
    apply_walls(field, {1e20f, -1e20f, 1e20f, -1e20f});
    session_->apply(command::SetKernel{"two_step"});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step; }));
    const auto finite = [&] {
        return std::ranges::all_of(field.cells(), [](float u) { return std::isfinite(u); });
    };
    while (finite() && reached < 5000) {
        field = advance_cell_by_cell(field, StepRatio::from(r), 1);
        ++reached;
    }
    EXPECT_EQ(session_->snapshot().non_finite_step, reached);
    EXPECT_EQ(session_->simulation().step(), reached);
}

TEST_F(CpuSession, AFieldWithoutAFiniteCellIsShownAndCanBePaintedOver) {
    const auto path = std::filesystem::path(testing::TempDir()) / "heatlab-all-nan.npy";
    Settings settings = small_settings();
    write_npy(path, Field(settings.grid, std::numeric_limits<float>::quiet_NaN()));
    settings.init.name = "file";
    settings.init.file = path;
    make(settings);
    std::filesystem::remove(path);
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step; }));
    EXPECT_EQ(session_->snapshot().non_finite_step, 0);
    EXPECT_TRUE(std::isnan(session_->snapshot().statistics->minimum));
    session_->apply(command::SetWalls{});
    session_->apply(command::Paint{{0, 0, 32, 64, 500, 1}});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return !s.non_finite_step; }));
    EXPECT_FALSE(session_->snapshot().notice);
    session_->apply(command::RunSteps{5});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step == 5; }));
}

TEST_F(CpuSession, ANonFiniteFieldIsExplainedAndRecoversByItsAction) {
    Settings settings = small_settings();
    settings.grid = {128, 64};
    settings.r = 0.26;
    settings.pacing.steps_per_frame = 500;
    make(settings);
    session_->apply(command::Play{});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.non_finite_step; }));
    const Notice notice = *session_->snapshot().notice;
    EXPECT_EQ(notice.kind, Notice::Kind::not_finite);
    EXPECT_EQ(notice.title.rfind("Paused at step 1\u2009", 0), 0u) << notice.title;
    EXPECT_NE(notice.title.find("the numbers left the range of float32"), std::string::npos);
    EXPECT_NE(notice.text.find("doubled every 9 steps"), std::string::npos) << notice.text;
    EXPECT_NE(notice.text.find("8.5e37"), std::string::npos);
    EXPECT_EQ(notice.action_label, "Start again at r = 0.20");

    session_->apply(command::Play{});
    EXPECT_FALSE(session_->snapshot().running);
    ASSERT_TRUE(session_->snapshot().notice);
    EXPECT_EQ(session_->snapshot().notice->kind, Notice::Kind::refused);

    session_->apply(notice.action);
    EXPECT_FALSE(session_->snapshot().non_finite_step);
    EXPECT_FALSE(session_->snapshot().notice);
    EXPECT_NEAR(session_->snapshot().settings.r, 0.2, 1e-7);
    session_->apply(command::RunSteps{300});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step == 300; }));
    EXPECT_EQ(session_->snapshot().statistics->non_finite_cells, 0);
}

TEST_F(CpuSession, RunsAsTheSimulationAloneDoes) {
    Settings settings = small_settings();
    settings.grid = {100, 37};
    settings.init.name = "random";
    settings.pacing.mode = PacingMode::time_budget;
    make(settings);
    session_->apply(command::RunSteps{777});
    ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step == 777 && !s.running; }));

    auto alone = make_cpu_simulation(settings.grid);
    alone->set_kernel(find_kernel("global", BackendKind::cpu));
    alone->set_step_ratio(StepRatio::from(settings.r));
    alone->load(make_initial_field(settings.grid, settings.init, std::nullopt), 0);
    run_steps(*alone, 777);
    const Field expected = alone->read_back();
    const Field found = session_->simulation().read_back();
    EXPECT_TRUE(
        std::equal(expected.cells().begin(), expected.cells().end(), found.cells().begin()));
}

TEST_F(CpuSession, SwitchesKernelsWhileItRuns) {
    Settings settings = small_settings();
    make(settings);
    session_->apply(command::Play{});
    std::int64_t step = 0;
    for (const char* kernel : {"global", "two_step", "copy", "tiled"}) {
        session_->apply(command::SetKernel{kernel});
        ASSERT_TRUE(frames_until([&](const Snapshot& s) {
            for (const KernelFigures& row : s.kernels)
                if (row.kernel->name == kernel && row.seconds_per_step)
                    return true;
            return false;
        })) << kernel;
        EXPECT_GE(session_->snapshot().step, step);
        step = session_->snapshot().step;
    }
}

TEST_F(CpuSession, TinyGridsWork) {
    for (GridSize grid : {GridSize{1, 1}, GridSize{2, 2}, GridSize{3, 3}, GridSize{1, 9}}) {
        Settings settings = small_settings();
        settings.grid = grid;
        settings.r = 0.26;
        make(settings);
        session_->apply(command::RunSteps{10});
        ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step == 10; }));
        EXPECT_FALSE(session_->snapshot().non_finite_step);
    }
}

TEST_F(CpuSession, AHugeGridIsRefusedWithItsBytes) {
    make(small_settings());
    session_->apply(command::SetGrid{{1 << 20, 1 << 20}});
    const Snapshot& snapshot = session_->snapshot();
    ASSERT_TRUE(snapshot.notice);
    EXPECT_EQ(snapshot.notice->kind, Notice::Kind::refused);
    EXPECT_NE(snapshot.notice->text.find("bytes"), std::string::npos) << snapshot.notice->text;
    EXPECT_EQ(snapshot.settings.grid, (GridSize{64, 32}));
}

TEST_F(CpuSession, ForetellsTheNextValueOfACellAtAnyBoundary) {
    for (const BoundaryKind kind :
         {BoundaryKind::dirichlet, BoundaryKind::insulated, BoundaryKind::periodic}) {
        Settings settings = small_settings();
        settings.grid = {6, 5};
        settings.init.name = "random";
        settings.r = 0.23;
        settings.boundaries = Boundaries::all(kind);
        std::vector<std::optional<float>> foretold;
        make(settings);
        for (int row = 0; row < 5; ++row) {
            for (int col = 0; col < 6; ++col) {
                session_->apply(command::SetProbe{Cell{row, col}});
                ASSERT_TRUE(frames_until([&](const Snapshot& s) {
                    return s.probe && s.probe->cell == Cell{row, col};
                }));
                foretold.push_back(session_->snapshot().probe_next);
            }
        }
        session_->apply(command::RunSteps{1});
        ASSERT_TRUE(frames_until([](const Snapshot& s) { return s.step == 1; }));
        const Field field = session_->simulation().read_back();
        for (int row = 0; row < 5; ++row) {
            for (int col = 0; col < 6; ++col) {
                const auto& next =
                    foretold[static_cast<std::size_t>(row) * 6 + static_cast<std::size_t>(col)];
                const bool ring = row == 0 || col == 0 || row == 4 || col == 5;
                EXPECT_EQ(next.has_value(), !ring || kind != BoundaryKind::dirichlet);
                if (next) {
                    EXPECT_EQ(*next, field.at(row, col)) << name_of(kind) << row << "," << col;
                }
            }
        }
    }
}

}  // namespace
}  // namespace heatlab
