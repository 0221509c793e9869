#pragma once

#include <string>
#include <vector>

namespace heatlab {

/// Rows of cells, the first column to the left, the others to the right; the first row is the head.
/// A line each, indented by two.
std::string text_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace heatlab
