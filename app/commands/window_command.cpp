#include <filesystem>
#include <iostream>
#include <string>

#include "app/commands/commands.h"
#include "app/commands/picture_command.h"
#include "app/share_folder.h"
#include "app/text_file.h"
#include "app/window/window_loop.h"
#include "render/colormap.h"
#include "render/graphics_error.h"

namespace heatlab {
namespace {

constexpr const char* picture_name = "heatlab.png";
// Enough for medians, and over in moments on any grid: what runs when no number of steps was given.
constexpr std::int64_t default_steps = 100;

int draw_instead(const WindowCommand& command, const BackendSelection& backend,
                 const std::string& reason) {
    std::cerr << "heatlab: no window can be opened (" << reason
              << "); drawing the same session off screen\n";
    RenderCommand picture;
    picture.settings = command.settings;
    picture.sharing = command.sharing;
    if (!picture.settings.steps)
        picture.settings.steps = default_steps;
    picture.scale = command.scale.value_or(1);
    picture.theme = command.theme.value_or(ui::ThemeKind::dark);
    if (command.size)
        picture.size = *command.size;
    picture.out = std::filesystem::absolute(picture_name);
    const Snapshot snapshot = render_session(picture, backend);
    std::cout << picture.out->string() << "\n";
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
    const BackendSelection backend =
        select_backend(command.settings.backend, command.settings.device);
    std::string reason;
    if (display_available(reason)) {
        try {
            run_window(command, backend, share);
            return exit_done;
        } catch (const GraphicsError& error) {
            reason = error.what();
        }
    }
    return draw_instead(command, backend, reason);
}

}  // namespace heatlab
