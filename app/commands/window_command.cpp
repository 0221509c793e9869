#include <filesystem>
#include <iostream>
#include <string>
#include <tuple>

#include "app/commands/commands.h"
#include "app/commands/picture_command.h"
#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_state.h"
#include "app/share_folder.h"
#include "app/text_file.h"
#include "app/window/window_loop.h"
#include "render/colormap.h"
#include "render/graphics_error.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

constexpr const char* picture_name = "heatlab.png";
// Enough for medians, and over in moments on any grid: what runs when no number of steps was given.
constexpr std::int64_t default_steps = 100;

RenderCommand picture_of(const WindowCommand& command) {
    RenderCommand picture;
    picture.settings = command.settings;
    picture.sharing = command.sharing;
    picture.scale = command.scale.value_or(1);
    picture.theme = command.theme.value_or(ui::ThemeKind::dark);
    if (command.size)
        picture.size = *command.size;
    picture.out = std::filesystem::absolute(command.out.value_or(picture_name));
    return picture;
}

/// What the window offers and begins with; a wrong name or file is refused before anything opens.
WindowLessons lessons_of(const WindowCommand& command, const std::filesystem::path& share) {
    WindowLessons lessons;
    if (command.out && !command.lesson)
        return lessons;
    lessons.library = load_lessons(share);
    if (command.lesson)
        std::tie(lessons.first, lessons.step) =
            find_lesson_step(*lessons.library, command.lesson->name);
    return lessons;
}

/// The step that the lesson begins with, and its state in place of the settings.
void set_lesson(const LessonStart& start, const WindowLessons& lessons, RenderCommand& picture) {
    picture.lesson = lessons.first;
    if (start.answer && !picture.lesson->steps[lessons.step].question)
        throw InputError("--answer", start.name, "this step asks no question");
    picture.place = {lessons.step, start.answer};
    picture.presenting = start.presenting;
    const LessonState state = lesson_state(*picture.lesson, picture.settings, picture.place);
    picture.settings = state.settings;
    if (!state.running && !picture.settings.steps)
        picture.settings.steps = 0;
}

int draw_picture(const WindowCommand& command, const BackendSelection& backend,
                 const WindowLessons& lessons) {
    RenderCommand picture = picture_of(command);
    if (command.lesson)
        set_lesson(*command.lesson, lessons, picture);
    if (!picture.settings.steps)
        picture.settings.steps = default_steps;
    const Snapshot snapshot = render_session(picture, backend);
    std::cout << picture.out->string() << "\n";
    if (!command.lesson)
        print_timing_table(std::cout, snapshot);
    return exit_done;
}

}  // namespace

int run_command(const WindowCommand& command) {
    if (command.sharing.save_state)
        require_writable("--save-state", *command.sharing.save_state);
    const std::filesystem::path share = share_folder();
    const ColorMapLibrary colormaps(share);
    colormaps.find(command.settings.colormap);
    const WindowLessons lessons = lessons_of(command, share);
    const BackendSelection backend =
        select_backend(command.settings.backend, command.settings.device);
    if (command.out)
        return draw_picture(command, backend, lessons);
    std::string reason;
    if (display_available(reason)) {
        try {
            run_window(command, backend, share, lessons);
            return exit_done;
        } catch (const GraphicsError& error) {
            reason = error.what();
        }
    }
    std::cerr << "heatlab: no window can be opened (" << reason
              << "); drawing the same session off screen\n";
    return draw_picture(command, backend, lessons);
}

}  // namespace heatlab
