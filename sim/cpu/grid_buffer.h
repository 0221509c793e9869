#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/cpu/huge_memory.h"
#include "sim/field.h"
#include "sim/grid.h"

namespace heatlab {

/// Memory of one field as the CPU kernels want it: see CpuLaunch for the layout. Zero at first;
/// pages come when they are first written, so each thread should write its rows first.
template <typename Real>
class BasicGridBuffer {
public:
    /// Rows begin `offset` cells later in a page than without: whole cache lines, less than a page.
    /// Throws std::bad_alloc.
    explicit BasicGridBuffer(GridSize size, std::ptrdiff_t offset = 0);

    GridSize size() const { return size_; }
    std::ptrdiff_t pitch() const { return pitch_; }
    Real* row(int row) { return static_cast<Real*>(memory_.get()) + begin_ + row * pitch_; }
    const Real* row(int row) const {
        return static_cast<const Real*>(memory_.get()) + begin_ + row * pitch_;
    }

    void read_row(int row, Real* target) const;
    void write_row(int row, const Real* source);

    /// Cells between rows: whole cache lines, an odd number of them so that the rows of a power of
    /// two do not fall on the same places of a cache.
    static std::ptrdiff_t pitch_for(int width);
    /// Of one buffer, without the rest of its last huge page; the largest number where 64 bits do
    /// not hold it.
    static std::uint64_t bytes_for(GridSize size);

private:
    GridSize size_;
    std::ptrdiff_t pitch_ = 0;
    HugeMemory memory_;
    std::ptrdiff_t begin_ = 0;  ///< of the first row, in cells
};

using GridBuffer = BasicGridBuffer<float>;

}  // namespace heatlab
