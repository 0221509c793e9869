// What the stability laboratory costs, as JSON: each of its readings alone, and steps per second of
// a whole session with all its displays on and off, in turns, as medians. Two claims are measured
// here: on the CPU backend at 1024 x 1024 the displays cost less than 10 % of the steps per second,
// and on a GPU at 8192 x 8192 a frame's readings are a small part of a sixtieth of a second.
//
// The session is the window's own, without a window: 60 frames a second, each with a batch of
// `--budget` milliseconds. The default leaves the backend no idle time in which an analysis could
// hide.
//
// Exit code 0; 1: something failed; 2: bad arguments; 77: that backend does not work here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "app/backends.h"
#include "app/commands/measured.h"
#include "app/text_file.h"
#include "sim/bench/kernel_times.h"
#include "sim/errors.h"
#include "sim/initial_field.h"
#include "sim/spectrum.h"

namespace heatlab::bench {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr int skipped = 77;
constexpr double frames_per_second = 60;
constexpr double r = 0.2;

struct Arguments {
    std::string backend = "cuda";
    std::string kernel = "tiled";
    int side = 8'192;
    int rounds = 9;
    double seconds = 0.05;  ///< of a batch of steps, about
    double session = 2;     ///< seconds of a session's turn
    double budget = 16;     ///< milliseconds of simulation per frame
    std::string json;
};

double median(std::vector<double> values) {
    return spread_of(std::move(values)).median;
}

/// Readings of the field alone, without steps.
Batch reading() {
    return {.publish = false, .statistics = false};
}

double steps_alone(Simulation& simulation, std::int64_t steps,
                   std::optional<ValueLimits> limits = std::nullopt) {
    Batch batch = reading();
    batch.steps = steps;
    batch.watch = limits;
    return run_batch(simulation, batch).seconds / static_cast<double>(steps);
}

/// Median seconds of each reading, by rounds in which all take their turn.
class Readings {
public:
    Readings(Simulation& simulation, const Arguments& arguments)
        : simulation_(simulation), arguments_(arguments) {
        const GridSize grid = simulation.grid();
        const WaveGauge gauge = WaveGauge::shortest(GridWaves(grid, {}));
        simulation.set_projections({gauge.weights().begin(), gauge.weights().end()});
        changes_ = plan_spectrum(grid, {}, {grid.height / 2, grid.width / 2}).cells;
    }

    Json measure() {
        // The first round loads kernels and touches all memory; it does not count.
        for (int round = 0; round <= arguments_.rounds; ++round) {
            if (round == 1) {
                for (std::vector<double>* times :
                     {&step_, &watched_, &statistics_, &analysis_, &change_block_, &loupe_})
                    times->clear();
            }
            add_round();
        }
        const double step = median(step_);
        Json result;
        result["seconds_per_step"] = step;
        result["seconds_per_watched_step"] = median(watched_);
        result["watched_over_plain_step"] = median(watched_) / step;
        result["seconds_per_statistics"] = median(statistics_);
        result["seconds_per_analysis"] = median(analysis_);
        result["analysis_over_step"] = median(analysis_) / step;
        result["changes_width"] = changes_.width;
        result["changes_height"] = changes_.height;
        result["seconds_per_changes"] = median(change_block_);
        result["seconds_per_loupe"] = median(loupe_);
        return result;
    }

private:
    void add_round() {
        // Limits that nothing leaves: each step is compared with them to the end.
        constexpr ValueLimits limits{-1e30f, 1e30f};
        step_.push_back(steps_alone(simulation_, steps_));
        watched_.push_back(steps_alone(simulation_, steps_, limits));
        steps_ = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(arguments_.seconds / step_.back()), 1, 100'000);
        Batch statistics = reading();
        statistics.statistics = true;
        statistics_.push_back(run_batch(simulation_, statistics).statistics_seconds);
        Batch analysis = reading();
        analysis.analysis = true;
        analysis_.push_back(run_batch(simulation_, analysis).analysis_seconds);
        Batch changes = reading();
        changes.changes = changes_;
        change_block_.push_back(run_batch(simulation_, changes).analysis_seconds);
        simulation_.set_loupe(CellRect{0, 0, 32, 32});
        loupe_.push_back(run_batch(simulation_, reading()).analysis_seconds);
        simulation_.set_loupe(std::nullopt);
    }

    Simulation& simulation_;
    const Arguments& arguments_;
    CellRect changes_;
    std::int64_t steps_ = 4;
    std::vector<double> step_;
    std::vector<double> watched_;
    std::vector<double> statistics_;
    std::vector<double> analysis_;
    std::vector<double> change_block_;
    std::vector<double> loupe_;
};

Settings settings_of(const Arguments& arguments) {
    Settings settings;
    settings.grid = {arguments.side, arguments.side};
    settings.r = r;
    settings.init.name = "random";
    settings.kernel = arguments.kernel;
    settings.pacing.budget_ms = arguments.budget;
    return settings;
}

/// A session that draws nothing, frame by frame in real time.
class Frames {
public:
    Frames(const Arguments& arguments, const BackendSelection& backend)
        : session_(settings_of(arguments), hidden_stage_factory(backend), backend.reason),
          start_(Clock::now()),
          next_(start_) {
        session_.apply(command::Play{});
    }

    void switch_laboratory(bool on) {
        session_.apply(command::SetLaboratory{{.traces = on, .spectrum = on, .watch = on}});
        session_.apply(
            command::SetLoupe{on ? std::optional(CellRect{0, 0, 16, 16}) : std::nullopt});
    }

