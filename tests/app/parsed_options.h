#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/options.h"

namespace heatlab {

/// What a command line was read as, and what was said.
struct Outcome {
    std::variant<Invocation, Finished> result;
    std::string out;
    std::string err;

    template <typename Command>
    const Command& as() const {
        return std::get<Command>(std::get<Invocation>(result));
    }
    bool refused() const {
        const auto* finished = std::get_if<Finished>(&result);
        return finished != nullptr && finished->exit_code == 2;
    }
};

inline Outcome parse(const std::vector<std::string>& arguments) {
    std::ostringstream out;
    std::ostringstream err;
    auto result = parse_command_line(arguments, out, err);
    return {std::move(result), out.str(), err.str()};
}

inline Settings settings_of(const std::vector<std::string>& arguments) {
    const Outcome outcome = parse(arguments);
    EXPECT_EQ(outcome.err, "");
    return outcome.as<WindowCommand>().settings;
}

}  // namespace heatlab
