#include "sim/cuda/wavefront/passes.h"

#include <algorithm>
#include <utility>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/layout.h"

namespace heatlab::cuda {
namespace {

static_assert(row_group % wavefront::rows_per_slot == 0, "a slot is in the buffer or not");

}  // namespace

std::vector<WavefrontPasses::Variant> WavefrontPasses::variants(KernelSet& kernels,
                                                                bool every_lane_arrives) {
    const auto entry = [&](const char* name) { return kernels.entry("wavefront", name); };
    std::vector<Variant> all;
    all.push_back({entry(every_lane_arrives ? "heatlab_wavefront_every_lane" : "heatlab_wavefront"),
                   wavefront::narrow_columns, wavefront::most_narrow_warps});
    // The wide one lives on copies that the engine does.
    constexpr int first_with_row_copies = 9;
    const bool copies_rows =
        device_attribute(cudaDevAttrComputeCapabilityMajor) >= first_with_row_copies;
    if (copies_rows && !every_lane_arrives) {
        all.push_back(
            {entry("heatlab_wavefront_wide"), wavefront::wide_columns, wavefront::most_wide_warps});
    }
    return all;
}

std::vector<ChainShape> WavefrontPasses::shapes(const std::vector<Variant>& variants) {
    const int most_shared = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
    std::vector<ChainShape> shapes;
    for (const Variant& variant : variants) {
        // With fewer warps a wide chain leaves most of a multiprocessor unused.
        const bool wide = variant.columns == wavefront::wide_columns;
        for (int warps = wide ? variant.most_warps : 1; warps <= variant.most_warps; ++warps) {
            ChainShape shape{variant.columns, warps, 1, multiprocessors};
            if (shape.shared_bytes() > most_shared) {
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
      variants_(variants(kernels, every_lane_arrives)),
      shapes_(shapes(variants_)),
      planner_({layout.width, layout.height}, shapes_),
      tables_(planner_.kinds().size()) {}

const WavefrontPasses::Variant& WavefrontPasses::variant_of(const ChainShape& shape) const {
    return *std::ranges::find(variants_, shape.columns, &Variant::columns);
}

void WavefrontPasses::launch(std::size_t kind, const float* from, float* to, StepRatio r,
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
    variant_of(pass.shape)
        .kernel.launch(shape, stream, from, to, layout_, r.value(), r.centre_weight(), segments,
                       first_segment);
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
