#pragma once

#include <CLI/CLI.hpp>

#include <functional>

#include "app/options.h"

namespace heatlab {

/// Adds the options of `heatlab render` to its subcommand.
void describe_render(CLI::App& app, RenderCommand& command);

/// What holds between them, once all are read; `given` tells whether one was. Throws InputError.
void check_render_options(RenderCommand& command, const std::function<bool(const char*)>& given);

}  // namespace heatlab
