#include "app/commands/bench_report.h"

#include <algorithm>

#include "app/baselines.h"
#include "app/commands/measured.h"
#include "sim/initial_field.h"
#include "sim/memory.h"
#include "sim/stability.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

/// Of the textbook bound.
constexpr double bench_share = 0.8;
constexpr std::int64_t policy_steps = 1000;
constexpr std::int64_t policy_interval = 10;
constexpr std::int64_t timestep_steps = 400;
constexpr std::int64_t multi_step_steps = 1000;
constexpr double timestep_shares[] = {0.96, 1.0, 1.04};

StepRatio step_ratio(double share_of_bound, GridSize grid, CellType type) {
    return StepRatio::from(share_of_bound * textbook_bound(grid.dimensions), grid.dimensions, type);
}

std::vector<const KernelInfo*> asked_kernels(const BenchCommand& command, BackendKind backend) {
    const int dimensions = command.grid.dimensions;
    if (!command.kernel)
        return kernels_of(backend, dimensions, command.type);
    const KernelInfo& asked = find_kernel(*command.kernel, backend, dimensions, command.type);
    const KernelInfo& copy = find_kernel("copy", backend, dimensions, command.type);
    if (&asked == &copy || command.steps)
        return {&asked};  // for a profiler: nothing but that kernel
    if (asked.steps_per_launch > 1)
        return {&copy, &default_kernel(dimensions), &asked};  // what it is held against
    return {&copy, &asked};
}

/// `kernels` without those that cannot run on this grid, unless they were asked for.
std::vector<const KernelInfo*> usable_kernels(const BenchCommand& command, Simulation& simulation,
                                              BenchReport& report) {
    const std::vector<const KernelInfo*> asked = asked_kernels(command, simulation.backend().kind);
    if (command.kernel) {
        for (const KernelInfo* kernel : asked)
            simulation.set_kernel(*kernel);  // refuses what does not fit, before any work
        return asked;
    }
    return kernels_that_fit(simulation, asked,
                            [&](const KernelInfo& kernel, const std::string& reason) {
                                report.left_out.emplace_back(&kernel, reason);
                            });
}

/// Fields that are held beside the simulation, the reference in more precision among them.
void require_bench_memory(GridSize grid, CellType type) {
    constexpr std::uint64_t fields = 6;
    require_memory(grid, saturating_product(fields, field_bytes(grid, type), 1),
                   available_host_memory(), "this machine");
}

void time_kernels(const BenchCommand& command, Simulation& simulation,
                  const std::vector<const KernelInfo*>& kernels, const BenchSay& say,
                  BenchReport& report) {
    TimingOptions options;
    options.rounds = command.repeats;
    options.steps = command.steps.value_or(0);
    simulation.set_step_ratio(step_ratio(bench_share, simulation.grid(), simulation.cell_type()));
    const auto progress = [&](int done, int total) {
        if (say)
            say("timing kernels", done, total);
        return true;
    };
    for (const KernelTime& time : time_in_turns(simulation, kernels, options, progress)) {
        if (time.kernel->advances)
            report.times.push_back(time);
        else
            report.copy = time;
    }
}

/// What the copies are shown with: the kernel asked for, else `tiled`; never one that cannot.
const KernelInfo& policy_kernel(const BenchCommand& command, BackendKind backend) {
    const int dimensions = command.grid.dimensions;
    const KernelInfo& usual = default_kernel(dimensions);
    const KernelInfo& kernel =
        command.kernel ? find_kernel(*command.kernel, backend, dimensions, command.type) : usual;
    return kernel.advances && !kernel.in_texture ? kernel : usual;
}

/// What follows once `report` says what is measured, from `initial`.
template <typename Real>
void run_parts(const BenchCommand& command, Simulation& simulation,
               const std::vector<const KernelInfo*>& kernels, const BasicField<Real>& initial,
               const BenchSay& say, BenchReport& report) {
    const auto part = [&](const char* what) -> PartProgress {
        return [&say, what](int done, int total) {
            if (say)
                say(what, done, total);
        };
    };
    const StepRatio r = step_ratio(bench_share, report.grid, report.type);
    report.correctness = check_kernels(simulation, kernels, initial, r, part("checking"));
    if (report.check_failed())
        return;
    time_kernels(command, simulation, kernels, say, report);
    if (command.kernel && command.steps)
        return;

    report.policy_kernel = &policy_kernel(command, report.backend.kind);
    report.policy_interval = policy_interval;
    if constexpr (std::is_same_v<Real, float>) {  // copies to the host are a lesson on float32
        report.policy_steps = policy_steps;
        report.copy_policies =
            time_copy_policies(simulation, *report.policy_kernel, initial, r, policy_steps,
                               policy_interval, part("copying to the host"));
    }
    report.timestep_steps = timestep_steps;
    for (const double share : timestep_shares) {
        if (say)
            say("past the bound", static_cast<int>(report.timesteps.size()), 3);
        report.timesteps.push_back(run_timestep(simulation, *report.policy_kernel, initial,
                                                step_ratio(share, report.grid, report.type),
                                                timestep_steps));
    }
    report.multi_step_steps = multi_step_steps;
    report.multi_step = compare_multi_step(simulation, kernels, initial, r, multi_step_steps,
                                           part("several steps a launch"));
}

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string compiler_text() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

}  // namespace

bool BenchReport::check_failed() const {
    return std::ranges::any_of(correctness, [](const KernelCorrectness& c) { return !c.passed(); });
}

bool BenchReport::policies_failed() const {
    return !std::ranges::all_of(copy_policies, &CopyPolicyResult::bit_identical);
}

