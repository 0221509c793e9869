// Times every kernel of a backend, in turns, and writes the medians as JSON. One process and one
// grid, the copy among the kernels: figures to be compared with each other, as docs/measuring.md
// says. On the CPU each instruction set of the processor is timed.
//
// Exit code 0; 1: something failed; 2: bad arguments; 77: that backend does not work here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/backends.h"
#include "app/commands/measured.h"
#include "app/text_file.h"
#include "sim/cpu/cpu_simulation.h"
#include "sim/errors.h"
#include "sim/initial_field.h"

namespace heatlab::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int skipped = 77;

struct Arguments {
    std::string backend = "cuda";
    int width = 8'192;
    int height = 8'192;
    int rounds = 9;
    double seconds = 0.05;  ///< of a batch, about
    std::string json;
};

/// Seconds per step of a batch. The launch before it is not counted: what follows a switch of
/// kernel is no measure.
double seconds_per_step(Simulation& simulation, const KernelInfo& kernel, std::int64_t steps) {
    simulation.set_kernel(kernel);
    for (const std::int64_t count : {std::int64_t{kernel.steps_per_launch}, steps})
        simulation.submit({.steps = count, .publish = false, .statistics = false});
    simulation.wait();
    simulation.poll();
    return simulation.poll().value().seconds / static_cast<double>(steps);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Median seconds per step of each kernel, by rounds in which all of them take their turn.
std::map<std::string_view, double> times_in_turns(Simulation& simulation,
                                                  const Arguments& arguments) {
    constexpr double most_steps = 1e5;
    std::map<std::string_view, std::vector<double>> times;
    // The first round finds the length of the batches and touches all memory; it does not count.
    for (int round = 0; round <= arguments.rounds; ++round) {
        for (const KernelInfo& kernel : kernel_table()) {
            if (!kernel.runs_on(simulation.backend().kind))
                continue;
            std::vector<double>& known = times[kernel.name];
            double steps = 4;
            if (!known.empty())
                steps = std::clamp(arguments.seconds / known.back(), 1.0, most_steps);
            const std::int64_t launch = kernel.steps_per_launch;
            const std::int64_t launches =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / launch);
            known.push_back(seconds_per_step(simulation, kernel, launches * launch));
        }
    }
    std::map<std::string_view, double> medians;
    for (auto& [name, values] : times) {
        values.erase(values.begin());
        medians[name] = median(values);
    }
    return medians;
}

void add_rows(Json& rows, Simulation& simulation, const Arguments& arguments) {
    const auto cells = static_cast<double>(simulation.grid().cells());
    const double bytes = required_bytes_per_cell_per_launch * cells;
    const std::map<std::string_view, double> times = times_in_turns(simulation, arguments);
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(simulation.backend().kind))
            continue;
        const double step = times.at(kernel.name);
        const double launch = step * kernel.steps_per_launch;
        Json row;
        row["instruction_set"] = simulation.backend().instruction_set;
        row["kernel"] = kernel.name;
        row["seconds_per_step"] = step;
        row["cells_per_second"] = cells / step;
        row["required_bytes_per_second"] = bytes / launch;
        row["fraction_of_copy"] = times.at("copy") / launch;
        row["times_global"] = times.at("global") / step;
        rows.push_back(row);
    }
}

/// One simulation, or one for each instruction set in which a fused multiply-add is an instruction:
/// without, its emulation alone would be timed.
std::vector<std::unique_ptr<Simulation>> simulations_of(const BackendSelection& backend,
                                                        GridSize grid) {
    std::vector<std::unique_ptr<Simulation>> simulations;
    if (backend.kind == BackendKind::cuda) {
        simulations.push_back(make_simulation(backend, grid));
        return simulations;
    }
    for (const InstructionSet& set : instruction_sets()) {
        if (set.supported && set.title != "x86-64")
            simulations.push_back(make_cpu_simulation(grid, {}, set));
    }
    return simulations;
}

int run(const Arguments& arguments) {
    BackendSelection backend;
    try {
        backend = select_backend(
            arguments.backend == "cuda" ? BackendChoice::cuda : BackendChoice::cpu, 0);
    } catch (const InputError& problem) {
        std::cout << "skipped: " << problem.what() << '\n';
        return skipped;
    }
    const GridSize grid{arguments.width, arguments.height};
    // Not a field of zeros: some devices move and add those faster.
    InitialFieldSpec noise;
    noise.name = "random";
    const Field field = make_initial_field(grid, noise, std::nullopt);
    Json result;
    Json rows = Json::array();
    for (const auto& simulation : simulations_of(backend, grid)) {
        const BackendInfo& info = simulation->backend();
        result["device"] = info.device;
        result["driver"] = info.driver;
        result["threads"] = info.threads;
        simulation->load(field, 0);
        simulation->set_step_ratio(StepRatio::from(0.2));
        add_rows(rows, *simulation, arguments);
    }
    result["date"] = date_text();
    result["grid_width"] = grid.width;
    result["grid_height"] = grid.height;
    result["rounds"] = arguments.rounds;
    result["kernels"] = std::move(rows);
    std::cout << json_text(result);
    if (!arguments.json.empty())
        write_text_file(arguments.json, json_text(result));
    return 0;
}

}  // namespace
}  // namespace heatlab::bench

int main(int argc, char** argv) {
    try {
        heatlab::bench::Arguments arguments;
        CLI::App app("Times of every kernel of a backend on one grid");
        app.add_option("--backend", arguments.backend)->check(CLI::IsMember({"cuda", "cpu"}));
        app.add_option("--width", arguments.width)->check(CLI::Range(1, 1'000'000));
        app.add_option("--height", arguments.height)->check(CLI::Range(1, 1'000'000));
        app.add_option("--rounds", arguments.rounds)->check(CLI::Range(1, 1'000));
        app.add_option("--seconds", arguments.seconds)->check(CLI::Range(1e-3, 60.0));
        app.add_option("--json", arguments.json, "File for the result");
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& problem) {
            return app.exit(problem) == 0 ? 0 : 2;
        }
        return heatlab::bench::run(arguments);
    } catch (const std::exception& problem) {
        std::cout << "FAILED: " << problem.what() << '\n';
        return 1;
    }
}
