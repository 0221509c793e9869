#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "sim/text.h"

namespace heatlab {

/// Figures for other programs.
struct Table {
    std::vector<std::string> columns;  ///< names, with the unit where there is one
    std::vector<std::vector<std::string>> rows;

    bool empty() const { return rows.empty(); }
};

/// RFC 4180, a header line first. Texts hold neither commas, quotes nor line ends.
std::string csv_of(const Table& table);

/// A cell of a table: what is no number is left empty.
inline std::string cell_text(double value) {
    return std::isfinite(value) ? number_text(value) : std::string();
}
template <typename T>
std::string cell_text(const std::optional<T>& value) {
    return value ? cell_text(static_cast<double>(*value)) : std::string();
}

}  // namespace heatlab
