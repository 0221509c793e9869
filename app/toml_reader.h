#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/settings.h"
#include "app/state_options.h"

namespace heatlab {

/// What tables of TOML say, for presets and lessons: what is wrong is refused with file, line and
/// key. Only files that read TOML include this.
class TomlReader {
public:
    /// `argument`: in whose name is refused, "--preset".
    TomlReader(std::string argument, std::filesystem::path file)
        : argument_(std::move(argument)), file_(std::move(file)) {}

    const std::filesystem::path& file() const { return file_; }

    /// Throws InputError "ARGUMENT FILE:LINE: what".
    [[noreturn]] void refuse(unsigned line, const std::string& what) const;
    [[noreturn]] void refuse(const toml::source_region& where, const std::string& what) const {
        refuse(where.begin.line, what);
    }

    toml::table parse_file() const;
    /// `line`: where `text` begins in the file.
    toml::table parse(std::string_view text, unsigned line) const;

    void require_known_keys(const toml::table& table,
                            std::initializer_list<std::string_view> known) const;
    /// Not empty; missing where it is not optional.
    std::string text(const toml::table& table, const char* key) const;
    std::optional<std::string> optional_text(const toml::table& table, const char* key) const;
    std::optional<bool> optional_switch(const toml::table& table, const char* key) const;
    /// Finite.
    std::optional<double> optional_number(const toml::table& table, const char* key) const;
    /// From `low` to `high`.
    std::optional<std::int64_t> optional_integer(const toml::table& table, const char* key,
                                                 std::int64_t low, std::int64_t high) const;

    /// The options of one table, each tried on `scratch`, so that a wrong value is found here. What
    /// a running session cannot change is refused. `other_key`: one that is no option.
    OptionTexts options(const toml::table& table, Settings& scratch,
                        std::string_view other_key = {}) const;

private:
    std::string argument_;
    std::filesystem::path file_;
};

/// key "NAME"
std::string key_text(std::string_view key);

}  // namespace heatlab
