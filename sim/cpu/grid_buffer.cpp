#include "sim/cpu/grid_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "sim/cpu/launch.h"
#include "sim/memory.h"

namespace heatlab {

std::ptrdiff_t GridBuffer::pitch_for(int width) {
    constexpr std::ptrdiff_t line = 16;
    const std::ptrdiff_t lines = (std::ptrdiff_t{width} + line - 1) / line;
    return (lines | 1) * line;
}

std::uint64_t GridBuffer::bytes_for(GridSize size) {
    const std::uint64_t rows =
        saturating_product(static_cast<std::uint64_t>(pitch_for(size.width)),
                           static_cast<std::uint64_t>(size.rows()), sizeof(float));
    constexpr std::uint64_t padding = 2 * CpuLaunch::row_padding * sizeof(float);
    return rows + std::min(padding, std::numeric_limits<std::uint64_t>::max() - rows);
}

GridBuffer::GridBuffer(GridSize size)
    : size_(size), pitch_(pitch_for(size.width)), bytes_(bytes_for(size)) {
    memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED)
        throw std::bad_alloc();
    // Only advice: where huge pages are not to be had, small ones do.
    ::madvise(memory_, bytes_, MADV_HUGEPAGE);
    cells_ = static_cast<float*>(memory_) + CpuLaunch::row_padding;
}

GridBuffer::~GridBuffer() {
    if (memory_ != nullptr)
        ::munmap(memory_, bytes_);
}

GridBuffer::GridBuffer(GridBuffer&& other) noexcept
    : size_(other.size_),
      pitch_(other.pitch_),
      bytes_(other.bytes_),
      memory_(std::exchange(other.memory_, nullptr)),
      cells_(std::exchange(other.cells_, nullptr)) {}

GridBuffer& GridBuffer::operator=(GridBuffer&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(pitch_, other.pitch_);
    std::swap(bytes_, other.bytes_);
    std::swap(memory_, other.memory_);
    std::swap(cells_, other.cells_);
    return *this;
}

void GridBuffer::read_row(int row, float* target) const {
    std::memcpy(target, this->row(row), static_cast<std::size_t>(size_.width) * sizeof(float));
}

void GridBuffer::write_row(int row, const float* source) {
    std::memcpy(this->row(row), source, static_cast<std::size_t>(size_.width) * sizeof(float));
}

}  // namespace heatlab
