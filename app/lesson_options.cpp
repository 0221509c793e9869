#include "app/lesson_options.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include "app/add_value.h"
#include "app/options.h"
#include "app/state_options.h"
#include "app/window_options.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr const char* footer = R"(
A lesson is a Markdown file whose steps set the simulation, point at what matters and ask; see
docs/lessons.md. Page Down and Page Up go through it, F5 returns to the step.
  heatlab lesson list
  heatlab lesson check mine.md           wrong numbers end with exit code 1
  heatlab lesson run NAME                opens the window in it
  heatlab lesson run NAME:3 --presenter  at its third step, for a lecture room)";

/// What a lesson does not set; the others would only be set again.
constexpr std::array<std::string_view, 5> users_options{"--kernel", "--backend", "--device",
                                                        "--display", "--colormap"};
constexpr const char* not_in_help = "";

bool is_users(const StateOption& option) {
    return std::ranges::find(users_options, option.name) != users_options.end();
}

void refuse_lessons_own(const std::string& name, const std::string& text) {
    throw InputError(name, text,
                     "a lesson sets this itself; " + name_list(users_options) + " are yours");
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
    for (const StateOption& option : state_options()) {
        if (is_users(option))
            add_value(app, option.name, option.value_name, option.group, option.help,
                      [&command, &option](const std::string& n, const std::string& t) {
                          option.apply(command.settings, n, t);
                      });
        else if (!option.is_switch)
            add_value(app, option.name, option.value_name, not_in_help, "", refuse_lessons_own);
    }
    describe_window_options(app, command);
}

}  // namespace

void describe_lesson(CLI::App& app, LessonCommand& command, WindowCommand& window) {
    const auto add_json = [&](CLI::App& to) {
        add_value(
            to, "--json", "FILE", "Options", "as JSON; - is standard output",
            [&](const std::string& n, const std::string& t) { command.json = parse_path(n, t); });
    };
    add_json(*app.add_subcommand("list", "Lists the lessons"));
    CLI::App& check = *app.add_subcommand(
        "check", "Reads a lesson, sets its formulas and measures the numbers in its text");
    check.add_option("lesson", command.file, "NAME or a file that ends in .md")
        ->type_name("")
        ->required();
    add_json(check);
    describe_lesson_run(*app.add_subcommand("run", "Opens the window in a lesson"), window);
    app.require_subcommand(1);
    app.footer(footer);
}

void check_lesson_options(const CLI::App& app, LessonCommand& command, WindowCommand& window) {
    if (app.got_subcommand("run")) {
        if (window.flash_guard)
            window.settings.flash_guard = *window.flash_guard;
        const LessonStart& start = *window.lesson;
        if (start.answer && !window.out)
            throw InputError("--answer", "without --out",
                             "belongs to a picture; in the window Page Down shows the answer");
        return;
    }
    command.what =
        app.got_subcommand("check") ? LessonCommand::What::check : LessonCommand::What::list;
}

}  // namespace heatlab
