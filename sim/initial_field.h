#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/boundary.h"
#include "sim/field.h"

namespace heatlab {

/// What a run starts from. Which members matter depends on the row of `initial_fields()`.
struct InitialFieldSpec {
    std::string name = "square-ring-stroke";
    std::uint64_t seed = 1;
    std::optional<double> amplitude;  ///< none: 1
    int mode_p = 1;                   ///< wave along a row, counted by angle (AxisWaves)
    int mode_q = 1;                   ///< wave down a column, but in one dimension
    int mode_s = 1;                   ///< wave through the slices, in three dimensions
    std::filesystem::path
        file;  ///< PNG, scaled to a grid of two dimensions, or NPY of the grid's shape

    friend bool operator==(const InitialFieldSpec&, const InitialFieldSpec&) = default;
};

/// One row per initial field; panels, command line, tests and docs read this table.
struct InitialFieldInfo {
    std::string_view name;   ///< as on the command line: "hot-square"
    std::string_view title;  ///< as on screen: "Hot square"
    std::string_view sentence;
    Walls walls;  ///< held along the sides unless the user sets others
    bool uses_seed = false;
    bool uses_mode = false;
    bool uses_file = false;   ///< then the ring comes from the file unless walls are given
    bool is_signed = false;   ///< takes both signs: a symmetric range suits it
    bool plane_only = false;  ///< exists in two dimensions alone

    bool suits(int dimensions) const { return dimensions == 2 || !plane_only; }
};

std::span<const InitialFieldInfo> initial_fields();

/// Throws InputError (argument "--init") naming what exists.
const InitialFieldInfo& find_initial_field(std::string_view name);

/// The one to start with: "square-ring-stroke", and "hot-square" where a grid has not two
/// dimensions.
const InitialFieldInfo& default_initial_field(int dimensions);

/// The field at step 0, with its fixed sides: `walls` where given, else the row's own (for files:
/// the file's). Cells that `boundaries` leave free belong to the shape; the sine mode is the exact
/// wave of these boundaries, mode P the wave P - 1 of AxisWaves. Throws InputError for a mode,
/// amplitude, or file that does not fit, and for a field that the grid's dimensions do not have.
template <typename Real = float>
BasicField<Real> make_initial_field(GridSize grid, const InitialFieldSpec& spec,
                                    const std::optional<Walls>& walls,
                                    const Boundaries& boundaries = {});

}  // namespace heatlab
