#pragma once

#include <cstdint>

#include "sim/cell_type.h"
#include "sim/grid.h"

namespace heatlab {

/// Of one field on the host.
std::uint64_t field_bytes(GridSize grid, CellType type = CellType::float32);

/// Bytes that this process can still take: what the kernel calls available, and no more than its
/// control groups allow.
std::uint64_t available_host_memory();

/// a * b * c, or the largest number where that does not fit.
std::uint64_t saturating_product(std::uint64_t a, std::uint64_t b, std::uint64_t c);

/// a + b, likewise.
std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b);

/// All of this machine's memory, in bytes.
std::uint64_t total_host_memory();

}  // namespace heatlab
