#pragma once

#include <cstdint>
#include <string>

#include "sim/grid.h"

namespace heatlab {

/// The shortest text that reads back as `value`; "nan", "inf", "-inf".
std::string number_text(double value);

/// The same of a float: "0.1", where its double is 0.10000000149011612.
std::string float_text(float value);

/// "512x256", width first, as on the command line.
std::string grid_text(GridSize grid);

/// "536870912 bytes (537 MB)"; the unit in powers of 1000.
std::string bytes_text(std::uint64_t bytes);

}  // namespace heatlab
