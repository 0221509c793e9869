#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/display_status.h"
#include "app/sector_counts.h"
#include "sim/simulation.h"

namespace heatlab {

/// A simulation together with how its field is shown: what a backend gives for a grid.
struct Stage {
    std::unique_ptr<Simulation> simulation;
    DisplayStatus display;
    SectorMeans sectors = {};
};

/// What a stage is made for.
struct StageRequest {
    GridSize grid;
    std::optional<BackendKind> backend = std::nullopt;  ///< none: the session's own
    /// A simulation of the same backend with which the new one takes turns, so that neither's time
    /// holds the other's; null: none.
    const Simulation* beside = nullptr;
    /// For a lesson: a copy on the CPU that runs this variant; `backend` is then the CPU.
    std::optional<WrongVariant> wrong = std::nullopt;
};

/// Makes a stage. Throws InputError for a grid that does not fit or a backend that is not there,
/// DeviceError where the device fails.
using StageFactory = std::function<Stage(const StageRequest&)>;

}  // namespace heatlab
