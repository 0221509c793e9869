#include <unistd.h>

#include <iostream>
#include <utility>

#include "app/backends.h"
#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/stability_report.h"
#include "app/text_file.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"

namespace heatlab {
namespace {

// One line that is written over, on a terminal alone.
void show_progress(std::size_t done, std::size_t total) {
    if (total > 1 && isatty(STDERR_FILENO) != 0)
        std::cerr << "\rr " << done + 1 << " of " << total << std::flush;
}

void end_progress(std::size_t total) {
    if (total > 1 && isatty(STDERR_FILENO) != 0)
        std::cerr << "\r\033[K" << std::flush;
}

std::vector<StabilityResult> run_all(const StabilityCommand& command, Simulation& simulation) {
    const Settings& settings = command.settings;
    const Field initial =
        make_initial_field(settings.grid, settings.init, settings.walls, settings.boundaries);
    const std::vector<double> ratios =
        command.sweep ? command.sweep->ratios() : std::vector<double>{settings.r};
    std::vector<StabilityResult> results;
    for (const double r : ratios) {
        show_progress(results.size(), ratios.size());
        StabilityRunRequest request;
        request.r = StepRatio::from(r);
        request.boundaries = settings.boundaries;
        request.steps = command.steps;
        request.keep_trace = command.csv && !command.sweep;
        results.push_back({r, run_stability(simulation, initial, request)});
    }
    end_progress(ratios.size());
    return results;
}

}  // namespace

int run_command(const StabilityCommand& command) {
    require_outputs(command.json, command.csv);
    const Settings& settings = command.settings;
    const BackendSelection backend = select_backend(settings.backend, settings.device);
    const KernelInfo& kernel = find_kernel(settings.kernel, backend.kind);
    const auto simulation = make_simulation(backend, settings.grid);
    simulation->set_kernel(kernel);
    const std::vector<StabilityResult> results = run_all(command, *simulation);
    const BackendInfo& info = simulation->backend();
    if (command.json)
        write_text(*command.json, json_text(stability_json(command, info, results)));
    if (command.csv)
        write_text(*command.csv,
                   command.sweep ? sweep_csv(results) : trace_csv(results.front().run.trace));
    if (command.json || command.csv)
        return exit_done;
    if (command.sweep)
        print_sweep(std::cout, command, info, results);
    else
        print_stability(std::cout, command, info, results.front());
    return exit_done;
}

}  // namespace heatlab
