#include "app/sector_process.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

std::runtime_error not_understood(const std::string& why) {
    return std::runtime_error("what the counting process wrote is not understood: " + why);
}

std::int64_t whole_number(const Json& counted, const char* key, std::int64_t least) {
    const auto found = counted.find(key);
    if (found == counted.end() || !found->is_number_integer() || found->get<std::int64_t>() < least)
        throw not_understood(std::string("\"") + key + "\" is no whole number of at least " +
                             std::to_string(least));
    return found->get<std::int64_t>();
}

void require_same(const Json& counted, const char* key, const std::string& wanted) {
    const auto found = counted.find(key);
    if (found == counted.end() || *found != wanted)
        throw not_understood(std::string("\"") + key + "\" is not " + wanted);
}

}  // namespace

std::vector<std::string> counting_arguments(const KernelInfo& kernel, GridSize grid, int device) {
    return {"sectors",
            "--kernel",
            std::string(kernel.name),
            "--dimensions",
            std::to_string(grid.dimensions),
            "--grid",
            grid_text(grid),
            "--device",
            std::to_string(device),
            "--json",
            "-"};
}

std::unique_ptr<ChildProcess> start_counting(const KernelInfo& kernel, GridSize grid, int device) {
    return std::make_unique<ChildProcess>(own_program(), counting_arguments(kernel, grid, device));
}

Json written_count(const ChildProcess::End& end) {
    // One whose count differs from the source has written it too, and ends with an exit code.
    Json counted = Json::parse(end.out, nullptr, false);
    if (counted.is_object())
        return counted;
    constexpr std::string_view before = "heatlab: ";
    std::string said = end.err.substr(0, end.err.find('\n'));
    if (said.starts_with(before))
        said.erase(0, before.size());
    if (said.empty() && end.done)
        throw not_understood("it is no JSON object");
    throw std::runtime_error(said.empty() ? "the counting process: " + end.how : said);
}

SectorCount read_count(const ChildProcess::End& end, const KernelInfo& kernel, GridSize grid) {
    const Json counted = written_count(end);
    require_same(counted, "kernel", std::string(kernel.name));
    require_same(counted, "grid", grid_text(grid));
    SectorCount count;
    count.launches = whole_number(counted, "launches", 1);
    count.steps = whole_number(counted, "steps", 1);
    count.sectors = whole_number(counted, "sectors", 0);
    return count;
}

}  // namespace heatlab
