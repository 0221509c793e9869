#include "app/toml_reader.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/state_options.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

std::string key_text(std::string_view key) {
    return "key \"" + std::string(key) + "\"";
}

void TomlReader::refuse(unsigned line, const std::string& what) const {
    throw InputError(argument_, file_.string() + ":" + std::to_string(line), what);
}

toml::table TomlReader::parse_file() const {
    try {
        return toml::parse_file(file_.string());
    } catch (const toml::parse_error& problem) {
        refuse(problem.source(), std::string(problem.description()));
    }
}

toml::table TomlReader::parse(std::string_view text, unsigned line) const {
    // Empty lines before it, so that its own lines have their number in the file.
    const std::string padded = std::string(line > 0 ? line - 1 : 0, '\n') + std::string(text);
    try {
        return toml::parse(padded, file_.string());
    } catch (const toml::parse_error& problem) {
        refuse(problem.source(), std::string(problem.description()));
    }
}

void TomlReader::require_known_keys(const toml::table& table,
                                    std::initializer_list<std::string_view> known) const {
    for (const auto& [key, node] : table) {
        if (std::ranges::find(known, key.str()) != known.end())
            continue;
        refuse(key.source(),
               key_text(key.str()) + " is not known here; there are " + name_list(known));
    }
}

std::string TomlReader::text(const toml::table& table, const char* key) const {
    std::optional<std::string> text = optional_text(table, key);
    if (!text)
        refuse(table.source(), key_text(key) + " is missing; a text is needed");
    return std::move(*text);
}

std::optional<std::string> TomlReader::optional_text(const toml::table& table,
                                                     const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        return std::nullopt;
    std::optional<std::string> text = node->value_exact<std::string>();
    if (!text || text->empty())
        refuse(node->source(), key_text(key) + ": a text is needed");
    return text;
}

std::optional<bool> TomlReader::optional_switch(const toml::table& table, const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        return std::nullopt;
    if (!node->is_boolean())
        refuse(node->source(), key_text(key) + ": true or false is needed");
    return node->value<bool>();
}

std::optional<double> TomlReader::optional_number(const toml::table& table, const char* key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        return std::nullopt;
    const std::optional<double> number = node->is_number() ? node->value<double>() : std::nullopt;
    if (!number || !std::isfinite(*number))
        refuse(node->source(), key_text(key) + ": a number is needed");
    return number;
}

std::optional<std::int64_t> TomlReader::optional_integer(const toml::table& table, const char* key,
                                                         std::int64_t low,
                                                         std::int64_t high) const {
    const toml::node* node = table.get(key);
    if (node == nullptr)
        return std::nullopt;
    const std::optional<std::int64_t> number = node->value_exact<std::int64_t>();
    if (!number || *number < low || *number > high)
        refuse(node->source(), key_text(key) + ": a whole number from " + std::to_string(low) +
                                   " to " + std::to_string(high) + " is needed");
    return number;
}

OptionTexts TomlReader::options(const toml::table& table, Settings& scratch,
                                std::string_view other_key) const {
    const auto text_of = [this](std::string_view key, const toml::node& node) -> std::string {
        if (const auto text = node.value_exact<std::string>())
            return *text;
        if (const auto whole = node.value_exact<std::int64_t>())
            return std::to_string(*whole);
        if (const auto number = node.value_exact<double>())
            return number_text(*number);
        if (const auto on = node.value_exact<bool>())
            return *on ? "on" : "off";
        refuse(node.source(),
               key_text(key) + ": a number or a text in quotes is needed, or true or false");
    };
    // toml++ sorts by key; a reader expects the file's order. Dimensions and grid come first: they
    // change what the others are.
    struct Found {
        const StateOption* option;
        std::string text;
        toml::source_region place;
    };
    std::multimap<std::pair<int, toml::source_index>, Found> by_line;
    for (const auto& [key, node] : table) {
        if (key.str() == other_key)
            continue;
        const StateOption* option = find_state_option(key.str());
        if (option == nullptr || key.str() == "preset")
            refuse(key.source(),
                   key_text(key.str()) + " is no option; see heatlab --help for their names");
        if (option->personal)
            refuse(key.source(),
                   key_text(key.str()) +
                       " is chosen where heatlab is started, not by a file: it says who computes "
                       "and how it reaches the screen");
        const int place = key.str() == "dimensions" ? 0 : key.str() == "grid" ? 1 : 2;
        by_line.emplace(std::pair(place, node.source().begin.line),
                        Found{option, text_of(key.str(), node), node.source()});
    }
    OptionTexts options;
    for (auto& [place, found] : by_line) {
        const std::string name = found.option->name;
        try {
            options.emplace_back(name, found.text);
            require_sides(options);
            found.option->apply(scratch, name, found.text);
        } catch (const InputError& problem) {
            refuse(found.place, key_text(name.substr(2)) + ": " + problem.what());
        }
    }
    return options;
}

}  // namespace heatlab
