#pragma once

#include <cstddef>

#include "sim/cpu/huge_memory.h"

namespace heatlab::ghost {

/// Where a thread keeps the levels of its tiles. It lies a page away from all other memory:
/// processors look ahead to the end of a page, and would take another thread's cells out of its
/// caches again and again.
class Workspace {
public:
    Workspace() = default;
    /// Throws std::bad_alloc.
    explicit Workspace(std::size_t bytes) : memory_(bytes + 2 * page_bytes) {}

    /// Aligned to 64 bytes; null where there is none.
    void* get() const {
        return memory_.get() ? static_cast<std::byte*>(memory_.get()) + page_bytes : nullptr;
    }

private:
    static constexpr std::size_t page_bytes = 4096;
    HugeMemory memory_;
};

}  // namespace heatlab::ghost
