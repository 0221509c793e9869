#include "app/sectors_options.h"

#include <CLI/CLI.hpp>

#include "app/add_value.h"
#include "app/options.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

constexpr const char* footer = R"(
A sector is 32 bytes of global memory that a load or store of a warp touches, counted in the
machine code as it runs and derived from the source. No cache is seen: these are neither L2
traffic nor bytes of device memory. Needs a CUDA device, and CUPTI from the CUDA Toolkit.
  heatlab sectors                                  every kernel, each in a process of its own
  heatlab sectors --kernel tiled --grid 2048 --json -
  heatlab sectors --folder results                 a file for each kernel
Exit code 1 where a count is not what the source says, or where nothing can be counted.)";

constexpr int most_dimensions = 3;

}  // namespace

void describe_sectors(CLI::App& app, SectorsCommand& command) {
    const char* group = "Options";
    add_value(app, "--kernel", "NAME", group, "one kernel instead of all",
              [&](const std::string&, const std::string& t) { command.kernel = t; });
    add_value(app, "--dimensions", "1|2|3", group, "kernels of so many alone",
              [&](const std::string& n, const std::string& t) {
                  command.dimensions = static_cast<int>(parse_integer(n, t, 1, most_dimensions));
              });
    add_value(app, "--grid", "N|WxH|WxHxD", group, "cells (2^20 of them, such as 1024x1024)",
              beside_dimensions(
                  app, [&](const std::string&, const std::string& t) { command.grid_text = t; }));
    add_device(app, group, command.device);
    add_value(app, "--json", "FILE", group,
              "what was counted, an object for a kernel; - is standard output",
              [&](const std::string& n, const std::string& t) { command.json = parse_path(n, t); });
    add_value(
        app, "--folder", "FOLDER", group, "the same as a file for each kernel",
        [&](const std::string& n, const std::string& t) { command.folder = parse_path(n, t); });
    app.footer(footer);
}

void check_sectors_options(SectorsCommand& command) {
    if (command.grid_text.empty())
        return;
    command.grid = parse_grid("--grid", command.grid_text, command.dimensions.value_or(2));
    validate_grid(*command.grid);
    command.dimensions = command.grid->dimensions;
}

}  // namespace heatlab
