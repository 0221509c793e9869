#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/kernel_table.h"
#include "sim/sector_count.h"

namespace heatlab {

/// What is known of one kernel's sectors on one grid.
struct KernelSectors {
    enum class State { idle, waiting, counting };

    const KernelInfo* kernel = nullptr;
    GridSize grid;
    SourceSectors source;
    std::optional<SectorCount> counted;
    State state = State::idle;  ///< of a count that was asked for
    std::string problem;        ///< why there is no count after it was asked for

    /// Per cell and step.
    std::optional<double> counted_rate() const {
        return counted ? std::optional(
                             sectors_per_cell_and_step(counted->sectors, grid, counted->steps))
                       : std::nullopt;
    }
    std::optional<double> source_rate() const {
        if (!source.sectors)
            return std::nullopt;
        return counted ? sectors_per_cell_and_step(*expected_sectors(source, *counted), grid,
                                                   counted->steps)
                       : sectors_per_cell_and_step(*source.sectors, grid,
                                                   kernel->steps_per_launch_on(BackendKind::cuda));
    }
    bool differs() const { return counted && !agrees(source, *counted); }
};

/// Of the kernels that a GPU has for a grid, in the order of the kernel table.
struct SectorTable {
    std::vector<KernelSectors> kernels;
    bool countable = false;  ///< the session runs on a device that can be asked

    /// Null where nothing is known of it.
    const KernelSectors* find(const KernelInfo& kernel) const {
        for (const KernelSectors& row : kernels)
            if (row.kernel == &kernel)
                return &row;
        return nullptr;
    }
};

}  // namespace heatlab
