#include "tests/cuda/planned_kernels.h"

#include "sim/cuda/field_buffers.h"
#include "sim/cuda/resident/tiles.h"
#include "sim/cuda/wavefront/passes.h"

namespace heatlab::testing {
namespace {

template <typename Planned>
struct Device {
    template <typename... Options>
    explicit Device(GridSize grid, CellType type, Options... options)
        : stream(cuda::make_stream()),
          buffers(grid, "the device", stream.get(), type),
          kernels(buffers.layout(), type),
          planned(buffers.layout(), kernels, options...) {}

    cuda::Stream stream;
    cuda::FieldBuffers buffers;
    cuda::KernelSet kernels;
    Planned planned;
};

using Wavefront = Device<cuda::WavefrontPasses>;
using Resident = Device<cuda::ResidentTiles>;

}  // namespace

std::vector<std::int64_t> steps_of_wavefront_kinds(GridSize grid, bool every_lane_arrives,
                                                   CellType type) {
    const Wavefront device(grid, type, every_lane_arrives);
    std::vector<std::int64_t> steps;
    for (const cuda::PassPlan& kind : device.planned.kinds()) {
        steps.push_back(kind.shape.steps());
    }
    return steps;
}

template <typename Real>
BasicField<Real> after_wavefront_passes(const BasicField<Real>& initial, StepRatio r,
                                        std::size_t kind, int passes, bool every_lane_arrives) {
    Wavefront device(initial.size(), cell_type_of<Real>(), every_lane_arrives);
    device.buffers.load(initial, device.stream.get());
    for (int pass = 0; pass < passes; ++pass) {
        device.planned.launch(kind, device.buffers.current(), device.buffers.other(), r,
                              device.stream.get());
        device.buffers.swap();
    }
    return device.buffers.template read_back<Real>(device.stream.get());
}

template Field after_wavefront_passes(const Field&, StepRatio, std::size_t, int, bool);
template Field64 after_wavefront_passes(const Field64&, StepRatio, std::size_t, int, bool);

Field after_resident_batch(const Field& initial, StepRatio r, std::int64_t steps,
                           std::int64_t& left) {
    Resident device(initial.size(), CellType::float32);
    device.buffers.load(initial, device.stream.get());
    left += steps - device.planned.advance(device.buffers, steps, r, device.stream.get()).steps;
    return device.buffers.read_back(device.stream.get());
}

}  // namespace heatlab::testing
