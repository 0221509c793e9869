#pragma once

#include <cstddef>
#include <utility>

namespace heatlab {

/// Memory on huge pages, where the system has any. On small ones it is chance which parts of it
/// fall on the same places of a cache: the same kernel took up to a fifth longer in one run than in
/// another. Zero at first; pages come when they are first written.
class HugeMemory {
public:
    HugeMemory() = default;
    /// Throws std::bad_alloc.
    explicit HugeMemory(std::size_t bytes);
    ~HugeMemory();
    HugeMemory(HugeMemory&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    HugeMemory& operator=(HugeMemory&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }

    /// Aligned to a page, from `least_huge_bytes` on to a huge one; null where there is none.
    void* get() const { return memory_; }
    std::size_t bytes() const { return bytes_; }

    static constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;
    /// Less is not worth a huge page, which is cleared as a whole.
    static constexpr std::size_t least_huge_bytes = std::size_t{64} << 10;

private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace heatlab
