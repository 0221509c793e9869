#include "sim/ghost/study.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>

#include "sim/ghost/compare_cells.h"
#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

/// The row of a study as it grows, and whoever watches.
class RowInProgress {
public:
    RowInProgress(StudyRow row, const TimingHabit& habit, const StudyWatcher& watcher)
        : row_(std::move(row)),
          times_(row_.candidates.size()),
          only_added_(habit.only_added),
          total_(static_cast<int>(row_.candidates.size()) * (1 + habit.rounds)),
          watcher_(watcher) {}

    std::vector<Candidate>& candidates() { return row_.candidates; }
    int chosen_steps() const { return row_.chosen_steps; }
    StudyRow take() { return std::move(row_); }

    /// False: it is to end.
    bool goes_on(StudyStage stage) const {
        return !watcher_ || watcher_({stage, row_, done_, total_});
    }
    void advance() { ++done_; }
    /// So many more.
    void expect(int parts) { total_ += parts; }
    void add_time(std::size_t index, double seconds) {
        times_[index].push_back(seconds);
        const Spread spread = spread_of(times_[index]);
        row_.candidates[index].seconds = only_added_ ? spread.lower_quartile : spread.median;
    }

private:
    StudyRow row_;
    std::vector<std::vector<double>> times_;
    bool only_added_;
    int done_ = 0;
    int total_;
    const StudyWatcher& watcher_;
};

bool verify_all(ZoneEngine& engine, const TileShape& tile, const KnownProblem& known,
                RowInProgress& progress) {
    for (Candidate& candidate : progress.candidates()) {
        if (!progress.goes_on(StudyStage::verifying))
            return false;
        engine.restart();
        engine.advance({tile, candidate.steps()}, known.steps);
        candidate.mismatch = mismatch_text(known.after, engine.read_back(), known.problem.grid);
        if (!candidate.mismatch.empty())
            candidate.mismatch += " after " + std::to_string(known.steps) + " steps";
        progress.advance();
    }
    return true;
}

/// Times these of the candidates in turn, there and back, so that a machine that grows slower or
/// faster meanwhile favours none.
bool time_in_turn(ZoneEngine& engine, const TileShape& tile, std::vector<std::size_t> turn,
                  int rounds, RowInProgress& progress) {
    for (int round = 0; round < rounds; ++round) {
        for (const std::size_t i : turn) {
            if (!progress.goes_on(StudyStage::timing))
                return false;
            const Candidate& candidate = progress.candidates()[i];
            if (candidate.mismatch.empty())
                progress.add_time(i, engine.time_launch({tile, candidate.steps()}));
            progress.advance();
        }
        std::ranges::reverse(turn);
    }
    return true;
}

/// The chosen candidate, and the fastest others so far.
std::vector<std::size_t> finalists(const std::vector<Candidate>& candidates, int chosen_steps) {
    constexpr std::size_t most = 8;
    std::vector<std::size_t> timed;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (candidates[i].timed())
            timed.push_back(i);
    std::ranges::sort(timed, {}, [&](std::size_t i) {
        return std::pair(candidates[i].steps() != chosen_steps, candidates[i].seconds_per_step());
    });
    timed.resize(std::min(timed.size(), most));
    return timed;
}

/// All candidates in `rounds` rounds, then finalists in twice as many: of many candidates that are
/// as fast, the luckiest would be taken for the best, be it the chosen one or another.
bool time_all(ZoneEngine& engine, const TileShape& tile, int rounds, RowInProgress& progress) {
    engine.restart();
    std::vector<std::size_t> all(progress.candidates().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!time_in_turn(engine, tile, std::move(all), rounds, progress))
        return false;
    std::vector<std::size_t> turn = finalists(progress.candidates(), progress.chosen_steps());
    progress.expect(static_cast<int>(turn.size()) * 2 * rounds);
    return time_in_turn(engine, tile, std::move(turn), 2 * rounds, progress);
}

}  // namespace

StudyRow expected_row(const ZoneEngine& engine, const LaunchModel& model, const TileShape& tile,
                      const Problem& problem) {
    StudyRow row{problem.application, problem.grid, tile, problem.time_division, 1, {}};
    const std::span<const int> offered = engine.offered_steps(*problem.application, tile);
    row.chosen_steps = choose_steps(model, problem.grid, offered);
    for (const int steps : offered)
        row.candidates.push_back({model.predict(problem.grid, steps), 0, {}});
    return row;
}

std::int64_t verified_steps(int most_steps) {
    const auto is_prime = [](int n) {
        for (int i = 2; i * i <= n; ++i)
            if (n % i == 0)
                return false;
        return true;
    };
    int steps = std::max(2, most_steps + 1);
    while (!is_prime(steps))
        ++steps;
    return steps;
}

std::optional<KnownProblem> know(Problem problem, int most_steps, const ReferenceWatcher& watcher) {
    const std::int64_t steps = verified_steps(most_steps);
    std::optional<Cells> after = reference_after(problem, steps, watcher);
    if (!after)
        return std::nullopt;
    return KnownProblem{std::move(problem), steps, *std::move(after)};
}

const Candidate* StudyRow::candidate(int steps) const {
    const auto found = std::ranges::find(candidates, steps, &Candidate::steps);
    return found == candidates.end() ? nullptr : &*found;
}

bool StudyRow::has_mismatch() const {
    return std::ranges::any_of(candidates, [](const Candidate& c) { return !c.mismatch.empty(); });
}

