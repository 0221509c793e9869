#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/picture_command.h"
#include "app/commands/terminal_progress.h"
#include "app/export/field_picture.h"
#include "app/export/plot_tables.h"
#include "app/field_display.h"
#include "app/format.h"
#include "app/opened_file.h"
#include "app/presets.h"
#include "app/recording/offscreen_recording.h"
#include "app/share_folder.h"
#include "app/text_file.h"
#include "app/window/offscreen.h"
#include "heatlab_version.h"
#include "render/colormap.h"
#include "render/egl_context.h"
#include "render/image.h"
#include "sim/io/npy.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// Characters, not bytes: the text is UTF-8.
std::size_t columns_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

void warn_if_stopped(const RenderCommand& command, const Snapshot& snapshot) {
    const std::optional<StartField> field = command.sharing.field();
    const std::int64_t asked = command.settings.steps.value_or(0) + (field ? field->step : 0);
    if (!snapshot.non_finite_step || snapshot.step >= asked)
        return;
    std::cerr << "heatlab: stopped at step " << snapshot.step << " of " << asked
              << ": the numbers left the range of " << to_string(snapshot.settings.type)
              << " at r = " << number_text(snapshot.settings.r) << "\n";
}

/// The field itself, what it went through, and the state.
void write_results(const RenderCommand& command, const ColorMapLibrary& colormaps,
                   Session& session) {
    const Snapshot& snapshot = session.snapshot();
    if (command.traces)
        write_text(*command.traces, csv_of(trace_table(snapshot.laboratory.traces->points)));
    if (command.sharing.save_state)
        write_state(*command.sharing.save_state,
                    state_to_save(session, command.sharing.with_field));
    if (!command.dump && !command.coloured && !command.grey)
        return;
    AnyField exact = read_field_as_it_is(session.simulation());
    if (command.dump)
        std::visit([&](const auto& cells) { write_npy(*command.dump, cells); }, exact);
    if (!command.coloured && !command.grey)
        return;
    const Field field = as_float32(std::move(exact));
    // Of a block the plane that is seen.
    const Field seen = plane_of(field, snapshot.settings.plane());
    const PictureRange range = picture_range(field, snapshot.settings.range);
    if (command.coloured)
        write_png(*command.coloured,
                  coloured_picture(seen, colormaps.find(snapshot.settings.colormap), range),
                  {range_text(range)});
    if (command.grey)
        write_png(*command.grey, grey_picture(seen, range), {range_text(range)});
}

// An altered state without its field: what of it is lost.
void say_lost(const Sharing& sharing) {
    const auto lost = sharing.state ? lost_notice(*sharing.state) : std::nullopt;
    if (lost)
        std::cerr << "heatlab: " << lost->title << ": " << lost->text << "\n";
}

// `folder`: of the picture.
std::vector<std::pair<std::string, std::string>> picture_texts(
    const Snapshot& snapshot, const std::filesystem::path& folder) {
    return {{"Software", "heatlab " HEATLAB_VERSION},
            {"Comment", "grid " + grid_text(snapshot.settings.grid) + ", init " +
                            snapshot.settings.init.name + ", r " +
                            number_text(snapshot.settings.r) + ", cells of " +
                            std::string(to_string(snapshot.settings.type)) + ", kernel " +
                            snapshot.settings.kernel + ", step " + std::to_string(snapshot.step)},
            {state_keyword, state_text(shared_state(snapshot), folder)}};
}

/// A video, with what is to be said of it on standard error.
Snapshot record(const RenderCommand& command, LiveSession& live, const OffscreenOptions& options) {
    const PacingSetting& pacing = command.settings.pacing;
    RecordingPlan plan;
    plan.frames = command.frames;
    if (pacing.mode == PacingMode::steps_per_frame)
        plan.steps_per_frame = pacing.steps_per_frame;
    const OpenedSink opened =
        open_frame_sink(*command.video, {command.size, command.frames_per_second});
    if (!opened.note.empty())
        std::cerr << "heatlab: " << opened.note << "\n";
    const RecordedFrames recorded = [&] {
        const TerminalProgress bar;
        const auto progress = [&](std::int64_t done, std::int64_t total) {
            bar.say("frame " + format_integer(done + 1) + " of " + format_integer(total), done,
                    total);
        };
        return record_offscreen(live, options, plan, *opened.sink, progress);
    }();
    if (recorded.frames < plan.frames)
        std::cerr << "heatlab: the video ends with frame " << recorded.frames << " of "
                  << plan.frames << ", at step " << recorded.snapshot.step
                  << ": the numbers left the range of "
                  << to_string(recorded.snapshot.settings.type) << "\n";
    if (command.json != "-" && command.traces != "-")
        std::cout << opened.sink->path().string() << "\n";
    return recorded.snapshot;
}

