#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sim/backend.h"
#include "sim/ghost/study.h"

namespace heatlab {

/// A study with device, driver and date; a row for each application, tile and grid. Figures that a
/// mismatch leaves open are null. Units are in the keys, or none.
nlohmann::ordered_json ghost_zone_json(const BackendInfo& backend, const ghost::StudyResult& study);

/// A table of such an object, the least attained before all, and what it means.
std::string ghost_zone_text(const nlohmann::ordered_json& report);

}  // namespace heatlab
