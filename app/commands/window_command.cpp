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

/// The step that the lesson begins with, and its state in place of the settings.
void set_lesson(const LessonStart& start, const std::filesystem::path& share,
                RenderCommand& picture) {
    std::size_t step = 0;
    std::tie(picture.lesson, step) = find_lesson_step(*load_lessons(share), start.name);
    if (start.answer && !picture.lesson->steps[step].question)
        throw InputError("--answer", start.name, "this step asks no question");
    picture.place = {step, start.answer};
    picture.presenting = start.presenting;
    const LessonState state = lesson_state(*picture.lesson, picture.settings, picture.place);
    picture.settings = state.settings;
    if (!state.running && !picture.settings.steps)
        picture.settings.steps = 0;
}

int draw_picture(const WindowCommand& command, const BackendSelection& backend,
                 const std::filesystem::path& share) {
    RenderCommand picture = picture_of(command);
    if (command.lesson)
        set_lesson(*command.lesson, share, picture);
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
    if (command.lesson)  // a wrong name or file is refused before anything opens
        find_lesson_step(*load_lessons(share), command.lesson->name);
    const BackendSelection backend =
        select_backend(command.settings.backend, command.settings.device);
    if (command.out)
        return draw_picture(command, backend, share);
    std::string reason;
    if (display_available(reason)) {
        try {
            run_window(command, backend, share);
            return exit_done;
        } catch (const GraphicsError& error) {
            reason = error.what();
        }
    }
    std::cerr << "heatlab: no window can be opened (" << reason
              << "); drawing the same session off screen\n";
    return draw_picture(command, backend, share);
}

}  // namespace heatlab
