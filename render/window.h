#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "render/gl_info.h"

struct GLFWwindow;

namespace heatlab {

struct PixelSize {
    int width = 0;
    int height = 0;

    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

struct WindowOptions {
    std::string title = "heatlab";
    PixelSize size{1600, 900};         ///< logical pixels: multiplied by the monitor's scale
    PixelSize minimum_size{960, 600};  ///< logical pixels
    bool full_screen = false;
    bool vsync = true;
    bool visible = true;
    bool debug = false;  ///< a debug context, its messages on stderr
};

/// The program's window with an OpenGL 3.3 core context, current on the thread that made it,
/// functions loaded. One at a time; main thread only.
class Window {
public:
    /// Tries Wayland where WAYLAND_DISPLAY is set, then X11, each with its own context, then with
    /// one of EGL. Throws GraphicsError that lists every attempt.
    explicit Window(const WindowOptions& options = {});
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    const GlInfo& info() const { return info_; }

    void set_title(const std::string& title);
    void show();

    /// Framebuffer, in pixels; 0 x 0 while minimised.
    PixelSize framebuffer_size() const;
    /// In the window system's units (the ones of mouse coordinates).
    PixelSize window_size() const;
    /// The monitor's scale, 1 = 100 %.
    float content_scale() const;
    /// Limits the size to the smallest that the interface fits in, for a user scale of `factor`.
    void set_minimum_scale(float factor);

    bool full_screen() const { return full_screen_; }
    /// On the monitor that shows most of the window; leaving it restores place and size.
    void set_full_screen(bool on);
    void toggle_full_screen() { set_full_screen(!full_screen_); }

    void set_vsync(bool on);
    /// Of the monitor that shows most of the window, in Hz; 0 where unknown.
    double refresh_rate() const;

    bool should_close() const;
    bool minimised() const;

    void poll_events();
    /// Returns after an event or after `seconds`.
    void wait_events(double seconds);
    void swap_buffers();

    void on_file_drop(std::function<void(const std::vector<std::filesystem::path>&)> callback) {
        file_drop_ = std::move(callback);
    }

private:
    class Library;
    struct Placement {
        int x = 0;
        int y = 0;
        int width = 0;
        int height = 0;
    };
    void open(const WindowOptions& options);
    void install_callbacks();

    std::unique_ptr<Library> library_;
    GLFWwindow* window_ = nullptr;
    GlInfo info_;
    PixelSize minimum_size_;
    Placement windowed_;
    bool full_screen_ = false;
    bool vsync_ = true;
    std::function<void(const std::vector<std::filesystem::path>&)> file_drop_;
};

}  // namespace heatlab
