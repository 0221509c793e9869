#pragma once

#include <string>

namespace heatlab {

/// What the current OpenGL context says of itself.
struct GlInfo {
    std::string vendor;
    std::string renderer;
    std::string version;
    int max_texture_size = 0;  ///< texels per side
    bool software = false;     ///< drawn by the processor (llvmpipe, softpipe, SwiftShader)
};

/// Needs a current context whose functions are loaded.
GlInfo query_gl_info();

/// Forwards what the driver reports (errors and medium or worse warnings) to stderr, where it
/// supports KHR_debug; false where it does not. Needs a current context.
bool install_gl_debug_output();

}  // namespace heatlab
