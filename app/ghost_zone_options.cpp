#include "app/ghost_zone_options.h"

#include <CLI/CLI.hpp>

#include <limits>

#include "app/add_value.h"
#include "app/options.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "app/zones/zone_files.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr const char* footer = R"(
A tile with a ghost zone k cells wide takes k steps without meeting its neighbours, at the
price of cells computed twice. A model chooses k from a short calibration; this command
measures every k, each held against a plain reference to the bit first, and says what the
choice attains. All of it takes minutes; choosing takes the calibration alone.
  heatlab ghost-zone                                 every application, tile and grid
  heatlab ghost-zone --app hotspot --tile 64x64 --grid 1000x3000,512 --json -
  heatlab ghost-zone --app cell --source 2           the source that runs, no device needed
  heatlab ghost-zone --app hotspot --grid 512 --temperature temp_512 --power power_512 \
          --steps 1000 --out result          runs with the chosen k; files hold a number a line
Exit code 1 where a choice attains less than 95 %, or a result differs.)";

constexpr int most_rounds = 99;
constexpr int most_division = 1'000'000;
constexpr int most_source_steps = 1024;
constexpr std::int64_t most_steps = 1'000'000'000'000;

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts = {""};
    for (const char c : text)
        if (c == ',')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

void describe_study(CLI::App& app, GhostZoneCommand& command) {
    const char* group = "What is studied";
    add_value(app, "--app", "all|NAME,...", group,
              name_list(ghost::application_table(), &ghost::Application::name) + " (all)",
              [&](const std::string&, const std::string& t) { command.application_names = t; });
    add_value(app, "--grid", "N|WxH|WxHxD,...", group,
              "one or more (six on a GPU, three on a processor, of each application's own)",
              [&](const std::string&, const std::string& t) { command.grids_text = t; });
    add_value(app, "--tile", "N|WxH|WxHxD", group, "cells of a block, its zone among them (all)",
              [&](const std::string&, const std::string& t) { command.tile_text = t; });
    add_value(app, "--seed", "N", group, "of walls and live cells (0)",
              [&](const std::string& n, const std::string& t) {
                  command.seed = static_cast<std::uint64_t>(
                      parse_integer(n, t, 0, std::numeric_limits<std::int64_t>::max()));
              });
    add_value(app, "--divide-time-step", "N", group,
              "HotSpot's, which is too long for the small cells of large grids (the least that is "
              "stable)",
              [&](const std::string& n, const std::string& t) {
                  command.time_division = static_cast<int>(parse_integer(n, t, 1, most_division));
              });
    add_value(app, "--temperature", "FILE", group,
              "HotSpot's start: a number a line, row by row, of one grid (its own)",
              [&](const std::string& n, const std::string& t) {
                  command.temperature = parse_path(n, t);
              });
    add_value(
        app, "--power", "FILE", group, "HotSpot's power map, likewise (its own)",
        [&](const std::string& n, const std::string& t) { command.power = parse_path(n, t); });
}

}  // namespace

void describe_ghost_zone(CLI::App& app, GhostZoneCommand& command) {
    describe_study(app, command);
    const char* group = "Options";
    add_backend(app, group, command.backend);
    add_device(app, group, command.device);
    add_value(app, "--rounds", "N", group,
              "in which every k is timed once, before the fastest are again (3 on a GPU, 24 on a "
              "processor)",
              [&](const std::string& n, const std::string& t) {
                  command.rounds = static_cast<int>(parse_integer(n, t, 1, most_rounds));
              });
    add_value(app, "--steps", "N", group,
              "takes them with the chosen k instead of a study, and writes --out",
              [&](const std::string& n, const std::string& t) {
                  command.steps = parse_integer(n, t, 0, most_steps);
              });
    add_value(app, "--out", "FILE", group, "cells after --steps, a number a line, row by row",
              [&](const std::string& n, const std::string& t) { command.out = parse_path(n, t); });
    add_value(app, "--source", "K", group,
              "the source of an application and tile with that k instead of a study",
              [&](const std::string& n, const std::string& t) {
                  command.source_steps =
                      static_cast<int>(parse_integer(n, t, 1, most_source_steps));
              });
    add_value(app, "--json", "FILE", group, "the study; - is standard output",
              [&](const std::string& n, const std::string& t) { command.json = parse_path(n, t); });
    app.footer(footer);
}

namespace {

std::vector<const ghost::Application*> applications_of(const std::string& names) {
    std::vector<const ghost::Application*> applications;
    if (names.empty() || names == "all") {
        for (const ghost::Application& application : ghost::application_table())
            applications.push_back(&application);
        return applications;
    }
    for (const std::string& name : parts_of(names))
        applications.push_back(&ghost::find_application(name));
    return applications;
}

std::vector<GridSize> grids_of(const std::string& text, const ghost::Application& application) {
    std::vector<GridSize> grids;
    for (const std::string& part : parts_of(text)) {
        grids.push_back(parse_grid("--grid", part, application.dimensions));
        ghost::require_grid(application, grids.back());
    }
    return grids;
}

ghost::TileShape tile_of(const std::string& text, const ghost::Application& application) {
    const GridSize sides = parse_grid("--tile", text, application.dimensions);
    if (sides.dimensions != application.dimensions)
        throw InputError(
            "--tile", text,
            std::string(application.name) + " has " + dimensions_text(application.dimensions));
    return {sides.width, sides.height, sides.depth};
}

void check_files(const GhostZoneCommand& command) {
    if (!command.temperature && !command.power)
        return;
    if (command.parts.size() != 1 || !command.parts.front().application->text_files)
        throw InputError(command.temperature ? "--temperature" : "--power",
                         command.temperature.value_or(command.power.value_or("")),
                         "needs --app " + std::string(application_with_files().name));
    if (command.parts.front().grids.size() != 1)
        throw InputError("--grid", command.grids_text.empty() ? "missing" : command.grids_text,
                         "a file of numbers does not say its size: one grid is needed, such as "
                         "512x512");
}

void check_run(const GhostZoneCommand& command) {
    if (!command.steps && !command.out)
        return;
    if (!command.steps)
        throw InputError("--out", *command.out, "needs --steps N, those after which it is written");
    const std::string steps = std::to_string(*command.steps);
    if (!command.out)
        throw InputError("--steps", steps, "needs --out FILE for the cells after them");
    if (command.parts.size() != 1 || command.parts.front().grids.size() != 1)
        throw InputError("--steps", steps, "needs one application and one grid: --app and --grid");
}

}  // namespace

void check_ghost_zone_options(GhostZoneCommand& command) {
    for (const ghost::Application* application : applications_of(command.application_names)) {
        command.parts.push_back({application, {}, {}});
        if (!command.grids_text.empty())
            command.parts.back().grids = grids_of(command.grids_text, *application);
        if (!command.tile_text.empty())
            command.parts.back().tile = tile_of(command.tile_text, *application);
    }
    check_files(command);
    check_run(command);
    if (command.source_steps && command.parts.size() != 1)
        throw InputError("--source", std::to_string(*command.source_steps),
                         "the source of one application is shown: --app NAME is needed");
}

}  // namespace heatlab
