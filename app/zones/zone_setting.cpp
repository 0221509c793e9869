#include "app/zones/zone_setting.h"

#include <algorithm>
#include <vector>

#include "app/options.h"
#include "sim/errors.h"
#include "sim/ghost/study_grids.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr const char* option_name = "--ghost-zones";
constexpr const char* automatic = "auto";
constexpr int longest_tile_side = 65536;  ///< far beyond what any engine offers
constexpr int most_division = 1'000'000;

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(',', begin);
        parts.push_back(text.substr(begin, end - begin));
    }
    return parts;
}

ghost::TileShape parse_tile(const std::string& argument, const std::string& text, int dimensions) {
    const GridSize sides = parse_grid(argument, text, dimensions);
    if (sides.dimensions != dimensions || sides.width > longest_tile_side ||
        sides.height > longest_tile_side || sides.depth > longest_tile_side)
        throw InputError(argument, text,
                         "a tile has " + dimensions_text(dimensions) + ", and sides of at most " +
                             std::to_string(longest_tile_side) + " cells");
    return {sides.width, sides.height, sides.depth};
}

}  // namespace

GridSize ZoneSetting::chosen_grid() const {
    return grid.value_or(ghost::usual_grid(chosen_application().dimensions));
}

bool same_problem(const ZoneSetting& a, const ZoneSetting& b) {
    return a.application == b.application && a.chosen_grid() == b.chosen_grid() &&
           a.time_division == b.time_division && a.files == b.files;
}

void validate_zones(const ZoneSetting& setting) {
    const ghost::Application& application = setting.chosen_application();
    const GridSize grid = setting.chosen_grid();
    const auto refuse = [](const std::string& value, const std::string& allowed) {
        throw InputError(option_name, value, allowed);
    };
    ghost::require_grid(application, grid);
    if (grid.cells() > most_zone_cells)
        refuse(grid_text(grid), "at most 2^31 cells");
    if (setting.time_division < 1 ||
        (setting.time_division > 1 && !ghost::largest_stable_edge(application)))
        refuse(std::to_string(setting.time_division),
               setting.time_division < 1
                   ? "the division of the time step is at least 1"
                   : std::string(application.title) + " has no time step that could be divided");
    if (setting.steps && *setting.steps < 1)
        refuse(std::to_string(*setting.steps), "k, the steps of a launch, is at least 1");
    for (const ZoneFileRole& role : zone_file_roles)
        if (const auto& file = setting.files.*role.file; !file.empty() && !application.text_files)
            throw InputError(role.option, file.string(),
                             std::string(application.name) + " takes no files; " +
                                 std::string(application_with_files().name) + " does");
    if (!setting.tile)
        return;
    const int most = ghost::most_zone_steps(*setting.tile, application.dimensions);
    if (most < 1 || setting.steps.value_or(1) > most)
        refuse(ghost::tile_text(*setting.tile, application.dimensions) +
                   (setting.steps ? " with k = " + std::to_string(*setting.steps) : ""),
               most < 1 ? "a side of at least 3 cells leaves one that is not in the ghost zone"
                        : "this tile leaves a cell to compute up to k = " + std::to_string(most));
}

ZoneSetting parse_zones(const std::string& argument, const std::string& text) {
    ZoneSetting setting;
    if (text == "none")
        return setting;
    const std::vector<std::string> parts = split(text);
    if (parts.size() > 5)
        throw InputError(argument, text, "APP[,GRID[,TILE[,K[,N]]]] is needed, or none");
    const auto named_so = [&](const ghost::Application& row) { return row.name == parts[0]; };
    if (std::ranges::none_of(ghost::application_table(), named_so))
        throw InputError(argument, parts[0].empty() ? "\"\"" : parts[0],
                         "one of " +
                             name_list(ghost::application_table(), &ghost::Application::name) +
                             " is needed, or none");
    setting.open = true;
    setting.application = parts[0];
    const int dimensions = setting.chosen_application().dimensions;
    const auto named = [&](std::size_t part) {
        return part < parts.size() && parts[part] != automatic;
    };
    if (named(1))
        setting.grid = parse_grid(argument, parts[1], dimensions);
    if (named(2))
        setting.tile = parse_tile(argument, parts[2], dimensions);
    if (named(3))
        setting.steps =
            static_cast<int>(parse_integer(argument, parts[3], 1, longest_tile_side / 2));
    if (named(4))
        setting.time_division =
            static_cast<int>(parse_integer(argument, parts[4], 1, most_division));
    validate_zones(setting);
    return setting;
}

std::string zones_text(const ZoneSetting& setting) {
    const int dimensions = setting.chosen_application().dimensions;
    std::vector<std::string> parts{
        setting.application, setting.grid ? grid_text(*setting.grid) : automatic,
        setting.tile ? ghost::tile_text(*setting.tile, dimensions) : automatic,
        setting.steps ? std::to_string(*setting.steps) : automatic,
        setting.time_division > 1 ? std::to_string(setting.time_division) : automatic};
    while (parts.back() == automatic)
        parts.pop_back();
    std::string text = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i)
        text += "," + parts[i];
    return text;
}

}  // namespace heatlab
