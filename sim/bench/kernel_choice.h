#pragma once

#include <vector>

#include "sim/bench/kernel_times.h"
#include "sim/boundary.h"

namespace heatlab {

/// Blocking, some hundred milliseconds, more on grids of which a step takes long: the kernels of
/// the simulation's backend that advance a field in linear buffers, fastest first. What this grid
/// does not fit is left out. Fixed walls must be in force, and no copies to the host. The field
/// goes on and the kernel is another one afterwards: load and choose anew.
std::vector<KernelTime> rank_kernels(Simulation& simulation);

/// The first of `ranking` that works with `boundaries`. Null where none does.
const KernelInfo* fastest_of(const std::vector<KernelTime>& ranking, const Boundaries& boundaries);

}  // namespace heatlab
