#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/ghost_zone_options.h"
#include "app/lesson/lesson_state.h"
#include "app/lesson_options.h"
#include "app/option_values.h"
#include "app/sectors_options.h"
#include "app/settings.h"
#include "app/shared_state.h"
#include "app/stability_options.h"
#include "app/ui/interface_state.h"

namespace heatlab {

/// What a session is brought back from, and what it leaves behind.
struct Sharing {
    std::optional<SharedState> state;  ///< --state, FILE: `settings` have it already
    std::optional<std::filesystem::path> save_state;
    bool with_field = false;  ///< of save_state; one that options cannot bring back always goes

    /// What the session begins with instead of an initial field.
    std::optional<StartField> field() const { return state ? state->field : std::nullopt; }
};

/// `heatlab`: the window, or, with no display, a picture of the same session.
struct WindowCommand {
    Settings settings;
    std::optional<double> scale;                  ///< --scale; none: as the preferences say
    std::optional<ui::ThemeKind> theme;           ///< --theme; none: as the preferences say
    std::optional<FlashGuardMode> flash_guard;    ///< --flash-guard; none: as the preferences say
    std::optional<GridSize> size;                 ///< --size, logical pixels; none: as remembered
    std::optional<LaboratorySetting> laboratory;  ///< --observe, a state; none: as the preferences
    Sharing sharing;
    std::optional<LessonStart> lesson;         ///< it opens with
    std::optional<std::filesystem::path> out;  ///< a picture of it instead, off screen
};

/// `heatlab render`
struct RenderCommand {
    Settings settings;
    double scale = 1;
    ui::ThemeKind theme = ui::ThemeKind::dark;
    GridSize size{1280, 720};  ///< pixels
    bool with_interface = true;
    std::optional<std::filesystem::path> out;    ///< PNG
    std::optional<std::filesystem::path> video;  ///< MP4, GIF, or PNG for a folder of frames
    std::int64_t frames = 300;                   ///< of the video
    double frames_per_second = 30;
    std::optional<std::filesystem::path> dump;      ///< NPY; "-" is not allowed
    std::optional<std::filesystem::path> coloured;  ///< PNG, a pixel a cell
    std::optional<std::filesystem::path> grey;      ///< the same with 16 bits
    std::optional<std::string> traces;              ///< CSV; "-": standard output
    std::optional<std::string> json;                ///< what was measured; "-": standard output
    Sharing sharing;
    std::shared_ptr<const Lesson> lesson;  ///< drawn at `place`, whose state `settings` are
    LessonPlace place;
    bool presenting = false;  ///< in presenter's mode
};

/// `heatlab check`
struct CheckCommand {
    BackendChoice backend = BackendChoice::automatic;  ///< automatic: every backend that works here
    int device = 0;
    std::optional<CellType> type;  ///< of cells; none: both
    std::optional<std::string> json;
};

/// `heatlab bench`
struct BenchCommand {
    GridSize grid{2048, 2048};
    CellType type = CellType::float32;
    BackendChoice backend = BackendChoice::automatic;
    int device = 0;
    InitialFieldSpec init;              ///< a hot square unless told otherwise
    std::optional<std::string> kernel;  ///< none: all
    std::optional<std::int64_t> steps;  ///< of each timed run; with a kernel: nothing else is run
    int repeats = 9;
    std::optional<std::string> json;
    std::optional<std::string> csv;
    std::optional<std::string> compare;  ///< an earlier report
};

/// `heatlab list kernels|devices|inits|colormaps|presets|applications`
struct ListCommand {
    enum class What { kernels, devices, inits, colormaps, presets, applications };
    What what = What::kernels;
    std::optional<std::string> json;
    std::optional<std::string> csv;
};

using Invocation =
    std::variant<WindowCommand, RenderCommand, CheckCommand, ListCommand, BenchCommand,
                 StabilityCommand, LessonCommand, SectorsCommand, GhostZoneCommand>;

/// Nothing is to be run: --help, --version (0, said on `out`) or bad arguments (2, said on `err`).
struct Finished {
    int exit_code = 0;
};

/// Parses a command line without the program's name. Checks everything that needs no device and no
/// file but a preset's: values in words, what excludes what. What the user got wrong is not thrown.
std::variant<Invocation, Finished> parse_command_line(const std::vector<std::string>& arguments,
                                                      std::ostream& out, std::ostream& err);

}  // namespace heatlab
