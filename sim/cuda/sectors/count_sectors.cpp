#include "sim/cuda/sectors/count_sectors.h"

#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/layout.h"
#include "sim/cuda/sectors/issued_sectors.h"
#include "sim/cuda/sectors/sector_counter.h"
#include "sim/errors.h"
#include "sim/field.h"
#include "sim/initial_shapes.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// Steps that the kernel takes in one launch, found by trying: one that plans its batches decides
/// by the grid. Afterwards all that it needs is loaded.
std::int64_t steps_of_one_launch(Simulation& simulation, const KernelInfo& kernel) {
    std::int64_t steps = kernel.steps_per_launch_on(BackendKind::cuda);
    while (run_batch(simulation, {.steps = steps}).launches > 1 && steps > 1) {
        steps /= 2;
    }
    return steps;
}

}  // namespace

SourceSectors source_sectors(const KernelInfo& kernel, GridSize grid) {
    const cuda::FieldLayout layout = cuda::layout_of(grid);
    const cuda::IssuedSectors issued = cuda::issued_sectors(kernel.stem(), layout);
    SourceSectors source{issued.sectors, std::string(issued.explanation), std::nullopt};
    if (!kernel.plans_batches) {
        source.warps = cuda::warps_of(cuda::launch_shape(kernel, layout));
    }
    return source;
}

SectorCount count_sectors(const KernelInfo& kernel, GridSize grid, int device) {
    const auto simulation = make_cuda_simulation(grid, {.device = device});
    Field field(grid);
    draw_random(field, 1.0f, 1);
    simulation->load(field, 0);
    simulation->set_step_ratio(StepRatio::from(0.125, grid.dimensions));
    simulation->set_kernel(kernel);
    SectorCount count;
    count.backend = simulation->backend();
    count.steps = steps_of_one_launch(*simulation, kernel);
    const auto counter = cuda::SectorCounter::start(device);
    count.launches = run_batch(*simulation, {.steps = count.steps}).launches;
    const cuda::CountedSectors counted = counter->finish();
    // Where the grid does not suit it, a kernel that plans its batches leaves them to another one.
    if (!counted.function.empty() && !counted.function.starts_with(kernel.cuda.entry)) {
        throw InputError("--kernel", std::string(kernel.name),
                         "leaves a grid of " + grid_text(grid) + " cells to " + counted.function);
    }
    if (counted.function.empty() && source_sectors(kernel, grid).sectors != 0) {
        throw DeviceError("CUPTI counted nothing of " + std::string(kernel.name));
    }
    count.sectors = counted.sectors;
    return count;
}

}  // namespace heatlab
