#include "app/stability_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/dimension_words.h"
#include "app/format.h"
#include "sim/step_ratio.h"

namespace heatlab {
namespace {

constexpr int least_decimals = 3;
constexpr int most_decimals = 8;  // 2^-26, the grid of r, is 1.5e-8

int step_ratio_decimals(double r) {
    const float exact = StepRatio::from(r).value();
    for (int decimals = least_decimals; decimals < most_decimals; ++decimals) {
        const double scale = std::pow(10.0, decimals);
        const double rounded = std::round(r * scale) / scale;
        if (rounded == 0 ? exact == 0 : StepRatio::from(std::min(rounded, 1.0)).value() == exact)
            return decimals;
    }
    return most_decimals;
}

// A factor with two decimals, or as many as tell it from -1, 0 and 1 where it is none of them.
std::string format_factor(double factor) {
    for (int decimals = 2; decimals < 7; ++decimals) {
        const double scale = std::pow(10.0, decimals);
        const double rounded = std::abs(std::round(factor * scale) / scale);
        if ((rounded != 1 || std::abs(factor) == 1) && (rounded != 0 || factor == 0))
            return format_fixed(factor, decimals);
    }
    return format_fixed(factor, 7);
}

// "every 9 steps", "every 1.4 steps", "every step"
std::string every_steps(double steps) {
    const double tenths = std::round(steps * 10) / 10;
    if (tenths == 1)
        return "every step";
    const bool whole = steps >= 8 || tenths == std::round(tenths);
    return "every " + format_fixed(whole ? steps : tenths, whole ? 0 : 1) + " steps";
}

BadgeState badge_state(StabilityBand band) {
    switch (band) {
        case StabilityBand::monotone:
            return BadgeState::monotone;
        case StabilityBand::alternating:
            return BadgeState::alternating;
        case StabilityBand::overshooting:
            return BadgeState::overshooting;
        case StabilityBand::unstable:
            break;
    }
    return BadgeState::unstable;
}

const char* title_of(BadgeState state) {
    switch (state) {
        case BadgeState::monotone:
            return "Stable, smooth";
        case BadgeState::alternating:
            return "Stable, signs flip";
        case BadgeState::overshooting:
            return "Stable on this grid";
        case BadgeState::unstable:
            return "Unstable";
        case BadgeState::not_finite:
            break;
    }
    return "Not finite";
}

// On grids that are a few cells thin the first wave to grow is stripes, or a single cell.
const char* fastest_wave_of(const Stability& stability) {
    const double textbook = textbook_bound(stability.dimensions);
    return stability.bound && *stability.bound > 1.2 * textbook
               ? "shortest wave"
               : words_of(stability.dimensions).fastest_wave;
}

// Where the grid's bound lies well above the textbook's it is the one that was passed.
bool has_own_bound(const Stability& stability) {
    return stability.bound && *stability.bound > 1.002 * textbook_bound(stability.dimensions);
}

std::string past_bound(const Stability& stability) {
    return has_own_bound(stability) ? std::string("Past this grid's bound")
                                    : std::string("Past ") + words_of(stability.dimensions).bound;
}

std::string multiplies(const Stability& stability, double factor) {
    return std::string("Each step multiplies the ") + fastest_wave_of(stability) + " by " +
           format_factor(factor) + ": ";
}

std::string monotone_sentence(const Stability& stability, double factor) {
    if (factor == 0)
        return std::string("Each step wipes out the ") + fastest_wave_of(stability) +
               ": every wave fades without changing its sign.";
    return multiplies(stability, factor) + "every wave fades without changing its sign.";
}

std::string alternating_sentence(const Stability& stability, double factor) {
    // On all but the smallest grids the difference to -1 is beyond what a run can show.
    const bool at_bound = factor == -1 || (stability.r == textbook_bound(stability.dimensions) &&
                                           std::abs(factor + 1) < 0.005);
    if (at_bound)
        return multiplies(stability, -1) + "it flips, and neither grows nor fades.";
    const std::optional<double> steps = stability.steps_to_double_or_halve();
    if (!steps)
        return multiplies(stability, factor) + "it flips and fades.";
    if (*steps < 1)
        return multiplies(stability, factor) + "it flips and more than halves every step.";
    return multiplies(stability, factor) + "it flips and halves " + every_steps(*steps) + ".";
}

std::string growth_words(const Stability& stability) {
    const std::optional<double> steps = stability.steps_to_double_or_halve();
    if (!steps)
        return "grows";
    return *steps < 0.95 ? std::string("more than doubles every step")
                         : "doubles " + every_steps(*steps);
}

LectureText lecture_text(const Stability& stability, BadgeState state, CellType type) {
    if (state == BadgeState::not_finite)
        return {"The numbers have left the range of " + std::string(to_string(type)) + ".",
                "Nothing was hidden or reset."};
    if (!stability.bound || !stability.fastest_factor || stability.r == 0)
        return {"Nothing flows here: every cell keeps its value.", ""};
    const std::string wave = fastest_wave_of(stability);
    const double factor = *stability.fastest_factor;
    const DimensionWords& words = words_of(stability.dimensions);
    const std::string bound = words.bound;
    const std::string size = format_factor(std::abs(factor));
    const std::optional<double> steps = stability.steps_to_double_or_halve();
    switch (state) {
        case BadgeState::monotone:
            return {"Heat spreads out, and every wave fades smoothly.",
                    std::string("Up to ") + words.monotone + " no wave changes its sign."};
        case BadgeState::alternating:
            if (std::abs(factor + 1) < 0.005)
                return {"Each step flips the " + wave + ", and it neither grows nor fades.",
                        "At " + bound + " the average leaves out the cell itself."};
            return {"Each step flips the " + wave + " and leaves " + size + " of it.",
                    "Up to " + bound +
                        (steps && *steps >= 1 ? " it halves " + every_steps(*steps) + "."
                                              : " it fades within a few steps.")};
        case BadgeState::overshooting:
            return {"Past " + bound + ", but on a grid so small no wave can grow.",
                    "A cell may leave the range of its neighbours."};
        default:
            return {"Each step makes the " + wave + " " + size + " times larger.",
                    past_bound(stability) + " it " + growth_words(stability) + "."};
    }
}

std::string sentence_for(const Stability& stability, BadgeState state) {
    if (state == BadgeState::not_finite)
        return "Some cells are no longer numbers. Paused; nothing was hidden or reset.";
    if (!stability.fastest_factor)
        return "This grid has no interior: every cell is held, nothing changes.";
    if (!stability.bound)
        return "This grid is one cell and nothing flows in or out: it holds its value.";
    if (stability.r == 0)
        return "Each step leaves every cell as it is: nothing flows at r = 0.";
    const double factor = *stability.fastest_factor;
    switch (state) {
        case BadgeState::monotone:
            return monotone_sentence(stability, factor);
        case BadgeState::alternating:
            return alternating_sentence(stability, factor);
        case BadgeState::overshooting:
            return std::string("May overshoot, cannot grow: past ") +
                   words_of(stability.dimensions).bound +
                   " a cell may leave the range of its neighbours, but every wave still fades.";
        default:
            return multiplies(stability, factor) + "it " + growth_words(stability) +
                   ", until the numbers overflow.";
    }
}

}  // namespace

std::string format_step_ratio(double r) {
    return format_fixed(r, step_ratio_decimals(r));
}

std::string format_bound(double bound, int dimensions) {
    const double difference = std::abs(bound - textbook_bound(dimensions));
    if (difference < 1e-15)
        return format_fixed(bound, least_decimals);
    const int decimals = static_cast<int>(std::ceil(-std::log10(difference)));
    return format_fixed(bound, std::clamp(decimals, least_decimals, 15));
}

StabilityText describe_stability(const Stability& stability, bool not_finite) {
    StabilityText text;
    text.state = not_finite ? BadgeState::not_finite : badge_state(stability.band);
    const bool held = !not_finite && !stability.bound;
    text.title = held ? "Stable, nothing moves" : title_of(text.state);
    text.r = "r = " + format_step_ratio(stability.r);
    text.sentence = sentence_for(stability, text.state);
    const int decimals = step_ratio_decimals(stability.r);
    const DimensionWords& words = words_of(stability.dimensions);
    text.metrics = {
        {{"bound", words.bound},
         {"this grid",
          stability.bound ? format_bound(*stability.bound, stability.dimensions) : "none"},
         {words.centre_weight, format_fixed(stability.centre_weight, decimals)},
         {words.checkerboard, format_fixed(std::abs(stability.checkerboard_factor), decimals)}}};
    return text;
}

StabilityText describe_stability(const Snapshot& snapshot) {
    const bool not_finite = snapshot.non_finite_step ||
                            (snapshot.statistics && snapshot.statistics->non_finite_cells > 0);
    return describe_stability(snapshot.stability, not_finite);
}

LectureText describe_for_lecture(const Snapshot& snapshot) {
    return lecture_text(snapshot.stability, describe_stability(snapshot).state,
                        snapshot.settings.type);
}

std::string describe_growth(const Stability& stability) {
    if (stability.band != StabilityBand::unstable)
        return {};
    return past_bound(stability) + ": the " + fastest_wave_of(stability) + " " +
           growth_words(stability) + ".";
}

std::string describe_growth_briefly(const Stability& stability) {
    if (stability.band != StabilityBand::unstable)
        return {};
    std::string words = growth_words(stability) + ".";
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
}

}  // namespace heatlab
