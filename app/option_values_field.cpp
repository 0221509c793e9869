// What a field is: its grid, its edges, the wave that it starts from.

#include <cmath>
#include <limits>

#include "app/option_values.h"
#include "app/settings_check.h"
#include "app/value_reading.h"
#include "sim/text.h"

namespace heatlab {
namespace {

double to_temperature(const std::string& argument, const std::string& text, double value) {
    if (std::abs(value) > std::numeric_limits<float>::max())
        refuse_value(argument, text, "a number that float32 holds is needed, at most 3.4e38");
    return value;
}

}  // namespace

GridSize parse_grid(const std::string& argument, const std::string& text, int dimensions) {
    static constexpr std::array<const char*, 3> allowed = {
        "the number of cells is needed in one dimension, such as 1024, from 1 to 1073741824",
        "WIDTHxHEIGHT or one number for both is needed, such as 1024x512, each from 1 to "
        "1073741824; WIDTHxHEIGHTxDEPTH in three dimensions",
        "WIDTHxHEIGHTxDEPTH or one number for all is needed in three dimensions, such as "
        "128x128x64, each from 1 to 1073741824"};
    const std::string needed = allowed.at(static_cast<std::size_t>(dimensions) - 1);
    const std::vector<int> sides = read_sides(argument, text, needed, dimensions == 1 ? 1 : 3);
    if (dimensions == 1)
        return GridSize::line(sides[0]);
    if (dimensions == 3 && sides.size() == 2)
        refuse_value(argument, text, needed);
    if (dimensions == 2 && sides.size() < 3)
        return {sides.front(), sides.back()};
    const int depth = sides.back();
    const int height = sides.size() == 1 ? sides[0] : sides[1];
    if (std::int64_t{height} * depth > longest_side)
        refuse_value(argument, text, "HEIGHT times DEPTH is at most 1073741824");
    return GridSize::box(sides[0], height, depth);
}

Walls parse_walls(const std::string& argument, const std::string& text) {
    std::optional<std::vector<double>> read = read_numbers(text, 4);
    if (!read)
        read = read_numbers(text, 6);
    if (!read)
        refuse_value(
            argument, text,
            "four finite numbers TOP,RIGHT,BOTTOM,LEFT are needed, such as 1,0,0,0, and in "
            "three dimensions FRONT,BACK behind them");
    read->resize(6, 0.0);
    const auto side = [&](std::size_t i) { return to_temperature(argument, text, (*read)[i]); };
    return {side(0), side(1), side(2), side(3), side(4), side(5)};
}

std::string walls_text(const Walls& walls) {
    std::string text = number_text(walls.top) + "," + number_text(walls.right) + "," +
                       number_text(walls.bottom) + "," + number_text(walls.left);
    if (walls.front != 0 || walls.back != 0)
        text += "," + number_text(walls.front) + "," + number_text(walls.back);
    return text;
}

Boundaries parse_boundaries(const std::string& argument, const std::string& text) {
    const std::vector<std::string> parts = split(text, ',');
    const auto kind_of = [&](const std::string& part) {
        for (const BoundaryKind kind :
             {BoundaryKind::dirichlet, BoundaryKind::insulated, BoundaryKind::periodic})
            if (part == name_of(kind))
                return kind;
        refuse_value(argument, text,
                     "dirichlet, insulated or periodic is needed, or one of them per side: "
                     "TOP,RIGHT,BOTTOM,LEFT");
    };
    if (parts.size() == 1)
        return Boundaries::all(kind_of(parts[0]));
    if (parts.size() != 4)
        refuse_value(argument, text,
                     "one kind for all sides or four are needed, TOP,RIGHT,BOTTOM,LEFT, such as "
                     "insulated,dirichlet,insulated,dirichlet");
    const Boundaries boundaries{kind_of(parts[0]), kind_of(parts[1]), kind_of(parts[2]),
                                kind_of(parts[3])};
    validate_boundaries(boundaries);
    return boundaries;
}

std::array<int, 3> parse_mode(const std::string& argument, const std::string& text,
                              int dimensions) {
    static constexpr std::array<const char*, 3> allowed = {
        "a whole number P of at least 1 is needed in one dimension, such as 3",
        "two whole numbers P,Q of at least 1 are needed, such as 3,2 (P along the columns)",
        "three whole numbers P,Q,S of at least 1 are needed in three dimensions, such as 3,2,1"};
    const std::vector<std::string> parts = split(text, ',');
    const auto count = static_cast<std::size_t>(dimensions);
    std::array<int, 3> mode = {1, 1, 1};
    bool good = parts.size() == count;
    for (std::size_t i = 0; good && i < count; ++i)
        good = read_whole(parts[i], mode[i]) == Reading::good && mode[i] >= 1;
    if (!good)
        refuse_value(argument, text, allowed.at(count - 1));
    return mode;
}

}  // namespace heatlab
