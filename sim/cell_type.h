#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace heatlab {

/// What a field's cells are: IEEE 754's binary32 or binary64. Steps, walls, edits and copies of a
/// field are in its own type; what is shown and read of it (pictures, statistics, analyses) is
/// float32 in both, see rounded_cell.
enum class CellType { float32, float64 };

/// One row per type; panels, command line, bench, check and tests read this table.
struct CellTypeInfo {
    CellType type = CellType::float32;
    std::string_view name;      ///< as on the command line: "float64"
    std::string_view sentence;  ///< for the panel
};

std::span<const CellTypeInfo> cell_types();

std::string_view to_string(CellType type);

/// Throws InputError (argument `argument`) naming what exists.
CellType find_cell_type(std::string_view name, const std::string& argument = "--type");

constexpr std::size_t bytes_of(CellType type) {
    return type == CellType::float64 ? sizeof(double) : sizeof(float);
}

template <typename Real>
constexpr CellType cell_type_of() {
    static_assert(std::is_same_v<Real, float> || std::is_same_v<Real, double>);
    return std::is_same_v<Real, double> ? CellType::float64 : CellType::float32;
}

/// Calls `work` with a value of the C++ type of `type`, 0.0f or 0.0, and returns what it returns.
template <typename Work>
decltype(auto) with_cell_type(CellType type, const Work& work) {
    return type == CellType::float64 ? work(double{}) : work(float{});
}

}  // namespace heatlab
