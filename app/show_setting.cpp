#include "app/show_setting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::array modes{
    ShowModeInfo{ShowMode::flat, "flat", "Flat", "Each cell in its colour, seen from above", 1},
    ShowModeInfo{ShowMode::surface, "surface", "Surface",
                 "Values as heights of a lit surface; a drag turns it", 2},
    ShowModeInfo{ShowMode::slices, "slices", "Slices",
                 "Three planes at right angles to each other in a box", 3},
    ShowModeInfo{ShowMode::volume, "volume", "Volume",
                 "All of the box as a cloud, clear where it is as cold as its walls", 3},
};

}  // namespace

std::span<const ShowModeInfo> show_modes() {
    return modes;
}

const ShowModeInfo& info_of(ShowMode mode) {
    for (const ShowModeInfo& info : modes)
        if (info.mode == mode)
            return info;
    return modes.front();
}

ShowMode show_mode_after(ShowMode mode, GridSize grid) {
    const auto now = std::ranges::find(modes, mode, &ShowModeInfo::mode);
    const auto next = std::find_if(std::next(now), modes.end(),
                                   [grid](const ShowModeInfo& info) { return info.suits(grid); });
    return next == modes.end() ? ShowMode::flat : next->mode;
}

CrossingCell crossing_cell(const CrossingSetting& setting, GridSize grid) {
    const auto at = [](const std::optional<int>& wanted, int cells) {
        return std::clamp(wanted.value_or(cells / 2), 0, std::max(cells - 1, 0));
    };
    return {at(setting.col, grid.width), at(setting.row, grid.height),
            at(setting.slice, grid.depth)};
}

void require_suits(ShowMode mode, GridSize grid) {
    const ShowModeInfo& info = info_of(mode);
    if (!info.suits(grid))
        throw InputError("--show", info.name,
                         info.least_dimensions == 3
                             ? "needs a grid of three dimensions, such as --grid 128x128x128"
                             : "needs a grid of two or three dimensions");
}

void validate_camera(const OrbitView& camera) {
    const bool holds = std::isfinite(camera.azimuth) && camera.elevation >= -90 &&
                       camera.elevation <= 90 && camera.zoom >= least_orbit_zoom &&
                       camera.zoom <= most_orbit_zoom;
    if (!holds)
        throw InputError("--camera", camera_text(camera), camera_words());
}

void require_flat_beside_comparison(ShowMode mode) {
    if (is_in_space(mode))
        throw InputError("--show", info_of(mode).name,
                         "Compare shows its views flat, cell beside cell; end it to see one in "
                         "space");
}

ShowMode parse_show(const std::string& argument, const std::string& text) {
    for (const ShowModeInfo& info : modes)
        if (text == info.name)
            return info.mode;
    throw InputError(argument, text.empty() ? "\"\"" : text,
                     "one of " + name_list(modes, &ShowModeInfo::name) + " is needed");
}

std::string camera_words() {
    return "AZIMUTH,ELEVATION,ZOOM is needed: a finite number of degrees, degrees from -90 to 90, "
           "and a zoom from " +
           number_text(least_orbit_zoom) + " to " + number_text(most_orbit_zoom) +
           ", such as -30,35,1";
}

std::string crossing_text(const CrossingSetting& setting) {
    if (!setting.col || !setting.row || !setting.slice)
        return "middle";
    return std::to_string(*setting.col) + "," + std::to_string(*setting.row) + "," +
           std::to_string(*setting.slice);
}

std::string camera_text(const OrbitView& camera) {
    return number_text(camera.azimuth) + "," + number_text(camera.elevation) + "," +
           number_text(camera.zoom);
}

}  // namespace heatlab
