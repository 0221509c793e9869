#pragma once

#include <array>
#include <string>

#include "app/snapshot.h"
#include "sim/stability.h"

namespace heatlab {

/// What the badge shows.
enum class BadgeState { monotone, alternating, overshooting, unstable, not_finite };

struct BadgeMetric {
    std::string label;  ///< "this grid", "1 − 4r"
    std::string value;  ///< "0.25008"; "none" for a grid without interior
};

struct StabilityText {
    BadgeState state = BadgeState::monotone;
    std::string title;                   ///< "Stable, signs flip"
    std::string r;                       ///< "r = 0.200"
    std::string sentence;                ///< what will happen
    std::array<BadgeMetric, 4> metrics;  ///< bound, this grid, 1 − 4r, |1 − 8r|
};

/// The badge in words. `not_finite`: the field holds cells that are no numbers.
StabilityText describe_stability(const Stability& stability, bool not_finite);
/// The same for what a frame shows.
StabilityText describe_stability(const Snapshot& snapshot);

/// Like the sentence, in one line for the pill on the field past the grid's bound:
/// "Past 1/4: the checkerboard doubles every 9 steps."; empty elsewhere.
std::string describe_growth(const Stability& stability);
/// The same where there is little room: "Doubles every 9 steps."
std::string describe_growth_briefly(const Stability& stability);

/// The state for the last row of a lecture room: what happens each step, and what comes of it.
struct LectureText {
    std::string sentence;  ///< "Each step makes the checkerboard 1.08 times larger."
    std::string second;    ///< "Past 1/4 it doubles every 9 steps."
};
LectureText describe_for_lecture(const Snapshot& snapshot);

/// With as few decimals, three at least, as read back the same r: "0.200", "0.25001".
std::string format_step_ratio(double r);

/// A grid's bound with as many digits as tell it from the textbook's: "0.25008", "0.2500001".
std::string format_bound(double bound, int dimensions = 2);

}  // namespace heatlab
