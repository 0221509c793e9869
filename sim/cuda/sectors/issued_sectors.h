#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/cuda/kernels/field_layout.h"

// How many sectors of global memory the kernels ask for, derived from their sources: the number
// that counting on the device has to find. Needs no device.

namespace heatlab::cuda {

/// A sector is 32 bytes of memory that begin at a multiple of 32: the unit in which a warp's loads
/// and stores are served. Buffers and rows start at sectors.
inline constexpr int sector_cells = 8;

/// What a kernel's source says of one launch.
struct IssuedSectors {
    /// A load or store of a warp counts every sector that its lanes touch, once: as issued, so
    /// before any cache, and neither L2 traffic nor bytes of device memory. None where the source
    /// does not decide it.
    std::optional<std::int64_t> sectors;
    /// Why there is no number, or why it is not what the table's reads and writes suggest; a
    /// sentence, empty where nothing need be said.
    std::string_view explanation;
};

/// One launch over the field, without the display texture. `image`: of the kernel, "tiled". Throws
/// std::logic_error for an image that this file does not know.
IssuedSectors issued_sectors(std::string_view image, const FieldLayout& layout);

}  // namespace heatlab::cuda
