#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/zones/zone_files.h"
#include "sim/ghost/application.h"
#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab {

/// What the room "Ghost zones" is about, set by the user.
struct ZoneSetting {
    bool open = false;
    std::string application = "heat2d";
    std::optional<GridSize> grid = std::nullopt;          ///< none: the usual one of its dimensions
    std::optional<ghost::TileShape> tile = std::nullopt;  ///< none: the one its engine prefers
    std::optional<int> steps = std::nullopt;              ///< k; none: the one the model chooses
    int time_division = 1;  ///< of the application's time step, see ghost::stable_time_division
    ZoneFiles files = {};

    /// Throws InputError where there is no such application.
    const ghost::Application& chosen_application() const {
        return ghost::find_application(application);
    }
    GridSize chosen_grid() const;

    friend bool operator==(const ZoneSetting&, const ZoneSetting&) = default;
};

inline constexpr std::int64_t most_zone_cells = std::int64_t{1} << 31;

/// Whether both are about the same cells: only tile and k may be others.
bool same_problem(const ZoneSetting& a, const ZoneSetting& b);

/// Of a setting that is open. Throws InputError (argument "--ghost-zones") naming what is wrong: no
/// such application, a grid of other dimensions or without cells, a tile that leaves no cell to be
/// computed after k steps; or (argument of its role) a file that the application does not take.
/// What the files hold is not looked at. Which tiles and k can be had, the backend's engine says.
void validate_zones(const ZoneSetting& setting);

/// "APP[,GRID[,TILE[,K[,N]]]]", N the division of the time step, each but APP may be "auto"; or
/// "none". Throws InputError.
ZoneSetting parse_zones(const std::string& argument, const std::string& text);
/// As `parse_zones` reads it, as short as it can be; files are options of their own.
std::string zones_text(const ZoneSetting& setting);

}  // namespace heatlab
