#pragma once

#include "sim/grid.h"
#include "sim/kernel_table.h"
#include "sim/sector_count.h"

// Global-memory sectors of a kernel as issued: counted on the device, and derived from the source.
// No CUDA header is seen through this one.

namespace heatlab {

/// Needs no device. The kernel runs on CUDA.
SourceSectors source_sectors(const KernelInfo& kernel, GridSize grid);

/// Runs the kernel on noise and counts. Once in a process, see SectorCounter; several times slower
/// than without. Throws InputError (argument "--grid", "--kernel") for a grid that does not fit or
/// is not for this kernel, and DeviceError where counting is not possible; the message says why.
SectorCount count_sectors(const KernelInfo& kernel, GridSize grid, int device);

}  // namespace heatlab
