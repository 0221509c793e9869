#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command.h"
#include "app/presets.h"
#include "app/settings.h"
#include "app/snapshot.h"
#include "app/stage.h"
#include "app/start_field.h"
#include "app/zones/zone_worker.h"
#include "sim/simulation.h"

namespace heatlab {

/// Times of the frame just drawn, told by whoever draws it (seconds).
struct FrameTimes {
    double display = 0;
    double interface = 0;
    double frame = 0;
};

/// The one owner of a run: settings, simulation, pacing, statistics, notices. Knows nothing of
/// OpenGL or ImGui. Everything happens through `apply`; everything is seen through `snapshot`.
///
/// A frame is: begin_frame (collect what finished, submit the next batch), snapshot, draw, apply
/// the commands that the frame produced, end_frame. Nothing blocks.
class Session {
public:
    /// Throws InputError for settings that cannot hold. `presets`: those that LoadPreset finds
    /// (null: none); what was wrong with their files is said in a notice. `start`: instead of the
    /// initial field. `make_engine`: for ghost zones; null: those of the session's backend.
    Session(Settings settings, StageFactory make_stage, std::string backend_reason,
            std::shared_ptr<const PresetLibrary> presets = nullptr,
            const std::optional<StartField>& start = std::nullopt,
            ZoneEngineFactory make_engine = nullptr);
    ~Session();

    /// Applies one command. What is impossible becomes a notice of kind `refused` and changes
    /// nothing.
    void apply(const Command& command);
    void apply(const CommandList& commands);

    /// Shows something that happened outside of the session (preferences, display). Its id is given
    /// here.
    void notify(Notice notice);

    /// `now`: seconds on a steady clock. Tests pass their own.
    void begin_frame(double now);
    void end_frame(const FrameTimes& times, const FramePace& pace);

    const Snapshot& snapshot() const;

    /// Blocks until the steps asked for (`RunSteps`, Settings::steps) have run and the newest field
    /// is published: for rendering off screen. `shown`: for a picture of space and time, called for
    /// each of the fields on the way that it shows.
    void finish(const std::function<void()>& shown = {});

    /// All cells of the scene of the ghost zones, once they are there; the error where they will
    /// not be is the future's, too.
    std::future<SceneCells> scene_cells();

    Simulation& simulation();
    /// Of all views, A's first; only that one while Compare is closed.
    std::vector<Simulation*> simulations();

private:
    struct State;
    struct Handler;
    std::unique_ptr<State> state_;
};

}  // namespace heatlab
