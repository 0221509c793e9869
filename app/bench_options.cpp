#include "app/bench_options.h"

#include "app/add_value.h"
#include "app/settings_check.h"
#include "app/state_options.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

constexpr const char* footer = R"(
Correct first, then fast: a kernel that is wrong stops the report (exit code 1).
  heatlab bench                                 every kernel on 2048x2048, with copies and r = 1/4
  heatlab bench --type float64                  with cells of float64
  heatlab bench --grid 8192 --json now.json     the report, also as JSON
  heatlab bench --grid 8192 --compare old.json  ratios to an earlier one
  heatlab bench --kernel tiled --steps 100      that kernel alone, for a profiler)";

constexpr std::int64_t most_steps = 1'000'000'000;
constexpr int most_repeats = 1000;

}  // namespace

void describe_bench(CLI::App& app, BenchCommand& command) {
    command.init.name = "hot-square";
    const char* group = "Options";
    add_value(app, "--dimensions", "1|2|3", group, "of the grid (2)",
              [&](const std::string& n, const std::string& t) {
                  const auto dimensions = static_cast<int>(parse_integer(n, t, 1, 3));
                  if (dimensions == 1)
                      command.grid = GridSize::line(1 << 22);
                  if (dimensions == 3)
                      command.grid = GridSize::box(256, 256, 256);
              });
    add_value(app, "--grid", "N|WxH|WxHxD", group,
              "cells (2048x2048; 4194304 in one dimension, 256x256x256 in three)",
              beside_dimensions(app, [&](const std::string& n, const std::string& t) {
                  command.grid = parse_grid(n, t, command.grid.dimensions);
                  validate_grid(command.grid);
              }));
    add_value(
        app, "--type", "float32|float64", group,
        "of the cells; float64 in two dimensions (float32)",
        [&](const std::string& n, const std::string& t) { command.type = find_cell_type(t, n); });
    add_backend(app, group, command.backend);
    add_device(app, group, command.device);
    add_value(app, "--init", "NAME", group, "what every part starts from (hot-square)",
              [&](const std::string& n, const std::string& t) {
                  if (find_initial_field(t).uses_file)
                      throw InputError(n, t, "a start that needs no file is needed here");
                  command.init.name = t;
              });
    add_value(app, "--kernel", "NAME", group, "one kernel instead of all",
              [&](const std::string&, const std::string& t) { command.kernel = t; });
    add_value(app, "--steps", "N", group, "of each timed run (as many as fill 50 ms)",
              [&](const std::string& n, const std::string& t) {
                  command.steps = parse_integer(n, t, 1, most_steps);
              });
    add_value(app, "--repeats", "N", group, "timed runs of each kernel (9)",
              [&](const std::string& n, const std::string& t) {
                  command.repeats = static_cast<int>(parse_integer(n, t, 1, most_repeats));
              });
    const auto path = [](std::optional<std::string>& target) {
        return [&target](const std::string& n, const std::string& t) {
            if (t.empty())
                throw InputError(n, "\"\"", "the name of a file is needed");
            target = t;
        };
    };
    add_value(app, "--json", "FILE", group, "the report; - is standard output", path(command.json));
    add_value(app, "--csv", "FILE", group, "a line per kernel; - is standard output",
              path(command.csv));
    add_value(app, "--compare", "FILE", group, "a report of before, from --json",
              path(command.compare));
    app.footer(footer);
}

}  // namespace heatlab
