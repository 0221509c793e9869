#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/published_state.h"
#include "app/settings.h"
#include "app/zones/scene_cells.h"
#include "app/zones/scene_run.h"
#include "app/zones/zone_state.h"
#include "app/zones/zone_worker.h"
#include "sim/text.h"

namespace heatlab {

/// What the session asked for, as the worker's thread finds it.
struct ZoneWish {
    ZoneSetting setting;
    ZoneCells cells;  ///< of its files
    bool open = false;
    bool allowed = false;               ///< nobody else computes
    bool measuring = false;             ///< until all are measured
    bool running = false;               ///< the scene
    std::optional<std::int64_t> steps;  ///< that it still takes; none: until it is paused
    // How often each was asked for: what was done is not what was asked for since.
    std::uint64_t measurements = 0;
    std::uint64_t runs = 0;
    std::uint64_t resets = 0;
    PacingSetting pacing;
    std::shared_ptr<CellsWanted> cells_wanted;  ///< null: nobody waits for the scene's
};

/// What the thread changed of it by doing it.
struct ZoneDone {
    bool measured = false;    ///< nothing is left to be measured
    bool stopped = false;     ///< the scene cannot go on
    bool gave_cells = false;  ///< to who waits for them, or there are none
    std::int64_t steps = 0;   ///< that the scene took
    double wait_seconds = 0;  ///< until there is something to do again; negative: for a wish
};

/// The worker's thread: engines, models and figures, and the one next thing to be done of a wish.
class ZoneLoop {
public:
    ZoneLoop(ZoneEngineFactory make, PublishedState<ZoneState>& state,
             const std::atomic<bool>& interrupted);

    /// Does one thing, as short as it can be, and publishes it. What fails is published too.
    ZoneDone step(const ZoneWish& wish, double now);

private:
    using TileKey = std::pair<std::string, std::string>;  ///< application and tile
    using Key = std::pair<TileKey, std::string>;          ///< and the grid

    ZoneDone do_next(const ZoneWish& wish, double now);
    /// Application, grid, files or tile are others now.
    void select(const ZoneWish& wish);
    bool is_other(const ZoneWish& wish) const;
    void calibrate();
    void predict();
    /// Answers whether the source had to be made.
    bool show_source(const ghost::Zone& zone);
    void measure();
    /// Whether the study is to go on; shows it.
    bool watch(const ghost::StudyProgress& progress);
    void run_scene(const ZoneWish& wish, const ghost::Zone& zone, double now, ZoneDone& done);
    /// The scene of what is selected; the one of another problem ends.
    SceneRun& scene();
    void show_scene(bool running);
    void fail(const std::string& problem);
    ghost::ZoneEngine& engine();
    TileKey tile_key() const;
    Key key() const { return {tile_key(), grid_text(grid_)}; }

    ZoneEngineFactory make_;
    PublishedState<ZoneState>& state_;
    const std::atomic<bool>& interrupted_;
    std::unique_ptr<ghost::ZoneEngine> engine_;  ///< calibrates and measures
    std::unique_ptr<SceneRun> scene_;            ///< with an engine of its own
    std::map<TileKey, ghost::Calibrated> models_;
    std::map<Key, ghost::StudyRow> rows_;  ///< what was measured
    std::optional<ZoneSetting> selected_;
    ZoneCells cells_;
    const ghost::Application* application_ = nullptr;
    GridSize grid_;
    ghost::TileShape tile_;
    std::uint64_t resets_ = 0;
    bool running_ = false;  ///< the scene, in the last step
    bool failed_ = false;   ///< with what is selected
};

}  // namespace heatlab
