#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

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

}  // namespace heatlab
