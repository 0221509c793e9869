#include "app/options.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <utility>

#include "app/add_value.h"
#include "app/bench_options.h"
#include "app/render_options.h"
#include "app/sharing_options.h"
#include "app/stability_options.h"
#include "app/state_options.h"
#include "app/window_options.h"
#include "heatlab_version.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr int exit_bad_arguments = 2;
constexpr const char* window_footer = R"(
r decides: up to 1/4 heat flows, past it the checkerboard takes over. Try
  heatlab                                      the window, paused; Space starts
  heatlab --grid 512 --init hot-pixel --r 0.24
  heatlab --grid 128x64 --r 0.26 --steps 400   watch it blow up, paused at step 400
  heatlab --grid 8192 --backend cpu --kernel two_step
  heatlab render --help                        pictures and fields without a window

With no display the same session is drawn off screen into heatlab.png.
Exit codes: 0 done, 1 a check or the work failed, 2 bad arguments.)";

constexpr const char* check_footer = R"(
Compares every kernel of every backend that works here with a computation in more
precision and, bit for bit, with each other: awkward grids, step counts, r up to 0.26,
both types of cells.
  heatlab check
  heatlab check --backend cpu --json -
Exit code 1 when a case disagrees; the first cell that does is printed.)";

// The parsed form of one command line.
struct Parsed {
    WindowCommand window;
    RenderCommand render;
    CheckCommand check;
    ListCommand list;
    BenchCommand bench;
    std::string list_what;
    std::string start_file;  ///< FILE, where it is an initial field
    StabilityCommand stability;
    LessonCommand lesson;
    SectorsCommand sectors;
    GhostZoneCommand ghost_zone;
    WindowCommand lesson_window;
};

void describe_window(CLI::App& app, Parsed& parsed) {
    WindowCommand& command = parsed.window;
    add_file(app, command, parsed.start_file);
    add_sharing(app, command.settings, command.sharing);
    add_state_options(app, command.settings);
    describe_window_options(app, command);
    app.footer(window_footer);
}

void describe_check(CLI::App& app, CheckCommand& command) {
    add_backend(app, "Options", command.backend, "auto: all that work here (auto)");
    add_device(app, "Options", command.device);
    add_value(
        app, "--type", "float32|float64", "Options", "of the fields' cells (both)",
        [&](const std::string& n, const std::string& t) { command.type = find_cell_type(t, n); });
    add_value(app, "--json", "FILE", "Options", "the result; - is standard output",
              [&](const std::string& n, const std::string& t) { command.json = parse_path(n, t); });
    app.footer(check_footer);
}

void describe_list(CLI::App& app, Parsed& parsed) {
    app.add_option("what", parsed.list_what,
                   "kernels, devices, inits, colormaps, presets or applications")
        ->type_name("")
        ->required();
    add_value(
        app, "--json", "FILE", "Options", "as JSON; - is standard output",
        [&](const std::string& n, const std::string& t) { parsed.list.json = parse_path(n, t); });
    add_value(
        app, "--csv", "FILE", "Options", "as CSV; - is standard output",
        [&](const std::string& n, const std::string& t) { parsed.list.csv = parse_path(n, t); });
}

ListCommand::What parse_what(const std::string& text) {
    const std::pair<const char*, ListCommand::What> names[] = {
        {"kernels", ListCommand::What::kernels}, {"devices", ListCommand::What::devices},
        {"inits", ListCommand::What::inits},     {"colormaps", ListCommand::What::colormaps},
        {"presets", ListCommand::What::presets}, {"applications", ListCommand::What::applications}};
    for (const auto& [name, what] : names)
        if (text == name)
            return what;
    throw InputError("list", text,
                     "one of kernels, devices, inits, colormaps, presets, applications is needed");
}

std::function<bool(const char*)> given_in(const CLI::App& app) {
    // A subcommand need not have every option that is asked about.
    return [&app](const char* name) {
        const CLI::Option* option = app.get_option_no_throw(name);
        return option != nullptr && option->count() > 0;
    };
}

// Options before a subcommand would be taken for the window's and lost.
void require_none_before(const CLI::App& app, const std::string& subcommand) {
    for (const CLI::Option* option : app.get_options())
        if (option->count() > 0)
            throw InputError(option->get_name(), "before " + subcommand,
                             "options follow the subcommand: heatlab " + subcommand + " " +
                                 option->get_name() + " ...");
}

