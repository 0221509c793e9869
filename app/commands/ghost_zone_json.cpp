// The figures of a study; the command's report, and what the window saves of its chart.

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/commands/ghost_zone_report.h"
#include "app/commands/measured.h"
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

}  // namespace heatlab
