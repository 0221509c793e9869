// Draws frames of a live session off screen while CUPTI records every copy between device and host,
// and writes what it saw as JSON. The claim behind the program's badge, looked at from outside:
//   interop  fewer than 1 KiB per frame comes to the host (statistics and probe included)
//   staged   one field per drawn frame comes to the host, and no more than 1 KiB beside it
// The view has a pixel for each cell, or with --reduced one for several, so that a picture reduced
// on the device is drawn; interop alone, as what staged copies is then no whole field. With --depth
// it is three slices of a block, for which all cells are needed.
//
// Exit code 0: the claim holds; 1: it does not, or something failed; 2: bad arguments; 77: no CUDA
// device, no CUPTI or no such OpenGL here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/backends.h"
#include "app/commands/measured.h"
#include "app/field_display.h"
#include "app/text_file.h"
#include "render/colormap.h"
#include "render/egl_context.h"
#include "render/field_renderer.h"
#include "render/graphics_error.h"
#include "render/slices_renderer.h"
#include "render/window.h"
#include "sim/errors.h"
#include "tests/cuda/cupti_memcpy_record.h"

namespace heatlab::testing {
namespace {

using Json = nlohmann::ordered_json;

constexpr double allowed_bytes_beside_field = 1'024;
constexpr int warm_up_frames = 60;
constexpr int skipped = 77;

struct Arguments {
    std::string display = "interop";
    std::string opengl = "hardware";
    std::string kernel = "tiled";
    std::string json;
    int frames = 1'000;
    int width = 1'024;
    int height = 512;
    int depth = 1;
    int reduced = 1;  ///< cells a pixel and axis
};

std::filesystem::path share_beside_program() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "share" /
           "heatlab";
}

/// The OpenGL that draws. `hardware` and `software` are made off screen; `window` is a hidden
/// window, drawn by whatever the environment chooses: software beside a CUDA device, for one.
class Screen {
public:
    explicit Screen(const std::string& opengl) {
        if (opengl == "window") {
            WindowOptions options;
            options.visible = false;
            options.vsync = false;
            window_ = std::make_unique<Window>(options);
            return;
        }
        EglRequest request;
        request.preference =
            opengl == "hardware" ? EglPreference::hardware : EglPreference::software;
        if (opengl == "hardware") {
            request.cuda_device = 0;
        }
        context_ = EglContext::create(request);
    }

    const GlInfo& info() const { return window_ ? window_->info() : context_->info(); }

private:
    std::unique_ptr<Window> window_;
    std::unique_ptr<EglContext> context_;
};

/// A running session and what draws it.
class Show {
public:
    Show(const Arguments& arguments, const BackendSelection& backend)
        : live_(settings_of(arguments), backend),
          renderer_(share_beside_program()),
          colormaps_(share_beside_program()),
          slices_(arguments.depth > 1 ? std::make_unique<SlicesRenderer>(share_beside_program())
                                      : nullptr),
          grid_(grid_of(arguments)),
          width_(std::max(1, arguments.width / arguments.reduced)),
          height_(std::max(1, arguments.height / arguments.reduced)),
          pixels_per_cell_(1.0 / arguments.reduced) {
        live_.session.apply(
            command::SetPicture{{0, 0, grid_.width, grid_.height}, width_, height_});
        live_.session.apply(command::SetProbe{Cell{grid_.height / 2, grid_.width / 2}});
        live_.session.apply(command::Play{});
    }

    void draw_frame() {
        now_ += 1.0 / 60;
        live_.begin_frame(now_);
        const FieldTextureView& field = live_.display.views().front();
        const VolumeView& volume = live_.display.volumes().front();
        block_ = volume.empty() ? field.block : 1;
        FieldStyle style;
        style.map = &colormaps_.default_map();
        if (slices_ && !volume.empty()) {
            const SlicePlaces middle{grid_.width / 2, grid_.height / 2, grid_.depth / 2};
            slices_->render(volume, style, {}, middle, slices_width, slices_height);
            volume_shown_ = true;
        } else if (!slices_ && !field.empty()) {
            renderer_.render(field, {grid_.width * 0.5, grid_.height * 0.5, pixels_per_cell_},
                             style, width_, height_);
        }
        live_.session.end_frame({0, 0, 1.0 / 60}, {60, false, 60});
        // So that every frame finds the batch before it finished and starts the next one.
        live_.session.simulation().wait();
    }

