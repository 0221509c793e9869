#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace heatlab {

/// A value as a message shows it: JSON, at most 40 characters of it.
inline std::string shown_value(const nlohmann::json& value) {
    constexpr std::size_t longest = 40;
    std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (text.size() > longest)
        text = text.substr(0, longest) + "...";
    return text;
}

}  // namespace heatlab
