#pragma once

#include <string>
#include <string_view>

#include "app/snapshot.h"
#include "app/ui/theme.h"

namespace heatlab::ui {

/// As sides_text().
std::string cells_text(const ghost::TileShape& tile, int dimensions);

/// What the room does now, for a line beside its controls: "calibrating", "timing 12 of 90",
/// "calibrated in 23 ms". Empty where there is nothing to say.
std::string work_text(const ZoneState& state);

/// "k = 5", and what chose it: "the model's choice".
std::string steps_text(int steps);

/// "expected 12.3 µs per step, measured 12.5 µs".
std::string times_text(const ZoneState& state, int steps);

/// The room opened with what it last was about, or closed.
ZoneSetting zones_switched(const Snapshot& snapshot);

/// Colour of a term of the model in the chart, by its place among the terms.
ImU32 term_colour(const Palette& palette, std::size_t place);

/// The part of the updated cells that is redundant: 1 - 1/redundancy.
double redundant_share(GridSize grid, const ghost::Zone& zone);

}  // namespace heatlab::ui