    LiveSession& live() { return live_; }
    /// Cells a texel and axis in the last frame.
    int block() const { return block_; }
    /// Whether what was asked for could be drawn: three slices need all cells.
    bool shown() const { return !slices_ || volume_shown_; }

private:
    static constexpr int slices_width = 1920;
    static constexpr int slices_height = 1080;

    static GridSize grid_of(const Arguments& arguments) {
        return arguments.depth > 1
                   ? GridSize::box(arguments.width, arguments.height, arguments.depth)
                   : GridSize{arguments.width, arguments.height};
    }
    static Settings settings_of(const Arguments& arguments) {
        Settings settings = with_grid({}, grid_of(arguments));
        settings.show = arguments.depth > 1 ? ShowMode::slices : ShowMode::flat;
        settings.r = 0.05;  // no sign flips, so no frame is held back by the flash guard
        settings.kernel = arguments.kernel;
        settings.backend = BackendChoice::cuda;
        // With software OpenGL the program has to find out by itself that interop is refused.
        const bool forced = arguments.display == "staged" && arguments.opengl == "hardware";
        settings.display = forced ? DisplayChoice::staged : DisplayChoice::automatic;
        return settings;
    }

    LiveSession live_;
    FieldRenderer renderer_;
    ColorMapLibrary colormaps_;
    std::unique_ptr<SlicesRenderer> slices_;  ///< null: flat
    bool volume_shown_ = false;
    GridSize grid_;
    int width_;  ///< of the picture
    int height_;
    double pixels_per_cell_;
    int block_ = 0;
    double now_ = 0;
};

/// What the frames did, beside what was copied.
struct FrameTotals {
    std::uint64_t counted_bytes = 0;
    std::int64_t steps = 0;
    double seconds = 0;
};

Json result_of(const Arguments& arguments, Show& show, const GlInfo& gl, const MemcpyTotals& copied,
               const FrameTotals& totals) {
    const Snapshot& seen = show.live().session.snapshot();
    const double frames = arguments.frames;
    const std::uint64_t field_bytes =
        static_cast<std::uint64_t>(seen.settings.grid.cells()) * sizeof(float);
    const auto whole_fields = copied.to_host_sizes.find(field_bytes);
    const bool interop = arguments.display == "interop";
    const double beside = (static_cast<double>(copied.to_host_bytes) -
                           (interop ? 0 : frames * static_cast<double>(field_bytes))) /
                          frames;
    const bool rung_as_asked =
        seen.display.rung == (interop ? DisplayRung::interop : DisplayRung::staged);
    const bool counter_agrees =
        totals.counted_bytes ==
        (interop ? 0 : field_bytes * static_cast<std::uint64_t>(arguments.frames));
    const bool badge_agrees =
        seen.display.bytes_per_frame == (interop ? 0.0 : static_cast<double>(field_bytes));
    const bool reduced_as_asked = (show.block() > 1) == (arguments.reduced > 1);
    const bool passed = show.shown() && rung_as_asked && counter_agrees && badge_agrees &&
                        reduced_as_asked && copied.dropped_records == 0 && beside >= 0 &&
                        beside < allowed_bytes_beside_field;
    Json result;
    result["test"] = "frames_" + arguments.display + (arguments.reduced > 1 ? "_reduced" : "") +
                     (arguments.depth > 1 ? "_slices" : "");
    result["passed"] = passed;
    result["device"] = seen.backend.device;
    result["driver"] = seen.backend.driver;
    result["date"] = date_text();
    result["opengl"] = gl.renderer;
    result["display"] = rung_as_asked ? arguments.display : "another";
    result["reason"] = seen.display.reason;
    result["kernel"] = arguments.kernel;
    result["grid_width"] = arguments.width;
    result["grid_height"] = arguments.height;
    result["grid_depth"] = arguments.depth;
    result["frames"] = arguments.frames;
    result["steps"] = totals.steps;
    result["cells_per_texel_side"] = show.block();
    // One after the other: the steps, what is read of them, and the drawing.
    result["milliseconds_per_frame"] = totals.seconds / frames * 1e3;
    result["step_milliseconds"] = seen.timings.seconds_per_step.value_or(0) * 1e3;
    result["display_milliseconds"] = seen.timings.display_seconds * 1e3;
    result["field_bytes"] = field_bytes;
    result["copies_to_host"] = copied.to_host_copies;
    result["bytes_to_host"] = copied.to_host_bytes;
    result["bytes_to_host_per_frame"] = static_cast<double>(copied.to_host_bytes) / frames;
    result["field_copies_to_host"] =
        whole_fields == copied.to_host_sizes.end() ? 0 : whole_fields->second;
    result["bytes_to_host_beside_field_per_frame"] = beside;
    result["badge_bytes_per_frame"] = seen.display.bytes_per_frame;
    result["counted_field_bytes_to_host"] = totals.counted_bytes;
    result["dropped_records"] = copied.dropped_records;
    return result;
}

int run(const Arguments& arguments) {
    std::string reason;
    const auto record = CuptiMemcpyRecord::start(reason);
    if (!record) {
        std::cout << "skipped: " << reason << '\n';
        return skipped;
    }
    BackendSelection backend;
    std::unique_ptr<Screen> screen;
    try {
        backend = select_backend(BackendChoice::cuda, 0);
        screen = std::make_unique<Screen>(arguments.opengl);
    } catch (const InputError& problem) {
        std::cout << "skipped: " << problem.what() << '\n';
        return skipped;
    } catch (const GraphicsError& problem) {
        std::cout << "skipped: " << problem.what() << '\n';
        return skipped;
    }
    Show show(arguments, backend);
    for (int frame = 0; frame < warm_up_frames; ++frame) {
        show.draw_frame();
    }
    const Simulation& simulation = show.live().session.simulation();
    const std::uint64_t counted_before = simulation.field_bytes_to_host();
    const std::int64_t step_before = simulation.step();
    record->take();
    const auto begin = std::chrono::steady_clock::now();
    for (int frame = 0; frame < arguments.frames; ++frame) {
        show.draw_frame();
    }
    glFinish();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    const MemcpyTotals copied = record->take();
    const Json result = result_of(arguments, show, screen->info(), copied,
                                  {simulation.field_bytes_to_host() - counted_before,
                                   simulation.step() - step_before, spent.count()});
    std::cout << json_text(result);
    if (!arguments.json.empty()) {
        write_text_file(arguments.json, json_text(result));
    }
    return result["passed"].get<bool>() ? 0 : 1;
}

}  // namespace
}  // namespace heatlab::testing

