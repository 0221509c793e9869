#pragma once

#include <cstddef>

#include "sim/cpu/huge_memory.h"

namespace heatlab {

/// Memory for the scratch of the wavefront kernel. Grows when needed; what it held is then lost.
class Workspace {
public:
    /// At least `bytes`, aligned to 4096. Throws std::bad_alloc.
    void* require(std::size_t bytes);

private:
    HugeMemory memory_;
};

}  // namespace heatlab
