#pragma once

#include <optional>
#include <span>
#include <string>

#include "render/orbit_view.h"
#include "sim/grid.h"

namespace heatlab {

/// How the field is shown: as a flat picture, or as a surface whose heights are its values, both of
/// a plane of a grid of three dimensions; such a grid also as three planes at right angles to each
/// other, or as a cloud.
enum class ShowMode { flat, surface, slices, volume };

struct ShowModeInfo {
    ShowMode mode;
    const char* name;     ///< as on the command line
    const char* title;    ///< as on screen
    const char* meaning;  ///< one sentence
    int least_dimensions;

    bool suits(GridSize grid) const { return grid.dimensions >= least_dimensions; }
};
/// In the order of display; flat, the default, first.
std::span<const ShowModeInfo> show_modes();
const ShowModeInfo& info_of(ShowMode mode);
/// The next one that suits the grid; behind the last one the first.
ShowMode show_mode_after(ShowMode mode, GridSize grid);

/// Whether the field is looked at from a camera, so that it lies in space.
inline bool is_in_space(ShowMode mode) {
    return mode != ShowMode::flat;
}

/// Whether all cells of a grid of three dimensions are shown, in place of a plane.
inline bool shows_volume(ShowMode mode) {
    return mode == ShowMode::slices || mode == ShowMode::volume;
}

/// Where three planes at right angles to each other cross; none: in the middle of an axis.
struct CrossingSetting {
    std::optional<int> col;
    std::optional<int> row;
    std::optional<int> slice;

    friend bool operator==(const CrossingSetting&, const CrossingSetting&) = default;
};
/// The cell through whose middle they go: the last one of an axis that has shrunk below.
struct CrossingCell {
    int col = 0;
    int row = 0;
    int slice = 0;
};
CrossingCell crossing_cell(const CrossingSetting& setting, GridSize grid);

/// Throws InputError (argument "--show") for a grid of too few dimensions.
void require_suits(ShowMode mode, GridSize grid);
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
/// "COL,ROW,SLICE", whole numbers from 0, or "middle". Throws InputError.
CrossingSetting parse_crossing(const std::string& argument, const std::string& text);
/// As `parse_crossing` reads it.
std::string crossing_text(const CrossingSetting& setting);

}  // namespace heatlab
