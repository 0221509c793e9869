#pragma once

#include <optional>
#include <vector>

#include "sim/cuda/handles.h"
#include "sim/cuda/planned_kernel.h"
#include "sim/cuda/resident/tile_plan.h"

namespace heatlab::cuda {

/// The kernel `resident`: one launch for a batch of steps, where the grid fits the device's
/// registers.
class ResidentTiles final : public PlannedKernel {
public:
    ResidentTiles(const FieldLayout& layout, KernelSet& kernels);

    Done advance(FieldBuffers& buffers, std::int64_t steps, StepRatio r,
                 cudaStream_t stream) override;
    KernelResources resources() const override;

    /// None where the grid does not fit, or is smaller than a tile in a direction.
    const std::optional<TilePlan>& plan() const { return plan_; }

private:
    int shared_bytes() const;
    void prepare(cudaStream_t stream);

    FieldLayout layout_;
    std::optional<TilePlan> plan_;
    Kernel kernel_;  ///< of the plan's shape, or of any
    resident::TileShape shape_{};
    DeviceMemory tiles_;
    DeviceMemory flags_;
    int next_exchange_ = 1;
};

}  // namespace heatlab::cuda
