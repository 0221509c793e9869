#pragma once

#include <memory>

#include "sim/difference.h"

namespace heatlab::cuda {

class CudaSimulation;

/// Compares on the device, where both fields live, in order with the steps. Both simulations use
/// the same stream and grid.
std::unique_ptr<FieldComparer> make_device_comparer(CudaSimulation& first, CudaSimulation& second);

}  // namespace heatlab::cuda
