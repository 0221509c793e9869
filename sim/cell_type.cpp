#include "sim/cell_type.h"

#include <array>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::array<CellTypeInfo, 2> table = {{
    {CellType::float32, "float32",
     "4 bytes a cell, 24 bits of each number: what every kernel knows."},
    {CellType::float64, "float64",
     "8 bytes a cell, 53 bits of each number: half as many cells a second, and changes that "
     "float32 "
     "would round away."},
}};

}  // namespace

std::span<const CellTypeInfo> cell_types() {
    return table;
}

std::string_view to_string(CellType type) {
    return table[static_cast<std::size_t>(type)].name;
}

CellType find_cell_type(std::string_view name, const std::string& argument) {
    for (const CellTypeInfo& info : table)
        if (info.name == name)
            return info.type;
    throw InputError(argument, name.empty() ? "\"\"" : std::string(name),
                     "the types of a field's cells are " + name_list(table, &CellTypeInfo::name));
}

}  // namespace heatlab
