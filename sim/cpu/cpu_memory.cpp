#include "sim/cpu/cpu_memory.h"

#include <algorithm>

#include "sim/cpu/grid_buffer.h"
#include "sim/memory.h"
#include "sim/simulation.h"

namespace heatlab {
namespace {

constexpr int most_checkpoints = 16;

}  // namespace

std::uint64_t cpu_buffer_bytes(GridSize grid, CellType type) {
    return with_cell_type(
        type, [&](auto zero) { return BasicGridBuffer<decltype(zero)>::bytes_for(grid); });
}

std::uint64_t cpu_bytes_to_start(GridSize grid, CellType type) {
    return saturating_sum(simulation_bytes(grid, BackendKind::cpu, type),
                          saturating_product(field_bytes(grid, type), 2, 1));
}

int cpu_checkpoints_that_fit(GridSize grid, CellType type, std::uint64_t available) {
    const std::uint64_t needed = simulation_bytes(grid, BackendKind::cpu, type);
    const std::uint64_t left = available - std::min(available, needed);
    const std::uint64_t one = cpu_buffer_bytes(grid, type);
    if (left < one)
        return 0;
    return static_cast<int>(std::clamp<std::uint64_t>(left / 2 / one, 1, most_checkpoints));
}

}  // namespace heatlab
