#include "app/window/sharer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <future>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "app/export/field_picture.h"
#include "app/export/plot_tables.h"
#include "app/recording/frame_sink.h"
#include "app/shared_state.h"
#include "app/text_file.h"
#include "heatlab_version.h"
#include "sim/ghost/cell_text.h"
#include "sim/io/npy.h"
#include "sim/text.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// Popup and banner have slid out of the picture.
constexpr int frames_until_closed = 12;
constexpr std::size_t longest_shown_command = 160;
constexpr std::chrono::seconds longest_wait_after_closing{1};

fs::path from_environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? fs::path(value) : fs::path();
}

// XDG_PICTURES_DIR="$HOME/Pictures" of the desktop's own file.
fs::path named_by_desktop(const fs::path& home) {
    fs::path config = from_environment("XDG_CONFIG_HOME");
    if (!config.is_absolute())
        config = home / ".config";
    std::ifstream file(config / "user-dirs.dirs");
    const std::string key = "XDG_PICTURES_DIR=\"";
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key) || !line.ends_with('"') || line.size() <= key.size())
            continue;
        const std::string value = line.substr(key.size(), line.size() - key.size() - 1);
        const std::string variable = "$HOME/";
        return value.starts_with(variable) ? home / value.substr(variable.size()) : fs::path(value);
    }
    return home / "Pictures";
}

/// "heatlab-hotspot-512x512-step400"
std::string zones_stem(const ZoneSetting& setting, std::int64_t step) {
    return "heatlab-" + setting.application + "-" + grid_text(setting.chosen_grid()) + "-step" +
           std::to_string(step);
}

fs::path free_file(const fs::path& folder, const std::string& stem, const std::string& extension) {
    std::error_code error;
    fs::path file = folder / (stem + extension);
    // A state's field and a recording's pictures stand beside the name.
    const auto taken = [&] {
        return fs::exists(file, error) || fs::exists(field_file_of(file), error) ||
               fs::exists(frames_folder_of(file), error);
    };
    for (int number = 2; taken(); ++number)
        file = folder / (stem + "-" + std::to_string(number) + extension);
    return file;
}

/// Of a saved field, by its form.
const char* extension_of(ui::ShareWish form) {
    switch (form) {
        case ui::ShareWish::save_grey:
            return "-field-16bit.png";
        case ui::ShareWish::save_coloured:
            return "-field-colour.png";
        default:
            return "-field.npy";
    }
}

/// A field and what its picture is drawn with.
struct FieldToWrite {
    fs::path file;
    ui::ShareWish form = ui::ShareWish::save_field;
    RangeSetting range;
    ColorMap map;
    Plane plane;  ///< that a picture of a block shows
};

/// Returns what to say of it.
std::string write_field(const FieldToWrite& what, AnyField exact) {
    if (what.form == ui::ShareWish::save_field) {
        std::visit([&](const auto& cells) { write_npy(what.file, cells); }, exact);
        return what.file.string() +
               ". `heatlab FILE` starts from it, and so does dropping it here.";
    }
    const Field field = as_float32(std::move(exact));
    const PictureRange range = picture_range(field, what.range);
    const Field seen = plane_of(field, what.plane);
    const PngTexts texts{{"Software", "heatlab " HEATLAB_VERSION}, range_text(range)};
    if (what.form == ui::ShareWish::save_grey)
        write_png(what.file, grey_picture(seen, range), texts);
    else
        write_png(what.file, coloured_picture(seen, what.map, range), texts);
    return what.file.string() + ". A pixel a cell, " + range_text(range).second + ".";
}

/// The room reads them once a frame tells it that no step is under way: after the last frame, cells
/// that do not come soon never do. Throws std::runtime_error then.
SceneCells wait_for_cells(std::future<SceneCells>& cells, const std::atomic<bool>& closing) {
    using namespace std::chrono_literals;
    while (!closing)
        if (cells.wait_for(20ms) == std::future_status::ready)
            return cells.get();
    if (cells.wait_for(longest_wait_after_closing) != std::future_status::ready)
        throw std::runtime_error(
            "The scene's cells were not saved: the window closed while they waited for the "
            "device.");
    return cells.get();
}

}  // namespace

void tell(Session& session, Notice::Kind kind, std::string title, std::string text) {
    Notice notice;
    notice.kind = kind;
    notice.title = std::move(title);
    notice.text = std::move(text);
    session.notify(std::move(notice));
}

