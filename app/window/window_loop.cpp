#include "app/window/window_loop.h"

#include <glad/gl.h>

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <utility>

#include "app/format.h"
#include "app/lesson/lesson_player.h"
#include "app/opened_file.h"
#include "app/preferences.h"
#include "app/presets.h"
#include "app/stability_text.h"
#include "app/ui/panels/preset_picker.h"
#include "app/window/frame_pacer.h"
#include "app/window/frame_painter.h"
#include "app/window/interface_host.h"
#include "app/window/sharer.h"
#include "app/window/window_recorder.h"
#include "render/window.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Clock = std::chrono::steady_clock;

/// Frames drawn before the window is shown, so that it opens with its field.
constexpr int hidden_frames = 3;
/// A window in which nothing happens is drawn less often.
constexpr double awake_seconds = 1.5;
constexpr double idle_wait_seconds = 0.1;
/// While something is timed on the processor that may also draw: what is drawn meanwhile would be
/// in the figures.
constexpr double timing_wait_seconds = 0.5;
constexpr double title_seconds = 0.25;

// The one thing that a signal handler may touch.
volatile std::sig_atomic_t stop_signal = 0;

extern "C" void remember_signal(int signal) {
    stop_signal = signal;
}

/// SIGINT and SIGTERM close the window as the user would.
class SignalScope {
public:
    SignalScope() {
        stop_signal = 0;
        interrupt_ = std::signal(SIGINT, remember_signal);
        terminate_ = std::signal(SIGTERM, remember_signal);
    }
    ~SignalScope() {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGTERM, terminate_);
    }
    SignalScope(const SignalScope&) = delete;
    SignalScope& operator=(const SignalScope&) = delete;

private:
    using Handler = void (*)(int);
    Handler interrupt_;
    Handler terminate_;
};

/// Dear ImGui's connection to the window; ends before both.
class Platform {
public:
    explicit Platform(Window& window) { ImGui_ImplGlfw_InitForOpenGL(window.handle(), true); }
    ~Platform() { ImGui_ImplGlfw_Shutdown(); }
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    void new_frame() { ImGui_ImplGlfw_NewFrame(); }
};

WindowOptions window_options(const WindowCommand& command, const Preferences& preferences) {
    WindowOptions options;
    if (command.size)
        options.size = {command.size->width, command.size->height};
    else if (preferences.window_width > 0 && preferences.window_height > 0)
        options.size = {preferences.window_width, preferences.window_height};
    options.visible = false;
    return options;
}

Settings with_preferences(const WindowCommand& command, const Preferences& preferences) {
    Settings settings = command.settings;
    settings.flash_guard = command.flash_guard.value_or(preferences.flash_guard);
    settings.laboratory = command.laboratory.value_or(preferences.laboratory);
    return settings;
}

/// The state in words, for the window's title: screen readers and task bars show it.
std::string title_of(const Snapshot& snapshot) {
    const StabilityText badge = describe_stability(snapshot);
    return "heatlab: " + badge.r + ", " + badge.title + ", " + snapshot.settings.kernel +
           ", step " + std::to_string(snapshot.step) + ": " + ui::start_title(snapshot) + " on " +
           grid_text(snapshot.settings.grid);
}

bool times_on_this_processor(const Snapshot& snapshot) {
    if (snapshot.backend.kind != BackendKind::cpu || !snapshot.settings.zones.open ||
        !snapshot.zones)
        return false;
    return snapshot.zones->work == ZoneWork::calibrating ||
           snapshot.zones->work == ZoneWork::measuring;
}

/// One run of the window, from its first frame to its last.
class WindowRun {
public:
    WindowRun(const WindowCommand& command, const BackendSelection& backend,
              const std::filesystem::path& share, const WindowLessons& lessons,
              const LoadedPreferences& loaded)
        : WindowRun(command, backend, share, lessons, loaded.preferences) {
        for (const std::string& problem : loaded.problems) {
            Notice notice;
            notice.title = "Some preferences were not taken over";
            notice.text = problem;
            live_.session.notify(std::move(notice));
        }
        if (auto lost = command.sharing.state ? lost_notice(*command.sharing.state) : std::nullopt)
            live_.session.notify(std::move(*lost));
    }

    void run() {
        while (!stop_signal && !window_.should_close() && !state_.quit_requested)
            frame();
    }

    /// What --save-state asks for.
    void save_state() {
        if (const std::string problem = sharer_.finish(); !problem.empty())
            std::fprintf(stderr, "heatlab: %s\n", problem.c_str());
        if (sharing_.save_state)
            write_state(*sharing_.save_state, state_to_save(live_.session, sharing_.with_field));
    }

