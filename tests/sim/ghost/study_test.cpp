#include "sim/ghost/study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "sim/ghost/compare_cells.h"
#include "sim/ghost/study_grids.h"
#include "tests/sim/ghost/fake_zone_engine.h"

namespace heatlab::ghost {
namespace {

using test::FakeModel;
using test::FakeZoneEngine;

constexpr TileShape tile{32, 32, 1};

const Application& heat() {
    return find_application("heat2d");
}

KnownProblem known_problem(GridSize grid = {20, 17}, int most_steps = 4) {
    return know(make_problem(heat(), grid), most_steps, [](std::int64_t) { return true; }).value();
}

// k = 1, 2, 3, 4 take 1, 0.5, 0.4 and 0.625 of a second a step.
double usual_seconds(int steps) {
    constexpr double per_step[] = {1, 0.5, 0.4, 0.625};
    return per_step[steps - 1] * steps;
}

class GhostStudy : public testing::Test {
protected:
    GhostStudy() {
        engine_.took = [](const Zone& zone, int) { return usual_seconds(zone.steps); };
        engine_.expected = [](GridSize, int steps) { return usual_seconds(steps); };
    }

    std::optional<StudyRow> run(std::optional<int> rounds = 1, const StudyWatcher& watcher = {}) {
        const FakeModel model(engine_.expected, 4);
        return study_row(engine_, model, tile, known_problem(), rounds, watcher);
    }

