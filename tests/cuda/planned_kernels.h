#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/field.h"
#include "sim/step_ratio.h"

namespace heatlab::testing {

/// Steps that a pass of each kind takes which device 0 has for this grid; see
/// cuda::BatchPlanner::kinds.
std::vector<std::int64_t> steps_of_wavefront_kinds(GridSize grid, bool every_lane_arrives = false,
                                                   CellType type = CellType::float32);

/// The field after `passes` passes of one kind, whatever a planner would choose.
template <typename Real>
BasicField<Real> after_wavefront_passes(const BasicField<Real>& initial, StepRatio r,
                                        std::size_t kind, int passes,
                                        bool every_lane_arrives = false);

/// The field after one batch of the kernel `resident`; the steps that it left undone are added to
/// `left`.
Field after_resident_batch(const Field& initial, StepRatio r, std::int64_t steps,
                           std::int64_t& left);

}  // namespace heatlab::testing
