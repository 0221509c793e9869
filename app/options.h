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
    std::optional<std::string> json;
};

/// `heatlab bench`
struct BenchCommand {
    GridSize grid{2048, 2048};
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

/// "1024x512" or "512". Throws InputError (argument `argument`).
GridSize parse_size(const std::string& argument, const std::string& text);
/// The same for a grid of so many dimensions: "N" for all sides, or one number for each; three
/// where two are expected make it three. Throws InputError.
GridSize parse_grid(const std::string& argument, const std::string& text, int dimensions);
/// "auto", "symmetric" or "LO,HI". Throws InputError.
RangeSetting parse_range(const std::string& argument, const std::string& text);
/// "TOP,RIGHT,BOTTOM,LEFT". Throws InputError.
Walls parse_walls(const std::string& argument, const std::string& text);
/// "periodic", or one kind per side: "TOP,RIGHT,BOTTOM,LEFT". Throws InputError, also for pairs
/// that make no sense.
Boundaries parse_boundaries(const std::string& argument, const std::string& text);
/// Kernels after commas, each with "cpu:" or "cuda:" before it where it is to run there, and "@"
/// and a host-copy policy behind it where the field is to be copied. Throws InputError.
std::vector<ComparedView> parse_compared_views(const std::string& argument, const std::string& text,
                                               int dimensions = 2);
/// The name of a policy; every_n takes its n too: "every_n:20". Throws InputError.
HostCopySetting parse_host_copies(const std::string& argument, const std::string& text);
/// As `parse_host_copies` reads it.
std::string host_copies_text(const HostCopySetting& setting);
/// As `parse_compared_views` reads it.
std::string compared_views_text(const std::vector<ComparedView>& views);
/// "C" or "C,logarithmic": sets the view that is compared with A, and the scale. Throws InputError.
void parse_difference(const std::string& argument, const std::string& text,
                      ComparisonSetting& comparison);
std::string difference_text(const ComparisonSetting& comparison);
/// As `parse_walls` reads it.
std::string walls_text(const Walls& walls);
/// "fit" or "COL,ROW,PIXELS_PER_CELL". Throws InputError.
ViewSetting parse_view(const std::string& argument, const std::string& text);
/// "none", or what is to be observed, after commas. Throws InputError.
LaboratorySetting parse_observed(const std::string& argument, const std::string& text);
std::string observed_text(const LaboratorySetting& setting);
/// "x", "y", "z" or "z:12". Throws InputError.
SliceSetting parse_slice(const std::string& argument, const std::string& text);
std::string slice_text(const SliceSetting& slice);
/// "RADIUS,HEAT,COOL". Throws InputError.
BrushSetting parse_brush(const std::string& argument, const std::string& text);
/// "P", "P,Q" or "P,Q,S", as many as `dimensions`, each at least 1; the rest are 1. Throws
/// InputError.
std::array<int, 3> parse_mode(const std::string& argument, const std::string& text,
                              int dimensions = 2);
/// The name of a file; refuses an empty one. Throws InputError.
std::string parse_path(const std::string& argument, const std::string& text);
/// A finite number, nothing before or behind it. Throws InputError.
double parse_number(const std::string& argument, const std::string& text);
/// A whole number in [low, high]. Throws InputError.
std::int64_t parse_integer(const std::string& argument, const std::string& text, std::int64_t low,
                           std::int64_t high);

}  // namespace heatlab
