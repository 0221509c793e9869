#pragma once

#include <memory>
#include <vector>

#include "app/backends.h"
#include "app/session.h"
#include "render/field_texture.h"
#include "render/volume_texture.h"
#include "sim/ghost/zone_engine.h"
#include "sim/sector_count.h"

// What the program asks of CUDA. Answered by cuda_stage.cpp where CUDA was built in, else by
// no_cuda_stage.cpp: CMake chooses.

namespace heatlab::cuda_stage {

/// Where a simulation on the device shows its field without the host. Outlives the simulation.
class Surface {
public:
    virtual ~Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;
    /// Needs the OpenGL context current.
    virtual FieldTextureView view() const = 0;
    /// All cells of a grid of three dimensions, where those are shown here; else empty.
    virtual VolumeView volume() const = 0;

protected:
    Surface() = default;
};

struct ShownStage {
    Stage stage;
    std::unique_ptr<Surface> surface;  ///< null: pictures come by way of the host
};

/// Whether this program was built with CUDA.
bool built_in();

/// Probes one device. `info` is empty of a device that does not exist.
DeviceListing probe(int device);
std::vector<DeviceListing> probe_all();

/// `beside`: see StageRequest.
std::unique_ptr<Simulation> make_hidden(GridSize grid, int device,
                                        const Simulation* beside = nullptr);

/// What the source of a kernel says, and what is counted on the device: see
/// sim/cuda/sectors/count_sectors.h. Throw DeviceError where the program was built without CUDA.
SourceSectors source_sectors(const KernelInfo& kernel, GridSize grid);
SectorCount count_sectors(const KernelInfo& kernel, GridSize grid, int device);

/// Ghost zones on a device that works; compiled kernels are kept in the user's cache folder
/// ($XDG_CACHE_HOME or ~/.cache, heatlab/kernels). Throws DeviceError where the program was built
/// without CUDA.
std::unique_ptr<ghost::ZoneEngine> make_zone_engine(int device);

/// A simulation shown in the current OpenGL context: by interop where that works and `choice`
/// allows it, else by staged copies. Throws InputError (argument "--display") where a forced rung
/// cannot work.
ShownStage make_shown(const StageRequest& request, int device, DisplayChoice choice);

}  // namespace heatlab::cuda_stage
