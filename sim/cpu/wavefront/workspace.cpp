#include "sim/cpu/wavefront/workspace.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace heatlab {

void* Workspace::require(std::size_t bytes) {
    if (bytes <= bytes_)
        return memory_.get();
    constexpr std::size_t huge_page = std::size_t{2} << 20;
    const std::size_t rounded = (bytes + huge_page - 1) / huge_page * huge_page;
    memory_.reset();
    bytes_ = 0;
    memory_.reset(std::aligned_alloc(huge_page, rounded));
    if (!memory_)
        throw std::bad_alloc();
    // Only advice: where huge pages are not to be had, small ones do.
    ::madvise(memory_.get(), rounded, MADV_HUGEPAGE);
    bytes_ = rounded;
    return memory_.get();
}

void Workspace::Release::operator()(void* memory) const {
    std::free(memory);
}

}  // namespace heatlab
