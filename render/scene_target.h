#pragma once

#include <optional>

#include "render/colormap.h"
#include "render/gl_objects.h"

namespace heatlab {

/// A picture of things in space: colour with depth, several samples a pixel where the context draws
/// on a graphics device (a software renderer would take that much longer), brought to one for the
/// texture that is shown. Needs a current context.
class SceneTarget {
public:
    SceneTarget();
    ~SceneTarget();
    SceneTarget(const SceneTarget&) = delete;
    SceneTarget& operator=(const SceneTarget&) = delete;

    /// Binds the picture for drawing, cleared to `background`, with the depth test on and all else
    /// off. Throws GraphicsError where the context refuses the size.
    void begin(int width, int height, Rgb background);
    /// Resolves it; the depth test is off afterwards.
    void end();

    GLuint texture() const { return shown_.texture(); }
    GLuint framebuffer() const { return shown_.framebuffer(); }
    int width() const { return shown_.width(); }
    int height() const { return shown_.height(); }

    /// Asks for the depth at a pixel of the picture as it was drawn last; the answer comes frames
    /// later, without waiting. A newer question replaces one that is not answered yet.
    void ask_depth(int x, int y);
    /// The answer, once: 0 (near) to 1, which is where nothing was drawn.
    std::optional<float> poll_depth();

private:
    void resize(int width, int height);

    int samples_;
    RenderTarget shown_;
    Framebuffer drawn_;
    Renderbuffer color_;
    Renderbuffer depth_;
    Framebuffer asked_;
    Renderbuffer asked_depth_;
    Buffer answer_;
    GLsync fence_ = nullptr;
};

}  // namespace heatlab
