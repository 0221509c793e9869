#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/options.h"
#include "sim/backend.h"
#include "sim/bench/bench_parts.h"
#include "sim/bench/copy_policy.h"
#include "sim/bench/kernel_times.h"

namespace heatlab {

/// What `heatlab bench` found. Parts that were not asked for, or that a failed check stopped, are
/// empty.
struct BenchReport {
    BackendInfo backend;
    GridSize grid;
    CellType type = CellType::float32;
    std::string init;
    std::string date;
    std::string compiler;
    std::int64_t steps_per_run = 0;  ///< 0: as many as filled a run
    int repeats = 0;                 ///< asked for; a kernel that takes long has fewer runs
    double launch_bound_below = 0;   ///< seconds; what takes less is dominated by launching
    /// Kernels that this grid does not fit, and why; of those that were not asked for by name.
    std::vector<std::pair<const KernelInfo*, std::string>> left_out;
    std::vector<KernelCorrectness> correctness;
    std::optional<KernelTime> copy;  ///< the baseline, timed among the others
    std::vector<KernelTime> times;   ///< without the baseline
    const KernelInfo* policy_kernel = nullptr;
    std::int64_t policy_steps = 0;
    std::int64_t policy_interval = 0;
    std::vector<CopyPolicyResult> copy_policies;
    std::int64_t timestep_steps = 0;
    std::vector<TimestepResult> timesteps;
    std::int64_t multi_step_steps = 0;
    std::vector<MultiStepResult> multi_step;

    bool check_failed() const;
    /// A multi-step kernel that differs or reads too much.
    bool multi_step_failed() const;
    /// A copy policy under which the field came out different.
    bool policies_failed() const;
    bool launch_bound(const KernelTime& time) const {
        return time.seconds_per_launch() < launch_bound_below;
    }
    const KernelTime* time_of(std::string_view kernel) const;
    /// Of the baseline's bytes per second; none where it was not timed.
    std::optional<double> fraction_of_copy(const KernelTime& time) const;
};

/// Called with what is being done, before each piece of work; null: silence.
using BenchSay = std::function<void(const std::string& what, int done, int total)>;

/// Blocking. Stops after a failed check. Throws InputError, DeviceError.
BenchReport run_bench(const BenchCommand& command, Simulation& simulation, const BenchSay& say);

/// The keys of the report of record; none is left out, parts that were not run are empty lists.
nlohmann::ordered_json to_json(const BenchReport& report);
/// One line per kernel.
std::string bench_csv(const BenchReport& report);
/// For people: worth reading aloud.
std::string bench_text(const BenchReport& report);

/// An earlier report, as `to_json` wrote it. Throws InputError (argument "--compare") where `file`
/// holds none, or one of another backend or grid.
nlohmann::ordered_json read_earlier_bench(const std::string& file, BackendKind backend,
                                          GridSize grid, CellType type);
/// The ratios of `report` to that report, called `name`; flags those beyond the spread of both.
std::string compare_bench(const BenchReport& report, const nlohmann::ordered_json& earlier,
                          const std::string& name);

}  // namespace heatlab
