#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "sim/grid.h"

namespace heatlab::ghost {

struct Application;

/// Cells of an application on the host: dense, in the order of a Field (see sim/grid.h). float32 or
/// int32, as the application has them.
using Cells = std::variant<std::vector<float>, std::vector<std::int32_t>>;

/// Constants of an update, as its struct in sim/ghost/applications names them.
inline constexpr int most_coefficients = 4;
using Coefficients = std::array<float, most_coefficients>;

/// Where an application begins, and what stays as it is while it advances.
struct Problem {
    const Application* application = nullptr;
    GridSize grid;
    Cells start;
    /// What the update reads beside its cells; empty where it reads nothing. Of the grid's size,
    /// or, where the application has a row of it for each step (SourceKind::per_step),
    /// `source_rows` rows of the grid's width: step t reads row t mod source_rows.
    Cells source;
    int source_rows = 0;
    Coefficients coefficients{};
};

/// The data that bench, window and tests share; the same for the same grid and seed on every
/// backend. Throws InputError (argument "--grid") for a grid of other dimensions than the
/// application's, or one with a side below 1.
Problem make_problem(const Application& application, GridSize grid, std::uint64_t seed = 0);

}  // namespace heatlab::ghost
