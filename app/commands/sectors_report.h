#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/grid.h"
#include "sim/kernel_table.h"
#include "sim/sector_count.h"

namespace heatlab {

/// One kernel's count, with device, driver and date.
nlohmann::ordered_json sectors_json(const KernelInfo& kernel, GridSize grid,
                                    const SectorCount& count, const SourceSectors& source);

/// Whether the count is what the source says, or the source says nothing.
bool agrees_with_source(const nlohmann::ordered_json& counted);

/// A table of such objects, and what they mean.
std::string sectors_text(const std::vector<nlohmann::ordered_json>& counted);

}  // namespace heatlab