// With a picture: OpenGL is needed, and the interface with it.
Snapshot render_picture(const RenderCommand& command, const BackendSelection& backend,
                        const std::filesystem::path& share, const ColorMapLibrary& colormaps) {
    EglRequest request;
    if (backend.kind == BackendKind::cuda)
        request.cuda_device = backend.device;
    const std::unique_ptr<EglContext> context = EglContext::create(request);
    const std::shared_ptr<const PresetLibrary> presets = load_presets(share);
    for (const std::string& problem : presets->problems())
        std::cerr << "heatlab: " << problem << "\n";
    LiveSession live(command.settings, backend, presets, command.sharing.field());
    OffscreenOptions options;
    options.share = share;
    options.size = command.size;
    options.with_interface = command.with_interface;
    options.scale = command.scale;
    options.theme = command.theme;
    options.lesson = command.lesson;
    options.place = command.place;
    options.presenting = command.presenting;
    Snapshot shown;
    if (command.video) {
        shown = record(command, live, options);
    } else {
        OffscreenResult result = render_offscreen(live, options);
        write_png(
            *command.out, result.image,
            picture_texts(result.snapshot, std::filesystem::absolute(*command.out).parent_path()));
        shown = std::move(result.snapshot);
    }
    write_results(command, colormaps, live.session);
    return shown;
}

Snapshot render_field(const RenderCommand& command, const BackendSelection& backend,
                      const ColorMapLibrary& colormaps) {
    Session session(command.settings, hidden_stage_factory(backend), backend.reason, nullptr,
                    command.sharing.field());
    session.finish();
    write_results(command, colormaps, session);
    return session.snapshot();
}

}  // namespace

Snapshot render_session(const RenderCommand& command, const BackendSelection& backend) {
    // What can be refused is, before any work is done.
    for (const auto& [argument, path] :
         {std::pair("--out", command.out), std::pair("--dump", command.dump),
          std::pair("--coloured", command.coloured), std::pair("--grey", command.grey)})
        if (path)
            require_writable(argument, *path);
    require_outputs({{"--json", command.json}, {"--traces", command.traces}});
    if (command.sharing.save_state)
        require_writable("--save-state", *command.sharing.save_state);
    say_lost(command.sharing);
    const std::filesystem::path share = share_folder();
    const ColorMapLibrary colormaps(share);
    colormaps.find(command.settings.colormap);
    const Snapshot snapshot = command.out || command.video
                                  ? render_picture(command, backend, share, colormaps)
                                  : render_field(command, backend, colormaps);
    warn_if_stopped(command, snapshot);
    if (command.json)
        write_text(*command.json, json_text(figures_of(snapshot)));
    return snapshot;
}

void print_timing_table(std::ostream& out, const Snapshot& snapshot) {
    const auto rows = timing_table(snapshot);
    std::size_t width = 0;
    for (const auto& [name, value] : rows)
        width = std::max(width, columns_of(name));
    for (const auto& [name, value] : rows)
        out << "  " << name << std::string(width - columns_of(name) + 2, ' ') << value << "\n";
}

int run_command(const RenderCommand& command) {
    const BackendSelection backend =
        select_backend(command.settings.backend, command.settings.device);
    const Snapshot snapshot = render_session(command, backend);
    if (command.json == "-" || command.traces == "-")
        return exit_done;  // that alone
    for (const auto& path :
         {command.out, command.dump, command.coloured, command.grey, command.sharing.save_state})
        if (path)
            std::cout << path->string() << "\n";
    if (command.settings.steps.value_or(0) > 0)
        print_timing_table(std::cout, snapshot);
    return exit_done;
}

}  // namespace heatlab
