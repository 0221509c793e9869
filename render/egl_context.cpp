#include "render/egl_context.h"

#include <glad/egl.h>
#include <glad/gl.h>

#include <cstdio>
#include <string_view>
#include <utility>

#include "render/graphics_error.h"

namespace heatlab {

struct EglContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;

    ~Handles() {
        if (display == EGL_NO_DISPLAY)
            return;
        if (eglGetCurrentContext() == context)
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (surface != EGL_NO_SURFACE)
            eglDestroySurface(display, surface);
        if (context != EGL_NO_CONTEXT)
            eglDestroyContext(display, context);
        // The display is not terminated: EGL hands the same one to everybody who asks for this
        // device, and another context may live on it.
    }
};

namespace {

struct Candidate {
    std::string route;
    EGLenum platform = 0;  ///< 0: the default display
    void* native = nullptr;
};

bool has_word(const char* words, std::string_view word) {
    if (words == nullptr)
        return false;
    const std::string_view text(words);
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' '))
            return true;
    }
    return false;
}

bool load_egl() {
    return gladLoaderLoadEGL(EGL_NO_DISPLAY) != 0;
}

bool has_client_extension(std::string_view name) {
    return has_word(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), name);
}

/// The handles behind list_egl_devices(), in the same order. EGL must be loaded.
std::vector<EGLDeviceEXT> query_devices() {
    const bool enumerable = has_client_extension("EGL_EXT_device_enumeration") ||
                            has_client_extension("EGL_EXT_device_base");
    if (!enumerable || eglQueryDevicesEXT == nullptr || eglQueryDeviceStringEXT == nullptr)
        return {};
    EGLint count = 0;
    if (eglQueryDevicesEXT(0, nullptr, &count) == EGL_FALSE || count <= 0)
        return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    if (eglQueryDevicesEXT(count, devices.data(), &count) == EGL_FALSE)
        return {};
    devices.resize(static_cast<std::size_t>(count));
    return devices;
}

EglDevice describe(EGLDeviceEXT handle, int index) {
    EglDevice device;
    device.index = index;
    const char* extensions = eglQueryDeviceStringEXT(handle, EGL_EXTENSIONS);
    device.software = has_word(extensions, "EGL_MESA_device_software");
    EGLAttrib ordinal = 0;
    if (has_word(extensions, "EGL_NV_device_cuda") && eglQueryDeviceAttribEXT != nullptr &&
        eglQueryDeviceAttribEXT(handle, EGL_CUDA_DEVICE_NV, &ordinal) == EGL_TRUE)
        device.cuda_device = static_cast<int>(ordinal);
    if (has_word(extensions, "EGL_EXT_device_drm")) {
        const char* file = eglQueryDeviceStringEXT(handle, EGL_DRM_DEVICE_FILE_EXT);
        device.drm_file = file != nullptr ? file : "";
    }
    return device;
}

std::string route_of(const EglDevice& device) {
    std::string route = "EGL device " + std::to_string(device.index);
    if (device.cuda_device)
        route += " (CUDA device " + std::to_string(*device.cuda_device) + ")";
    else if (device.software)
        route += " (software)";
    else if (!device.drm_file.empty())
        route += " (" + device.drm_file + ")";
    return route;
}

std::vector<Candidate> device_candidates(const EglRequest& request) {
    const std::vector<EGLDeviceEXT> handles = query_devices();
    const auto count = static_cast<int>(handles.size());
    if (request.device_index && (*request.device_index < 0 || *request.device_index >= count))
        throw GraphicsError("EGL device " + std::to_string(*request.device_index) +
                            " does not exist: this machine has " + std::to_string(count));
    std::vector<Candidate> wanted;
    std::vector<Candidate> hardware;
    std::vector<Candidate> software;
    for (int index = 0; index < count; ++index) {
        EGLDeviceEXT handle = handles[static_cast<std::size_t>(index)];
        const EglDevice device = describe(handle, index);
        Candidate candidate{route_of(device), EGL_PLATFORM_DEVICE_EXT, handle};
        if (request.device_index) {
            if (index == *request.device_index)
                return {candidate};
        } else if (request.cuda_device && device.cuda_device == request.cuda_device) {
            wanted.push_back(candidate);
        } else {
            (device.software ? software : hardware).push_back(candidate);
        }
    }
    std::vector<Candidate> ordered;
    const auto append = [&ordered](const std::vector<Candidate>& more) {
        ordered.insert(ordered.end(), more.begin(), more.end());
    };
    if (request.preference != EglPreference::software) {
        append(wanted);
        append(hardware);
    }
    if (has_client_extension("EGL_MESA_platform_surfaceless"))
        ordered.push_back({"Mesa surfaceless", EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY});
    if (request.preference != EglPreference::hardware)
        append(software);
    return ordered;
}

