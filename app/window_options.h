#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

#include "app/options.h"

namespace heatlab {

// Options of the interface and of a session's state, which the window, pictures and lessons share.

/// "WxH", each side from 16 to 16384 pixels. Throws InputError.
GridSize parse_pixels(const std::string& name, const std::string& text);
/// 1 to 2. Throws InputError.
double parse_scale(const std::string& name, const std::string& text);
/// "dark" or "light". Throws InputError.
ui::ThemeKind parse_theme(const std::string& name, const std::string& text);

/// --name and --no-name.
void add_switch(CLI::App& app, const std::string& name, const char* group, const std::string& help,
                const std::function<void(bool)>& set);
/// All rows of state_options().
void add_state_options(CLI::App& app, Settings& settings);

/// --scale, --theme, --size, --flash-guard.
void describe_window_options(CLI::App& app, WindowCommand& command);

}  // namespace heatlab
