#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/snapshot.h"
#include "sim/backend.h"

namespace heatlab {

/// Now, in UTC, as ISO 8601: "2025-03-01T12:00:00Z".
std::string date_text();

/// null where there is none.
template <typename T>
nlohmann::ordered_json nullable(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// "backend", "device", "driver", "instruction_set", and "date": of everything that is measured.
nlohmann::ordered_json measured_on(const BackendInfo& backend);

/// All figures of a run, null where there is none. Units are in the keys.
nlohmann::ordered_json figures_of(const Snapshot& snapshot);

/// Indented, with a newline at the end; text that is not UTF-8 is replaced, not thrown at.
std::string json_text(const nlohmann::ordered_json& value);

}  // namespace heatlab
