#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "sim/cpu/instruction_set.h"
#include "sim/cpu/thread_team.h"
#include "sim/ghost/cpu/tiled_cells.h"
#include "sim/ghost/cpu/zone_launcher.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab::ghost {

/// Tiles with ghost zones on a team of threads. Beside the tiles that are offered it takes any
/// other, with every k that leaves an output cell.
class CpuZoneEngine final : public ZoneEngine {
public:
    /// `instructions`: supported by this processor. Throws InputError (argument "threads").
    CpuZoneEngine(int threads, const InstructionSet& instructions);

    const BackendInfo& backend() const override { return backend_; }
    std::span<const TileShape> tiles(const Application& application) const override;
    int most_steps(const Application& application, const TileShape& tile) const override;
    std::span<const int> offered_steps(const Application& application,
                                       const TileShape& tile) const override;
    std::string source(const Application& application, const Zone& zone) const override;

    /// Nothing: every k runs the same code.
    void prepare(const Application& application, const TileShape& tile) override;

    void load(const Problem& problem) override;
    void restart() override;
    std::int64_t step() const override { return step_; }
    void advance(const Zone& zone, std::int64_t steps) override;
    Cells read_back() override;

    double time_launch(const Zone& zone) override;
    TimingHabit timing_habit() const override;
    Calibrated calibrate(const Application& application, const TileShape& tile) override;

private:
    RunTile advance_of(const Application& application) const;
    /// Throws std::logic_error where nothing is loaded.
    TiledCells& tiled_cells();
    /// Throws InputError for a zone that cannot be had.
    TileGrid tiles_of(const Zone& zone);
    /// `launches` launches of `steps` steps each.
    void launch(const TileGrid& tiles, const Zone& zone, int steps, std::int64_t launches);
    /// Launches of `steps` steps, the first after `step`, which goes on with them, as long as
    /// `finished` says so after each.
    void run(const TileGrid& tiles, const Zone& zone, int steps, std::int64_t& step,
             const std::function<bool()>& finished);
    /// Seconds of each of `launches` launches in a row after `step`, which goes on with them; all
    /// from the present cells.
    double timed(const TileGrid& tiles, const Zone& zone, std::int64_t launches,
                 std::int64_t& step);

    const InstructionSet& instructions_;
    BackendInfo backend_;
    ThreadTeam team_;
    ZoneLauncher launcher_;
    std::optional<TiledCells> loaded_;
    std::int64_t step_ = 0;
    std::int64_t timed_step_ = 0;  ///< where the next launch that is timed begins
};

}  // namespace heatlab::ghost
