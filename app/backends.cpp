#include "app/backends.h"

#include "app/cuda_stage.h"
#include "app/sector_process.h"
#include "sim/errors.h"
#include "sim/simulation.h"

namespace heatlab {
namespace {

BackendSelection cpu_because(const std::string& reason) {
    return {BackendKind::cpu, 0, reason};
}

}  // namespace

BackendSelection select_backend(BackendChoice choice, int device) {
    if (choice == BackendChoice::cpu)
        return cpu_because("asked for");
    const DeviceListing probed = cuda_stage::probe(device);
    if (probed.usable)
        return {BackendKind::cuda, device, choice == BackendChoice::cuda ? "asked for" : ""};
    if (choice == BackendChoice::cuda)
        throw InputError("--backend", "cuda", probed.reason + "; --backend cpu works everywhere");
    // A device other than the usual one was asked for by its number.
    if (device != 0)
        throw InputError("--device", std::to_string(device), probed.reason);
    return cpu_because(probed.reason);
}

std::vector<BackendSelection> usable_backends(BackendChoice choice, int device) {
    if (choice != BackendChoice::automatic)
        return {select_backend(choice, device)};
    std::vector<BackendSelection> found = {cpu_because("")};
    BackendSelection best = select_backend(choice, device);
    if (best.kind == BackendKind::cuda)
        found.push_back(std::move(best));
    return found;
}

std::vector<DeviceListing> list_devices() {
    std::vector<DeviceListing> listed = cuda_stage::probe_all();
    DeviceListing cpu;
    cpu.info = cpu_backend_info();
    cpu.usable = true;
    listed.push_back(std::move(cpu));
    return listed;
}

std::unique_ptr<Simulation> make_simulation(const BackendSelection& backend, GridSize grid,
                                            const Simulation* beside) {
    return backend.kind == BackendKind::cuda ? cuda_stage::make_hidden(grid, backend.device, beside)
                                             : make_cpu_simulation(grid, {.beside = beside});
}

std::unique_ptr<ghost::ZoneEngine> make_zone_engine(const BackendSelection& backend) {
    return backend.kind == BackendKind::cuda ? cuda_stage::make_zone_engine(backend.device)
                                             : ghost::make_cpu_zone_engine();
}

SectorMeans sector_means(const BackendSelection& backend) {
    SectorMeans means;
    if (cuda_stage::built_in())
        means.by_source = cuda_stage::source_sectors;
    if (backend.kind == BackendKind::cuda)
        means.count = [device = backend.device](const KernelInfo& kernel, GridSize grid) {
            return start_counting(kernel, grid, device);
        };
    return means;
}

StageFactory hidden_stage_factory(const BackendSelection& backend) {
    return [backend](const StageRequest& request) {
        Stage stage;
        BackendSelection chosen = backend;
        chosen.kind = request.backend.value_or(backend.kind);
        stage.simulation =
            request.wrong ? make_cpu_simulation(request.grid,
                                                {.beside = request.beside, .wrong = request.wrong})
                          : make_simulation(chosen, request.grid, request.beside);
        stage.sectors = sector_means(chosen);
        return stage;
    };
}

}  // namespace heatlab
