#include "app/ranking_cache.h"

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/folder_files.h"
#include "app/text_file.h"
#include "sim/kernel_source.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// Grids that are kept; the oldest give way.
constexpr std::size_t most_entries = 200;

std::string key_of(const BackendInfo& backend, GridSize grid, CellType type) {
    std::string texts;
    for (const KernelInfo& kernel : kernel_table())
        if (const KernelSource* source = kernel_source(kernel, backend.kind))
            texts += source->text;
    return std::string(to_string(backend.kind)) + ", " + backend.device + ", " + backend.driver +
           ", " + backend.instruction_set + ", " + std::to_string(backend.threads) + " threads, " +
           std::to_string(std::hash<std::string>()(texts)) + ", " + grid_text(grid) +
           (type == CellType::float32 ? "" : ", " + std::string(to_string(type)));
}

ordered_json read(const fs::path& file) {
    std::ifstream stream(file);
    ordered_json json = ordered_json::parse(stream, nullptr, false);
    return json.is_object() ? json : ordered_json::object();
}

/// None where it names what is no kernel here, or holds what is no time.
std::optional<KernelTime> time_of(const ordered_json& entry, BackendKind backend, int dimensions,
                                  CellType type) {
    if (!entry.is_object() || !entry.contains("kernel") || !entry["kernel"].is_string() ||
        !entry.contains("us_per_step") || !entry["us_per_step"].is_number())
        return std::nullopt;
    const double microseconds = entry["us_per_step"].get<double>();
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == entry["kernel"].get<std::string>() && kernel.runs_on(backend, type) &&
            kernel.advances && kernel.suits(dimensions) && microseconds > 0)
            return KernelTime{.kernel = &kernel,
                              .seconds_per_step = {.median = microseconds * 1e-6},
                              .type = type};
    return std::nullopt;
}

}  // namespace

std::optional<fs::path> ranking_cache_path() {
    const auto folder = user_folder("XDG_CACHE_HOME", ".cache");
    return folder ? std::optional(*folder / "kernels.json") : std::nullopt;
}

std::optional<std::vector<KernelTime>> RankingCache::find(const BackendInfo& backend, GridSize grid,
                                                          CellType type) const {
    if (!file_)
        return std::nullopt;
    const ordered_json all = read(*file_);
    const auto found = all.find(key_of(backend, grid, type));
    if (found == all.end() || !found->is_array() || found->empty())
        return std::nullopt;
    std::vector<KernelTime> ranking;
    for (const ordered_json& entry : *found) {
        const std::optional<KernelTime> time = time_of(entry, backend.kind, grid.dimensions, type);
        if (!time)
            return std::nullopt;
        ranking.push_back(*time);
    }
    return ranking;
}

void RankingCache::keep(const BackendInfo& backend, GridSize grid,
                        const std::vector<KernelTime>& ranking, CellType type) const {
    if (!file_)
        return;
    ordered_json all = read(*file_);
    const std::string key = key_of(backend, grid, type);
    all.erase(key);
    while (all.size() >= most_entries)
        all.erase(all.begin());
    ordered_json& entry = all[key] = ordered_json::array();
    for (const KernelTime& time : ranking)
        entry.push_back(
            {{"kernel", time.kernel->name}, {"us_per_step", time.seconds_per_step.median * 1e6}});
    std::error_code error;
    fs::create_directories(file_->parent_path(), error);
    try {
        write_text_file(*file_,
                        all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
    } catch (const std::runtime_error&) {
        // A cache that cannot be kept costs a measurement at the next start.
    }
}

}  // namespace heatlab
