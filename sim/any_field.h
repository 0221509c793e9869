#pragma once

#include <variant>

#include "sim/field.h"
#include "sim/initial_field.h"
#include "sim/simulation.h"

// Fields whose type of cells is known at run time only.

namespace heatlab {

using AnyField = std::variant<Field, Field64>;

inline GridSize size_of(const AnyField& field) {
    return std::visit([](const auto& cells) { return cells.size(); }, field);
}

/// As Simulation::load, from either type: float32 is widened for a simulation of float64, float64
/// rounded for one of float32.
void load_field(Simulation& simulation, const Field& field, std::int64_t step);
void load_field(Simulation& simulation, const Field64& field, std::int64_t step);
void load_field(Simulation& simulation, const AnyField& field, std::int64_t step);

/// Blocking: the field with cells of float or double.
template <typename Real>
BasicField<Real> read_field(Simulation& simulation);
/// Blocking: in the simulation's own type, so as it is.
AnyField read_field_as_it_is(Simulation& simulation);

/// Float32 cells: a float64 field's rounding. `field` itself may be used up.
Field as_float32(AnyField field);

/// As make_initial_field, in that type.
AnyField make_any_initial_field(CellType type, GridSize grid, const InitialFieldSpec& spec,
                                const std::optional<Walls>& walls,
                                const Boundaries& boundaries = {});

}  // namespace heatlab
