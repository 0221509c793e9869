#include <iostream>
#include <optional>

#include "app/backends.h"
#include "app/commands/bench_report.h"
#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/terminal_progress.h"
#include "app/text_file.h"
#include "sim/errors.h"

namespace heatlab {
int run_command(const BenchCommand& command) {
    require_outputs({{"--json", command.json}, {"--csv", command.csv}});
    const BackendSelection backend = select_backend(command.backend, command.device);
    require_cell_type(command.type, command.grid.dimensions);
    if (command.kernel)
        find_kernel(*command.kernel, backend.kind, command.grid.dimensions, command.type);
    std::optional<nlohmann::ordered_json> earlier;
    if (command.compare)
        earlier = read_earlier_bench(*command.compare, backend.kind, command.grid, command.type);
    const std::unique_ptr<Simulation> simulation =
        make_simulation(backend, command.grid, command.type);
    const BenchReport report = [&] {
        const TerminalProgress progress;
        return run_bench(command, *simulation, [&](const std::string& what, int done, int total) {
            progress.say(what, done, total);
        });
    }();
    std::string text = bench_text(report);
    if (earlier && !report.check_failed())
        text += compare_bench(report, *earlier, *command.compare);
    // What goes to standard output goes there alone.
    const bool taken = command.json == "-" || command.csv == "-";
    (taken ? std::cerr : std::cout) << text;
    if (command.json)
        write_text(*command.json, json_text(to_json(report)));
    if (command.csv)
        write_text(*command.csv, bench_csv(report));
    const bool failed =
        report.check_failed() || report.policies_failed() || report.multi_step_failed();
    return failed ? exit_failed : exit_done;
}

}  // namespace heatlab
