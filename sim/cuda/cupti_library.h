#pragma once

#include "sim/cuda/toolkit_library.h"

namespace heatlab::cuda {

/// CUPTI, NVIDIA's library for profilers. HEATLAB_CUPTI names a file. Throws DeviceError, which
/// says what was tried.
ToolkitLibrary open_cupti();

}  // namespace heatlab::cuda
