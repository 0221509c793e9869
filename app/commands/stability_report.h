#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/export/table.h"
#include "app/stability_options.h"
#include "sim/backend.h"
#include "sim/stability_run.h"

namespace heatlab {

/// A run at one r, traces where they were kept.
struct StabilityResult {
    double r = 0;  ///< as asked for
    StabilityRun run;
};

/// A single result, or all of a sweep under "sweep"; null for what never happened.
nlohmann::ordered_json stability_json(const StabilityCommand& command, const BackendInfo& backend,
                                      const std::vector<StabilityResult>& results);

/// A line per r.
Table sweep_table(const std::vector<StabilityResult>& results);

/// For people: what theory says of this r, and what the run did.
void print_stability(std::ostream& out, const StabilityCommand& command, const BackendInfo& backend,
                     const StabilityResult& result);
/// For people: a line per r.
void print_sweep(std::ostream& out, const StabilityCommand& command, const BackendInfo& backend,
                 const std::vector<StabilityResult>& results);

}  // namespace heatlab
