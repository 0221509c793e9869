#include <cmath>
#include <iostream>

#include "app/backends.h"
#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/terminal_progress.h"
#include "app/text_file.h"
#include "sim/check.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinities: those are texts.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(number_text(value));
}

Json to_json(const CheckFailure& failure) {
    Json json;
    json["kernel"] = failure.kernel;
    json["backend"] = failure.backend;
    json["grid_width_cells"] = failure.grid.width;
    json["grid_height_cells"] = failure.grid.height;
    json["grid_depth_cells"] = failure.grid.depth;
    json["type"] = to_string(failure.type);
    json["boundary"] = boundaries_text(failure.boundaries);
    json["init"] = failure.field;
    json["r"] = failure.r;
    json["steps"] = failure.steps;
    json["row"] = failure.row;
    json["col"] = failure.col;
    json["value"] = number(failure.value);
    json["expected"] = number(failure.expected);
    json["what"] = failure.what;
    return json;
}

std::string joined(const std::vector<CheckBackend>& backends, std::string BackendInfo::*member) {
    std::string text;
    for (const CheckBackend& backend : backends)
        text += (text.empty() ? "" : "; ") + backend.info.*member;
    return text;
}

Json to_json(const CheckReport& report, const std::vector<CheckBackend>& backends) {
    Json json;
    json["cases"] = report.cases;
    json["failed"] = report.failed;
    json["backends"] = report.backends;
    json["kernels"] = report.kernels;
    json["types"] = report.types;
    json["failures"] = Json::array();
    for (const CheckFailure& failure : report.failures)
        json["failures"].push_back(to_json(failure));
    json["devices"] = Json::array();
    for (const CheckBackend& backend : backends)
        json["devices"].push_back(measured_on(backend.info));
    // As in every other result; of several backends in the order of "backends".
    json["device"] = joined(backends, &BackendInfo::device);
    json["driver"] = joined(backends, &BackendInfo::driver);
    json["date"] = date_text();
    return json;
}

std::vector<CheckBackend> backends_for(const CheckCommand& command) {
    std::vector<CheckBackend> backends;
    for (const BackendSelection& selection : usable_backends(command.backend, command.device)) {
        CheckBackend backend;
        backend.make = [selection](GridSize grid, CellType type) {
            return make_simulation(selection, grid, type);
        };
        backend.info = backend.make({1, 1}, CellType::float32)->backend();
        backends.push_back(std::move(backend));
    }
    return backends;
}

void print_summary(std::ostream& out, const CheckReport& report,
                   const std::vector<CheckBackend>& backends) {
    for (const CheckBackend& backend : backends)
        out << to_string(backend.info.kind) << ": " << backend.info.device << ", "
            << backend.info.instruction_set << "\n";
    for (const CheckFailure& failure : report.failures)
        out << failure_text(failure) << "\n";
    out << report.cases << " cases, " << report.failed << " failed\n";
}

}  // namespace

int run_command(const CheckCommand& command) {
    if (command.json)
        require_writable("--json", *command.json);
    const std::vector<CheckBackend> backends = backends_for(command);
    const CheckReport report = [&] {
        const TerminalProgress bar;
        const auto progress = [&](std::int64_t done, std::int64_t total) {
            bar.say("case " + std::to_string(done + 1) + " of " + std::to_string(total), done,
                    total);
        };
        return command.type ? run_check(backends, progress, {*command.type})
                            : run_check(backends, progress);
    }();
    const bool json_alone = command.json == "-";
    print_summary(json_alone ? std::cerr : std::cout, report, backends);
    if (command.json)
        write_text(*command.json, json_text(to_json(report, backends)));
    return report.passed() ? exit_done : exit_failed;
}

}  // namespace heatlab
