#include "render/gl_info.h"

#include <glad/gl.h>

#include <array>
#include <cstdio>
#include <string_view>

namespace heatlab {

namespace {

std::string gl_string(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "unknown";
}

bool is_software(std::string_view renderer) {
    constexpr std::array names{"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer"};
    for (const char* name : names)
        if (renderer.find(name) != std::string_view::npos)
            return true;
    return false;
}

void GLAD_API_PTR report(GLenum, GLenum type, GLuint id, GLenum severity, GLsizei,
                         const GLchar* message, const void*) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION || severity == GL_DEBUG_SEVERITY_LOW)
        return;
    std::fprintf(stderr, "OpenGL %s %u: %s\n", type == GL_DEBUG_TYPE_ERROR ? "error" : "warning",
                 id, message);
}

}  // namespace

GlInfo query_gl_info() {
    GlInfo info;
    info.vendor = gl_string(GL_VENDOR);
    info.renderer = gl_string(GL_RENDERER);
    info.version = gl_string(GL_VERSION);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info.max_texture_size);
    info.software = is_software(info.renderer);
    return info;
}

bool install_gl_debug_output() {
    if (GLAD_GL_KHR_debug == 0)
        return false;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(report, nullptr);
    return true;
}

}  // namespace heatlab
