#pragma once

#include <string>

#include "app/laboratory.h"
#include "app/snapshot.h"

namespace heatlab::ui {

// What the stability laboratory says, as the panels show it.

/// "×1.079", with more digits where it is close to 1: "×1.00080".
std::string factor_text(double factor);
/// "0.03 % apart", from GrowthReading::difference.
std::string difference_text(double difference);
/// "overshoot in 55 steps, overflow in 1 262"; empty where neither will happen.
std::string forecast_text(const GrowthForecast& forecast);
/// What the maximum-principle light says; `watch`: it is switched on.
struct PrincipleWords {
    std::string full;
    std::string brief;  ///< where there is little room
};
/// "left the range at step 55"; of a run that was not watched from its start "outside at step 61,
/// watched since step 60"; "inside the initial range"; "watched since step 60"; "not watched".
PrincipleWords principle_words(const MaximumPrinciple& principle, bool watch);
/// "whole grid", or "512 × 512 window around row 300 col 400, tapered".
std::string spectrum_region_text(const SpectrumPlan& plan, GridSize grid);
/// "r 0.20 → 0.26": as few decimals as tell both apart, two at least.
std::string ratio_change_text(const RatioChange& change);
/// A value of the field where it may be of any size: "0.953", "3.4e38".
std::string value_text(double value);

/// The traces of a snapshot; none where nothing was traced yet.
const Traces* traces_of(const Snapshot& snapshot);
/// Whether the fastest wave of this grid grows at the r in use.
bool grows(const Snapshot& snapshot);

}  // namespace heatlab::ui
