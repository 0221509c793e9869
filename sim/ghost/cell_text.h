#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/ghost/problem.h"
#include "sim/grid.h"

namespace heatlab::ghost {

// Cells as text: a number a line, row by row, as HotSpot's own files of temperature and power are
// (those of the benchmark suite Rodinia). The file does not say the sides of its grid.

/// At most `most` finite values, rounded to float32; blanks, tabs, carriage returns and empty lines
/// between them count for nothing. Throws InputError (argument `argument`) that names the file, and
/// the line and text of what does not fit; `why_most` says what allows no more.
std::vector<float> read_number_file(const std::string& argument, const std::filesystem::path& path,
                                    std::int64_t most, const std::string& why_most);
/// Exactly the grid's number of them.
std::vector<float> read_cell_text(const std::string& argument, const std::filesystem::path& path,
                                  GridSize grid);
/// The square grid with so many cells, as the benchmark suite's are; none where there is none.
std::optional<GridSize> square_grid(std::int64_t cells);

/// Each number with as few digits as read back the same. Written and refused as OutputFile.
void write_cell_text(const std::filesystem::path& path, const Cells& cells);

}  // namespace heatlab::ghost
