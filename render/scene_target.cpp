#include "render/scene_target.h"

#include <algorithm>
#include <string>

#include "render/gl_info.h"
#include "render/graphics_error.h"

namespace heatlab {

namespace {

constexpr int wanted_samples = 4;
constexpr GLenum depth_format = GL_DEPTH_COMPONENT24;

int samples_here() {
    if (query_gl_info().software)
        return 0;
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    return std::min(wanted_samples, static_cast<int>(most));
}

void require_complete(int width, int height) {
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw GraphicsError("A scene of " + std::to_string(width) + " x " + std::to_string(height) +
                            " pixels cannot be drawn into (framebuffer status " +
                            std::to_string(status) + ")");
}

void attach(GLenum attachment, const Renderbuffer& buffer, GLenum format, int samples, int width,
            int height) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.id());
}

}  // namespace

SceneTarget::SceneTarget() : samples_(samples_here()), shown_(GL_RGBA8) {}

SceneTarget::~SceneTarget() {
    if (fence_ != nullptr)
        glDeleteSync(fence_);
}

void SceneTarget::resize(int width, int height) {
    if (drawn_ && width == shown_.width() && height == shown_.height())
        return;
    const FramebufferScope scope;
    drawn_ = {};
    shown_.resize(width, height);
    Framebuffer drawn = Framebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, drawn.id());
    color_ = Renderbuffer::make();
    depth_ = Renderbuffer::make();
    attach(GL_COLOR_ATTACHMENT0, color_, GL_RGBA8, samples_, width, height);
    attach(GL_DEPTH_ATTACHMENT, depth_, depth_format, samples_, width, height);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    require_complete(width, height);
    drawn_ = std::move(drawn);
}

void SceneTarget::begin(int width, int height, Rgb background) {
    resize(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, drawn_.id());
    glViewport(0, 0, width, height);
    replace_pixels();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glClearColor(static_cast<float>(background.r) / 255.0f,
                 static_cast<float>(background.g) / 255.0f,
                 static_cast<float>(background.b) / 255.0f, 1);
    glClearDepth(1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void SceneTarget::end() {
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, shown_.framebuffer());
    glBlitFramebuffer(0, 0, width(), height(), 0, 0, width(), height(), GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

void SceneTarget::ask_depth(int x, int y) {
    if (!drawn_ || x < 0 || y < 0 || x >= width() || y >= height())
        return;
    const FramebufferScope scope;
    if (!asked_) {
        asked_ = Framebuffer::make();
        asked_depth_ = Renderbuffer::make();
        answer_ = Buffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, asked_.id());
        attach(GL_DEPTH_ATTACHMENT, asked_depth_, depth_format, 0, 1, 1);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        glBindRenderbuffer(GL_RENDERBUFFER, 0);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, answer_.id());
        glBufferData(GL_PIXEL_PACK_BUFFER, sizeof(float), nullptr, GL_STREAM_READ);
    }
    // By way of a buffer of one sample: of several none can be read.
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, asked_.id());
    glBlitFramebuffer(x, y, x + 1, y + 1, 0, 0, 1, 1, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, asked_.id());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, answer_.id());
    glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (fence_ != nullptr)
        glDeleteSync(fence_);
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    check_gl("Asking for a depth");
}

std::optional<float> SceneTarget::poll_depth() {
    if (fence_ == nullptr)
        return std::nullopt;
    if (glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, 0) == GL_TIMEOUT_EXPIRED)
        return std::nullopt;
    glDeleteSync(fence_);
    fence_ = nullptr;
    float depth = 1;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, answer_.id());
    glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, sizeof depth, &depth);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return depth;
}

}  // namespace heatlab
