// Times every kernel of a backend and writes the medians as JSON. One process, one grid, one copy
// measured on it: figures to be compared with each other, as docs/measuring.md says.
//
// Exit code 0; 1: something failed; 2: bad arguments; 77: that backend does not work here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/backends.h"
#include "sim/errors.h"
#include "sim/initial_field.h"

namespace heatlab::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int batches = 41;
constexpr double seconds_per_batch = 5e-3;
constexpr int skipped = 77;

struct Arguments {
    std::string backend = "cuda";
    int width = 8'192;
    int height = 8'192;
    std::string json;
};

std::string date_now() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

BatchReport timed(Simulation& simulation, std::int64_t steps) {
    simulation.submit({.steps = steps, .publish = false, .statistics = false});
    simulation.wait();
    return simulation.poll().value();
}

/// Seconds per launch: median over batches of about `seconds_per_batch`.
double seconds_per_launch(Simulation& simulation, const KernelInfo& kernel) {
    simulation.set_kernel(kernel);
    timed(simulation, 10 * kernel.steps_per_launch);
    const BatchReport guess = timed(simulation, 10 * kernel.steps_per_launch);
    const double launches = std::clamp(
        seconds_per_batch * static_cast<double>(guess.launches) / guess.seconds, 1.0, 2'000.0);
    std::vector<double> times;
    for (int i = 0; i < batches; ++i) {
        const BatchReport report =
            timed(simulation, static_cast<std::int64_t>(launches) * kernel.steps_per_launch);
        times.push_back(report.seconds / static_cast<double>(report.launches));
    }
    std::ranges::nth_element(times, times.begin() + batches / 2);
    return times[batches / 2];
}

Json kernel_row(const KernelInfo& kernel, GridSize grid, double launch, double copy_rate) {
    const double cells = static_cast<double>(grid.cells());
    const double step = launch / kernel.steps_per_launch;
    const double rate = required_bytes_per_cell_per_launch * cells / launch;
    Json row;
    row["kernel"] = kernel.name;
    row["seconds_per_launch"] = launch;
    row["seconds_per_step"] = step;
    row["cells_per_second"] = cells / step;
    row["required_bytes_per_second"] = rate;
    row["fraction_of_copy"] = rate / copy_rate;
    return row;
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
    const auto simulation = make_simulation(backend, grid);
    // Not a field of zeros: some devices move and add those faster.
    InitialFieldSpec noise;
    noise.name = "random";
    simulation->load(make_initial_field(grid, noise, std::nullopt), 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    const double copy_rate = simulation->measure_copy_bandwidth();
    Json result;
    const BackendInfo& info = simulation->backend();
    result["device"] = info.device;
    result["driver"] = info.driver;
    result["instruction_set"] = info.instruction_set;
    result["threads"] = info.threads;
    result["date"] = date_now();
    result["grid_width"] = grid.width;
    result["grid_height"] = grid.height;
    result["copy_bytes_per_second"] = copy_rate;
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(info.kind)) {
            result["kernels"].push_back(
                kernel_row(kernel, grid, seconds_per_launch(*simulation, kernel), copy_rate));
        }
    }
    std::cout << result.dump(2) << '\n';
    if (!arguments.json.empty()) {
        std::ofstream(arguments.json) << result.dump(2) << '\n';
    }
    return 0;
}

}  // namespace
}  // namespace heatlab::bench

int main(int argc, char** argv) {
    heatlab::bench::Arguments arguments;
    CLI::App app("Times of every kernel of a backend on one grid");
    app.add_option("--backend", arguments.backend)->check(CLI::IsMember({"cuda", "cpu"}));
    app.add_option("--width", arguments.width)->check(CLI::Range(1, 1'000'000));
    app.add_option("--height", arguments.height)->check(CLI::Range(1, 1'000'000));
    app.add_option("--json", arguments.json, "File for the result");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? 0 : 2;
    }
    try {
        return heatlab::bench::run(arguments);
    } catch (const std::exception& problem) {
        std::cout << "FAILED: " << problem.what() << '\n';
        return 1;
    }
}