std::optional<Judgement> judge(const StudyRow& row) {
    const Candidate* single = row.candidate(1);
    const Candidate* chosen = row.candidate(row.chosen_steps);
    if (single == nullptr || chosen == nullptr || !single->timed() || !chosen->timed())
        return std::nullopt;
    const Candidate* best = single;
    std::vector<double> errors;
    for (const Candidate& candidate : row.candidates) {
        if (!candidate.timed())
            continue;
        errors.push_back(std::abs(candidate.expected.seconds() / candidate.seconds - 1));
        if (candidate.seconds_per_step() < best->seconds_per_step())
            best = &candidate;
    }
    return Judgement{best->steps(), single->seconds_per_step() / best->seconds_per_step(),
                     single->seconds_per_step() / chosen->seconds_per_step(),
                     best->seconds_per_step() / chosen->seconds_per_step(),
                     spread_of(std::move(errors)).median};
}

bool passes(const StudyRow& row) {
    const std::optional<Judgement> judgement = judge(row);
    return judgement && judgement->attained >= enough_attained && !row.has_mismatch();
}

std::optional<double> attained_with(const StudyRow& row, int steps) {
    const Candidate* candidate = row.candidate(steps);
    if (candidate == nullptr || !candidate->timed())
        return std::nullopt;
    double best = candidate->seconds_per_step();
    for (const Candidate& other : row.candidates)
        if (other.timed())
            best = std::min(best, other.seconds_per_step());
    return best / candidate->seconds_per_step();
}

std::optional<int> best_constant(std::span<const StudyRow> rows) {
    std::optional<int> best;
    double most = 0;
    if (rows.empty())
        return best;
    for (const Candidate& candidate : rows.front().candidates) {
        double least = 1;
        for (const StudyRow& row : rows)
            least = std::min(least, attained_with(row, candidate.steps()).value_or(0));
        if (least > most) {
            most = least;
            best = candidate.steps();
        }
    }
    return best;
}

std::optional<StudyRow> study_row(ZoneEngine& engine, const LaunchModel& model,
                                  const TileShape& tile, const KnownProblem& known,
                                  std::optional<int> rounds, const StudyWatcher& watcher) {
    TimingHabit habit = engine.timing_habit();
    habit.rounds = rounds.value_or(habit.rounds);
    RowInProgress progress(expected_row(engine, model, tile, known.problem), habit, watcher);
    if (!progress.goes_on(StudyStage::verifying))
        return std::nullopt;
    engine.prepare(*known.problem.application, tile);
    engine.load(known.problem);
    if (!verify_all(engine, tile, known, progress) ||
        !time_all(engine, tile, habit.rounds, progress) || !progress.goes_on(StudyStage::timing))
        return std::nullopt;
    return progress.take();
}

namespace {

int most_steps_of(const ZoneEngine& engine, const StudyPart& part) {
    int most = 1;
    for (const TileShape& tile : part.tiles)
        most = std::max(most, engine.most_steps(*part.application, tile));
    return most;
}

Problem stable_problem(const Application& application, GridSize grid) {
    return make_problem(application, grid, 0, stable_time_division(application, grid));
}

/// All tiles of an application, then all its grids in each. False: it is to end.
bool study_part(ZoneEngine& engine, const StudyPart& part, const StudyOptions& options,
                const StudyWatcher& watcher, StudyResult& result) {
    const auto goes_on = [&](StudyStage stage, GridSize grid, const TileShape& tile) {
        return !watcher || watcher({stage, StudyRow{part.application, grid, tile, 1, 1, {}}, 0, 1});
    };
    std::vector<std::unique_ptr<LaunchModel>> models;
    for (const TileShape& tile : part.tiles) {
        if (!goes_on(StudyStage::calibrating, {}, tile))
            return false;
        engine.prepare(*part.application, tile);
        Calibrated calibrated = engine.calibrate(*part.application, tile);
        models.push_back(std::move(calibrated.model));
        result.calibrations.push_back({part.application, tile, calibrated.seconds});
    }
    std::vector<std::vector<StudyRow>> rows(part.tiles.size());
    for (const GridSize grid : part.grids) {
        if (!goes_on(StudyStage::reference, grid, part.tiles.front()))
            return false;
        const std::optional<KnownProblem> known = know(
            options.problem ? options.problem(*part.application, grid)
                            : stable_problem(*part.application, grid),
            most_steps_of(engine, part),
            [&](std::int64_t) { return goes_on(StudyStage::reference, grid, part.tiles.front()); });
        if (!known)
            return false;
        for (std::size_t i = 0; i < part.tiles.size(); ++i) {
            std::optional<StudyRow> row =
                study_row(engine, *models[i], part.tiles[i], *known, options.rounds, watcher);
            if (!row)
                return false;
            rows[i].push_back(std::move(*row));
        }
    }
    for (std::vector<StudyRow>& of_tile : rows)
        std::ranges::move(of_tile, std::back_inserter(result.rows));
    return true;
}

}  // namespace

std::optional<StudyResult> run_study(ZoneEngine& engine, std::span<const StudyPart> parts,
                                     const StudyOptions& options, const StudyWatcher& watcher) {
    StudyResult result;
    for (const StudyPart& part : parts)
        if (!study_part(engine, part, options, watcher, result))
            return std::nullopt;
    return result;
}

}  // namespace heatlab::ghost
