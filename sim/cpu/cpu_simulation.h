#pragma once

#include <memory>

#include "sim/cpu/instruction_set.h"
#include "sim/simulation.h"

namespace heatlab {

/// As in sim/simulation.h, with an instruction set that this processor supports.
std::unique_ptr<Simulation> make_cpu_simulation(GridSize grid, const CpuOptions& options,
                                                const InstructionSet& instructions);

BackendInfo cpu_backend_info(const CpuOptions& options, const InstructionSet& instructions);

}  // namespace heatlab
