#pragma once

#include <span>

#include "app/ui/widgets/formula.h"

namespace heatlab::ui {

/// The formulas that explain stability.
enum class StabilityFormula {
    scheme,            ///< one step of the stencil
    step_ratio,        ///< r = alpha dt / h^2
    weights,           ///< the same step as a weighted mean: 1 - 2 d r is the weight of the centre
    amplification,     ///< g of a wave
    bound,             ///< largest stable r of this grid
    walls_wave,        ///< shortest wave between fixed walls, per axis
    insulated_wave,    ///< between insulated sides
    mixed_wave,        ///< between a fixed wall and an insulated side
    periodic_wave,     ///< with periodic sides: even and odd
    growth,            ///< |u_n| = |u_0| |g|^n
    overflow_steps,    ///< steps until the numbers overflow
    continuous_decay,  ///< what the heat equation itself does to a wave in a step
    decay_rate,        ///< lambda of a wave
    refinement         ///< h to h/2 takes r to 4r
};

/// All of them, in this order.
std::span<const StabilityFormula> stability_formulas();
/// As it reads in so many dimensions, 1 to 3. Refers to constants.
FormulaText stability_formula(StabilityFormula which, int dimensions = 2);

}  // namespace heatlab::ui
