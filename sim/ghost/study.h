#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/launch_model.h"
#include "sim/ghost/problem.h"
#include "sim/ghost/reference.h"
#include "sim/ghost/zone.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab::ghost {

/// A choice counts as good where it attains so much of the best k's speed.
inline constexpr double enough_attained = 0.95;

/// A problem, and what it is after some steps by the plain reference: what every k is held against
/// before it is timed.
struct KnownProblem {
    Problem problem;
    std::int64_t steps = 0;
    Cells after;
};

/// Takes the steps by the reference, on the host. A number of steps that no k from 2 to
/// `most_steps` divides is taken, so that every k has to end with a shorter launch. None where
/// `watcher` ended it.
std::optional<KnownProblem> know(Problem problem, int most_steps, const ReferenceWatcher& watcher);

/// The least prime above `most_steps`.
std::int64_t verified_steps(int most_steps);

/// A k: what the model expected of it, and what it did.
struct Candidate {
    Prediction expected;
    double seconds = 0;    ///< of a launch, from the rounds so far (TimingHabit); 0: not timed
    std::string mismatch;  ///< where its result differs; then it is never timed

    int steps() const { return expected.steps; }
    bool timed() const { return seconds > 0; }
    double seconds_per_step() const { return seconds / steps(); }
};

/// An application in a tile on a grid: every k that is offered, ascending from 1.
struct StudyRow {
    const Application* application = nullptr;
    GridSize grid;
    TileShape tile;
    int time_division = 1;  ///< of its problem
    int chosen_steps = 1;   ///< by the model, before anything here was timed
    std::vector<Candidate> candidates;

    /// Of all k, or where one is not offered there, null.
    const Candidate* candidate(int steps) const;
    bool has_mismatch() const;
};

/// What came of a row.
struct Judgement {
    int best_steps = 1;
    double best_speedup = 1;    ///< of steps per second, over k = 1
    double chosen_speedup = 1;  ///< likewise
    double attained = 1;        ///< the chosen k's speed over the best one's
    double model_error = 0;     ///< median over all k of |expected / measured - 1|
};

/// None while k = 1 or the chosen k has not been timed.
std::optional<Judgement> judge(const StudyRow& row);

/// Whether the choice attains enough of the best, and no k had a result of its own.
bool passes(const StudyRow& row);

/// What a k attains of the best one's speed in a row; none where it was not timed there.
std::optional<double> attained_with(const StudyRow& row, int steps);

/// The single k that does best on all of these grids in hindsight: whose least attained is the
/// largest. What a choice has to be better than to be worth making. None where no k was timed in
/// every row.
std::optional<int> best_constant(std::span<const StudyRow> rows);

enum class StudyStage { calibrating, reference, verifying, timing };

/// What a study is doing. `row` is as far as it has come; its times grow more certain with rounds.
struct StudyProgress {
    StudyStage stage = StudyStage::verifying;
    const StudyRow& row;
    int done = 0;   ///< of this row: verifications and timings
    int total = 0;  ///< likewise; more once it shows which are timed again
};

/// Called between one launch of the study and the next, and between the steps of a reference; false
/// ends it.
using StudyWatcher = std::function<bool(const StudyProgress&)>;

/// What is known before anything is timed: the prediction of every k, and the choice.
StudyRow expected_row(const ZoneEngine& engine, const LaunchModel& model, const TileShape& tile,
                      const Problem& problem);

/// Predicts all k, verifies each, then times them in turn, `rounds` times or as often as is the
/// engine's habit, so that what slows a machine down for a while slows all of them; the chosen one
/// and the seven fastest others twice as often again, together. None where `watcher` ended it.
/// Errors as ZoneEngine.
std::optional<StudyRow> study_row(ZoneEngine& engine, const LaunchModel& model,
                                  const TileShape& tile, const KnownProblem& known,
                                  std::optional<int> rounds, const StudyWatcher& watcher);

/// An application with the grids and tiles in which it is studied.
struct StudyPart {
    const Application* application = nullptr;
    std::vector<GridSize> grids;
    std::vector<TileShape> tiles;
};

struct StudyResult {
    struct Calibration {
        const Application* application = nullptr;
        TileShape tile;
        double seconds = 0;
    };
    std::vector<Calibration> calibrations;
    std::vector<StudyRow> rows;  ///< tile by tile, the grids of each in the order given
};

struct StudyOptions {
    /// In which each k is timed once, before some are timed again; none: the engine's habit.
    std::optional<int> rounds;
    /// What is advanced on a grid; none: make_problem(), with a time step that is stable there.
    std::function<Problem(const Application&, GridSize)> problem;
};

/// All tiles of an application are calibrated before its first candidate is timed. None where
/// `watcher` ended it. Errors as make_problem() and ZoneEngine.
std::optional<StudyResult> run_study(ZoneEngine& engine, std::span<const StudyPart> parts,
                                     const StudyOptions& options, const StudyWatcher& watcher);

}  // namespace heatlab::ghost
