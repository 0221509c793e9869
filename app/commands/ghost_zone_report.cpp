#include "app/commands/ghost_zone_report.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "app/commands/measured.h"
#include "app/commands/text_table.h"
#include "app/format.h"
#include "sim/spread.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;
using ghost::Candidate;
using ghost::Judgement;
using ghost::StudyResult;
using ghost::StudyRow;

constexpr double milliseconds = 1e3;
constexpr double microseconds = 1e6;

Json candidate_json(const Candidate& candidate) {
    Json json;
    json["k"] = candidate.steps();
    json["us_per_step"] =
        candidate.timed() ? Json(candidate.seconds_per_step() * microseconds) : Json(nullptr);
    json["predicted_us_per_step"] = candidate.expected.seconds_per_step() * microseconds;
    Json terms;
    for (const ghost::ModelTerm& term : candidate.expected.terms)
        terms[std::string(term.name)] = term.seconds / candidate.steps() * microseconds;
    json["predicted_terms_us_per_step"] = std::move(terms);
    if (!candidate.mismatch.empty())
        json["mismatch"] = candidate.mismatch;
    return json;
}

/// `constant`: the best single k of its tile.
Json row_json(const StudyRow& row, std::optional<int> constant) {
    const std::optional<Judgement> judgement = judge(row);
    const auto figure = [&](auto member) {
        return judgement ? Json((*judgement).*member) : Json(nullptr);
    };
    Json json;
    json["application"] = row.application->name;
    json["grid"] = grid_text(row.grid);
    json["tile"] = tile_text(row.tile, row.application->dimensions);
    json["best_k"] = figure(&Judgement::best_steps);
    json["best_speedup"] = figure(&Judgement::best_speedup);
    json["chosen_k"] = row.chosen_steps;
    json["chosen_speedup"] = figure(&Judgement::chosen_speedup);
    json["attained"] = figure(&Judgement::attained);
    json["constant_k"] = nullable(constant);
    json["attained_constant_k"] = nullable(constant ? attained_with(row, *constant) : std::nullopt);
    json["model_error"] = figure(&Judgement::model_error);
    json["pass"] = passes(row);
    json["time_division"] = row.time_division;
    json["candidates"] = Json::array();
    for (const Candidate& candidate : row.candidates)
        json["candidates"].push_back(candidate_json(candidate));
    return json;
}

bool same_tile(const StudyRow& a, const StudyRow& b) {
    return a.application == b.application && a.tile == b.tile;
}

/// Rows come tile by tile.
Json rows_json(std::span<const StudyRow> rows) {
    Json json = Json::array();
    while (!rows.empty()) {
        const auto end = std::ranges::find_if_not(
            rows, [&](const StudyRow& row) { return same_tile(row, rows.front()); });
        const std::span<const StudyRow> of_tile(rows.begin(), end);
        const std::optional<int> constant = ghost::best_constant(of_tile);
        for (const StudyRow& row : of_tile)
            json.push_back(row_json(row, constant));
        rows = rows.subspan(of_tile.size());
    }
    return json;
}

/// A figure of all rows, 0 for a row without it.
std::vector<double> of_rows(const Json& rows, const char* key) {
    std::vector<double> values;
    for (const Json& row : rows)
        values.push_back(row.at(key).is_null() ? 0 : row.at(key).get<double>());
    return values;
}

double least_of(const std::vector<double>& values) {
    return values.empty() ? 0 : *std::ranges::min_element(values);
}

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

Json ghost_zone_json(const BackendInfo& backend, const StudyResult& study) {
    double longest = 0;
    Json calibrations = Json::array();
    for (const StudyResult::Calibration& one : study.calibrations) {
        longest = std::max(longest, one.seconds);
        calibrations.push_back({{"application", one.application->name},
                                {"tile", tile_text(one.tile, one.application->dimensions)},
                                {"ms", one.seconds * milliseconds}});
    }
    Json json = measured_on(backend);
    json["calibration_ms"] = longest * milliseconds;
    const Json rows = rows_json(study.rows);
    const std::vector<double> attained = of_rows(rows, "attained");
    const std::vector<double> constant = of_rows(rows, "attained_constant_k");
    json["attained_minimum"] = least_of(attained);
    json["attained_median"] = spread_of(attained).median;
    json["constant_k_minimum"] = least_of(constant);
    json["constant_k_median"] = spread_of(constant).median;
    json["pass"] = std::ranges::all_of(study.rows, ghost::passes);
    json["calibrations"] = std::move(calibrations);
    json["rows"] = rows;
    return json;
}

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
