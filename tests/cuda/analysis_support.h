#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "sim/simulation.h"
#include "tests/cuda/cuda_test_fixture.h"

// What an analysis on the device has to find, by plain loops on the host.

namespace heatlab::testing {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

inline const Boundaries some_boundaries[] = {{},
                                             Boundaries::all(BoundaryKind::insulated),
                                             Boundaries::all(BoundaryKind::periodic),
                                             {BoundaryKind::insulated, BoundaryKind::periodic,
                                              BoundaryKind::dirichlet, BoundaryKind::periodic},
                                             {BoundaryKind::dirichlet, BoundaryKind::insulated,
                                              BoundaryKind::insulated, BoundaryKind::dirichlet}};

/// Values of both signs without denormals, so that every rounding is IEEE's.
Field random_field(GridSize grid, unsigned seed, float scale = 1.0f);
std::vector<SeparableWeight> random_weights(GridSize grid, std::size_t count, unsigned seed);

/// Mean of the neighbours - u in float32, with quarters added first; none at fixed cells.
std::optional<float> change_at(const Field& u, const Boundaries& sides, int row, int col);

/// An analysis, with the sums of the magnitudes of what was added up.
struct Expected {
    FieldAnalysis analysis;
    std::array<double, most_projections> magnitudes{};
    std::int64_t finite = 0;
    bool any_change = false;
};
Expected expected_analysis(const Field& u, const Boundaries& sides,
                           const std::vector<SeparableWeight>& weights);
/// `which` is named where they differ.
void expect_extreme(const ExtremeCell& expected, const ExtremeCell& found, const char* which);
void expect_analysis(const Expected& expected, const FieldAnalysis& found);

/// Of the field as it is.
FieldAnalysis analysed(Simulation& simulation);

}  // namespace heatlab::testing
