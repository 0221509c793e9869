#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

// Parts of the table of state options, and what their rows share.

/// What the functions of a row take and give.
namespace state_option {
using Set = Settings&;
using Get = const Settings&;
using Text = const std::string&;
using Shown = std::optional<std::string>;
}  // namespace state_option

inline constexpr std::int64_t most_steps_of_an_option = 1'000'000'000'000'000;

std::vector<StateOption> field_options();    ///< groups Field and Physics
std::vector<StateOption> run_options();      ///< group Run
std::vector<StateOption> picture_options();  ///< group Picture

template <typename T>
using Choices = std::vector<std::pair<const char*, T>>;

template <typename T>
T parse_choice(const std::string& argument, const std::string& text, const Choices<T>& choices) {
    for (const auto& [name, value] : choices)
        if (text == name)
            return value;
    throw InputError(argument, text.empty() ? "\"\"" : text,
                     "one of " + name_list(choices, &Choices<T>::value_type::first) + " is needed");
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
