// A report beside an earlier one.

#include <fstream>
#include <sstream>

#include "app/commands/bench_report.h"
#include "app/format.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
void require_same(const std::string& file, const Json& then, const char* key, const T& now) {
    if (then.value(key, Json()) != Json(now))
        throw InputError("--compare", file,
                         std::string("was made with ") + key + " " +
                             then.value(key, Json()).dump() + ", this run with " +
                             Json(now).dump());
}

/// The middle half of the runs, as a share of the median.
double relative_spread(const Json& row) {
    const double median = row.at("median_us_per_step").get<double>();
    const double low = row.value("lower_quartile_us_per_step", median);
    const double high = row.value("upper_quartile_us_per_step", median);
    return (high - low) / median;
}

}  // namespace

Json read_earlier_bench(const std::string& file, BackendKind backend, GridSize grid,
                        CellType type) {
    std::ifstream stream(file);
    if (!stream)
        throw InputError("--compare", file, "cannot be read");
    Json json;
    try {
        json = Json::parse(stream);
        for (const Json& row : json.at("kernels")) {
            row.at("name").get<std::string>();
            row.at("median_us_per_step").get<double>();
        }
    } catch (const Json::exception& problem) {
        throw InputError("--compare", file,
                         std::string("is no report of heatlab bench: ") + problem.what());
    }
    require_same(file, json, "backend", to_string(backend));
    require_same(file, json, "grid_width", grid.width);
    require_same(file, json, "grid_height", grid.height);
    // The oldest reports know float32 alone.
    if (json.contains("type") || type != CellType::float32)
        require_same(file, json, "type", to_string(type));
    // Reports of before know two dimensions alone.
    if (json.contains("dimensions") || grid.dimensions != 2)
        require_same(file, json, "dimensions", grid.dimensions);
    if (grid.dimensions == 3)
        require_same(file, json, "grid_depth", grid.depth);
    return json;
}

std::string compare_bench(const BenchReport& report, const Json& then, const std::string& name) {
    const Json now = to_json(report);
    std::ostringstream text;
    text << "\nBeside " << name << " (" << then.value("device", std::string("?")) << ", "
         << then.value("date", std::string("?")) << "): time now over time then.\n";
    const auto find = [](const Json& report_of, const Json& kernel) -> const Json* {
        for (const Json& row : report_of.at("kernels"))
            if (row.at("name") == kernel)
                return &row;
        return nullptr;
    };
    const auto line = [&](const Json& row) -> std::ostream& {
        return text << "  " << row.at("name").get<std::string>() << "  ";
    };
    for (const Json& row : now.at("kernels")) {
        const Json* old = find(then, row.at("name"));
        if (old == nullptr) {
            line(row) << "not in that report\n";
            continue;
        }
        const double ratio = row.at("median_us_per_step").get<double>() /
                             old->at("median_us_per_step").get<double>();
        const double spread = relative_spread(row) + relative_spread(*old);
        line(row) << format_fixed(ratio, 3);
        if (std::abs(ratio - 1) > spread)
            text << (ratio > 1 ? "  SLOWER, beyond the spread of both"
                               : "  faster, beyond the spread of both");
        text << "\n";
    }
    for (const Json& old : then.at("kernels"))
        if (find(now, old.at("name")) == nullptr)
            line(old) << "in that report alone\n";
    return text.str();
}

}  // namespace heatlab
