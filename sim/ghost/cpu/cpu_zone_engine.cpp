#include "sim/ghost/cpu/cpu_zone_engine.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "sim/cpu/clock.h"
#include "sim/cpu/cpu_simulation.h"
#include "sim/errors.h"
#include "sim/ghost/visit_application.h"

namespace heatlab::ghost {
namespace {

/// Beyond these no zone pays on any grid: what it saves of memory's time is long less than what it
/// costs in computing.
constexpr std::array<int, 3> most_useful_steps = {32, 16, 8};

constexpr auto all_steps = [] {
    std::array<int, 32> numbers{};
    std::iota(numbers.begin(), numbers.end(), 1);
    return numbers;
}();

constexpr std::array<TileShape, 3> line_tiles = {{{4096}, {2048}, {16384}}};
constexpr std::array<TileShape, 3> plane_tiles = {{{512, 128}, {256, 64}, {1024, 256}}};
constexpr std::array<TileShape, 2> block_tiles = {{{128, 32, 64}, {64, 32, 32}}};

}  // namespace

CpuZoneEngine::CpuZoneEngine(int threads, const InstructionSet& instructions)
    : instructions_(instructions),
      backend_(cpu_backend_info({.threads = threads}, instructions)),
      team_(backend_.threads),
      launcher_(team_) {
    // Once for all tiles that are offered, so that a calibration finds the workspaces of later
    // launches.
    for (const Application& application : application_table())
        for (const TileShape& tile : tiles(application))
            launcher_.provide({tile, most_steps(application, tile)}, application.dimensions);
}

std::span<const TileShape> CpuZoneEngine::tiles(const Application& application) const {
    if (application.dimensions == 1)
        return line_tiles;
    if (application.dimensions == 2)
        return plane_tiles;
    return block_tiles;
}

int CpuZoneEngine::most_steps(const Application& application, const TileShape& tile) const {
    const int useful = most_useful_steps[static_cast<std::size_t>(application.dimensions - 1)];
    const int most = std::min(useful, most_zone_steps(tile, application.dimensions));
    return application.source == SourceKind::per_step ? std::min(most, repeated_source_rows) : most;
}

std::span<const int> CpuZoneEngine::offered_steps(const Application& application,
                                                  const TileShape& tile) const {
    return std::span(all_steps).first(static_cast<std::size_t>(most_steps(application, tile)));
}

RunTile CpuZoneEngine::advance_of(const Application& application) const {
    return instructions_.advance_tile_of(index_of(application));
}

TiledCells& CpuZoneEngine::tiled_cells() {
    if (!loaded_)
        throw std::logic_error("no problem is loaded");
    return *loaded_;
}

TileGrid CpuZoneEngine::tiles_of(const Zone& zone) {
    const TiledCells& cells = tiled_cells();
    const Application& application = cells.application();
    if (application.source == SourceKind::per_step && zone.steps > repeated_source_rows) {
        throw InputError("--k", std::to_string(zone.steps),
                         std::string(application.name) + " takes at most " +
                             std::to_string(repeated_source_rows) + " steps per launch");
    }
    return {cells.grid(), zone};
}

void CpuZoneEngine::prepare(const Application&, const TileShape&) {}

void CpuZoneEngine::load(const Problem& problem) {
    loaded_.reset();  // its memory may be wanted
    loaded_.emplace(problem, team_);
    step_ = 0;
    timed_step_ = 0;
}

void CpuZoneEngine::restart() {
    tiled_cells().restart(team_);
    step_ = 0;
}

void CpuZoneEngine::advance(const Zone& zone, std::int64_t steps) {
    const TileGrid tiles = tiles_of(zone);
    launch(tiles, zone, zone.steps, steps / zone.steps);
    launch(tiles, zone, static_cast<int>(steps % zone.steps), steps % zone.steps > 0 ? 1 : 0);
}

void CpuZoneEngine::launch(const TileGrid& tiles, const Zone& zone, int steps,
                           std::int64_t launches) {
    if (launches <= 0)
        return;
    run(tiles, zone, steps, step_, [&] {
        loaded_->swap();
        return --launches > 0;
    });
}

void CpuZoneEngine::run(const TileGrid& tiles, const Zone& zone, int steps, std::int64_t& step,
                        const std::function<bool()>& finished) {
    const auto task = [&] {
        TileTask next = loaded_->task(step);
        next.steps = steps;
        return next;
    };
    const Application& application = loaded_->application();
    const auto advance = [run = advance_of(application)](int, const TileTask& tile) { run(tile); };
    launcher_.run(tiles, zone, application.dimensions, advance, task(), [&](TileTask& next) {
        const bool goes_on = finished();
        step += steps;
        next = task();
        return goes_on;
    });
}

Cells CpuZoneEngine::read_back() {
    return tiled_cells().read_back(team_);
}

double CpuZoneEngine::timed(const TileGrid& tiles, const Zone& zone, std::int64_t launches,
                            std::int64_t& step) {
    std::int64_t left = launches;
    const auto start = Clock::now();
    run(tiles, zone, zone.steps, step, [&] { return --left > 0; });
    return seconds_since(start) / static_cast<double>(launches);
}

double CpuZoneEngine::time_launch(const Zone& zone) {
    const TileGrid tiles = tiles_of(zone);
    const auto stay = team_.keep_caller();
    // A run shorter than this is mostly interrupted by nothing else.
    constexpr double run_seconds = 0.002;
    // Launches go on through the rows of a source, as when they advance, from where the last timed
    // one ended: rows that were read a moment ago might be in a cache. Their cells are the same.
    std::int64_t& step = timed_step_;
    // Where launches are short, the runs before the last one bring into the caches what these keep.
    std::int64_t launches = 1;
    double seconds = timed(tiles, zone, launches, step);
    while (seconds * static_cast<double>(launches) < run_seconds) {
        launches *= 2;
        seconds = timed(tiles, zone, launches, step);
    }
    return seconds;
}

TimingHabit CpuZoneEngine::timing_habit() const {
    // Clocks, and what others do on a machine, change within tenths of a second: many short looks,
    // spread over all of the time, see each k at its undisturbed best.
    return {.rounds = 24, .only_added = true};
}

}  // namespace heatlab::ghost
