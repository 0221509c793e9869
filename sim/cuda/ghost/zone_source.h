#pragma once

#include <string>
#include <string_view>

#include "sim/ghost/application.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// CUDA source of the kernel that advances `application` in tiles with that ghost zone, to be read
/// and to be compiled by NVRTC or nvcc as it is: its constants, the update and the time loop, from
/// the texts of the files that the program itself was built from. The same text for the same
/// arguments. Throws InputError where the zone is not offered (see offered_zones.h).
std::string zone_source(const Application& application, const Zone& zone);

/// The entry point in that source: "heatlab_hotspot_64x64_k4". Its parameters are the cells, the
/// source (or null), the new cells, and a ZoneLaunch.
std::string zone_entry(const Application& application, const Zone& zone);

/// One source with all kernels of `application` that are built into the program.
std::string built_in_source(const Application& application);

/// What of a text is left where `__CUDACC__` is defined: without includes, without `#pragma once`.
std::string device_text(std::string_view text);

}  // namespace heatlab::ghost
