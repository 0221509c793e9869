// Times every kernel of a backend, in turns, and writes the medians as JSON. One process and one
// grid, the copy among the kernels: figures to be compared with each other, as docs/measuring.md
// says. On the CPU each instruction set of the processor is timed.
//
// Exit code 0; 1: something failed; 2: bad arguments; 77: that backend does not work here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "app/backends.h"
#include "app/commands/measured.h"
#include "app/text_file.h"
#include "sim/any_field.h"
#include "sim/bench/kernel_times.h"
#include "sim/cpu/cpu_simulation.h"
#include "sim/errors.h"

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
    std::string type = "float32";
    std::string json;
};

void add_rows(Json& rows, Simulation& simulation, const Arguments& arguments) {
    const auto cells = static_cast<double>(simulation.grid().cells());
    const double bytes = required_bytes_per_cell_per_launch(simulation.cell_type()) * cells;
    const std::vector<KernelTime> times =
        time_in_turns(simulation, kernels_of(simulation.backend().kind, 2, simulation.cell_type()),
                      {.rounds = arguments.rounds, .seconds = arguments.seconds});
    const auto median = [&](std::string_view kernel) {
        return std::ranges::find(times, kernel, [](const KernelTime& t) { return t.kernel->name; })
            ->seconds_per_step.median;
    };
    for (const KernelTime& time : times) {
        const KernelInfo& kernel = *time.kernel;
        const double step = time.seconds_per_step.median;
        const double launch = time.seconds_per_launch();
        Json row;
        row["instruction_set"] = simulation.backend().instruction_set;
        row["kernel"] = kernel.name;
        row["seconds_per_step"] = step;
        row["cells_per_second"] = cells / step;
        row["required_bytes_per_second"] = bytes / launch;
        row["fraction_of_copy"] = median("copy") / launch;
        row["times_global"] = median("global") / step;
        rows.push_back(row);
    }
}

/// One simulation, or one for each instruction set in which a fused multiply-add is an instruction:
/// without, its emulation alone would be timed.
std::vector<std::unique_ptr<Simulation>> simulations_of(const BackendSelection& backend,
                                                        GridSize grid, CellType type) {
    std::vector<std::unique_ptr<Simulation>> simulations;
    if (backend.kind == BackendKind::cuda) {
        simulations.push_back(make_simulation(backend, grid, type));
        return simulations;
    }
    for (const InstructionSet& set : instruction_sets()) {
        if (set.supported && set.title != "x86-64")
            simulations.push_back(make_cpu_simulation(grid, {.type = type}, set));
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
    const CellType type = find_cell_type(arguments.type);
    if (type == CellType::float64)
        noise.amplitude = 1.0 / 3;  // all bits: few of them would take less power
    const AnyField field = make_any_initial_field(type, grid, noise, std::nullopt);
    Json result;
    Json rows = Json::array();
    for (const auto& simulation : simulations_of(backend, grid, type)) {
        const BackendInfo& info = simulation->backend();
        result["device"] = info.device;
        result["driver"] = info.driver;
        result["threads"] = info.threads;
        load_field(*simulation, field, 0);
        simulation->set_step_ratio(StepRatio::from(0.2, 2, type));
        add_rows(rows, *simulation, arguments);
    }
    result["date"] = date_text();
    result["type"] = to_string(type);
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
        app.add_option("--type", arguments.type)->check(CLI::IsMember({"float32", "float64"}));
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
