#include "app/options.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <utility>

#include "app/add_value.h"
#include "app/bench_options.h"
#include "app/recording/frame_sink.h"
#include "app/sharing_options.h"
#include "app/stability_options.h"
#include "app/state_options.h"
#include "heatlab_version.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr int exit_bad_arguments = 2;
constexpr int smallest_picture = 16;
constexpr int largest_picture = 16384;

constexpr const char* window_footer = R"(
r decides: up to 1/4 heat flows, past it the checkerboard takes over. Try
  heatlab                                      the window, paused; Space starts
  heatlab --grid 512 --init hot-pixel --r 0.24
  heatlab --grid 128x64 --r 0.26 --steps 400   watch it blow up, paused at step 400
  heatlab --grid 8192 --backend cpu --kernel two_step
  heatlab render --help                        pictures and fields without a window

With no display the same session is drawn off screen into heatlab.png.
Exit codes: 0 done, 1 a check or the work failed, 2 bad arguments.)";

constexpr const char* render_footer = R"(
Examples
  heatlab render --grid 512 --r 0.2 --init hot-square --steps 1000 --out a.png
  heatlab render --grid 512 --steps 0 --no-interface --size 512 --out start.png
  heatlab render --init random --seed 7 --steps 100 --dump field.npy
  heatlab render --r 0.26 --init hot-square --video blowup.mp4 --frames 300 --steps-per-frame 4
At least one output must be given; --dump, --coloured, --grey, --traces, --json
and --save-state need no OpenGL.)";

constexpr const char* check_footer = R"(
Compares every kernel of every backend that works here with a computation in more
precision and, bit for bit, with each other: awkward grids, step counts, r up to 0.26,
both types of cells.
  heatlab check
  heatlab check --backend cpu --json -
Exit code 1 when a case disagrees; the first cell that does is printed.)";

constexpr std::int64_t most_video_frames = 1'000'000;
constexpr const char* lesson_footer = R"(
A lesson is a Markdown file whose steps set the simulation, point at what matters and ask; see
docs/lessons.md. Page Down and Page Up go through it, F5 returns to the step.
  heatlab lesson list
  heatlab lesson check mine.md           wrong numbers end with exit code 1
  heatlab lesson run NAME                opens the window in it
  heatlab lesson run NAME:3 --presenter  at its third step, for a lecture room)";

GridSize parse_pixels(const std::string& name, const std::string& text) {
    const GridSize size = parse_size(name, text);
    const auto fits = [](int side) { return side >= smallest_picture && side <= largest_picture; };
    if (!fits(size.width) || !fits(size.height))
        throw InputError(name, grid_text(size), "each side has 16 to 16384 pixels");
    return size;
}

double parse_scale(const std::string& name, const std::string& text) {
    const double scale = parse_number(name, text);
    if (!(scale >= 1 && scale <= 2))
        throw InputError(name, text, "the interface is scaled by 1 to 2");
    return scale;
}

ui::ThemeKind parse_theme(const std::string& name, const std::string& text) {
    if (text == "dark")
        return ui::ThemeKind::dark;
    if (text == "light")
        return ui::ThemeKind::light;
    throw InputError(name, text.empty() ? "\"\"" : text, "one of dark, light is needed");
}

// --name and --no-name.
void add_switch(CLI::App& app, const std::string& name, const char* group, const std::string& help,
                const std::function<void(bool)>& set) {
    app.add_flag_callback(
           "--" + name, [set] { set(true); }, help)
        ->group(group);
    app.add_flag_callback(
           "--no-" + name, [set] { set(false); }, "the opposite")
        ->group(group);
}

void add_state_options(CLI::App& app, Settings& settings) {
    for (const StateOption& option : state_options()) {
        const TakeValue take = take_state(app, option, settings);
        if (option.is_switch)
            add_switch(app, option.name + 2, option.group, option.help,
                       [take, &option](bool on) { take(option.name, on ? "on" : "off"); });
        else
            add_value(app, option.name, option.value_name, option.group, option.help, take);
    }
}

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

