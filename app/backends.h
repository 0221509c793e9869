#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session.h"
#include "app/settings.h"
#include "sim/backend.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab {

/// Which backend runs, and why that one.
struct BackendSelection {
    BackendKind kind = BackendKind::cpu;
    int device = 0;      ///< CUDA device; 0 for the CPU
    std::string reason;  ///< "no CUDA device", "asked for"; empty where nothing need be said
};

/// A device as `heatlab list devices` names it.
struct DeviceListing {
    BackendInfo info;
    bool usable = false;
    std::string reason;  ///< why not
};

/// Chooses a backend by trying it: `automatic` takes CUDA where a probe launch works, else the CPU.
/// With `cpu` no CUDA call is made. Throws InputError (argument "--backend" or "--device") where
/// what was asked for does not work here; the message says why.
BackendSelection select_backend(BackendChoice choice, int device);

/// Every backend that works here: those that `check` compares. Throws as `select_backend`.
std::vector<BackendSelection> usable_backends(BackendChoice choice, int device);

/// All CUDA devices and the processor; never throws for a driver that is missing.
std::vector<DeviceListing> list_devices();

/// A simulation that nothing shows. Throws InputError for a grid that does not fit, DeviceError.
std::unique_ptr<Simulation> make_simulation(const BackendSelection& backend, GridSize grid,
                                            const Simulation* beside = nullptr);

/// What advances tiles with ghost zones there. Throws DeviceError.
std::unique_ptr<ghost::ZoneEngine> make_zone_engine(const BackendSelection& backend);

/// By source where this program was built with CUDA, counted where the device is one of CUDA's.
SectorMeans sector_means(const BackendSelection& backend);

/// A stage without a display: for sessions without OpenGL (dumps, tests).
StageFactory hidden_stage_factory(const BackendSelection& backend);

}  // namespace heatlab
