#include "app/zones/zone_file_loading.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/errors.h"
#include "sim/ghost/cell_text.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// Gives `setting` a grid of so many cells where it has none, and its other file up then. Answers
/// whether there was one. Throws InputError.
bool fit_grid(ZoneSetting& setting, const ZoneFileRole& role, std::size_t numbers) {
    const auto count = static_cast<std::int64_t>(numbers);
    const GridSize grid = setting.chosen_grid();
    if (count == grid.cells())
        return false;
    const std::optional<GridSize> square = ghost::square_grid(count);
    if (!square)
        throw InputError(role.option, (setting.files.*role.file).string(),
                         "has " + std::to_string(count) + " numbers, and the grid of " +
                             grid_text(grid) + " needs " + std::to_string(grid.cells()) +
                             "; a grid that is no square is chosen before its file");
    setting.grid = square;
    setting.time_division = 1;
    const ZoneFiles before = std::exchange(setting.files, {});
    setting.files.*role.file = before.*role.file;
    return before != setting.files;
}

}  // namespace

ZoneCells zone_cells_of(const ZoneSetting& wanted, const ZoneCells& read, const ZoneSetting& before,
                        const ZoneCells& known) {
    const GridSize grid = wanted.chosen_grid();
    ZoneCells cells;
    for (const ZoneFileRole& role : zone_file_roles) {
        const std::filesystem::path& file = wanted.files.*role.file;
        const bool same = file == before.files.*role.file && grid == before.chosen_grid();
        ZoneCells::Values& values = cells.*role.values;
        if (file.empty())
            continue;
        values = read.*role.values;
        if (!values && same)
            values = known.*role.values;
        if (!values)
            values = std::make_shared<const std::vector<float>>(
                ghost::read_cell_text(role.option, file, grid));
    }
    return cells;
}

LoadedZoneFile with_zone_file(ZoneSetting setting, std::size_t role,
                              const std::filesystem::path& file) {
    const ZoneFileRole& its = zone_file_roles.at(role);
    if (!setting.chosen_application().text_files) {
        setting = {};
        setting.application = application_with_files().name;
    }
    setting.open = true;
    setting.files.*its.file = file;
    LoadedZoneFile loaded;
    loaded.read.*its.values = std::make_shared<const std::vector<float>>(ghost::read_number_file(
        its.option, file, most_zone_cells, "no grid has more cells among the ghost zones"));
    loaded.lost_other = fit_grid(setting, its, (loaded.read.*its.values)->size());
    loaded.setting = std::move(setting);
    return loaded;
}

Notice loaded_notice(const LoadedZoneFile& loaded, const command::LoadZoneFile& wanted) {
    const ghost::Application& application = loaded.setting.chosen_application();
    const std::size_t other = 1 - wanted.role;
    const ZoneFileRole& role = zone_file_roles.at(wanted.role);
    const std::string name(application.*role.name);
    const std::string other_name(application.*zone_file_roles.at(other).name);
    const auto [least, most] = std::ranges::minmax(*(loaded.read.*role.values));
    Notice notice;
    notice.kind = Notice::Kind::done;
    notice.title = "The " + name + " is that of " + wanted.file.filename().string();
    notice.text = grid_text(loaded.setting.chosen_grid()) + " cells, from " +
                  number_text(static_cast<double>(least)) + " to " +
                  number_text(static_cast<double>(most)) + " " +
                  std::string(application.*role.unit) + ".";
    if (loaded.lost_other)
        notice.text += " The " + other_name + " was of another grid and is " +
                       std::string(application.title) + "'s own again.";
    if (!wanted.guessed)
        return notice;
    notice.action_label = "Take it as the " + other_name;
    notice.action = {command::LoadZoneFile{wanted.role, {}},
                     command::LoadZoneFile{other, wanted.file}};
    return notice;
}

}  // namespace heatlab
