#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/child_process.h"
#include "sim/kernel_table.h"
#include "sim/sector_count.h"

// Sectors are counted once in a process (sim/cuda/sectors/sector_counter.h), so each kernel gets
// one of its own: `heatlab sectors` for that kernel.

namespace heatlab {

/// Of this program.
std::vector<std::string> counting_arguments(const KernelInfo& kernel, GridSize grid, int device);

/// Throws std::runtime_error where it cannot be started.
std::unique_ptr<ChildProcess> start_counting(const KernelInfo& kernel, GridSize grid, int device);

/// The JSON object that such a process wrote. Throws std::runtime_error with what it said instead,
/// or how it ended.
nlohmann::ordered_json written_count(const ChildProcess::End& end);

/// The same as a count, without the backend. Throws std::runtime_error too where it is not one of
/// `kernel` on `grid`.
SectorCount read_count(const ChildProcess::End& end, const KernelInfo& kernel, GridSize grid);

}  // namespace heatlab
