#include "app/cuda_stage.h"

#include <utility>
#include <variant>

#include "app/folder_files.h"
#include "render/interop_field_texture.h"
#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/device_probe.h"
#include "sim/cuda/ghost/cuda_zone_engine.h"
#include "sim/cuda/sectors/count_sectors.h"
#include "sim/errors.h"

namespace heatlab::cuda_stage {
namespace {

class InteropSurface final : public Surface {
public:
    explicit InteropSurface(std::unique_ptr<InteropFieldTexture> texture)
        : texture_(std::move(texture)) {}

    FieldTextureView view() const override { return texture_->view(); }
    VolumeView volume() const override { return texture_->volume_view(); }
    InteropFieldTexture& texture() { return *texture_; }

private:
    std::unique_ptr<InteropFieldTexture> texture_;
};

DeviceListing to_listing(const CudaDevice& device) {
    DeviceListing listing;
    listing.info.kind = BackendKind::cuda;
    if (device.info)
        listing.info = *device.info;
    listing.usable = device.usable;
    listing.reason = device.reason;
    return listing;
}

ShownStage make_interop(const StageRequest& request, int device,
                        std::unique_ptr<InteropFieldTexture> texture) {
    ShownStage shown;
    auto surface = std::make_unique<InteropSurface>(std::move(texture));
    shown.stage.simulation = make_cuda_simulation(
        request.grid, {device, CudaDisplay::interop, &surface->texture(), request.beside});
    shown.stage.display.rung = DisplayRung::interop;
    shown.surface = std::move(surface);
    return shown;
}

ShownStage make_staged(const StageRequest& request, int device) {
    ShownStage shown;
    shown.stage.simulation =
        make_cuda_simulation(request.grid, {device, CudaDisplay::staged, nullptr, request.beside});
    shown.stage.display.rung = DisplayRung::staged;
    return shown;
}

}  // namespace

bool built_in() {
    return true;
}

DeviceListing probe(int device) {
    return to_listing(probe_cuda_device(device));
}

std::vector<DeviceListing> probe_all() {
    std::vector<DeviceListing> listed;
    for (const CudaDevice& device : probe_cuda_devices())
        listed.push_back(to_listing(device));
    return listed;
}

std::unique_ptr<Simulation> make_hidden(GridSize grid, int device, const Simulation* beside) {
    return make_cuda_simulation(grid, {device, CudaDisplay::none, nullptr, beside});
}

SourceSectors source_sectors(const KernelInfo& kernel, GridSize grid) {
    return heatlab::source_sectors(kernel, grid);
}

SectorCount count_sectors(const KernelInfo& kernel, GridSize grid, int device) {
    return heatlab::count_sectors(kernel, grid, device);
}

std::unique_ptr<ghost::ZoneEngine> make_zone_engine(int device) {
    auto folder = user_folder("XDG_CACHE_HOME", ".cache");
    if (folder)
        *folder /= "kernels";
    return ghost::make_cuda_zone_engine(device, std::move(folder));
}

ShownStage make_shown(const StageRequest& request, int device, DisplayChoice choice) {
    if (choice == DisplayChoice::staged) {
        ShownStage shown = make_staged(request, device);
        shown.stage.display.forced = true;
        shown.stage.display.reason = "asked for";
        return shown;
    }
    auto created = InteropFieldTexture::create(request.grid, device);
    if (auto* texture = std::get_if<std::unique_ptr<InteropFieldTexture>>(&created)) {
        ShownStage shown = make_interop(request, device, std::move(*texture));
        shown.stage.display.forced = choice == DisplayChoice::interop;
        return shown;
    }
    const InteropRefusal& refusal = std::get<InteropRefusal>(created);
    if (choice == DisplayChoice::interop)
        throw InputError("--display", "interop",
                         refusal.reason + (refusal.remedy.empty() ? "" : ". " + refusal.remedy));
    ShownStage shown = make_staged(request, device);
    shown.stage.display.reason = refusal.reason;
    shown.stage.display.remedy = refusal.remedy;
    return shown;
}

}  // namespace heatlab::cuda_stage
