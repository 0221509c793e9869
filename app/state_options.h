#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/settings.h"

namespace heatlab {

/// One option that sets a part of a session's state; the same in every subcommand that has a
/// session.
struct StateOption {
    const char* name;        ///< "--grid"
    const char* value_name;  ///< "N|WxH"
    const char* group;       ///< heading in --help
    std::string help;
    /// Throws InputError.
    void (*apply)(Settings& settings, const std::string& name, const std::string& text);
    /// The inverse: `settings` in the words that `apply` reads; none where the option says nothing
    /// of them (a seed where nothing is random). Null: --preset, which sets other options.
    std::optional<std::string> (*text)(const Settings& settings);
    bool personal = false;   ///< of the machine and who sits there: no part of a shared state
    bool is_switch = false;  ///< takes on and off; --name and --no-name on the command line
    bool is_path = false;    ///< of a file; a relative one lies beside whatever names it
    const char* usual = "";  ///< what `text` says where the option was not given, if that is none
    const char* unset = "";  ///< what takes back an option for which `text` has none
};

/// In the order of --help.
const std::vector<StateOption>& state_options();
/// By its name without dashes; null: there is none.
const StateOption* find_state_option(std::string_view name);

/// Names ("--grid") and texts, in the order of --help.
using OptionTexts = std::vector<std::pair<std::string, std::string>>;

/// The options that make `settings` of `base`, but for --preset, --steps and what is personal. What
/// no option says (the seed where nothing is random) is not among them.
OptionTexts option_texts(const Settings& settings, const Settings& base = {});

/// Refuses (argument "--grid") a grid whose sides do not go with --dimensions, where `texts` has
/// both: one number goes with each, two with two, three with three. Throws InputError.
void require_sides(const OptionTexts& texts);

/// Files that `settings` name by a relative path lie in `folder`; those of options that are
/// `given`. After `check_combinations`, which makes a --file alone the initial field's.
void place_files(Settings& settings, const std::filesystem::path& folder,
                 const std::function<bool(const char*)>& given);

BackendChoice parse_backend(const std::string& argument, const std::string& text);
FlashGuardMode parse_flash_guard(const std::string& argument, const std::string& text);
int parse_device(const std::string& argument, const std::string& text);

/// What holds between options, once all are read; `given` tells whether one was. Throws InputError.
void check_combinations(Settings& settings, const std::function<bool(const char*)>& given);

}  // namespace heatlab