    FakeZoneEngine engine_;
    StudyOptions options_{.rounds = 1, .problem = {}};
};

TEST_F(GhostStudy, JudgesTheChoiceByWhatWasMeasured) {
    engine_.expected = [](GridSize, int steps) { return steps == 2 ? 0.5 : 1.1 * steps; };
    const StudyRow row = *run();
    EXPECT_EQ(row.chosen_steps, 2);
    const Judgement judgement = *judge(row);
    EXPECT_EQ(judgement.best_steps, 3);
    EXPECT_DOUBLE_EQ(judgement.best_speedup, 2.5);
    EXPECT_DOUBLE_EQ(judgement.chosen_speedup, 2);
    EXPECT_DOUBLE_EQ(judgement.attained, 0.8);
    // |1.1 - 1|, |0.5 - 1|, |1.1 / 0.4 - 1| and |1.1 / 0.625 - 1|: the middle two are 0.5 and 0.76.
    EXPECT_NEAR(judgement.model_error, (0.5 + 0.76) / 2, 1e-12);
    EXPECT_FALSE(passes(row));
    EXPECT_DOUBLE_EQ(*attained_with(row, 4), 0.64);
    EXPECT_FALSE(attained_with(row, 5));
}

TEST_F(GhostStudy, PassesFrom95PerCentOn) {
    EXPECT_TRUE(passes(*run()));
    engine_.expected = [](GridSize, int steps) { return steps == 2 ? 0.1 : 1.0 * steps; };
    engine_.took = [](const Zone& zone, int) {
        return zone.steps == 2 ? 2 * 0.4 / 0.951 : usual_seconds(zone.steps);
    };
    EXPECT_TRUE(passes(*run()));
    engine_.took = [](const Zone& zone, int) {
        return zone.steps == 2 ? 2 * 0.4 / 0.949 : usual_seconds(zone.steps);
    };
    EXPECT_FALSE(passes(*run()));
}

TEST_F(GhostStudy, VerifiesEveryKBeforeAnyIsTimedAndTimesThemInTurn) {
    run(2);
    EXPECT_EQ(engine_.log,
              (std::vector<std::string>{
                  "prepare heat2d", "load", "restart", "advance 1", "restart", "advance 2",
                  "restart", "advance 3", "restart", "advance 4", "restart", "time 1", "time 2",
                  "time 3", "time 4", "time 4", "time 3", "time 2", "time 1",
                  // Again, the chosen one first.
                  "time 3", "time 2", "time 4", "time 1", "time 1", "time 4", "time 2", "time 3",
                  "time 3", "time 2", "time 4", "time 1", "time 1", "time 4", "time 2", "time 3"}));
}

TEST_F(GhostStudy, TimesTheChosenAndTheFastestAgain) {
    engine_.offered = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    engine_.expected = [](GridSize, int steps) { return steps == 5 ? 0.5 : 1.1 * steps; };
    // 2 is fast once.
    engine_.took = [](const Zone& zone, int call) {
        return zone.steps == 2 && call == 0 ? 0.2 : zone.steps * (1 + 0.01 * zone.steps);
    };
    int total = 0;
    const StudyRow row = *run(1, [&](const StudyProgress& progress) {
        EXPECT_LE(progress.done, progress.total);
        total = progress.total;
        return true;
    });
    EXPECT_EQ(row.chosen_steps, 5);
    for (const int steps : engine_.offered)
        EXPECT_EQ(std::ranges::count(engine_.log, "time " + std::to_string(steps)),
                  steps <= 8 ? 3 : 1)
            << steps;
    EXPECT_EQ(total, 12 + 12 + 16);
    EXPECT_DOUBLE_EQ(row.candidate(2)->seconds_per_step(), 1.02);
    EXPECT_EQ(judge(row)->best_steps, 1);
}

TEST_F(GhostStudy, TakesTheMedianOfTheRounds) {
    engine_.took = [](const Zone& zone, int call) {
        return usual_seconds(zone.steps) * (call == 1 ? 100 : 1 + 0.001 * call);
    };
    // Of calls 0 to 8, and 9 to 11.
    EXPECT_DOUBLE_EQ(run(3)->candidate(3)->seconds, usual_seconds(3) * 1.005);
    EXPECT_DOUBLE_EQ(run(1)->candidate(3)->seconds, usual_seconds(3) * 1.010);
}

TEST_F(GhostStudy, TakesTheLowerQuartileWhereDisturbancesOnlyAdd) {
    engine_.habit = {.rounds = 3, .only_added = true};
    engine_.took = [](const Zone& zone, int call) {
        return usual_seconds(zone.steps) * (call % 2 == 1 ? 100 : 1 + 0.001 * call);
    };
    // The third least of calls 0 to 8.
    EXPECT_DOUBLE_EQ(run(3)->candidate(3)->seconds, usual_seconds(3) * 1.004);
}

TEST_F(GhostStudy, HasAsManyRoundsAsTheEngineNeedsWhereNoneAreAskedFor) {
    const auto timed = [&](std::optional<int> rounds) {
        engine_.log.clear();
        run(rounds);
        return std::ranges::count(engine_.log, "time 2");
    };
    engine_.habit.rounds = 5;
    EXPECT_EQ(timed(std::nullopt), 5 + 10);
    EXPECT_EQ(timed(1), 1 + 2);
}

TEST_F(GhostStudy, AMismatchIsAFailureAndNeverTimed) {
    engine_.wrong_steps = 4;
    const StudyRow row = *run(2);
    EXPECT_FALSE(passes(row));
    EXPECT_TRUE(judge(row)) << "the others were timed";
    EXPECT_EQ(std::ranges::count(engine_.log, "time 4"), 0);
    EXPECT_NE(row.candidate(4)->mismatch.find("cell 19 of row 16 is "), std::string::npos)
        << row.candidate(4)->mismatch;
    EXPECT_NE(row.candidate(4)->mismatch.find(" after 5 steps"), std::string::npos);
    EXPECT_FALSE(best_constant({&row, 1}) == 4);
}

TEST_F(GhostStudy, JudgesNothingWhereTheChosenOrTheFirstIsWrong) {
    for (const int wrong : {1, 3}) {
        engine_.wrong_steps = wrong;
        const StudyRow row = *run();
        EXPECT_EQ(row.chosen_steps, 3);
        EXPECT_FALSE(judge(row)) << wrong;
        EXPECT_FALSE(passes(row)) << wrong;
    }
}

TEST_F(GhostStudy, KeepsToWhatIsOffered) {
    engine_.offered = {1, 2, 4};
    const StudyRow row = *run();
    EXPECT_EQ(row.chosen_steps, 2) << "3 would be better and cannot be had";
    EXPECT_EQ(row.candidates.size(), 3u);
    EXPECT_EQ(row.candidate(3), nullptr);
    EXPECT_TRUE(passes(row));
}

TEST_F(GhostStudy, TellsItsWatcherHowFarItIs) {
    std::vector<int> done;
    int timed_at_the_end = 0;
    run(2, [&](const StudyProgress& progress) {
        EXPECT_EQ(progress.total, done.size() < 13 ? 12 : 28);
        done.push_back(progress.done);
        timed_at_the_end =
            static_cast<int>(std::ranges::count_if(progress.row.candidates, &Candidate::timed));
        return true;
    });
    EXPECT_TRUE(std::ranges::is_sorted(done));
    EXPECT_EQ(done.back(), 28);
    EXPECT_EQ(timed_at_the_end, 4);
}

TEST_F(GhostStudy, EndsWhereverItsWatcherSays) {
    for (int calls = 0; calls < 12; ++calls) {
        int left = calls;
        EXPECT_FALSE(run(2, [&](const StudyProgress&) { return left-- > 0; })) << calls;
    }
    const StudyPart part{&heat(), {{8, 8}}, {tile}};
    for (int calls = 0; calls < 10; ++calls) {
        int left = calls;
        EXPECT_FALSE(run_study(engine_, {&part, 1}, options_, [&](const StudyProgress&) {
            return left-- > 0;
        })) << calls;
    }
}

TEST_F(GhostStudy, EndsBetweenTheStepsOfAReference) {
    const StudyPart part{&heat(), {{8, 8}}, {tile}};
    const auto references = [&](int allowed) {
        int seen = 0;
        const auto study = run_study(engine_, {&part, 1}, options_, [&](const StudyProgress& now) {
            seen += now.stage == StudyStage::reference ? 1 : 0;
            return seen <= allowed;
        });
        EXPECT_EQ(study.has_value(), seen <= allowed);
        return seen;
    };
    const int all = references(100);
    EXPECT_GE(all, verified_steps(4)) << "asked before each step";
    EXPECT_EQ(references(3), 4);
    EXPECT_EQ(std::ranges::count(engine_.log, "load"), 1) << "by the whole study alone";
}

TEST_F(GhostStudy, OffersTheGridsThatItJudgesAndTheUsualOne) {
    for (const Application& application : application_table())
        for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
            const std::vector<GridSize> offered = offered_grids(application, backend);
            const auto holds = [&](GridSize grid) {
                return std::ranges::find(offered, grid) != offered.end();
            };
            for (const GridSize grid : study_grids(application, backend))
                EXPECT_TRUE(holds(grid)) << application.name;
            EXPECT_TRUE(holds(usual_grid(application.dimensions))) << application.name;
            EXPECT_LE(offered.size(), study_grids(application, backend).size() + 1);
            for (const GridSize grid : offered)
                EXPECT_NO_THROW(require_grid(application, grid)) << application.name;
            EXPECT_TRUE(std::ranges::is_sorted(offered, {}, &GridSize::cells));
        }
}

TEST_F(GhostStudy, CalibratesBeforeAnythingOfAnApplicationIsTimed) {
    engine_.shapes = {tile, {64, 64, 1}};
    const StudyPart part{&heat(), {{8, 8}, {9, 7}}, engine_.shapes};
    const StudyResult result = *run_study(engine_, {&part, 1}, options_, {});
    const auto last = std::find(engine_.log.rbegin(), engine_.log.rend(), "calibrate heat2d");
    EXPECT_EQ(std::find(last, engine_.log.rend(), "time 1"), engine_.log.rend());
    ASSERT_EQ(result.calibrations.size(), 2u);
    EXPECT_EQ(result.calibrations[1].seconds, 0.25);
    ASSERT_EQ(result.rows.size(), 4u);
    EXPECT_EQ(result.rows[0].tile, result.rows[1].tile) << "tile by tile";
    EXPECT_EQ(result.rows[1].grid, (GridSize{9, 7}));
}

TEST_F(GhostStudy, DividesATimeStepThatWouldNotBeStable) {
    const StudyPart part{&find_application("hotspot"), {{1000, 10}, {2000, 10}}, {tile}};
    engine_.offered = {1, 2};
    const StudyResult own = *run_study(engine_, {&part, 1}, options_, {});
    EXPECT_EQ(own.rows[0].time_division, 1);
    EXPECT_EQ(own.rows[1].time_division, stable_time_division(*part.application, {2000, 10}));
    EXPECT_GT(own.rows[1].time_division, 1);
    options_.problem = [](const Application& application, GridSize grid) {
        return make_problem(application, grid, 5, 7);
    };
    EXPECT_EQ(run_study(engine_, {&part, 1}, options_, {})->rows[0].time_division, 7);
}

// The rival of a choice: with hindsight, and the same on all grids.
TEST_F(GhostStudy, FindsTheConstantWhoseWorstGridIsBest) {
    const auto row_of = [&](std::vector<double> per_step) {
        StudyRow row{&heat(), {8, 8}, tile, 1, 1, {}};
        for (std::size_t i = 0; i < per_step.size(); ++i)
            row.candidates.push_back(
                {{static_cast<int>(i) + 1, {}}, per_step[i] * static_cast<double>(i + 1), {}});
        return row;
    };
    // 2 is best twice and bad once; 3 is never best and never bad.
    std::vector<StudyRow> rows = {row_of({3, 1, 1.1}), row_of({3, 1, 1.2}), row_of({1, 2, 1.25})};
    EXPECT_EQ(best_constant(rows), 3);
    EXPECT_NEAR(*attained_with(rows[2], 3), 0.8, 1e-12);
    rows[1].candidates[2].seconds = 0;
    EXPECT_EQ(best_constant(rows), 2);
    EXPECT_FALSE(best_constant({}));
}

TEST(GhostStudyGrids, AreFiveOrMoreOnAGpuAndThreeOnAProcessorOddOnesAmongThem) {
    for (const Application& application : application_table())
        for (const BackendKind backend : {BackendKind::cpu, BackendKind::cuda}) {
            const auto grids = study_grids(application, backend);
            EXPECT_GE(grids.size(), backend == BackendKind::cuda ? 5u : 3u) << application.name;
            EXPECT_TRUE(std::ranges::any_of(grids, [](GridSize g) { return g.width % 2 == 1; }))
                << application.name;
            for (const GridSize grid : grids)
                EXPECT_NO_THROW(require_grid(application, grid)) << application.name;
        }
}

TEST(GhostVerification, EndsEveryKWithAShorterLaunch) {
    for (int most = 1; most <= 64; ++most) {
        const std::int64_t steps = verified_steps(most);
        EXPECT_GT(steps, most);
        EXPECT_LE(steps, 2 * most + 1);
        for (int k = 2; k <= most; ++k)
            EXPECT_NE(steps % k, 0) << most;
    }
}

TEST(GhostCompareCells, ComparesBitsButNotThoseOfNaN) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Cells a = std::vector<float>{1, nan, 0};
    EXPECT_FALSE(first_mismatch(a, std::vector<float>{1, -nan, 0}));
    EXPECT_EQ(first_mismatch(a, std::vector<float>{1, nan, -0.0f}), 2);
    EXPECT_EQ(first_mismatch(a, std::vector<float>{1, 2, 0}), 1);
    EXPECT_EQ(first_mismatch(a, std::vector<float>{1, nan}), 2);
    EXPECT_EQ(first_mismatch(a, std::vector<std::int32_t>{1, 2, 0}), 0);
    const Cells whole = std::vector<std::int32_t>{1, 2, 3, 4, 5, 6, 7, 8};
    Cells other = whole;
    std::get<1>(other)[7] = 9;
    EXPECT_EQ(mismatch_text(whole, other, GridSize::box(2, 2, 2)),
              "cell 1 of row 1 in slice 1 is 9 instead of 8");
    EXPECT_EQ(mismatch_text(whole, whole, GridSize::line(8)), "");
    EXPECT_EQ(mismatch_text(whole, other, GridSize::line(8)), "cell 7 is 9 instead of 8");
}

}  // namespace
}  // namespace heatlab::ghost
