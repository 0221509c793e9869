#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "sim/grid.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own
class App;
}

namespace heatlab {

/// `heatlab sectors`
struct SectorsCommand {
    std::optional<std::string> kernel;  ///< none: all that run on CUDA
    std::optional<int> dimensions;      ///< none: of all kernels, or of those of that name
    std::optional<GridSize> grid;       ///< none: 2^20 cells
    int device = 0;
    std::optional<std::string> json;              ///< an object for each kernel
    std::optional<std::filesystem::path> folder;  ///< the same in a file for each kernel
    std::string grid_text;                        ///< what --grid says
};

/// Adds the options of `heatlab sectors` to its subcommand.
void describe_sectors(CLI::App& app, SectorsCommand& command);

/// What holds between options, once all are read: a grid has as many dimensions as were asked for,
/// else two, or three where it has three sides. Throws InputError.
void check_sectors_options(SectorsCommand& command);

}  // namespace heatlab
