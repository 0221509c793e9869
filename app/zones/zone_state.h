#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/backend.h"
#include "sim/ghost/application.h"
#include "sim/ghost/study.h"
#include "sim/ghost/zone.h"
#include "sim/picture.h"

namespace heatlab {

/// The source of one k, and what its compiler said.
struct ZoneSource {
    ghost::Zone zone;
    std::string application;
    std::string text;
    int error_line = 0;      ///< from 1; 0: none, or it names none
    std::string error = {};  ///< empty: none
};

/// How the values of a picture are seen.
enum class SceneColours {
    map,       ///< the window's colour map
    balanced,  ///< a signed map, as far below 0 as above
    grey
};

/// A picture of an application as it runs.
struct ScenePicture {
    std::string title;  ///< "temperature"
    std::string unit;   ///< "K"; may be empty
    std::shared_ptr<const FieldPicture> picture;
    double low = 0;
    double high = 1;
    SceneColours colours = SceneColours::map;
};

/// An application on its way: what is seen beside the chart.
struct ZoneScene {
    std::int64_t step = 0;
    bool running = false;
    double steps_per_second = 0;
    double launches_per_picture = 0;
    std::vector<ScenePicture> pictures;  ///< one or two, the application's cells first
    /// Of one dimension with a source of a row per step: the row of the source that comes next; the
    /// rows above it of the first picture are computed, those below are the source's.
    std::optional<int> front;
};

/// What the room "Ghost zones" is doing.
enum class ZoneWork { nothing, waiting, calibrating, measuring };

/// Everything that the room shows, as its thread publishes it.
struct ZoneState {
    // What it is about; all else is of these alone.
    const ghost::Application* application = nullptr;
    GridSize grid;
    ghost::TileShape tile;
    int time_division = 1;         ///< of the scene's time step
    int stable_time_division = 1;  ///< the least one with which no wave of it grows

    BackendInfo backend;
    std::vector<ghost::TileShape> tiles;  ///< offered, the preferred one first
    std::vector<int> offered;             ///< k, ascending
    std::string limitation;               ///< why not every k can be had; empty: it can
    /// What the model expects of each k, and what was measured: no candidates until it is there.
    ghost::StudyRow row;
    std::optional<double> calibration_seconds;

    ZoneWork work = ZoneWork::nothing;
    ghost::StudyStage stage = ghost::StudyStage::verifying;  ///< while it measures
    int done = 0;  ///< of `total`: steps of the reference, then verifications and timings
    int total = 0;
    bool cancelled = false;  ///< that one
    std::string problem;     ///< why nothing more can be had; empty: no problem

    std::shared_ptr<const ZoneSource> source;  ///< null: not made yet
    std::shared_ptr<const ZoneScene> scene;    ///< likewise

    bool predicted() const { return !row.candidates.empty(); }
    /// Every k was timed, or is wrong.
    bool measured() const;
};

/// k in force: the one that was set, else the model's, else 1; where it is not offered, the largest
/// one below it that is.
int steps_in_force(const ZoneState& state, const std::optional<int>& wanted);

}  // namespace heatlab
