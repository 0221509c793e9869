#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <utility>

#include "app/state_options.h"

namespace heatlab {

/// Takes an option's value; throws InputError.
using TakeValue = std::function<void(const std::string& name, const std::string& text)>;

/// Adds an option whose value is read as text and judged by our own parsers, which say in words
/// what is allowed.
inline CLI::Option* add_value(CLI::App& app, const char* name, const char* value_name,
                              const char* group, const std::string& help, TakeValue take) {
    const std::string option_name = name;
    return app
        .add_option_function<std::string>(
            option_name,
            [take = std::move(take), option_name](const std::string& text) {
                take(option_name, text);
            },
            help)
        ->type_name(value_name)
        ->group(group);
}

/// `take` for --grid, whose sides go with --dimensions where `app` was given that too.
inline TakeValue beside_dimensions(const CLI::App& app, TakeValue take) {
    return [&app, take = std::move(take)](const std::string& name, const std::string& text) {
        const CLI::Option* dimensions = app.get_option_no_throw("--dimensions");
        if (dimensions != nullptr && dimensions->count() > 0)
            require_sides({{name, text}, {"--dimensions", dimensions->results().back()}});
        take(name, text);
    };
}

inline void add_backend(CLI::App& app, const char* group, BackendChoice& backend,
                        const std::string& help = "(auto)") {
    add_value(app, "--backend", "auto|cuda|cpu", group, help,
              [&](const std::string& n, const std::string& t) { backend = parse_backend(n, t); });
}
inline void add_device(CLI::App& app, const char* group, int& device) {
    add_value(app, "--device", "N", group, "CUDA device (0)",
              [&](const std::string& n, const std::string& t) { device = parse_device(n, t); });
}

/// How `app` takes a part of `settings`.
inline TakeValue take_state(const CLI::App& app, const StateOption& option, Settings& settings) {
    const TakeValue take = [&settings, &option](const std::string& name, const std::string& text) {
        option.apply(settings, name, text);
    };
    return option.name == std::string("--grid") ? beside_dimensions(app, take) : take;
}

}  // namespace heatlab
