#include <unistd.h>

#include <iostream>
#include <optional>

#include "app/backends.h"
#include "app/commands/bench_report.h"
#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/text_file.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

// One line that is written over, on a terminal alone; gone in the end, however that comes.
class TerminalProgress {
public:
    TerminalProgress() : shown_(isatty(STDERR_FILENO) != 0) {}
    ~TerminalProgress() {
        if (shown_)
            std::cerr << "\r\033[K";
    }
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    BenchSay say() const { return shown_ ? BenchSay(draw) : BenchSay(); }

private:
    static void draw(const std::string& what, int done, int total) {
        constexpr int length = 24;
        const int full = total > 0 ? length * done / total : 0;
        std::cerr << "\r\033[K[" << std::string(static_cast<std::size_t>(full), '#')
                  << std::string(static_cast<std::size_t>(length - full), ' ') << "] " << what
                  << std::flush;
    }
    bool shown_;
};

}  // namespace

int run_command(const BenchCommand& command) {
    require_outputs(command.json, command.csv);
    const BackendSelection backend = select_backend(command.backend, command.device);
    if (command.kernel)
        find_kernel(*command.kernel, backend.kind);
    std::optional<nlohmann::ordered_json> earlier;
    if (command.compare)
        earlier = read_earlier_bench(*command.compare, backend.kind, command.grid);
    const std::unique_ptr<Simulation> simulation = make_simulation(backend, command.grid);
    const BenchReport report = [&] {
        const TerminalProgress progress;
        return run_bench(command, *simulation, progress.say());
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
