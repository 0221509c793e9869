#include "app/commands/stability_report.h"

#include <array>
#include <cmath>

#include "app/commands/measured.h"
#include "app/format.h"
#include "app/stability_text.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

void add_result(Json& json, const StabilityResult& result) {
    const StabilityRun& run = result.run;
    json["r"] = result.r;
    json["centre_weight"] = run.stability.centre_weight;
    json["band"] = name_of(run.stability.band);
    json["growth_predicted"] = nullable(run.growth_predicted);
    json["growth_measured"] = nullable(run.growth_measured);
    json["first_overshoot_step"] = nullable(run.first_overshoot_step);
    json["first_non_finite_step"] = nullable(run.first_non_finite_step);
    json["steps"] = run.steps;
    json["max_abs"] = run.largest_magnitude;
}

Json bands_json(const Settings& settings) {
    Json bands = Json::array();
    for (const StabilityBandRange& range : stability_bands(settings.grid, settings.boundaries))
        bands.push_back({{"name", name_of(range.band)}, {"from", range.from}, {"to", range.to}});
    return bands;
}

// Characters on the screen, not bytes: continuation bytes of UTF-8 take no room.
std::string padded(const std::string& text, std::size_t width) {
    std::size_t shown = 0;
    for (const char c : text)
        shown += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
    return text + std::string(shown < width ? width - shown : 1, ' ');
}

void print_line(std::ostream& out, const std::string& label, const std::string& value) {
    out << "  " << padded(label, 22) << value << "\n";
}

std::string growth_text(const std::optional<double>& growth) {
    return growth ? format_significant(*growth, 6) : "none";
}

// How far measurement is from theory, in per cent of the factor.
std::string difference_text(const StabilityRun& run) {
    if (!run.growth_predicted || !run.growth_measured || *run.growth_predicted == 0)
        return "";
    const double difference = 100 * (*run.growth_measured / *run.growth_predicted - 1);
    return format_fixed(difference, 3) + thin_space + "%";
}

std::string step_text(const std::optional<std::int64_t>& step) {
    return step ? format_integer(*step) : "never";
}

const char* band_sentence(StabilityBand band) {
    switch (band) {
        case StabilityBand::monotone:
            return "every wave fades without changing its sign";
        case StabilityBand::alternating:
            return "short waves flip their sign each step and fade";
        case StabilityBand::overshooting:
            return "values may leave the range of their neighbours, nothing grows";
        case StabilityBand::unstable:
            break;
    }
    return "the corner wave grows each step";
}

void print_setting(std::ostream& out, const StabilityCommand& command, const BackendInfo& backend) {
    const Settings& settings = command.settings;
    out << format_grid(settings.grid) << " cells, " << boundaries_text(settings.boundaries)
        << ", start " << settings.init.name << "; kernel " << settings.kernel << " on "
        << to_string(backend.kind) << " (" << backend.device << ")\n";
}

void print_bands(std::ostream& out, const Settings& settings) {
    out << "\nBands of this grid\n";
    for (const StabilityBandRange& range : stability_bands(settings.grid, settings.boundaries))
        print_line(out, "to r = " + format_bound(range.to),
                   padded(std::string(name_of(range.band)), 14) + band_sentence(range.band));
}

}  // namespace

Json stability_json(const StabilityCommand& command, const BackendInfo& backend,
                    const std::vector<StabilityResult>& results) {
    const Settings& settings = command.settings;
    Json json;
    json["grid"] = grid_text(settings.grid);
    json["grid_width_cells"] = settings.grid.width;
    json["grid_height_cells"] = settings.grid.height;
    json["boundary"] = boundaries_text(settings.boundaries);
    json["init"] = settings.init.name;
    json["bound"] = nullable(critical_step_ratio(settings.grid, settings.boundaries));
    json["textbook_bound"] = textbook_bound(settings.grid.dimensions);
    json["bands"] = bands_json(settings);
    json["steps_asked_for"] = command.steps;
    if (!command.sweep)
        add_result(json, results.front());
    json["kernel"] = settings.kernel;
    json.update(measured_on(backend));
    if (command.sweep) {
        json["sweep"] = Json::array();
        for (const StabilityResult& result : results)
            add_result(json["sweep"].emplace_back(), result);
    }
    return json;
}

Table sweep_table(const std::vector<StabilityResult>& results) {
    Table table{{"r", "band", "growth_predicted", "growth_measured", "first_overshoot_step",
                 "first_non_finite_step", "steps", "max_abs"},
                {}};
    for (const auto& [r, run] : results)
        table.rows.push_back({number_text(r), std::string(name_of(run.stability.band)),
                              cell_text(run.growth_predicted), cell_text(run.growth_measured),
                              cell_text(run.first_overshoot_step),
                              cell_text(run.first_non_finite_step), std::to_string(run.steps),
                              cell_text(run.largest_magnitude)});
    return table;
}

void print_stability(std::ostream& out, const StabilityCommand& command, const BackendInfo& backend,
                     const StabilityResult& result) {
    const StabilityRun& run = result.run;
    const StabilityText text = describe_stability(run.stability, false);
    print_setting(out, command, backend);
    out << "\n" << text.title << ": " << text.r << "\n" << text.sentence << "\n\n";
    for (const BadgeMetric& metric : text.metrics)
        print_line(out, metric.label, metric.value);
    print_bands(out, command.settings);
    out << "\nThe fastest-growing wave, factor per step\n";
    print_line(out, "theory |g|", growth_text(run.growth_predicted));
    print_line(out, "measured",
               run.growth_measured ? growth_text(run.growth_measured)
                                   : "none: this wave never stood above rounding");
    if (const std::string difference = difference_text(run); !difference.empty())
        print_line(out, "difference", difference);
    out << "\nThe run, " << format_integer(run.steps) << " steps\n";
    print_line(out, "first overshoot", step_text(run.first_overshoot_step));
    print_line(out, "first non-finite", step_text(run.first_non_finite_step));
    print_line(out, "last finite max |u|", format_significant(run.largest_magnitude, 3));
}

void print_sweep(std::ostream& out, const StabilityCommand& command, const BackendInfo& backend,
                 const std::vector<StabilityResult>& results) {
    print_setting(out, command, backend);
    const std::optional<double> bound =
        critical_step_ratio(command.settings.grid, command.settings.boundaries);
    out << "This grid's bound: " << (bound ? format_bound(*bound) : "none") << "\n\n";
    const std::array<std::size_t, 6> widths = {12, 14, 12, 12, 14, 12};
    const auto print_row = [&](const std::array<std::string, 6>& row, const std::string& last) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out << padded(row[i], widths[i]);
        out << last << "\n";
    };
    print_row({"r", "band", "theory |g|", "measured", "difference", "overshoot"}, "non-finite");
    for (const auto& [r, run] : results)
        print_row({format_step_ratio(r), std::string(name_of(run.stability.band)),
                   growth_text(run.growth_predicted), growth_text(run.growth_measured),
                   difference_text(run), step_text(run.first_overshoot_step)},
                  step_text(run.first_non_finite_step));
}

}  // namespace heatlab