    struct Turn {
        double steps_per_second = 0;
        double frames_per_second = 0;
        double analysis_seconds_per_frame = 0;
        double spectrum_seconds = 0;
    };

    Turn run(double seconds) {
        const auto begin = Clock::now();
        const std::int64_t first_step = session_.snapshot().step;
        int frames = 0;
        for (; seconds_since(begin) < seconds; ++frames)
            draw();
        const double span = seconds_since(begin);
        const Snapshot& seen = session_.snapshot();
        return {static_cast<double>(seen.step - first_step) / span, frames / span,
                seen.laboratory.analysis_seconds_per_frame, seen.laboratory.spectrum_seconds};
    }

    bool has_analysed() const { return session_.snapshot().laboratory.analysis.has_value(); }

private:
    static double seconds_since(Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    void draw() {
        session_.begin_frame(seconds_since(start_));
        session_.end_frame({0, 0, 1 / frames_per_second},
                           {frames_per_second, true, frames_per_second});
        // A frame that took too long is late; those after it are not hurried.
        next_ = std::max(next_ + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(1 / frames_per_second)),
                         Clock::now());
        std::this_thread::sleep_until(next_);
    }

    Session session_;
    Clock::time_point start_;
    Clock::time_point next_;
};

/// Medians of turns with the laboratory on and off.
Json session_in_turns(const Arguments& arguments, const BackendSelection& backend) {
    Frames frames(arguments, backend);
    std::vector<double> off;
    std::vector<double> on;
    std::vector<double> ratio;
    std::vector<double> rate_off;
    std::vector<double> rate_on;
    Frames::Turn last;
    for (int round = 0; round <= arguments.rounds; ++round) {
        frames.switch_laboratory(false);
        const Frames::Turn without = frames.run(arguments.session);
        frames.switch_laboratory(true);
        last = frames.run(arguments.session);
        if (!frames.has_analysed())
            throw std::runtime_error(
                "the session analysed nothing, so there is no cost to measure");
        if (round == 0)
            continue;  // finds its pace
        off.push_back(without.steps_per_second);
        on.push_back(last.steps_per_second);
        ratio.push_back(last.steps_per_second / without.steps_per_second);
        rate_off.push_back(without.frames_per_second);
        rate_on.push_back(last.frames_per_second);
    }
    Json result;
    result["budget_ms"] = arguments.budget;
    result["steps_per_second_off"] = median(off);
    result["steps_per_second_on"] = median(on);
    result["on_over_off"] = median(ratio);
    result["on_over_off_least"] = std::ranges::min(ratio);
    result["on_over_off_most"] = std::ranges::max(ratio);
    result["frames_per_second_off"] = median(rate_off);
    result["frames_per_second_on"] = median(rate_on);
    result["analysis_seconds_per_frame"] = last.analysis_seconds_per_frame;
    result["spectrum_seconds"] = last.spectrum_seconds;
    return result;
}

int run(const Arguments& arguments) {
    BackendSelection backend;
    try {
        backend = select_backend(
            arguments.backend == "cuda" ? BackendChoice::cuda : BackendChoice::cpu, 0);
    } catch (const InputError& problem) {
        std::cout << "skipped: " << problem.what() << '\n';
        return skipped;
    }
    const GridSize grid{arguments.side, arguments.side};
    Json result;
    {
        const auto simulation = make_simulation(backend, grid);
        // Not a field of zeros: some devices move and add those faster.
        InitialFieldSpec noise;
        noise.name = "random";
        simulation->load(make_initial_field(grid, noise, std::nullopt), 0);
        simulation->set_step_ratio(StepRatio::from(r));
        simulation->set_kernel(find_kernel(arguments.kernel, backend.kind));
        result = measured_on(simulation->backend());
        result["threads"] = simulation->backend().threads;
        result["grid_width"] = grid.width;
        result["grid_height"] = grid.height;
        result["kernel"] = arguments.kernel;
        result["rounds"] = arguments.rounds;
        result["readings"] = Readings(*simulation, arguments).measure();
    }
    result["session"] = session_in_turns(arguments, backend);
    std::cout << json_text(result);
    if (!arguments.json.empty())
        write_text_file(arguments.json, json_text(result));
    return 0;
}

}  // namespace
}  // namespace heatlab::bench

int main(int argc, char** argv) {
    try {
        heatlab::bench::Arguments arguments;
        CLI::App app("What the stability laboratory costs, on one grid");
        app.add_option("--backend", arguments.backend)->check(CLI::IsMember({"cuda", "cpu"}));
        app.add_option("--kernel", arguments.kernel);
        app.add_option("--grid", arguments.side, "Side of the square grid")
            ->check(CLI::Range(64, 65'536));
        app.add_option("--rounds", arguments.rounds)->check(CLI::Range(1, 1'000));
        app.add_option("--seconds", arguments.seconds, "Of a batch of steps")
            ->check(CLI::Range(1e-3, 60.0));
        app.add_option("--session", arguments.session, "Seconds of a session's turn")
            ->check(CLI::Range(0.1, 600.0));
        app.add_option("--budget", arguments.budget, "Milliseconds of simulation per frame")
            ->check(CLI::Range(0.1, 100.0));
        app.add_option("--json", arguments.json, "File for the result");
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& problem) {
            return app.exit(problem) == 0 ? 0 : 2;
        }
        return heatlab::bench::run(arguments);
    } catch (const std::exception& problem) {
        std::cout << "FAILED: " << problem.what() << '\n';
        return 1;
    }
}