fs::path pictures_folder() {
    std::error_code error;
    const fs::path home = from_environment("HOME");
    if (home.is_absolute())
        if (const fs::path named = named_by_desktop(home);
            named.is_absolute() && fs::is_directory(named, error))
            return named;
    return fs::current_path(error);
}

fs::path free_name(const fs::path& folder, const Snapshot& snapshot, const std::string& extension,
                   std::optional<std::int64_t> step) {
    const Settings& settings = snapshot.settings;
    if (settings.zones.open && !step) {
        const bool seen = snapshot.zones && snapshot.zones->scene;
        return free_file(folder, zones_stem(settings.zones, seen ? snapshot.zones->scene->step : 0),
                         extension);
    }
    return free_file(folder,
                     "heatlab-" + settings.init.name + "-r" + number_text(settings.r) + "-step" +
                         std::to_string(step.value_or(snapshot.step)),
                     extension);
}

void Sharer::follow(Session& session, ui::InterfaceState& state, const ReadWindow& read_window,
                    const SetClipboard& set_clipboard) {
    try {
        serve(session, state, read_window, set_clipboard);
    } catch (const std::exception& problem) {  // memory, the device, the context
        tell(session, Notice::Kind::refused, "That was not saved", problem.what());
    }
}

void Sharer::serve(Session& session, ui::InterfaceState& state, const ReadWindow& read_window,
                   const SetClipboard& set_clipboard) {
    report(session);
    if (frames_to_picture_ > 0 && --frames_to_picture_ == 0) {
        if (const auto plot = std::exchange(plot_wish_, std::nullopt))
            save_plot(session, *plot, read_window);
        else
            save_picture(session, read_window);
    }
    if (auto plot = std::exchange(state.export_wish, std::nullopt)) {
        if (plot->form != ui::ExportWish::Form::picture)
            return save_figures(session, *plot);
        if (!is_free(session))
            return;
        plot_wish_ = std::move(plot);
        frames_to_picture_ = frames_until_closed;
    }
    if (!state.share_wish || state.share_wish == ui::ShareWish::record)  // WindowRecorder's
        return;
    const auto wish = std::exchange(state.share_wish, std::nullopt);
    switch (*wish) {
        case ui::ShareWish::copy_command:
            return copy_command(session, set_clipboard);
        case ui::ShareWish::save_state:
            return save_state(session, state.with_field);
        case ui::ShareWish::save_picture:
            if (!is_free(session))
                return;
            if (const auto& notice = session.snapshot().notice;
                notice && notice->kind == Notice::Kind::done)
                session.apply(command::DismissNotice{notice->id});
            frames_to_picture_ = frames_until_closed;
            break;
        case ui::ShareWish::save_field:
        case ui::ShareWish::save_grey:
        case ui::ShareWish::save_coloured:
            return save_field(session, *wish);
        case ui::ShareWish::save_traces:
            return save_traces(session);
        case ui::ShareWish::save_cells:
            return save_cells(session);
        case ui::ShareWish::record:
            break;
    }
}

void Sharer::copy_command(Session& session, const SetClipboard& set_clipboard) {
    const Snapshot& snapshot = session.snapshot();
    if (!snapshot.altered.empty())
        return tell(session, Notice::Kind::refused, "No command brings this field back",
                    "Initial field and steps do not give it: " + snapshot.altered +
                        ". Ctrl + S saves a state that takes the field along.");
    const std::string command = command_text(shared_state(snapshot), *snapshot.presets);
    set_clipboard(command);
    tell(session, Notice::Kind::done, "The command is on the clipboard",
         command.size() <= longest_shown_command
             ? command
             : command.substr(0, longest_shown_command) + " ...");
}

bool Sharer::is_free(Session& session) {
    if (!writer_.busy() && reported_ && frames_to_picture_ == 0)
        return true;
    tell(session, Notice::Kind::refused, "That was not saved",
         "Another file is still being written.");
    return false;
}

void Sharer::write(std::function<std::string()> work) {
    reported_ = false;
    writer_.start([work = std::move(work)](const std::atomic<bool>&) { return work(); });
}

void Sharer::save_state(Session& session, bool with_field) {
    if (!is_free(session))
        return;
    const PendingState pending = request_state(session, with_field);
    const fs::path file =
        state_file_.value_or(free_name(folder_, session.snapshot(), ".json", pending.state.step));
    write([file, pending] {
        const SharedState state = arrived(pending);
        write_state(file, state);
        const std::string field = state.field ? ", and its field beside it" : "";
        return file.string() + field +
               ". `heatlab FILE` brings it back, and so does dropping it here.";
    });
}

