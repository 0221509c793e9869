#pragma once

#include <vector>

#include "tests/ui/preview_scenes.h"

namespace heatlab {

/// What the kernels take of an H200.
void make_up_resources(Snapshot& snapshot);
/// A sweep over sizes that has come `part` of its way.
void make_up_sizes(Snapshot& snapshot, double part);

enum class MadeUpSectors { by_source, counting, counted, differing, failed };
/// Of all kernels by their sources, and counted of the one that runs.
void make_up_sectors(Snapshot& snapshot, MadeUpSectors state);

/// Source, card and sizes in their sheets. `running`: a scene of the given size.
std::vector<PreviewScene> kernel_scenes(PreviewScene (*running)(const std::string&, int, int));

}  // namespace heatlab
