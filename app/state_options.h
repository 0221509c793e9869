#pragma once

#include <functional>
#include <string>
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
};

/// In the order of --help.
const std::vector<StateOption>& state_options();

BackendChoice parse_backend(const std::string& argument, const std::string& text);
FlashGuardMode parse_flash_guard(const std::string& argument, const std::string& text);
int parse_device(const std::string& argument, const std::string& text);

/// What holds between options, once all are read; `given` tells whether one was. Throws InputError.
void check_combinations(Settings& settings, const std::function<bool(const char*)>& given);

}  // namespace heatlab
