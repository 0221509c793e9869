#include "sim/cpu/grid_buffer.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "sim/cpu/launch.h"
#include "sim/memory.h"

namespace heatlab {

template <typename Real>
std::ptrdiff_t BasicGridBuffer<Real>::pitch_for(int width) {
    constexpr std::ptrdiff_t line = 64 / sizeof(Real);
    const std::ptrdiff_t lines = (std::ptrdiff_t{width} + line - 1) / line;
    return (lines | 1) * line;
}

template <typename Real>
std::uint64_t BasicGridBuffer<Real>::bytes_for(GridSize size) {
    const std::uint64_t rows =
        saturating_product(static_cast<std::uint64_t>(pitch_for(size.width)),
                           static_cast<std::uint64_t>(size.rows()), sizeof(Real));
    constexpr std::uint64_t padding = 2 * CpuLaunch::row_padding * sizeof(Real);
    return rows + std::min(padding, std::numeric_limits<std::uint64_t>::max() - rows);
}

template <typename Real>
BasicGridBuffer<Real>::BasicGridBuffer(GridSize size, std::ptrdiff_t offset)
    : size_(size),
      pitch_(pitch_for(size.width)),
      memory_(saturating_sum(bytes_for(size), static_cast<std::size_t>(offset) * sizeof(Real))),
      begin_(CpuLaunch::row_padding + offset) {}

template <typename Real>
void BasicGridBuffer<Real>::read_row(int row, Real* target) const {
    std::memcpy(target, this->row(row), static_cast<std::size_t>(size_.width) * sizeof(Real));
}

template <typename Real>
void BasicGridBuffer<Real>::write_row(int row, const Real* source) {
    std::memcpy(this->row(row), source, static_cast<std::size_t>(size_.width) * sizeof(Real));
}

template class BasicGridBuffer<float>;
template class BasicGridBuffer<double>;

}  // namespace heatlab
