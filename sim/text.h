#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/grid.h"

namespace heatlab {

/// "tiled, global": the names of things, in their order. `name_of`: a member or a function.
template <typename Things, typename NameOf = std::identity>
std::string name_list(const Things& things, NameOf name_of = {}) {
    std::string text;
    for (const auto& thing : things) {
        text += text.empty() ? "" : ", ";
        text += std::invoke(name_of, thing);
    }
    return text;
}

/// The shortest text that reads back as `value`; "nan", "inf", "-inf".
std::string number_text(double value);

/// The same of a float: "0.1", where its double is 0.10000000149011612.
std::string float_text(float value);

/// "512x256", width first, as on the command line; "512" in one dimension, "64x64x32" in three.
std::string grid_text(GridSize grid);

/// "one dimension", "two dimensions", "three dimensions".
std::string dimensions_text(int dimensions);

/// "536870912 bytes (537 MB)"; the unit in powers of 1000.
std::string bytes_text(std::uint64_t bytes);

}  // namespace heatlab