    /// What is to be kept for the next run. What the command line asked for is kept only where the
    /// user changed it in the window.
    Preferences preferences() {
        Preferences now = shown();
        const auto changed = [&](auto member) { return now.*member != first_.*member; };
        Preferences kept = preferences_;
        const auto keep = [&](auto member) {
            if (changed(member))
                kept.*member = now.*member;
        };
        keep(&Preferences::theme);
        keep(&Preferences::user_scale);
        keep(&Preferences::reduced_motion);
        keep(&Preferences::flash_guard);
        keep(&Preferences::laboratory);
        if (changed(&Preferences::window_width) || changed(&Preferences::window_height)) {
            kept.window_width = now.window_width;
            kept.window_height = now.window_height;
        }
        kept.layouts = host_.interface().layouts();
        kept.front_tab = host_.interface().front_tab();
        return kept;
    }

private:
    WindowRun(const WindowCommand& command, const BackendSelection& backend,
              const std::filesystem::path& share, const WindowLessons& lessons,
              const Preferences& preferences)
        : preferences_(preferences),
          sharing_(command.sharing),
          user_scale_(command.scale.value_or(preferences.user_scale)),
          window_(window_options(command, preferences)),
          live_(with_preferences(command, preferences), backend, load_presets(share),
                command.sharing.field()),
          colormaps_(share),
          host_(share.string(), colormaps_),
          platform_(window_),
          painter_(share, host_, colormaps_),
          pacer_(window_.refresh_rate()),
          sharer_(colormaps_, pictures_folder(), command.sharing.save_state),
          recorder_(sharer_.folder()) {
        state_.with_field = command.sharing.with_field;
        state_.share_folder = sharer_.folder();
        state_.theme = command.theme.value_or(preferences.theme);
        state_.reduced_motion = preferences.reduced_motion;
        host_.interface().set_layouts(preferences.layouts);
        host_.interface().set_front_tab(preferences.front_tab);
        window_.on_file_drop(
            [this](const std::vector<std::filesystem::path>& files) { dropped_ = files; });
        window_.set_minimum_scale(static_cast<float>(user_scale_));
        host_.interface().set_lessons(lessons.library);
        if (lessons.first) {
            host_.interface().open_lesson(lessons.first, lessons.step);
            state_.presenting = command.lesson->presenting;
        }
        first_ = shown();
        if (starts_by_itself(*live_.session.snapshot().presets, command.settings))
            live_.session.apply(command::Play{});
    }

    /// Preferences as the window has them now; a size only while it is a window.
    Preferences shown() {
        Preferences now = first_;
        now.theme = state_.theme;
        now.user_scale = user_scale_;
        now.reduced_motion = state_.reduced_motion;
        now.flash_guard = live_.session.snapshot().settings.flash_guard;
        now.laboratory = live_.session.snapshot().settings.laboratory;
        if (!window_.full_screen() && !window_.minimised()) {
            const float scale = std::max(0.5f, window_.content_scale());
            const PixelSize size = window_.framebuffer_size();
            now.window_width = static_cast<int>(static_cast<float>(size.width) / scale + 0.5f);
            now.window_height = static_cast<int>(static_cast<float>(size.height) / scale + 0.5f);
        }
        return now;
    }

    double now() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

    void frame();
    void draw();
    void follow_scale();
    void take_dropped_files();
    void share();
    void update_title();
    /// How long the monitor's scale makes a unit of the window system.
    double monitor_scale() const;

    Preferences preferences_;  ///< as they were read
    Sharing sharing_;
    Preferences first_;  ///< as the window opened
    double user_scale_;
    Window window_;
    LiveSession live_;
    ColorMapLibrary colormaps_;
    InterfaceHost host_;
    Platform platform_;
    FramePainter painter_;
    FramePacer pacer_;
    Sharer sharer_;
    WindowRecorder recorder_;
    ui::InterfaceState state_;
    Clock::time_point begin_ = Clock::now();
    std::vector<std::filesystem::path> dropped_;
    std::string title_;
    double titled_at_ = -1;
    double last_activity_ = 0;
    int frames_ = 0;
};

double WindowRun::monitor_scale() const {
    const PixelSize pixels = window_.framebuffer_size();
    const PixelSize units = window_.window_size();
    const double ratio =
        units.width > 0 && pixels.width > 0 ? static_cast<double>(pixels.width) / units.width : 1.0;
    return window_.content_scale() / ratio;
}

