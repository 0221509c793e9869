#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "app/backends.h"
#include "app/commands/commands.h"
#include "app/commands/ghost_zone_report.h"
#include "app/commands/measured.h"
#include "app/commands/terminal_progress.h"
#include "app/text_file.h"
#include "sim/errors.h"
#include "sim/ghost/cell_text.h"
#include "sim/ghost/study.h"
#include "sim/ghost/study_grids.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using ghost::Application;
using ghost::StudyPart;
using ghost::TileShape;
using ghost::ZoneEngine;

/// The tiles to be studied. Throws InputError for one that is not offered.
std::vector<TileShape> tiles_of(const ZoneEngine& engine, const Application& application,
                                const std::optional<TileShape>& asked) {
    const std::span<const TileShape> offered = engine.tiles(application);
    if (!asked)
        return {offered.begin(), offered.end()};
    const auto text = [&](const TileShape& tile) {
        return ghost::tile_text(tile, application.dimensions);
    };
    if (std::ranges::find(offered, *asked) == offered.end())
        throw InputError("--tile", text(*asked),
                         std::string(application.name) + " on " +
                             std::string(to_string(engine.backend().kind)) + " has " +
                             name_list(offered, text));
    return {*asked};
}

std::vector<StudyPart> parts_of(const GhostZoneCommand& command, const ZoneEngine& engine) {
    std::vector<StudyPart> parts;
    for (const GhostZoneCommand::Part& part : command.parts) {
        const auto usual = ghost::study_grids(*part.application, engine.backend().kind);
        parts.push_back(
            {part.application, part.grids, tiles_of(engine, *part.application, part.tile)});
        if (part.grids.empty())
            parts.back().grids.assign(usual.begin(), usual.end());
    }
    return parts;
}

/// The source that runs, of the first tile unless one was named.
std::string source_text(const ZoneEngine& engine, const StudyPart& part, int steps) {
    const std::span<const int> offered =
        engine.offered_steps(*part.application, part.tiles.front());
    if (std::ranges::find(offered, steps) == offered.end())
        throw InputError("--source", std::to_string(steps),
                         std::string(part.application->name) + " in " +
                             tile_text(part.tiles.front(), part.application->dimensions) +
                             " has k from 1 to " + std::to_string(offered.back()) +
                             (engine.limitation().empty() ? "" : "; " + engine.limitation()));
    return engine.source(*part.application, {part.tiles.front(), steps});
}

/// How far all of a study is, as a line on the terminal.
class StudyBar {
public:
    explicit StudyBar(const std::vector<StudyPart>& parts) {
        for (const StudyPart& part : parts)
            rows_ += static_cast<std::int64_t>(part.grids.size() * part.tiles.size());
    }

    void show(const ghost::StudyProgress& progress) {
        constexpr std::int64_t parts_of_row = 1000;
        const ghost::StudyRow& row = progress.row;
        const std::string where = std::string(row.application->name) + " in " +
                                  tile_text(row.tile, row.application->dimensions);
        const std::string on = " on " + grid_text(row.grid);
        const std::int64_t in_row = parts_of_row * progress.done / progress.total;
        bar_.say(progress.stage == ghost::StudyStage::calibrating ? "calibrating " + where
                 : progress.stage == ghost::StudyStage::reference
                     ? "reference of " + std::string(row.application->name) + on
                 : progress.stage == ghost::StudyStage::verifying ? "verifying " + where + on
                                                                  : "timing " + where + on,
                 rows_done_ * parts_of_row + in_row, rows_ * parts_of_row);
        if (progress.done == progress.total)
            ++rows_done_;
    }

private:
    TerminalProgress bar_;
    std::int64_t rows_ = 0;
    std::int64_t rows_done_ = 0;
};

ghost::Problem problem_of(const GhostZoneCommand& command, const Application& application,
                          GridSize grid) {
    const int stable = ghost::stable_time_division(application, grid);
    ghost::Problem problem = ghost::make_problem(application, grid, command.seed,
                                                 command.time_division.value_or(stable));
    if (command.temperature)
        problem.start = ghost::read_cell_text("--temperature", *command.temperature, grid);
    if (command.power)
        problem.source = ghost::read_cell_text("--power", *command.power, grid);
    if (!ghost::is_stable(problem))
        std::cerr << "heatlab ghost-zone: " << application.name << " on " << grid_text(grid)
                  << " is not stable: a chip of fixed size has too small cells for its time step "
                     "above "
                  << ghost::largest_stable_edge(application).value_or(0)
                  << " an edge; --divide-time-step " << stable << " is the remedy\n";
    return problem;
}

ghost::StudyResult study(const GhostZoneCommand& command, ZoneEngine& engine,
                         const std::vector<StudyPart>& parts) {
    StudyBar bar(parts);
    ghost::StudyOptions options;
    options.rounds = command.rounds;
    options.problem = [&](const Application& application, GridSize grid) {
        return problem_of(command, application, grid);
    };
    return ghost::run_study(engine, parts, options,
                            [&](const ghost::StudyProgress& progress) {
                                bar.show(progress);
                                return true;
                            })
        .value();  // nobody ends it
}

/// Takes the steps with the k that the model chooses, and writes what comes of them.
void take_steps(const GhostZoneCommand& command, ZoneEngine& engine, const StudyPart& part) {
    const Application& application = *part.application;
    const GridSize grid = part.grids.front();
    const TileShape& tile = part.tiles.front();
    const ghost::Problem problem = problem_of(command, application, grid);
    const ghost::Calibrated calibrated = engine.calibrate(application, tile);
    const int chosen =
        ghost::choose_steps(*calibrated.model, grid, engine.offered_steps(application, tile));
    engine.load(problem);
    engine.advance({tile, chosen}, command.steps.value());
    ghost::write_cell_text(command.out.value(), engine.read_back());
    std::cerr << application.name << " on " << grid_text(grid) << ", " << *command.steps
              << " steps in tiles of " << tile_text(tile, application.dimensions)
              << ", k = " << chosen << " per launch: " << *command.out << "\n";
}

void say_notices(ZoneEngine& engine) {
    for (const std::string& notice : engine.take_notices())
        std::cerr << "heatlab ghost-zone: " << notice << "\n";
}

}  // namespace

int run_command(const GhostZoneCommand& command) {
    require_outputs({{"--json", command.json}});
    if (command.out)
        require_writable("--out", *command.out);
    const BackendSelection backend = select_backend(command.backend, command.device);
    const std::unique_ptr<ZoneEngine> engine = make_zone_engine(backend);
    const std::vector<StudyPart> parts = parts_of(command, *engine);
    if (command.source_steps) {
        std::cout << source_text(*engine, parts.front(), *command.source_steps);
        return exit_done;
    }
    if (const std::string limitation = engine->limitation(); !limitation.empty())
        std::cerr << "heatlab ghost-zone: " << limitation << "\n";
    if (command.steps) {
        take_steps(command, *engine, parts.front());
        say_notices(*engine);
        return exit_done;
    }
    const nlohmann::ordered_json report =
        ghost_zone_json(engine->backend(), study(command, *engine, parts));
    say_notices(*engine);
    (command.json == "-" ? std::cerr : std::cout) << ghost_zone_text(report);
    if (command.json)
        write_text(*command.json, json_text(report));
    return report.at("pass").get<bool>() ? exit_done : exit_failed;
}

}  // namespace heatlab