void Sharer::save_field(Session& session, ui::ShareWish form) {
    if (!is_free(session))
        return;
    const Snapshot& snapshot = session.snapshot();
    const Settings& settings = snapshot.settings;
    Simulation& simulation = session.simulation();
    const AnyPendingField pending = request_as_it_is(simulation);
    FieldToWrite what{free_name(folder_, snapshot, extension_of(form), simulation.step()), form,
                      settings.range, colormaps_.find(settings.colormap),
                      snapshot.settings.plane()};
    write([what = std::move(what), pending, grid = settings.grid] {
        return write_field(what, take_field(pending, grid));
    });
}

void Sharer::save_traces(Session& session) {
    const Snapshot& snapshot = session.snapshot();
    const std::shared_ptr<const Traces> traces = snapshot.laboratory.traces;
    if (!traces || traces->points.empty())
        return tell(session, Notice::Kind::refused, "That was not saved",
                    "The history is empty: nothing has run yet, or traces are not recorded.");
    if (!is_free(session))
        return;
    // A copy: who records looks at how many share its own.
    write([file = free_name(folder_, snapshot, "-traces.csv", snapshot.step),
           points = traces->points] {
        write_text_file(file, csv_of(trace_table(points)));
        return file.string();
    });
}

void Sharer::save_cells(Session& session) {
    if (!is_free(session))
        return;
    const ZoneSetting& setting = session.snapshot().settings.zones;
    const std::string name(setting.chosen_application().cells_name);
    auto cells = std::make_shared<std::future<SceneCells>>(session.scene_cells());
    reported_ = false;
    writer_.start([folder = folder_, setting, name, cells](const std::atomic<bool>& closing) {
        const SceneCells taken = wait_for_cells(*cells, closing);
        const fs::path file =
            free_file(folder, zones_stem(setting, taken.step), "-" + name + ".txt");
        ghost::write_cell_text(file, taken.cells);
        return file.string() + ", as it is after " + std::to_string(taken.step) + " steps.";
    });
}

void Sharer::save_picture(Session& session, const ReadWindow& read_window) {
    if (!is_free(session))
        return;
    const Snapshot& snapshot = session.snapshot();
    const fs::path file = free_name(folder_, snapshot, ".png");
    const SharedState state = shared_state(snapshot);
    auto image = std::make_shared<const Image>(read_window());
    write([file, state, image] {
        write_png(file, *image,
                  {{"Software", "heatlab " HEATLAB_VERSION},
                   {state_keyword, state_text(state, file.parent_path())}});
        return file.string() +
               (state.altered.empty()
                    ? ". Dropped on a window of heatlab, it brings this moment back."
                    : ". It carries the settings; the field takes a saved state, Ctrl + S.");
    });
}

void Sharer::save_figures(Session& session, const ui::ExportWish& wish) {
    const ExportedPlot* plot = find_exported_plot(wish.plot);
    const bool json = wish.form == ui::ExportWish::Form::json;
    if (plot == nullptr || (json && plot->json == nullptr) || !is_free(session))
        return;
    const Snapshot& snapshot = session.snapshot();
    const fs::path file = free_name(folder_, snapshot, "-" + wish.plot + (json ? ".json" : ".csv"));
    write([file, text = json ? plot->json(snapshot) : csv_of(plot->table(snapshot))] {
        write_text_file(file, text);
        return file.string();
    });
}

void Sharer::save_plot(Session& session, const ui::ExportWish& wish,
                       const ReadWindow& read_window) {
    if (!is_free(session))
        return;
    const fs::path file = free_name(folder_, session.snapshot(), "-" + wish.plot + ".png");
    auto image = std::make_shared<const Image>(cropped(read_window(), wish.area));
    write([file, image] {
        write_png(file, *image, {{"Software", "heatlab " HEATLAB_VERSION}});
        return file.string();
    });
}

std::string Sharer::finish() {
    writer_.ask_to_end();
    while (writer_.busy())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return std::exchange(reported_, true) ? std::string() : writer_.take_failure();
}

void Sharer::report(Session& session) {
    if (reported_ || writer_.busy())
        return;
    reported_ = true;
    if (const auto said = writer_.take())
        tell(session, Notice::Kind::done, "Saved", *said);
    else
        tell(session, Notice::Kind::refused, "That was not saved", writer_.take_failure());
}

}  // namespace heatlab
