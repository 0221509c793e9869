#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/gl_info.h"

namespace heatlab {

/// One device that EGL_EXT_device_enumeration names.
struct EglDevice {
    int index = 0;
    bool software = false;
    std::optional<int> cuda_device;  ///< CUDA ordinal, where EGL_NV_device_cuda tells it
    std::string drm_file;            ///< "/dev/dri/card0", empty where unknown
};

/// All devices of this machine, in EGL's order; empty where EGL or the extension is missing.
std::vector<EglDevice> list_egl_devices();

enum class EglPreference {
    any,       ///< hardware first, then software
    hardware,  ///< a graphics device or an error
    software,  ///< Mesa's software renderer or an error
};

struct EglRequest {
    EglPreference preference = EglPreference::any;
    std::optional<int> device_index;  ///< this EGL device or an error
    std::optional<int> cuda_device;   ///< the EGL device of this CUDA ordinal is tried first
    bool debug = false;               ///< a debug context, its messages on stderr
};

/// An OpenGL 3.3 core context without a window, current on the thread that made it, functions
/// loaded. There is no default framebuffer to draw into: use framebuffer objects.
///
/// Tried in this order, as far as `EglRequest` allows: EGL devices (the wanted CUDA device, other
/// hardware), Mesa's surfaceless platform, software devices, the default display with a small
/// pbuffer.
class EglContext {
public:
    /// Throws GraphicsError that lists every attempt and its answer.
    static std::unique_ptr<EglContext> create(const EglRequest& request = {});

    ~EglContext();
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    /// Throws GraphicsError.
    void make_current();

    const GlInfo& info() const { return info_; }
    /// How it was reached: "EGL device 0 (CUDA device 0)", "Mesa surfaceless".
    const std::string& route() const { return route_; }

private:
    struct Handles;
    EglContext(std::unique_ptr<Handles> handles, std::string route);

    std::unique_ptr<Handles> handles_;
    std::string route_;
    GlInfo info_;
};

}  // namespace heatlab
