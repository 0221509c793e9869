#pragma once

#include <array>
#include <cstdint>
#include <optional>
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

/// Rows that follow the last one of a source that has a row per step: the first ones again, so that
/// a launch of at most as many steps never has to go back to the first row on its way. No engine
/// takes more steps per launch with such a source.
inline constexpr int repeated_source_rows = 32;

/// Rows of such a source on a grid of this width, before the first ones come again: enough that
/// what a launch reads is not in a cache since the rows were read last. Their cells take 256 MB, or
/// twice the processor's last cache where that is more, if there are no more than 16384 rows.
int rows_of_source(int width);

/// Where an application begins, and what stays as it is while it advances.
struct Problem {
    const Application* application = nullptr;
    GridSize grid;
    Cells start{};
    /// What the update reads beside its cells; empty where it reads nothing. Of the grid's size,
    /// or, where the application has a row of it for each step (SourceKind::per_step),
    /// `source_rows` rows of the grid's width and after them the first `repeated_source_rows`
    /// again: step t reads row t mod source_rows.
    Cells source{};
    int source_rows = 0;  ///< at least repeated_source_rows; 0 but for SourceKind::per_step
    Coefficients coefficients{};
    int time_division = 1;  ///< the application's time step is divided by it
};

/// The data that bench, window and tests share; the same for the same grid and seed on every
/// backend. Throws InputError (argument "--grid") for a grid of other dimensions than the
/// application's, one with a side below 1, or one that this machine's memory does not hold, and
/// (argument "--divide-time-step") for a division below 1, or above it where the application has no
/// time step that could be divided.
Problem make_problem(const Application& application, GridSize grid, std::uint64_t seed = 0,
                     int time_division = 1);

/// Whether make_problem would take the grid's dimensions and sides: throws InputError as it does.
void require_grid(const Application& application, GridSize grid);

/// A chip of fixed size has ever smaller cells on ever larger grids, until HotSpot's time step is
/// too long for them and a wave grows without bound. The remedy is a time step that is a whole part
/// of the application's own: the least division with which no wave grows on `grid`; 1 for all other
/// applications, which are stable everywhere.
int stable_time_division(const Application& application, GridSize grid);
/// The largest n for which a grid of n x n cells needs no division; none where none does.
std::optional<int> largest_stable_edge(const Application& application);
inline bool is_stable(const Problem& problem) {
    return problem.time_division >= stable_time_division(*problem.application, problem.grid);
}

}  // namespace heatlab::ghost
