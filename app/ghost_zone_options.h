#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/settings.h"
#include "sim/ghost/application.h"
#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own
class App;
}

namespace heatlab {

/// `heatlab ghost-zone`
struct GhostZoneCommand {
    /// An application, on the grids that were asked for; none: those of study_grids.h.
    struct Part {
        const ghost::Application* application = nullptr;
        std::vector<GridSize> grids;
        std::optional<ghost::TileShape> tile;  ///< none: all that are offered
    };

    std::vector<Part> parts;
    BackendChoice backend = BackendChoice::automatic;
    int device = 0;
    std::uint64_t seed = 0;
    std::optional<int> time_division;        ///< none: the least that is stable on each grid
    std::optional<std::string> temperature;  ///< HotSpot's files; none: its own
    std::optional<std::string> power;
    std::optional<int> rounds;          ///< none: as is usual on the backend
    std::optional<int> source_steps;    ///< the generated source with that k is all that is wanted
    std::optional<std::int64_t> steps;  ///< to be taken with the chosen k, and nothing studied
    std::optional<std::string> out;     ///< the cells after them, as text
    std::optional<std::string> json;

    // As they were given.
    std::string application_names;
    std::string grids_text;
    std::string tile_text;
};

/// Adds the options of `heatlab ghost-zone` to its subcommand.
void describe_ghost_zone(CLI::App& app, GhostZoneCommand& command);

/// What holds between options, once all are read; fills `parts`. Throws InputError.
void check_ghost_zone_options(GhostZoneCommand& command);

}  // namespace heatlab