bool BenchReport::multi_step_failed() const {
    return std::ranges::any_of(multi_step, [](const MultiStepResult& result) {
        return result.first_difference || !result.reads_within_limit();
    });
}

const KernelTime* BenchReport::time_of(std::string_view kernel) const {
    const auto found = std::ranges::find_if(
        times, [&](const KernelTime& time) { return time.kernel->name == kernel; });
    return found == times.end() ? nullptr : &*found;
}

std::optional<double> BenchReport::fraction_of_copy(const KernelTime& time) const {
    if (!copy)
        return std::nullopt;
    return time.bytes_per_second(grid) / copy->bytes_per_second(grid);
}

BenchReport run_bench(const BenchCommand& command, Simulation& simulation, const BenchSay& say) {
    BenchReport report;
    report.backend = simulation.backend();
    report.grid = simulation.grid();
    report.type = simulation.cell_type();
    report.init = command.init.name;
    report.date = date_text();
    report.compiler = compiler_text();
    report.steps_per_run = command.steps.value_or(0);
    report.repeats = command.repeats;
    const std::vector<const KernelInfo*> kernels = usable_kernels(command, simulation, report);
    report.launch_bound_below = measure_launch_bound(simulation);

    require_bench_memory(report.grid, report.type);
    with_cell_type(report.type, [&](auto zero) {
        run_parts(command, simulation, kernels,
                  make_initial_field<decltype(zero)>(report.grid, command.init, std::nullopt), say,
                  report);
    });
    return report;
}

Json to_json(const BenchReport& report) {
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    Json json = measured_on(report.backend);
    json["date"] = report.date;
    json["compiler"] = report.compiler;
    json["threads"] = report.backend.threads;
    json["grid_width"] = report.grid.width;
    json["grid_height"] = report.grid.height;
    if (report.grid.dimensions == 3)
        json["grid_depth"] = report.grid.depth;
    json["dimensions"] = report.grid.dimensions;
    json["type"] = to_string(report.type);
    json["init"] = report.init;
    json["steps"] = report.policy_steps > 0 ? report.policy_steps : report.steps_per_run;
    json["repeats"] = report.repeats;
    json["check_failed"] = report.check_failed();
    json["kernels"] = Json::array();
    const auto add = [&](const KernelTime& time) {
        Json row;
        row["name"] = time.kernel->name;
        row["median_us_per_step"] = time.seconds_per_step.median * 1e6;
        row["lower_quartile_us_per_step"] = time.seconds_per_step.lower_quartile * 1e6;
        row["upper_quartile_us_per_step"] = time.seconds_per_step.upper_quartile * 1e6;
        row["runs"] = time.seconds_per_step.runs;
        row["gcells_per_s"] = time.cells_per_second(report.grid) * 1e-9;
        row["gb_per_s"] = time.bytes_per_second(report.grid) * 1e-9;
        const std::optional<double> fraction = report.fraction_of_copy(time);
        row["percent_of_copy"] = fraction ? Json(100 * *fraction) : Json(nullptr);
        row["steps_per_launch"] = time.steps_per_launch;
        row["launch_bound"] = report.launch_bound(time);
        row["reads_per_cell_per_step"] =
            or_null(reads_per_cell_per_step(*time.kernel, time.steps_per_launch, report.type));
        json["kernels"].push_back(row);
    };
    if (report.copy)
        add(*report.copy);
    for (const KernelTime& time : report.times)
        add(time);
    json["copy_policies"] = Json::array();
    for (const CopyPolicyResult& result : report.copy_policies) {
        Json row;
        row["policy"] = result.policy.name;
        row["total_ms"] = result.total_seconds * 1e3;
        row["ratio"] = result.ratio;
        row["gib_to_host"] = static_cast<double>(result.bytes_to_host) / gib;
        row["bit_identical"] = result.bit_identical;
        json["copy_policies"].push_back(row);
    }
    json["timesteps"] = Json::array();
    for (const TimestepResult& result : report.timesteps) {
        Json row;
        row["r"] = result.r;
        row["centre_weight"] = result.centre_weight;
        row["checkerboard_factor"] = result.checkerboard_factor;
        row["max_abs_u"] = result.max_abs_u;
        row["finite"] = result.finite;
        json["timesteps"].push_back(row);
    }
    json["multi_step"] = Json::array();
    for (const MultiStepResult& result : report.multi_step) {
        Json row;
        row["kernel"] = result.kernel->name;
        row["bit_identical"] = !result.first_difference.has_value();
        row["steps_per_launch"] = result.steps_per_launch;
        row["reads_per_cell_per_step"] = or_null(result.reads_per_cell_per_step);
        json["multi_step"].push_back(row);
    }
    json["left_out"] = Json::array();
    for (const auto& [kernel, reason] : report.left_out)
        json["left_out"].push_back({{"name", kernel->name}, {"reason", reason}});
    return json;
}

std::string bench_csv(const BenchReport& report) {
    const Json json = to_json(report);
    std::string text =
        "kernel,median_us_per_step,gcells_per_s,gb_per_s,percent_of_copy,"
        "reads_per_cell_per_step\n";
    for (const Json& row : json["kernels"]) {
        text += row["name"].get<std::string>();
        for (const char* key : {"median_us_per_step", "gcells_per_s", "gb_per_s", "percent_of_copy",
                                "reads_per_cell_per_step"})
            text += "," + (row[key].is_null() ? "" : row[key].dump());
        text += "\n";
    }
    return text;
}

}  // namespace heatlab
