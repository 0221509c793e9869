#include "sim/cpu/huge_memory.h"

#include <sys/mman.h>

#include <cstdint>
#include <limits>
#include <new>

namespace heatlab {
namespace {

std::byte* mapped(std::size_t bytes) {
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    return static_cast<std::byte*>(memory);
}

/// Whole huge pages that begin where one can: a mapping begins anywhere, so more is taken, and what
/// is too much given back.
std::byte* mapped_aligned(std::size_t bytes) {
    constexpr std::size_t page = HugeMemory::huge_page_bytes;
    std::byte* const all = mapped(bytes + page);
    const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(all) % page) % page;
    if (before > 0)
        ::munmap(all, before);
    if (before < page)
        ::munmap(all + before + bytes, page - before);
    return all + before;
}

}  // namespace

HugeMemory::HugeMemory(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0)
        return;
    if (bytes < least_huge_bytes) {
        memory_ = mapped(bytes);
        return;
    }
    if (bytes > std::numeric_limits<std::size_t>::max() - 2 * huge_page_bytes)
        throw std::bad_alloc();
    bytes_ = (bytes + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    memory_ = mapped_aligned(bytes_);
    // Only advice: where huge pages are not to be had, small ones do.
    ::madvise(memory_, bytes_, MADV_HUGEPAGE);
}

HugeMemory::~HugeMemory() {
    if (memory_ != nullptr)
        ::munmap(memory_, bytes_);
}

}  // namespace heatlab
