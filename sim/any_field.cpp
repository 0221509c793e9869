#include "sim/any_field.h"

#include <utility>

namespace heatlab {

void load_field(Simulation& simulation, const Field& field, std::int64_t step) {
    simulation.load(field, step);
}

void load_field(Simulation& simulation, const Field64& field, std::int64_t step) {
    if (simulation.cell_type() == CellType::float64)
        simulation.load_float64(field, step);
    else
        simulation.load(rounded(field), step);
}

void load_field(Simulation& simulation, const AnyField& field, std::int64_t step) {
    std::visit([&](const auto& cells) { load_field(simulation, cells, step); }, field);
}

template <>
Field read_field<float>(Simulation& simulation) {
    return simulation.read_back();
}

template <>
Field64 read_field<double>(Simulation& simulation) {
    return simulation.read_back_float64();
}

AnyField read_field_as_it_is(Simulation& simulation) {
    return with_cell_type(simulation.cell_type(), [&](auto zero) -> AnyField {
        return read_field<decltype(zero)>(simulation);
    });
}

Field as_float32(AnyField field) {
    if (auto* const narrow = std::get_if<Field>(&field))
        return std::move(*narrow);
    return rounded(std::get<Field64>(field));
}

AnyField make_any_initial_field(CellType type, GridSize grid, const InitialFieldSpec& spec,
                                const std::optional<Walls>& walls, const Boundaries& boundaries) {
    return with_cell_type(type, [&](auto zero) -> AnyField {
        return make_initial_field<decltype(zero)>(grid, spec, walls, boundaries);
    });
}

}  // namespace heatlab
