#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/state_options.h"
#include "sim/errors.h"

namespace heatlab {

// Parts of the table of state options, and what their rows share.

inline constexpr std::int64_t most_steps_of_an_option = 1'000'000'000'000'000;

std::vector<StateOption> field_options();    ///< groups Field and Physics
std::vector<StateOption> run_options();      ///< group Run
std::vector<StateOption> picture_options();  ///< group Picture

template <typename T>
using Choices = std::vector<std::pair<const char*, T>>;

template <typename Names>
std::string join(const Names& names) {
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

template <typename T>
T parse_choice(const std::string& argument, const std::string& text, const Choices<T>& choices) {
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) {
        if (text == name)
            return value;
        names.emplace_back(name);
    }
    throw InputError(argument, text.empty() ? "\"\"" : text,
                     "one of " + join(names) + " is needed");
}

/// The name of a value that is among `choices`.
template <typename T>
std::string choice_text(const T& value, const Choices<T>& choices) {
    for (const auto& [name, other] : choices)
        if (value == other)
            return name;
    return {};
}

}  // namespace heatlab