int main(int argc, char** argv) {
    heatlab::testing::Arguments arguments;
    CLI::App app("Frames of a live session, with a record of what is copied to the host");
    app.add_option("--display", arguments.display)->check(CLI::IsMember({"interop", "staged"}));
    app.add_option("--opengl", arguments.opengl)
        ->check(CLI::IsMember({"hardware", "software", "window"}));
    app.add_option("--kernel", arguments.kernel);
    app.add_option("--frames", arguments.frames)->check(CLI::Range(1, 1'000'000));
    app.add_option("--width", arguments.width)->check(CLI::Range(1, 16'384));
    app.add_option("--height", arguments.height)->check(CLI::Range(1, 16'384));
    app.add_option("--depth", arguments.depth, "Above 1: a block, seen as three slices")
        ->check(CLI::Range(1, 2'048));
    app.add_option("--reduced", arguments.reduced, "Cells a pixel and axis; interop alone")
        ->check(CLI::Range(1, 1'000));
    app.add_option("--json", arguments.json, "File for the result");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? 0 : 2;
    }
    if (arguments.reduced > 1 && arguments.display != "interop") {
        std::cerr << "--reduced goes with --display interop alone\n";
        return 2;
    }
    try {
        return heatlab::testing::run(arguments);
    } catch (const std::exception& problem) {
        std::cout << "FAILED: " << problem.what() << '\n';
        return 1;
    }
}
