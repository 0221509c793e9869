#pragma once

#include "sim/backend.h"

namespace heatlab::cuda {

/// Throws DeviceError for a device that does not exist.
BackendInfo device_info(int index);

}  // namespace heatlab::cuda
