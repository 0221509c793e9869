// Times every CPU kernel, in turns, for each instruction set that this processor has, and writes
// medians and their ratio to the plain kernel as JSON. One process and one grid: figures to be
// compared with each other, as docs/measuring.md says.
//
// Exit code 0; 1: something failed; 2: bad arguments.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "sim/cpu/cpu_simulation.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"

namespace heatlab::testing {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
    int width = 4'096;
    int height = 4'096;
    int threads = 0;
    int rounds = 7;
    std::int64_t steps = 256;  ///< of a kernel that plans its batches
    double seconds = 0.3;      ///< of a batch of the others, about
};

double seconds_per_step(Simulation& simulation, const KernelInfo& kernel, std::int64_t steps) {
    simulation.set_kernel(kernel);
    // Too short to count: what follows a switch of kernel is no measure.
    simulation.submit({.steps = 1, .publish = false, .statistics = false});
    simulation.submit({.steps = steps, .publish = false, .statistics = false});
    simulation.wait();
    simulation.poll();
    const BatchReport report = simulation.poll().value();
    return report.seconds / static_cast<double>(report.steps);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

Json times_of(const InstructionSet& set, const Arguments& arguments) {
    const GridSize grid{arguments.width, arguments.height};
    const auto simulation = make_cpu_simulation(grid, CpuOptions{arguments.threads}, set);
    InitialFieldSpec noise;
    noise.name = "random";
    simulation->load(make_initial_field(grid, noise, std::nullopt), 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    std::map<std::string_view, std::vector<double>> times;
    // The first round finds the length of the batches and touches all memory; it does not count.
    for (int round = 0; round <= arguments.rounds; ++round) {
        for (const KernelInfo& kernel : kernel_table()) {
            if (!kernel.on_cpu)
                continue;
            std::int64_t steps = arguments.steps;
            if (!kernel.plans_batches) {
                const double last = round == 0 ? arguments.seconds / 4 : times[kernel.name].back();
                steps =
                    std::max<std::int64_t>(2, static_cast<std::int64_t>(arguments.seconds / last));
                steps -= steps % kernel.steps_per_launch;
            }
            times[kernel.name].push_back(seconds_per_step(*simulation, kernel, steps));
        }
    }
    Json rows;
    for (auto& [name, values] : times)
        values.erase(values.begin());
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.on_cpu)
            continue;
        Json row;
        row["instruction_set"] = set.title;
        row["kernel"] = kernel.name;
        row["seconds_per_step"] = median(times[kernel.name]);
        row["cells_per_second"] =
            static_cast<double>(grid.cells()) / row["seconds_per_step"].get<double>();
        row["times_global"] = median(times["global"]) / median(times[kernel.name]);
        rows.push_back(row);
    }
    return rows;
}

int run(const Arguments& arguments) {
    const BackendInfo info = cpu_backend_info(CpuOptions{arguments.threads});
    Json result;
    result["device"] = info.device;
    result["threads"] = info.threads;
    result["grid_width"] = arguments.width;
    result["grid_height"] = arguments.height;
    for (const InstructionSet& set : instruction_sets()) {
        // Without fused multiply-adds in hardware nothing but their emulation is timed.
        if (set.supported && set.title != "x86-64") {
            for (const Json& row : times_of(set, arguments))
                result["kernels"].push_back(row);
        }
    }
    std::cout << result.dump(2) << '\n';
    return 0;
}

}  // namespace
}  // namespace heatlab::testing

int main(int argc, char** argv) {
    try {
        heatlab::testing::Arguments arguments;
        CLI::App app("Times of every CPU kernel on one grid");
        app.add_option("--width", arguments.width)->check(CLI::Range(1, 1'000'000));
        app.add_option("--height", arguments.height)->check(CLI::Range(1, 1'000'000));
        app.add_option("--threads", arguments.threads, "0: one per core")
            ->check(CLI::Range(0, 1'024));
        app.add_option("--rounds", arguments.rounds)->check(CLI::Range(1, 1'000));
        app.add_option("--steps", arguments.steps)->check(CLI::Range(1, 1'000'000));
        app.add_option("--seconds", arguments.seconds)->check(CLI::Range(1e-3, 60.0));
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& error) {
            return app.exit(error) == 0 ? 0 : 2;
        }
        return heatlab::testing::run(arguments);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
