#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/cuda/handles.h"
#include "sim/cuda/planned_kernel.h"
#include "sim/cuda/wavefront/batch_plan.h"

namespace heatlab::cuda {

/// The passes of the kernel `wavefront` over one grid.
class WavefrontPasses final : public PlannedKernel {
public:
    /// `every_lane_arrives`: all lanes of a warp signal to its neighbours, not one for all. For
    /// tools that follow single threads (compute-sanitizer's racecheck); a few per cent slower.
    /// Throws DeviceError.
    WavefrontPasses(const FieldLayout& layout, KernelSet& kernels, bool every_lane_arrives = false);

    Done advance(FieldBuffers& buffers, std::int64_t steps, StepRatio r,
                 cudaStream_t stream) override;
    KernelResources resources() const override;

    const std::vector<PassPlan>& kinds() const { return planner_.kinds(); }
    /// One pass from a buffer to the other. Throws DeviceError.
    void launch(std::size_t kind, const void* from, void* to, StepRatio r, cudaStream_t stream);

private:
    /// An entry point, and how many warps a block of it may have.
    struct Variant {
        Kernel kernel;
        ChainShape shape;  ///< of one warp
        int most_warps = 0;
        int fewest_warps = 1;
    };
    /// A kind's segments in device memory, when they have been needed.
    struct Tables {
        DeviceMemory segments;
        DeviceMemory first_segment;
    };

    template <typename Real>
    static std::vector<Variant> variants_of(KernelSet& kernels, bool every_lane_arrives);
    static std::vector<Variant> variants(KernelSet& kernels, bool every_lane_arrives);
    static std::vector<ChainShape> shapes(const std::vector<Variant>& variants);
    const Variant& variant_of(const ChainShape& shape) const;

    FieldLayout layout_;
    CellType type_;
    std::vector<Variant> variants_;
    std::vector<ChainShape> shapes_;
    BatchPlanner planner_;
    std::vector<Tables> tables_;
};

}  // namespace heatlab::cuda