[[noreturn]] void fail(const char* call) {
    char code[16];
    std::snprintf(code, sizeof code, "0x%04X", static_cast<unsigned>(eglGetError()));
    throw GraphicsError(std::string(call) + " answered EGL error " + code);
}

EGLDisplay open_display(const Candidate& candidate) {
    EGLDisplay display = EGL_NO_DISPLAY;
    if (candidate.platform == 0)
        display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    else if (eglGetPlatformDisplayEXT != nullptr)
        display = eglGetPlatformDisplayEXT(candidate.platform, candidate.native, nullptr);
    else if (eglGetPlatformDisplay != nullptr)
        display = eglGetPlatformDisplay(candidate.platform, candidate.native, nullptr);
    else
        throw GraphicsError("this EGL cannot open a display by platform");
    if (display == EGL_NO_DISPLAY)
        fail("eglGetPlatformDisplay");
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
        fail("eglInitialize");
    // The functions of EGL 1.1 to 1.5 are known once there is a display that has them.
    if (gladLoaderLoadEGL(display) == 0)
        throw GraphicsError("EGL's functions cannot be loaded");
    return display;
}

EGLConfig choose_config(EGLDisplay display, bool with_pbuffer) {
    const EGLint attributes[] = {EGL_SURFACE_TYPE, with_pbuffer ? EGL_PBUFFER_BIT : 0,
                                 EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, attributes, &config, 1, &count) == EGL_FALSE)
        fail("eglChooseConfig");
    if (count == 0)
        throw GraphicsError("no configuration with OpenGL");
    return config;
}

EGLContext create_context(EGLDisplay display, EGLConfig config, bool debug) {
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
        fail("eglBindAPI");
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_CONTEXT_OPENGL_DEBUG,
                                 debug ? EGL_TRUE : EGL_FALSE,
                                 EGL_NONE};
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT)
        fail("eglCreateContext (OpenGL 3.3 core)");
    return context;
}

EGLSurface create_pbuffer(EGLDisplay display, EGLConfig config) {
    const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    if (surface == EGL_NO_SURFACE)
        fail("eglCreatePbufferSurface");
    return surface;
}

}  // namespace

std::vector<EglDevice> list_egl_devices() {
    if (!load_egl())
        return {};
    std::vector<EglDevice> devices;
    for (EGLDeviceEXT handle : query_devices())
        devices.push_back(describe(handle, static_cast<int>(devices.size())));
    return devices;
}

EglContext::EglContext(std::unique_ptr<Handles> handles, std::string route)
    : handles_(std::move(handles)), route_(std::move(route)) {}

EglContext::~EglContext() = default;

void EglContext::make_current() {
    if (eglMakeCurrent(handles_->display, handles_->surface, handles_->surface,
                       handles_->context) == EGL_FALSE)
        fail("eglMakeCurrent");
}

std::unique_ptr<EglContext> EglContext::create(const EglRequest& request) {
    if (!load_egl())
        throw GraphicsError(
            "Drawing off screen needs EGL, but libEGL.so.1 cannot be opened "
            "(Debian: package libegl1)");
    std::vector<Candidate> candidates = device_candidates(request);
    if (!request.device_index)
        candidates.push_back({"default display", 0, nullptr});

    std::vector<std::string> failures;
    for (const Candidate& candidate : candidates) {
        try {
            auto handles = std::make_unique<Handles>();
            handles->display = open_display(candidate);
            const char* extensions = eglQueryString(handles->display, EGL_EXTENSIONS);
            const bool surfaceless = has_word(extensions, "EGL_KHR_surfaceless_context");
            EGLConfig config = choose_config(handles->display, !surfaceless);
            handles->context = create_context(handles->display, config, request.debug);
            if (!surfaceless)
                handles->surface = create_pbuffer(handles->display, config);
            std::unique_ptr<EglContext> context(
                new EglContext(std::move(handles), candidate.route));
            context->make_current();
            if (gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0)
                throw GraphicsError("OpenGL's functions cannot be loaded");
            context->info_ = query_gl_info();
            if (request.preference == EglPreference::hardware && context->info_.software)
                throw GraphicsError("it draws in software: " + context->info_.renderer);
            if (request.preference == EglPreference::software && !context->info_.software)
                throw GraphicsError("it does not draw in software: " + context->info_.renderer);
            if (request.debug)
                install_gl_debug_output();
            return context;
        } catch (const GraphicsError& error) {
            failures.push_back(candidate.route + ": " + error.what());
        }
    }
    std::string message = "No OpenGL 3.3 core context could be made off screen";
    for (const std::string& failure : failures)
        message += "\n  " + failure;
    throw GraphicsError(message);
}

}  // namespace heatlab
