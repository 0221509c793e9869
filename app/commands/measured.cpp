#include "app/commands/measured.h"

#include <array>
#include <ctime>

#include "app/options.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

const char* rung_name(DisplayRung rung) {
    switch (rung) {
        case DisplayRung::interop:
            return "interop";
        case DisplayRung::staged:
            return "staged";
        case DisplayRung::upload:
            break;
    }
    return "upload";
}

}  // namespace

std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return {text.data(), length};
}

Json measured_on(const BackendInfo& backend) {
    Json json;
    json["backend"] = to_string(backend.kind);
    json["device"] = backend.device;
    json["driver"] = backend.driver;
    json["instruction_set"] = backend.instruction_set;
    json["date"] = date_text();
    return json;
}

Json figures_of(const Snapshot& s) {
    Json json = measured_on(s.backend);
    json["display"] = rung_name(s.display.rung);
    json["kernel"] = s.settings.kernel;
    json["grid_width_cells"] = s.settings.grid.width;
    json["grid_height_cells"] = s.settings.grid.height;
    if (s.settings.grid.dimensions == 3)
        json["grid_depth_cells"] = s.settings.grid.depth;
    json["init"] = s.settings.init.name;
    json["r"] = s.settings.r;
    json["time_step_s"] = s.settings.time_step();
    json["step"] = s.step;
    json["simulated_s"] = s.simulated_seconds;
    json["non_finite_step"] = nullable(s.non_finite_step);
    json["minimum"] = s.statistics ? Json(s.statistics->minimum) : Json(nullptr);
    json["maximum"] = s.statistics ? Json(s.statistics->maximum) : Json(nullptr);
    json["seconds_per_step"] = nullable(s.timings.seconds_per_step);
    json["cells_per_second"] = nullable(s.timings.cells_per_second);
    json["bytes_per_second"] = nullable(s.timings.bytes_per_second);
    json["copy_bytes_per_second"] = nullable(s.timings.copy_bytes_per_second);
    json["fraction_of_copy"] = nullable(s.timings.fraction_of_copy);
    json["launch_bound"] = s.timings.launch_bound;
    json["host_copies"] = host_copies_text(s.settings.host_copies);
    json["host_copy_bytes_per_second"] = nullable(s.host_copies.bytes_per_second);
    json["field_bytes_to_host"] = s.timings.field_bytes_to_host;
    json["memory_bytes"] = s.memory_bytes;
    return json;
}

std::string json_text(const Json& value) {
    return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heatlab
