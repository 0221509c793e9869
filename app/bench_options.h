#pragma once

#include <CLI/CLI.hpp>

#include "app/options.h"

namespace heatlab {

/// Adds the options of `heatlab bench` to its subcommand.
void describe_bench(CLI::App& app, BenchCommand& command);

}  // namespace heatlab
