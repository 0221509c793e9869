#include "app/ui/stability_formulas.h"

#include <array>

namespace heatlab::ui {
namespace {

using enum StabilityFormula;

constexpr std::array all{scheme,         step_ratio,    weights,       amplification, bound,
                         walls_wave,     insulated_wave, periodic_wave, growth,        overflow_steps,
                         continuous_decay, decay_rate,    refinement};

}  // namespace

std::span<const StabilityFormula> stability_formulas() {
    return all;
}

FormulaText stability_formula(StabilityFormula which) {
    switch (which) {
        case scheme:
            return {"One step", R"(u' = u + r\,(N + E + S + W - 4u))", {}};
        default:
            return {"Step ratio", R"(r = \frac{\alpha\,\Delta t}{h^2})", {}};
    }
}

}  // namespace heatlab::ui
