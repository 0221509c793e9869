#include <iostream>
#include <utility>

#include "app/backends.h"
#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/stability_report.h"
#include "app/commands/terminal_progress.h"
#include "app/export/plot_tables.h"
#include "app/text_file.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"
#include "sim/text.h"

namespace heatlab {
namespace {

std::vector<StabilityResult> run_all(const StabilityCommand& command, Simulation& simulation) {
    const Settings& settings = command.settings;
    const Field initial =
        make_initial_field(settings.grid, settings.init, settings.walls, settings.boundaries);
    const std::vector<double> ratios =
        command.sweep ? command.sweep->ratios() : std::vector<double>{settings.r};
    std::vector<StabilityResult> results;
    const TerminalProgress bar;
    for (const double r : ratios) {
        if (ratios.size() > 1)
            bar.say("r = " + number_text(r), static_cast<std::int64_t>(results.size()),
                    static_cast<std::int64_t>(ratios.size()));
        StabilityRunRequest request;
        request.r = StepRatio::from(r, settings.grid.dimensions);
        request.boundaries = settings.boundaries;
        request.steps = command.steps;
        request.keep_trace = command.csv && !command.sweep;
        results.push_back({r, run_stability(simulation, initial, request)});
    }
    return results;
}

}  // namespace

int run_command(const StabilityCommand& command) {
    require_outputs({{"--json", command.json}, {"--csv", command.csv}});
    const Settings& settings = command.settings;
    const BackendSelection backend = select_backend(settings.backend, settings.device);
    const KernelInfo& kernel = find_kernel(settings.kernel, backend.kind, settings.grid.dimensions);
    const auto simulation = make_simulation(backend, settings.grid);
    simulation->set_kernel(kernel);
    const std::vector<StabilityResult> results = run_all(command, *simulation);
    const BackendInfo& info = simulation->backend();
    if (command.json)
        write_text(*command.json, json_text(stability_json(command, info, results)));
    if (command.csv)
        write_text(*command.csv, csv_of(command.sweep ? sweep_table(results)
                                                      : trace_table(results.front().run.trace)));
    if (command.json || command.csv)
        return exit_done;
    if (command.sweep)
        print_sweep(std::cout, command, info, results);
    else
        print_stability(std::cout, command, info, results.front());
    return exit_done;
}

}  // namespace heatlab
