#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "sim/ghost/application.h"

namespace heatlab {

/// Text files (sim/ghost/cell_text.h) that stand in for an application's own start and source;
/// empty: its own. For applications with Application::text_files.
struct ZoneFiles {
    std::filesystem::path start;
    std::filesystem::path source;

    bool any() const { return !start.empty() || !source.empty(); }
    friend bool operator==(const ZoneFiles&, const ZoneFiles&) = default;
};

/// What was read of them; null: nothing was to be. Two are the same where they were read at once.
struct ZoneCells {
    using Values = std::shared_ptr<const std::vector<float>>;
    Values start;
    Values source;

    friend bool operator==(const ZoneCells&, const ZoneCells&) = default;
};

/// One of the two files.
struct ZoneFileRole {
    std::filesystem::path ZoneFiles::*file;
    ZoneCells::Values ZoneCells::*values;
    const char* option;                          ///< "--temperature"
    std::string_view ghost::Application::*name;  ///< what it holds: "temperature"
    std::string_view ghost::Application::*unit;  ///< of it: "K"
};
inline constexpr std::array<ZoneFileRole, 2> zone_file_roles{
    {{&ZoneFiles::start, &ZoneCells::start, "--temperature", &ghost::Application::cells_name,
      &ghost::Application::cells_unit},
     {&ZoneFiles::source, &ZoneCells::source, "--power", &ghost::Application::source_name,
      &ghost::Application::source_unit}}};

/// The role that a file's name speaks of: the source where it holds the source's name
/// ("power_512"), else the start.
std::size_t zone_file_role(const std::filesystem::path& file,
                           const ghost::Application& application);

/// The first application that takes such files.
const ghost::Application& application_with_files();

}  // namespace heatlab
