#include "sim/cpu/wavefront/workspace.h"

namespace heatlab {

void* Workspace::require(std::size_t bytes) {
    if (bytes > memory_.bytes()) {
        memory_ = {};  // before as much is taken again
        memory_ = HugeMemory(bytes);
    }
    return memory_.get();
}

}  // namespace heatlab
