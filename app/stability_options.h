#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/settings.h"
#include "sim/stability_run.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own
class App;
}

namespace heatlab {

/// `heatlab stability`
struct StabilityCommand {
    Settings settings;                ///< r: where there is no sweep
    std::optional<RatioSweep> sweep;  ///< --r LOW:HIGH:STEP
    std::int64_t steps = 2000;
    std::optional<std::string> json;  ///< "-": standard output
    std::optional<std::string> csv;
};

/// "0.26" (sets settings.r), or "LOW:HIGH:STEP" (sets the sweep). Throws InputError.
void parse_ratios(StabilityCommand& command, const std::string& argument, const std::string& text);

/// Adds the options of the subcommand and its examples to `app`; what they say goes to `command`.
void describe_stability_options(CLI::App& app, StabilityCommand& command);

/// What holds between options, once all are read. Throws InputError.
void check_stability_options(StabilityCommand& command,
                             const std::function<bool(const char*)>& given);

}  // namespace heatlab
