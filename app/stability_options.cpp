#include "app/stability_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/add_value.h"
#include "app/options.h"
#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/step_ratio.h"

namespace heatlab {
namespace {

constexpr std::int64_t most_steps = 1'000'000'000;

constexpr const char* footer = R"(
Runs the scheme and compares theory with what it does: the growth per step of the wave
that grows fastest on this grid, the first step at which a value is beyond the initial
range by more than 1 % of it, and the first step at which a number is no longer finite.
  heatlab stability --grid 256 --r 0.26 --init hot-square
  heatlab stability --grid 64 --r 0.2501            stable: this grid's bound is 0.25016
  heatlab stability --grid 33 --boundary periodic --init checkerboard --r 0.26
  heatlab stability --grid 256 --init checkerboard --r 0.20:0.30:0.005 --csv sweep.csv
  heatlab stability --grid 256 --r 0.3 --json - --csv trace.csv
--csv holds a line per step, or per r of a sweep; --json the result.)";

// Those of a session's options that say what runs and where.
constexpr std::array<std::string_view, 13> state_names = {
    "--preset", "--dimensions", "--grid",     "--init",   "--seed",    "--amplitude", "--mode",
    "--file",   "--walls",      "--boundary", "--kernel", "--backend", "--device"};

std::string parse_file_name(const std::string& name, const std::string& text) {
    if (text.empty())
        throw InputError(name, "\"\"", "the name of a file is needed, or - for standard output");
    return text;
}

}  // namespace

void parse_ratios(StabilityCommand& command, const std::string& argument, const std::string& text) {
    if (text.find(':') == std::string::npos) {
        command.settings.r = parse_number(argument, text);
        static_cast<void>(command.settings.step_ratio());
        return;
    }
    const std::size_t first = text.find(':');
    const std::size_t second = text.find(':', first + 1);
    RatioSweep sweep;
    try {
        if (second == std::string::npos)
            throw InputError(argument, text, "");
        sweep.low = parse_number(argument, text.substr(0, first));
        sweep.high = parse_number(argument, text.substr(first + 1, second - first - 1));
        sweep.step = parse_number(argument, text.substr(second + 1));
    } catch (const InputError&) {
        throw InputError(argument, text,
                         "a number or LOW:HIGH:STEP is needed, such as 0.26 or 0.20:0.30:0.005");
    }
    validate_sweep(argument.c_str(), sweep);
    command.sweep = sweep;
}

void describe_stability_options(CLI::App& app, StabilityCommand& command) {
    for (const StateOption& option : state_options()) {
        if (std::ranges::find(state_names, std::string_view(option.name)) == state_names.end())
            continue;
        add_value(app, option.name, option.value_name, option.group, option.help,
                  take_state(app, option, command.settings));
    }
    // After the preset, which it stands above.
    add_value(app, "--r", "R|LOW:HIGH:STEP", "Physics",
              "step ratio alpha dt / h^2, 0 to 1 (0.2), or a sweep over it",
              [&](const std::string& n, const std::string& t) { parse_ratios(command, n, t); });
    add_value(app, "--steps", "N", "Run",
              "at most; a run ends where numbers are no longer finite (2000)",
              [&](const std::string& n, const std::string& t) {
                  command.steps = parse_integer(n, t, 1, most_steps);
              });
    add_value(
        app, "--json", "FILE", "Output", "the result; - is standard output",
        [&](const std::string& n, const std::string& t) { command.json = parse_file_name(n, t); });
    add_value(
        app, "--csv", "FILE", "Output", "every step, or every r of a sweep; - is standard output",
        [&](const std::string& n, const std::string& t) { command.csv = parse_file_name(n, t); });
    app.footer(footer);
}

void check_stability_options(StabilityCommand& command,
                             const std::function<bool(const char*)>& given) {
    check_combinations(command.settings, given);
    if (command.json == "-" && command.csv == "-")
        throw InputError("--csv", "-", "standard output is taken by --json -");
}

}  // namespace heatlab