void describe_window_options(CLI::App& app, WindowCommand& command) {
    const char* group = "Window";
    add_value(
        app, "--scale", "1..2", group, "of the interface, times the monitor's (as last time)",
        [&](const std::string& n, const std::string& t) { command.scale = parse_scale(n, t); });
    add_value(
        app, "--theme", "dark|light", group, "(as last time)",
        [&](const std::string& n, const std::string& t) { command.theme = parse_theme(n, t); });
    add_value(
        app, "--size", "WxH", group, "of the window, or of the picture (as last time)",
        [&](const std::string& n, const std::string& t) { command.size = parse_pixels(n, t); });
    add_value(app, "--flash-guard", "even-steps|every-step", group,
              "past r = 1/8 draw even steps only; every-step may flash (even-steps)",
              [&](const std::string& n, const std::string& t) {
                  command.flash_guard = parse_flash_guard(n, t);
              });
}

void describe_window(CLI::App& app, Parsed& parsed) {
    WindowCommand& command = parsed.window;
    add_file(app, command, parsed.start_file);
    add_sharing(app, command.settings, command.sharing);
    add_state_options(app, command.settings);
    describe_window_options(app, command);
    app.footer(window_footer);
}

void describe_render(CLI::App& app, RenderCommand& command) {
    const char* group = "Output";
    add_value(app, "--out", "PNG", group, "the picture",
              [&](const std::string& n, const std::string& t) { command.out = parse_path(n, t); });
    add_value(
        app, "--video", "MP4|GIF|PNG", group,
        "a video by ffmpeg; without it, or with PNG, the frames as pictures in a folder. The field "
        "alone unless --interface is given. It begins after --steps and takes --steps-per-frame "
        "(1)",
        [&](const std::string& n, const std::string& t) {
            command.video = parse_path(n, t);
            validate_recording_path(n, *command.video);
        });
    add_value(app, "--frames", "N", group, "of the video (300)",
              [&](const std::string& n, const std::string& t) {
                  command.frames = parse_integer(n, t, 1, most_video_frames);
              });
    add_value(app, "--fps", "X", group, "frames of the video in a second (30)",
              [&](const std::string& n, const std::string& t) {
                  command.frames_per_second = parse_number(n, t);
                  if (!(command.frames_per_second >= 1 && command.frames_per_second <= 120))
                      throw InputError(n, t, "1 to 120 is allowed");
              });
    add_value(app, "--dump", "NPY", group,
              "the field: in its own type, C order, shape (height, width)",
              [&](const std::string& n, const std::string& t) { command.dump = parse_path(n, t); });
    add_value(
        app, "--coloured", "PNG", group,
        "the field, a pixel a cell, in the colours of --colormap over --range (auto: from the "
        "smallest value to the largest)",
        [&](const std::string& n, const std::string& t) { command.coloured = parse_path(n, t); });
    add_value(app, "--grey", "PNG", group, "the same in grey of 16 bits",
              [&](const std::string& n, const std::string& t) { command.grey = parse_path(n, t); });
    add_value(
        app, "--traces", "CSV", group,
        "the history that Growth and Extremes draw; - is standard output",
        [&](const std::string& n, const std::string& t) { command.traces = parse_path(n, t); });
    add_value(app, "--json", "FILE", group, "what was measured; - is standard output",
              [&](const std::string& n, const std::string& t) { command.json = parse_path(n, t); });
    add_value(
        app, "--size", "WxH", group, "pixels (1280x720)",
        [&](const std::string& n, const std::string& t) { command.size = parse_pixels(n, t); });
    add_switch(app, "interface", group, "the whole window in the picture, or the field alone (on)",
               [&](bool on) { command.with_interface = on; });
    add_value(
        app, "--scale", "1..2", group, "of the interface (1)",
        [&](const std::string& n, const std::string& t) { command.scale = parse_scale(n, t); });
    add_value(
        app, "--theme", "dark|light", group, "(dark)",
        [&](const std::string& n, const std::string& t) { command.theme = parse_theme(n, t); });
    add_sharing(app, command.settings, command.sharing);
    add_state_options(app, command.settings);
    app.footer(render_footer);
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

void describe_lesson_run(CLI::App& app, WindowCommand& command) {
    LessonStart& start = command.lesson.emplace();
    app.add_option("lesson", start.name, "NAME, NAME:STEP or a file that ends in .md")
        ->type_name("")
        ->required();
    app.add_flag("--answer", start.answer, "with the answer to the step's question")
        ->group("Lesson");
    app.add_flag("--presenter", start.presenting, "large type, the field and one control")
        ->group("Lesson");
    add_value(app, "--out", "PNG", "Lesson", "a picture of the step instead of a window",
              [&](const std::string& n, const std::string& t) { command.out = parse_path(n, t); });
    // What a lesson does not set; the others would only be set again.
    for (const StateOption& option : state_options())
        for (const char* name : {"--kernel", "--backend", "--device", "--display", "--colormap"})
            if (std::string_view(option.name) == name)
                add_value(app, option.name, option.value_name, option.group, option.help,
                          [&command, &option](const std::string& n, const std::string& t) {
                              option.apply(command.settings, n, t);
                          });
    describe_window_options(app, command);
}

void describe_lesson(CLI::App& app, Parsed& parsed) {
    const auto add_json = [&](CLI::App& to) {
        add_value(to, "--json", "FILE", "Options", "as JSON; - is standard output",
                  [&](const std::string& n, const std::string& t) {
                      parsed.lesson.json = parse_path(n, t);
                  });
    };
    add_json(*app.add_subcommand("list", "Lists the lessons"));
    CLI::App& check = *app.add_subcommand(
        "check", "Reads a lesson, sets its formulas and measures the numbers in its text");
    check.add_option("lesson", parsed.lesson.file, "NAME or a file that ends in .md")
        ->type_name("")
        ->required();
    add_json(check);
    describe_lesson_run(*app.add_subcommand("run", "Opens the window in a lesson"),
                        parsed.lesson_window);
    app.require_subcommand(1);
    app.footer(lesson_footer);
}

Invocation finish_lesson(const CLI::App& app, Parsed& parsed) {
    if (app.got_subcommand("run")) {
        if (parsed.lesson_window.flash_guard)
            parsed.lesson_window.settings.flash_guard = *parsed.lesson_window.flash_guard;
        const LessonStart& start = *parsed.lesson_window.lesson;
        if (start.answer && !parsed.lesson_window.out)
            throw InputError("--answer", "without --out",
                             "belongs to a picture; in the window Page Down shows the answer");
        return parsed.lesson_window;
    }
    parsed.lesson.what =
        app.got_subcommand("check") ? LessonCommand::What::check : LessonCommand::What::list;
    return parsed.lesson;
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

Invocation finish_render(const CLI::App& app, Parsed& parsed) {
    check_combinations(parsed.render.settings, given_in(app));
    check_sharing(parsed.render.sharing, given_in(app));
    RenderCommand& render = parsed.render;
    const auto given = given_in(app);
    const bool wanted = render.out || render.video || render.dump || render.coloured ||
                        render.grey || render.traces || render.json || render.sharing.save_state;
    if (!wanted)
        throw InputError("--out", "missing",
                         "give --out PNG, --video MP4, --dump NPY, --coloured PNG, --grey PNG, "
                         "--traces CSV, --json FILE or --save-state JSON");
    if (render.out && render.video)
        throw InputError("--video", "beside --out", "a picture or a video is made, one at a time");
    for (const char* option : {"--frames", "--fps"})
        if (given(option) && !render.video)
            throw InputError(option, "without --video", "belongs to --video");
    // Figures of the machine would make two videos of one command differ.
    if (render.video && !given("--interface"))
        render.with_interface = false;
    for (const auto& [name, path] :
         {std::pair("--out", render.out), std::pair("--dump", render.dump),
          std::pair("--coloured", render.coloured), std::pair("--grey", render.grey)})
        if (path && *path == "-")
            throw InputError(name, "-", "is written as a file, not to standard output");
    return parsed.render;
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
    describe_lesson(lesson, parsed);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
        if (const auto chosen = app.get_subcommands(); !chosen.empty())
            require_none_before(app, chosen.front()->get_name());
        if (render.parsed())
            return finish_render(render, parsed);
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
        if (lesson.parsed())
            return finish_lesson(lesson, parsed);
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
