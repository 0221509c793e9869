#include "app/commands/ghost_zone_report.h"

#include <algorithm>
#include <vector>

#include "app/commands/text_table.h"
#include "app/format.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;
std::string percent(const Json& value) {
    constexpr double hundred = 100;
    return value.is_null() ? "-" : format_fixed(value.get<double>() * hundred, 1);
}

std::string number(const Json& value, int decimals) {
    return value.is_null()             ? "-"
           : value.is_number_integer() ? format_integer(value.get<std::int64_t>())
                                       : format_fixed(value.get<double>(), decimals);
}

std::string name_of(const Json& row) {
    return row.at("application").get<std::string>() + " in " + row.at("tile").get<std::string>() +
           " on " + row.at("grid").get<std::string>();
}

std::string table_text(const Json& rows) {
    std::vector<std::vector<std::string>> table = {{"application", "tile", "grid", "best k",
                                                    "speedup", "chosen k", "speedup", "attained %",
                                                    "constant k", "attained %", "error %", ""}};
    for (const Json& row : rows)
        table.push_back({row.at("application"), row.at("tile"), row.at("grid"),
                         number(row.at("best_k"), 0), number(row.at("best_speedup"), 2),
                         number(row.at("chosen_k"), 0), number(row.at("chosen_speedup"), 2),
                         percent(row.at("attained")), number(row.at("constant_k"), 0),
                         percent(row.at("attained_constant_k")), percent(row.at("model_error")),
                         row.at("pass").get<bool>() ? "" : "fails"});
    return text_table(table);
}

std::string headline(const Json& report) {
    const Json& rows = report.at("rows");
    const auto least = std::ranges::min_element(rows, {}, [](const Json& row) {
        return row.at("attained").is_null() ? 0 : row.at("attained").get<double>();
    });
    if (least == rows.end())
        return "Nothing was studied.\n";
    return "The chosen k attains at least " + percent(report.at("attained_minimum")) +
           " % of the best one's speed (" + name_of(*least) + "), median " +
           percent(report.at("attained_median")) + " %, of " + std::to_string(rows.size()) +
           ".\nThe best single k of each tile, known only afterwards: at least " +
           percent(report.at("constant_k_minimum")) + " %, median " +
           percent(report.at("constant_k_median")) + " %.\n";
}

std::string notes(const Json& rows) {
    std::string text;
    std::string divided;  // said once for each grid, not for each tile
    for (const Json& row : rows) {
        for (const Json& candidate : row.at("candidates"))
            if (candidate.contains("mismatch"))
                text +=
                    name_of(row) + ", k = " + number(candidate.at("k"), 0) +
                    ", differs from the reference: " + candidate.at("mismatch").get<std::string>() +
                    ".\n";
        const std::string line = row.at("application").get<std::string>() + " on " +
                                 row.at("grid").get<std::string>() + ": the time step is 1/" +
                                 number(row.at("time_division"), 0) +
                                 " of its own, which keeps it stable.\n";
        if (row.at("time_division") != 1 && divided.find(line) == std::string::npos)
            divided += line;
    }
    return text + divided;
}

}  // namespace

std::string ghost_zone_text(const Json& report) {
    return report.at("device").get<std::string>() + ", driver " +
           report.at("driver").get<std::string>() + ", backend " +
           report.at("backend").get<std::string>() + "; a calibration took at most " +
           number(report.at("calibration_ms"), 0) + " ms\n" + table_text(report.at("rows")) +
           headline(report) + notes(report.at("rows")) +
           "Speedups are over k = 1. The model chose from a calibration of application and tile "
           "alone; every k was\nheld against the reference, to the bit, before it was timed. "
           "Error: the median over all k of how far the\nexpected time is from the measured "
           "one.\n";
}

}  // namespace heatlab
