#include "app/show_setting.h"

#include <array>
#include <cmath>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::array modes{
    ShowModeInfo{ShowMode::flat, "flat", "Flat", "Each cell in its colour, seen from above"},
    ShowModeInfo{ShowMode::surface, "surface", "Surface",
                 "Values as heights of a lit surface; a drag turns it"},
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

std::string camera_text(const OrbitView& camera) {
    return number_text(camera.azimuth) + "," + number_text(camera.elevation) + "," +
           number_text(camera.zoom);
}

}  // namespace heatlab
