#include "render/window.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "render/graphics_error.h"
#include "render/window_icon.h"

namespace heatlab {

namespace {

/// What GLFW last complained of; clears it.
std::string glfw_reason() {
    const char* description = nullptr;
    const int code = glfwGetError(&description);
    if (code == GLFW_NO_ERROR || description == nullptr)
        return "no reason given";
    return description;
}

const char* platform_name(int platform) {
    switch (platform) {
        case GLFW_PLATFORM_X11:
            return "X11";
        case GLFW_PLATFORM_WAYLAND:
            return "Wayland";
        case GLFW_PLATFORM_NULL:
            return "none";
        default:
            return "unknown";
    }
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

/// Window systems that the environment names. GLFW's own search would ask for Wayland where there
/// is none, and the library that it asks complains on stderr.
std::vector<int> platforms_to_try() {
    std::vector<int> platforms;
    if (is_set("WAYLAND_DISPLAY"))
        platforms.push_back(GLFW_PLATFORM_WAYLAND);
    if (is_set("DISPLAY") || platforms.empty())
        platforms.push_back(GLFW_PLATFORM_X11);
    return platforms;
}

/// The monitor that shows most of the window; Wayland does not tell places, there it is the first
/// one.
GLFWmonitor* monitor_of(GLFWwindow* window) {
    if (GLFWmonitor* own = glfwGetWindowMonitor(window))
        return own;
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND)
        return best;
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    long best_area = 0;
    for (int i = 0; i < count; ++i) {
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode == nullptr)
            continue;
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const int w = std::min(x + width, left + mode->width) - std::max(x, left);
        const int h = std::min(y + height, top + mode->height) - std::max(y, top);
        const long area = w > 0 && h > 0 ? long{w} * h : 0;
        if (area > best_area) {
            best_area = area;
            best = monitors[i];
        }
    }
    return best;
}

void set_icon(GLFWwindow* window) {
    if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND)
        return;  // there the icon comes from the desktop file
    std::array<Image, 3> pictures{make_window_icon(16), make_window_icon(32), make_window_icon(64)};
    std::array<GLFWimage, 3> icons{};
    for (std::size_t i = 0; i < icons.size(); ++i)
        icons[i] = {pictures[i].width, pictures[i].height, pictures[i].rgba.data()};
    glfwSetWindowIcon(window, static_cast<int>(icons.size()), icons.data());
}

GLFWwindow* create(const WindowOptions& options, int context_api) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.debug ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, context_api);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_FRAMEBUFFER, GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "heatlab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "heatlab");
    glfwWindowHintString(GLFW_WAYLAND_APP_ID, "heatlab");
    return glfwCreateWindow(options.size.width, options.size.height, options.title.c_str(), nullptr,
                            nullptr);
}

}  // namespace

/// GLFW itself, for as long as a window wants it.
class Window::Library {
public:
    explicit Library(int platform) {
        glfwInitHint(GLFW_PLATFORM, platform);
        if (glfwInit() == GLFW_FALSE) {
            const std::string reason = glfw_reason();
            glfwTerminate();
            throw GraphicsError(reason);
        }
    }
    ~Library() { glfwTerminate(); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

Window::Window(const WindowOptions& options) : minimum_size_(options.minimum_size) {
    try {
        open(options);
    } catch (...) {
        if (window_ != nullptr)
            glfwDestroyWindow(window_);
        throw;
    }
}

void Window::open(const WindowOptions& options) {
    std::vector<std::string> failures;
    for (const int platform : platforms_to_try()) {
        try {
            library_.reset();
            library_ = std::make_unique<Library>(platform);
        } catch (const GraphicsError& error) {
            failures.emplace_back(error.what());
            continue;
        }
        for (const int api : {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API}) {
            window_ = create(options, api);
            if (window_ != nullptr)
                break;
            failures.push_back(std::string(platform_name(platform)) +
                               (api == GLFW_EGL_CONTEXT_API ? " with EGL: " : ": ") +
                               glfw_reason());
        }
        if (window_ != nullptr)
            break;
    }
    if (window_ == nullptr) {
        std::string message = "No window with OpenGL 3.3 core could be opened";
        for (const std::string& failure : failures)
            message += "\n  " + failure;
        throw GraphicsError(message);
    }
    glfwMakeContextCurrent(window_);
    if (gladLoadGL(glfwGetProcAddress) == 0)
        throw GraphicsError("OpenGL's functions cannot be loaded for the window");
    info_ = query_gl_info();
    if (options.debug)
        install_gl_debug_output();
    set_icon(window_);
    set_minimum_scale(1);
    install_callbacks();
    set_vsync(options.vsync);
    if (options.full_screen)
        set_full_screen(true);
    if (options.visible)
        show();
    glfwGetError(
        nullptr);  // what a platform cannot do (an icon on Wayland) is no failure of a later call
}

Window::~Window() {
    if (window_ != nullptr)
        glfwDestroyWindow(window_);
}

void Window::install_callbacks() {
    glfwSetWindowUserPointer(window_, this);
    glfwSetDropCallback(window_, [](GLFWwindow* handle, int count, const char** paths) {
        const auto* self = static_cast<Window*>(glfwGetWindowUserPointer(handle));
        if (self->file_drop_)
            self->file_drop_(std::vector<std::filesystem::path>(paths, paths + count));
    });
}

void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::show() {
    glfwShowWindow(window_);
}

PixelSize Window::framebuffer_size() const {
    PixelSize size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
}

PixelSize Window::window_size() const {
    PixelSize size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    return size;
}

float Window::content_scale() const {
    float x = 1;
    float y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max(x, y);
}

void Window::set_minimum_scale(float factor) {
    // Wayland counts windows in logical pixels, X11 in those of the screen.
    const float scale =
        factor * (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND ? 1.0f : content_scale());
    int width = static_cast<int>(std::lround(static_cast<float>(minimum_size_.width) * scale));
    int height = static_cast<int>(std::lround(static_cast<float>(minimum_size_.height) * scale));
    // Never larger than the screen, which would push the window's edge out of reach.
    GLFWmonitor* monitor = monitor_of(window_);
    if (const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr) {
        width = std::min(width, mode->width);
        height = std::min(height, mode->height);
    }
    glfwSetWindowSizeLimits(window_, width, height, GLFW_DONT_CARE, GLFW_DONT_CARE);
}

void Window::set_full_screen(bool on) {
    if (on == full_screen_)
        return;
    if (on) {
        GLFWmonitor* monitor = monitor_of(window_);
        const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        if (mode == nullptr)
            return;  // no monitor, nothing to fill; full_screen() says so
        if (glfwGetPlatform() != GLFW_PLATFORM_WAYLAND)
            glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
        glfwGetWindowSize(window_, &windowed_.width, &windowed_.height);
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
        glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width,
                             windowed_.height, GLFW_DONT_CARE);
    }
    full_screen_ = on;
    set_vsync(vsync_);  // some drivers forget the interval with the new surface
}

void Window::set_vsync(bool on) {
    glfwSwapInterval(on ? 1 : 0);
    vsync_ = on;
}

double Window::refresh_rate() const {
    GLFWmonitor* monitor = monitor_of(window_);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    return mode != nullptr && mode->refreshRate > 0 ? mode->refreshRate : 0;
}

bool Window::should_close() const {
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

bool Window::minimised() const {
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
}

void Window::poll_events() {
    glfwPollEvents();
}

void Window::wait_events(double seconds) {
    glfwWaitEventsTimeout(std::max(seconds, 1e-4));
}

void Window::swap_buffers() {
    glfwSwapBuffers(window_);
}

}  // namespace heatlab
