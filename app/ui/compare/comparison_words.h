#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/comparison.h"
#include "app/format.h"
#include "app/snapshot.h"

// What Compare says, as text.

namespace heatlab::ui {

/// "B minus A", "B − A".
std::string difference_title(std::size_t view);
std::string difference_name(std::size_t view);

/// How a view stands to A, newest first known.
enum class Agreement {
    unknown,    ///< not compared yet
    identical,  ///< bit for bit
    differs,
    apart  ///< at another step than A, so not comparable
};
/// Of view B, C or D.
Agreement agreement_of(const Comparison& comparison, std::size_t view);

/// The same statement at several lengths, the longest first.
using Wordings = std::vector<std::string>;
/// On the picture of a view: "identical to A, bit for bit".
Wordings view_statement(const Comparison& comparison, std::size_t view, GridSize grid);

/// Of the difference sheet: "0 of 524 288 cells differ", and where the first one is.
struct DifferenceWords {
    std::string counted;
    std::string first;  ///< "first: row 3, column 4: 0.25 and 0.2500001"; empty where none
};
DifferenceWords difference_words(const Snapshot& snapshot, std::size_t view);

/// "two steps per pass", "up to 128 steps per pass"; empty for one.
std::string steps_per_pass(const KernelInfo& kernel, BackendKind backend);
/// Below a bar of the race: share of the ceiling, or why there is none, or copies to the host.
std::string race_note(const ComparedViewState& view);
/// "471 Gcells/s" in two parts.
Quantity cell_rate(double cells_per_second);

/// Views by speed, the fastest first; those without a figure last, in their order.
std::vector<std::size_t> by_speed(const std::vector<ComparedViewState>& views);
/// "One million steps take 10.7 s with C and 17.8 s with A: two_step moves the field through
/// memory once for every two steps." Empty before two views have figures.
std::string million_steps(const std::vector<ComparedViewState>& views);

/// Below the table of agreement.
std::string agreement_note(const Snapshot& snapshot);

}  // namespace heatlab::ui
