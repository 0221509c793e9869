#include "app/render_options.h"

#include <utility>

#include "app/add_value.h"
#include "app/recording/frame_sink.h"
#include "app/sharing_options.h"
#include "app/state_options.h"
#include "app/window_options.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

constexpr std::int64_t most_video_frames = 1'000'000;
constexpr const char* footer = R"(
Examples
  heatlab render --grid 512 --r 0.2 --init hot-square --steps 1000 --out a.png
  heatlab render --grid 512 --steps 0 --no-interface --size 512 --out start.png
  heatlab render --init random --seed 7 --steps 100 --dump field.npy
  heatlab render --r 0.26 --init hot-square --video blowup.mp4 --frames 300 --steps-per-frame 4
At least one output must be given; --dump, --coloured, --grey, --traces, --json
and --save-state need no OpenGL.)";

}  // namespace

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
    app.footer(footer);
}

void check_render_options(RenderCommand& render, const std::function<bool(const char*)>& given) {
    check_combinations(render.settings, given);
    check_sharing(render.sharing, given);
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
}

}  // namespace heatlab
