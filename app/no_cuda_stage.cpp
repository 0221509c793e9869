#include "app/cuda_stage.h"
#include "sim/errors.h"

namespace heatlab::cuda_stage {
namespace {

constexpr const char* why = "this program was built without CUDA";

}  // namespace

bool built_in() {
    return false;
}

DeviceListing probe(int) {
    DeviceListing none;
    none.info.kind = BackendKind::cuda;
    none.reason = why;
    return none;
}

std::vector<DeviceListing> probe_all() {
    return {};
}

std::unique_ptr<Simulation> make_hidden(GridSize, int, const Simulation*) {
    throw DeviceError(why);
}

SourceSectors source_sectors(const KernelInfo&, GridSize) {
    throw DeviceError(why);
}

SectorCount count_sectors(const KernelInfo&, GridSize, int) {
    throw DeviceError(why);
}

std::unique_ptr<ghost::ZoneEngine> make_zone_engine(int) {
    throw DeviceError(why);
}

ShownStage make_shown(const StageRequest&, int, DisplayChoice) {
    throw DeviceError(why);
}

}  // namespace heatlab::cuda_stage
