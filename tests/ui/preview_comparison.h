#pragma once

#include <vector>

#include "tests/ui/preview_scenes.h"

namespace heatlab {

/// Opens Compare in a scene that runs: A and the named kernels of its backend, all in step and
/// alike.
void make_up_comparison(Snapshot& snapshot, const std::vector<std::string>& others);
/// View `view` differs from A in a patch of cells, by up to `largest`.
void make_up_difference(Snapshot& snapshot, std::size_t view, double largest);

/// Compare in its states and sizes. `running`: a scene of the given size.
std::vector<PreviewScene> comparison_scenes(PreviewScene (*running)(const std::string&, int, int));

}  // namespace heatlab
