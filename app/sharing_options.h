#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

#include "app/options.h"

namespace heatlab {

// What brings a session back and what it leaves behind, on the command line. Added before the
// options of the state, so that these stand above it.

/// --state, --save-state, --with-field.
void add_sharing(CLI::App& app, Settings& settings, Sharing& sharing);
/// A file without an option: what it is decides what it gives. `start`: its name, where it is an
/// initial field.
void add_file(CLI::App& app, WindowCommand& command, std::string& start);

/// What excludes what, once all are read; `given` tells whether one was. Throws InputError.
void check_sharing(const Sharing& sharing, const std::function<bool(const char*)>& given);
void check_start_file(const std::string& start, const std::function<bool(const char*)>& given);

}  // namespace heatlab
