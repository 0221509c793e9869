#pragma once

#include <span>
#include <string>

#include "render/orbit_view.h"

namespace heatlab {

/// How the field is shown: as a flat picture, or as a surface whose heights are its values.
enum class ShowMode { flat, surface };

struct ShowModeInfo {
    ShowMode mode;
    const char* name;     ///< as on the command line
    const char* title;    ///< as on screen
    const char* meaning;  ///< one sentence
};
/// In the order of display; flat, the default, first.
std::span<const ShowModeInfo> show_modes();
const ShowModeInfo& info_of(ShowMode mode);

/// Whether the field is looked at from a camera, so that it lies in space.
inline bool is_in_space(ShowMode mode) {
    return mode != ShowMode::flat;
}

/// Throws InputError (argument "--camera").
void validate_camera(const OrbitView& camera);

/// Throws InputError (argument "--show") for what Compare cannot show.
void require_flat_beside_comparison(ShowMode mode);

/// One of the names above. Throws InputError.
ShowMode parse_show(const std::string& argument, const std::string& text);
/// "AZIMUTH,ELEVATION,ZOOM". Throws InputError.
OrbitView parse_camera(const std::string& argument, const std::string& text);
/// As `parse_camera` reads it.
std::string camera_text(const OrbitView& camera);
/// What is allowed of one, in words.
std::string camera_words();

}  // namespace heatlab
