#include "sim/cuda/wavefront/passes.h"

#include <algorithm>
#include <utility>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/layout.h"

namespace heatlab::cuda {
namespace {

static_assert(row_group % wavefront::rows_per_slot == 0, "a slot is in the buffer or not");

/// A chain of one such warp.
template <typename LaneShape>
ChainShape chain_of() {
    ChainShape shape;
    shape.columns = LaneShape::columns;
    shape.levels = LaneShape::levels;
    shape.cell_bytes = LaneShape::cell_bytes;
    return shape;
}

}  // namespace

template <typename Real>
std::vector<WavefrontPasses::Variant> WavefrontPasses::variants_of(KernelSet& kernels,
                                                                   bool every_lane_arrives) {
    using Of = wavefront::Variants<Real>;
    const auto entry = [&](const char* name) { return kernels.entry_for_cells("wavefront", name); };
    std::vector<Variant> all;
    all.push_back({entry(every_lane_arrives ? "heatlab_wavefront_every_lane" : "heatlab_wavefront"),
                   chain_of<typename Of::First>(), Of::most_first_warps});
    // The second one lives on copies that the engine does.
    constexpr int first_with_row_copies = 9;
    const bool copies_rows =
        device_attribute(cudaDevAttrComputeCapabilityMajor) >= first_with_row_copies;
    if (copies_rows && !every_lane_arrives) {
        all.push_back({entry("heatlab_wavefront_second"), chain_of<typename Of::Second>(),
                       Of::most_second_warps, Of::fewest_second_warps});
    }
    return all;
}

std::vector<WavefrontPasses::Variant> WavefrontPasses::variants(KernelSet& kernels,
                                                                bool every_lane_arrives) {
    return with_cell_type(kernels.cell_type(), [&](auto zero) {
        return variants_of<decltype(zero)>(kernels, every_lane_arrives);
    });
}

std::vector<ChainShape> WavefrontPasses::shapes(const std::vector<Variant>& variants) {
    const int most_shared = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
    std::vector<ChainShape> shapes;
    for (const Variant& variant : variants) {
        for (int warps = variant.fewest_warps; warps <= variant.most_warps; ++warps) {
            ChainShape shape = variant.shape;
            shape.warps = warps;
            shape.multiprocessors = multiprocessors;
            if (shape.steps() % wavefront::rows_per_slot != 0 ||
                shape.shared_bytes() > most_shared) {
                continue;
            }
            variant.kernel.allow_shared(shape.shared_bytes());
            const int most = variant.kernel.resources(32 * warps, shape.shared_bytes())
                                 .blocks_per_multiprocessor;
            // Few chains a multiprocessor are good for small grids.
            for (const int chains : {most, 2, 1}) {
                shape.chains_per_multiprocessor = chains;
                if (chains >= 1 && chains <= most &&
                    std::ranges::find(shapes, shape) == shapes.end()) {
                    shapes.push_back(shape);
                }
            }
        }
    }
    return shapes;
}

WavefrontPasses::WavefrontPasses(const FieldLayout& layout, KernelSet& kernels,
                                 bool every_lane_arrives)
    : layout_(layout),
      type_(kernels.cell_type()),
      variants_(variants(kernels, every_lane_arrives)),
      shapes_(shapes(variants_)),
      planner_({layout.width, layout.height}, shapes_, type_),
      tables_(planner_.kinds().size()) {}

const WavefrontPasses::Variant& WavefrontPasses::variant_of(const ChainShape& shape) const {
    return *std::ranges::find_if(variants_, [&](const Variant& variant) {
        return variant.shape.columns == shape.columns && variant.shape.levels == shape.levels;
    });
}

void WavefrontPasses::launch(std::size_t kind, const void* from, void* to, StepRatio r,
                             cudaStream_t stream) {
    const PassPlan& pass = planner_.kinds().at(kind);
    Tables& tables = tables_.at(kind);
    if (!tables.segments) {
        tables = {copied_to_device(pass.segments, stream),
                  copied_to_device(pass.first_segment, stream)};
    }
    const auto* const segments = static_cast<const wavefront::Segment*>(tables.segments.get());
    const auto* const first_segment = static_cast<const int*>(tables.first_segment.get());
    LaunchShape shape;
    shape.blocks = dim3(static_cast<unsigned>(pass.shape.chains()));
    shape.threads = dim3(static_cast<unsigned>(32 * pass.shape.warps));
    shape.shared_bytes = static_cast<unsigned>(pass.shape.shared_bytes());
    with_cell_type(type_, [&](auto zero) {
        using Real = decltype(zero);
        variant_of(pass.shape)
            .kernel.launch(shape, stream, from, to, layout_, r.value_as<Real>(),
                           r.centre_weight_as<Real>(), segments, first_segment);
    });
}

PlannedKernel::Done WavefrontPasses::advance(FieldBuffers& buffers, std::int64_t steps, StepRatio r,
                                             cudaStream_t stream) {
    const BatchPlan plan = planner_.plan(steps);
    for (const BatchPlan::Passes& some : plan.passes) {
        for (std::int64_t pass = 0; pass < some.count; ++pass) {
            launch(some.kind, buffers.current(), buffers.other(), r, stream);
            buffers.swap();
        }
    }
    return {steps - plan.single_steps, plan.launches() - plan.single_steps};
}

KernelResources WavefrontPasses::resources() const {
    const PassPlan* const main = planner_.main_kind();
    const ChainShape& shape = main != nullptr ? main->shape : shapes_.at(0);
    return kernel_resources(variant_of(shape).kernel, 32 * shape.warps, shape.shared_bytes(),
                            shape.chains_per_multiprocessor);
}

}  // namespace heatlab::cuda
