#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/backend.h"
#include "sim/cell_type.h"
#include "sim/kernel_table.h"

namespace heatlab {

/// Which squares are measured: from `smallest` to `largest` cells a side, `per_octave` of them for
/// each doubling, evenly on a logarithmic scale.
struct SizeSweep {
    int smallest = 64;
    int largest = 8192;
    int per_octave = 4;
    int dimensions = 2;  ///< else rods and cubes of about as many cells as the squares

    CellType type = CellType::float32;  ///< the session's

    /// Ascending, whole multiples of 16 so that no block is cut, the last one `largest`.
    std::vector<int> sides() const;
    /// What is measured in place of the square of that side.
    GridSize grid_of(int side) const;
    friend bool operator==(const SizeSweep&, const SizeSweep&) = default;
};
/// Throws InputError (argument "sizes") for bounds outside 16 to 32 768, no multiples of 16, or out
/// of order, and for less than 1 or more than 8 an octave.
void validate_size_sweep(const SizeSweep& sweep);

struct SizePoint {
    int side = 0;  ///< of the square, cells
    double seconds_per_step = 0;
    std::int64_t cells = std::int64_t{side} * side;

    double cells_per_second() const { return static_cast<double>(cells) / seconds_per_step; }
};

/// What one kernel was measured at, ascending. The copy's time is that of copying the field once.
struct KernelSizes {
    const KernelInfo* kernel = nullptr;
    std::vector<SizePoint> points;
};

/// Time against size, in progress or done.
struct SizeSweepState {
    SizeSweep sweep;
    BackendInfo backend;
    std::vector<KernelSizes> kernels;  ///< in the table's order; the copy is the ceiling
    std::size_t measured = 0;          ///< of `total` pairs of kernel and size
    std::size_t total = 0;
    bool running = false;
    bool cancelled = false;
    int side = 0;         ///< of the square being measured
    std::string problem;  ///< why it ended early: what did not fit, what failed
};

}  // namespace heatlab