Invocation finish_window(const CLI::App& app, Parsed& parsed) {
    check_combinations(parsed.window.settings, given_in(app));
    check_sharing(parsed.window.sharing, given_in(app));
    check_start_file(parsed.start_file, given_in(app));
    if (parsed.window.sharing.state || given_in(app)("--observe"))
        parsed.window.laboratory = parsed.window.settings.laboratory;
    if (parsed.window.flash_guard)
        parsed.window.settings.flash_guard = *parsed.window.flash_guard;
    return parsed.window;
}

std::string command_name(const CLI::App& app) {
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? "heatlab" : "heatlab " + chosen.front()->get_name();
}

}  // namespace

std::variant<Invocation, Finished> parse_command_line(const std::vector<std::string>& arguments,
                                                      std::ostream& out, std::ostream& err) {
    Parsed parsed;
    CLI::App app("heatlab: the 2-D heat equation, live, with kernels to switch and compare",
                 "heatlab");
    app.set_version_flag("--version", "heatlab " HEATLAB_VERSION);
    app.get_formatter()->column_width(36);
    describe_window(app, parsed);
    CLI::App& render =
        *app.add_subcommand("render", "Runs steps and writes a picture or the field");
    CLI::App& check = *app.add_subcommand(
        "check", "Compares all kernels with each other and with a reference in more precision");
    CLI::App& list = *app.add_subcommand(
        "list",
        "Lists kernels, devices, inits (initial fields), colormaps, presets or applications (of "
        "ghost zones)");
    CLI::App& stability =
        *app.add_subcommand("stability", "Runs past the bound and compares growth with theory");
    CLI::App& bench = *app.add_subcommand(
        "bench", "Times the kernels, the copies and the time steps: the report of record");
    CLI::App& sectors = *app.add_subcommand(
        "sectors",
        "Counts the memory accesses that CUDA kernels issue, and compares with their sources");
    CLI::App& ghost_zone = *app.add_subcommand(
        "ghost-zone", "Advances tiles k steps per launch, and judges the model that chooses k");
    CLI::App& lesson = *app.add_subcommand("lesson", "Lists, checks or runs lessons");
    app.require_subcommand(0, 1);
    describe_render(render, parsed.render);
    describe_check(check, parsed.check);
    describe_list(list, parsed);
    describe_stability_options(stability, parsed.stability);
    describe_bench(bench, parsed.bench);
    describe_sectors(sectors, parsed.sectors);
    describe_ghost_zone(ghost_zone, parsed.ghost_zone);
    describe_lesson(lesson, parsed.lesson, parsed.lesson_window);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (const auto chosen = app.get_subcommands(); !chosen.empty())
            require_none_before(app, chosen.front()->get_name());
        if (render.parsed()) {
            check_render_options(parsed.render, given_in(render));
            return parsed.render;
        }
        if (check.parsed())
            return parsed.check;
        if (bench.parsed())
            return parsed.bench;
        if (sectors.parsed()) {
            check_sectors_options(parsed.sectors);
            return parsed.sectors;
        }
        if (ghost_zone.parsed()) {
            check_ghost_zone_options(parsed.ghost_zone);
            return parsed.ghost_zone;
        }
        if (list.parsed()) {
            parsed.list.what = parse_what(parsed.list_what);
            return parsed.list;
        }
        if (stability.parsed()) {
            check_stability_options(parsed.stability, given_in(stability));
            return parsed.stability;
        }
        if (lesson.parsed()) {
            check_lesson_options(lesson, parsed.lesson, parsed.lesson_window);
            if (lesson.got_subcommand("run"))
                return parsed.lesson_window;
            return parsed.lesson;
        }
        return finish_window(app, parsed);
    } catch (const CLI::Success& help_or_version) {
        app.exit(help_or_version, out, err);
        return Finished{0};
    } catch (const CLI::ParseError& error) {
        err << command_name(app) << ": " << error.what() << "\n"
            << "Run " << command_name(app) << " --help for what is allowed.\n";
    } catch (const InputError& error) {
        err << command_name(app) << ": " << error.what() << "\n";
    }
    return Finished{exit_bad_arguments};
}

}  // namespace heatlab