void WindowRun::follow_scale() {
    const double wanted = monitor_scale() * user_scale_;
    state_.scale = static_cast<float>(std::clamp(wanted, 1.0, 2.0));
}

void WindowRun::take_dropped_files() {
    const std::vector<std::filesystem::path> files = std::exchange(dropped_, {});
    if (files.empty())
        return;
    take_dropped(live_.session, files);
    // What a state brought is no wish for the next run.
    first_.laboratory = live_.session.snapshot().settings.laboratory;
    last_activity_ = now();
}

void WindowRun::share() {
    const auto read_window = [this] {
        const PixelSize size = window_.framebuffer_size();
        return read_framebuffer(0, 0, 0, size.width, size.height, RowOrder::bottom_first);
    };
    sharer_.follow(live_.session, state_, read_window,
                   [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); });
    const PixelSize size = window_.framebuffer_size();
    recorder_.follow(live_.session, state_, 0, {size.width, size.height}, now());
}

void WindowRun::update_title() {
    const double time = now();
    if (time - titled_at_ < title_seconds)
        return;
    titled_at_ = time;
    std::string title = title_of(live_.session.snapshot());
    if (title == title_)
        return;
    title_ = std::move(title);
    window_.set_title(title_);
}

void WindowRun::draw() {
    follow_scale();
    const float scale = state_.scale;
    platform_.new_frame();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    const bool asked = painter_.draw(live_, state_, {now(), pacer_.frame_seconds()}, pacer_.pace());
    if (state_.scale != scale) {  // the user's wish, from the settings
        user_scale_ = std::clamp(state_.scale / monitor_scale(), 0.5, 4.0);
        window_.set_minimum_scale(static_cast<float>(user_scale_));
    }
    share();
    // What a lesson sets is no wish for the next run.
    if (host_.interface().lesson_player().active())
        first_.laboratory = live_.session.snapshot().settings.laboratory;
    if (asked || sharer_.busy() || recorder_.busy() || is_running(live_.session.snapshot()) ||
        ImGui::IsAnyItemActive() || !ImGui::GetCurrentContext()->InputEventsTrail.empty())
        last_activity_ = now();
    pacer_.before_swap();
    window_.swap_buffers();
    pacer_.after_swap();
    if (++frames_ == hidden_frames)
        window_.show();
}

void WindowRun::frame() {
    const bool timing = times_on_this_processor(live_.session.snapshot());
    const bool idle = frames_ > hidden_frames && (timing || now() - last_activity_ > awake_seconds);
    if (idle)
        window_.wait_events(timing ? timing_wait_seconds : idle_wait_seconds);
    else
        window_.poll_events();
    if (state_.toggle_full_screen) {
        state_.toggle_full_screen = false;
        window_.toggle_full_screen();
        pacer_.set_refresh_rate(window_.refresh_rate());
    }
    take_dropped_files();
    const PixelSize size = window_.framebuffer_size();
    if (window_.minimised() || size.width < 1 || size.height < 1) {
        // Nothing to draw into; the simulation goes on.
        live_.begin_frame(now());
        live_.session.end_frame({0, 0, idle_wait_seconds}, pacer_.pace());
        window_.wait_events(1 / pacer_.pace().target);
    } else {
        draw();
    }
    update_title();
}

LoadedPreferences load(const std::optional<std::filesystem::path>& path) {
    LoadedPreferences loaded;
    if (path)
        loaded = load_preferences(*path);
    for (const std::string& problem : loaded.problems)
        std::fprintf(stderr, "heatlab: %s\n", problem.c_str());
    return loaded;
}

}  // namespace

bool display_available(std::string& reason) {
    const auto set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    if (set("DISPLAY") || set("WAYLAND_DISPLAY"))
        return true;
    reason = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
    return false;
}

void run_window(const WindowCommand& command, const BackendSelection& backend,
                const std::filesystem::path& share, const WindowLessons& lessons) {
    const SignalScope signals;
    const std::optional<std::filesystem::path> path = preferences_path();
    const LoadedPreferences loaded = load(path);
    Preferences kept;
    std::exception_ptr unsaved;
    {
        WindowRun run(command, backend, share, lessons, loaded);
        run.run();
        kept = run.preferences();
        try {
            run.save_state();
        } catch (...) {
            unsaved = std::current_exception();
        }
    }
    if (path && kept != loaded.preferences)
        if (const std::optional<std::string> problem = save_preferences(*path, kept))
            std::fprintf(stderr, "heatlab: %s\n", problem->c_str());
    if (unsaved)
        std::rethrow_exception(unsaved);
}

}  // namespace heatlab
