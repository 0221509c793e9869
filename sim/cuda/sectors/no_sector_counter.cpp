// Where the CUDA Toolkit has no header of CUPTI's SASS metrics: CMake chooses.

#include "sim/cuda/sectors/sector_counter.h"
#include "sim/errors.h"

namespace heatlab::cuda {

std::unique_ptr<SectorCounter> SectorCounter::start(int) {
    throw DeviceError(
        "this program was built without CUPTI's headers of SASS metrics, which come with CUDA 12.4 "
        "and newer");
}

}  // namespace heatlab::cuda
