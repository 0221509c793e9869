#include "app/commands/sectors_report.h"

#include "app/commands/measured.h"
#include "app/commands/text_table.h"
#include "app/format.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value, int decimals) {
    return value.is_null()             ? "-"
           : value.is_number_integer() ? format_integer(value.get<std::int64_t>())
                                       : format_fixed(value.get<double>(), decimals);
}

}  // namespace

Json sectors_json(const KernelInfo& kernel, GridSize grid, const SectorCount& count,
                  const SourceSectors& source) {
    const auto sectors = static_cast<double>(count.sectors);
    const auto launches = static_cast<double>(count.launches);
    std::optional<double> per_warp;
    if (source.warps)
        per_warp = sectors / (launches * static_cast<double>(*source.warps));
    Json json;
    json["kernel"] = kernel.name;
    json["dimensions"] = grid.dimensions;
    json["grid"] = grid_text(grid);
    json["cells"] = grid.cells();
    json["launches"] = count.launches;
    json["steps"] = count.steps;
    json["sectors"] = count.sectors;
    json["expected_sectors"] = nullable(expected_sectors(source, count));
    json["sectors_per_warp"] = nullable(per_warp);
    json["sectors_per_cell_and_step"] = sectors_per_cell_and_step(count.sectors, grid, count.steps);
    json["explanation"] = source.explanation;
    json["metric"] = "smsp__sass_sectors_mem_global";
    json.update(measured_on(count.backend));
    return json;
}

bool agrees_with_source(const Json& counted) {
    return counted.at("expected_sectors").is_null() ||
           counted.at("expected_sectors") == counted.at("sectors");
}

std::string sectors_text(const std::vector<Json>& counted) {
    if (counted.empty())
        return {};
    std::vector<std::vector<std::string>> rows = {
        {"kernel", "grid", "steps", "sectors", "by source", "per warp", "per cell and step"}};
    std::string notes;
    for (const Json& one : counted) {
        rows.push_back({one.at("kernel"), one.at("grid"), text_of(one.at("steps"), 0),
                        text_of(one.at("sectors"), 0), text_of(one.at("expected_sectors"), 0),
                        text_of(one.at("sectors_per_warp"), 2),
                        text_of(one.at("sectors_per_cell_and_step"), 3)});
        const std::string name = one.at("kernel");
        if (!agrees_with_source(one))
            notes += name + ": the count is not what the source says.\n";
        if (const std::string said = one.at("explanation"); !said.empty())
            notes += name + ": " + said + "\n";
    }
    const std::string device = counted.front().at("device");
    const std::string driver = counted.front().at("driver");
    return device + ", driver " + driver + "; one launch of each\n" + text_table(rows) + notes +
           "A sector is 32 bytes of global memory that a load or store of a warp touches, before "
           "any cache:\nneither L2 traffic nor bytes of device memory.\n";
}

}  // namespace heatlab
