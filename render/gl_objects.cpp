#include "render/gl_objects.h"

#include <cstdio>
#include <string>

#include "render/graphics_error.h"

namespace heatlab {

void sample_nearest() {
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

void replace_pixels() {
    for (const GLenum capability :
         {GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB})
        glDisable(capability);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void RenderTarget::resize(int width, int height) {
    if (texture_ && width == width_ && height == height_)
        return;
    FramebufferScope scope;
    texture_ = Texture::make();
    framebuffer_ = Framebuffer::make();
    width_ = height_ = 0;
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    const bool is_float = internal_format_ == GL_RGBA32F;
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format_), width, height, 0, GL_RGBA,
                 is_float ? GL_FLOAT : GL_UNSIGNED_BYTE, nullptr);
    sample_nearest();
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        throw GraphicsError(
            "A picture of " + std::to_string(width) + " x " + std::to_string(height) +
            " pixels cannot be drawn into (framebuffer status " + std::to_string(status) + ")");
    width_ = width;
    height_ = height;
}

void RenderTarget::begin(int width, int height) {
    resize(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glViewport(0, 0, width, height);
    replace_pixels();
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void GpuTimer::begin() {
    // All slots unread: this measurement is skipped rather than waited for.
    if (running_ || started_ - read_ >= depth)
        return;
    Stamps& stamps = stamps_[started_ % depth];
    if (!stamps.begin) {
        stamps.begin = Query::make();
        stamps.end = Query::make();
    }
    glQueryCounter(stamps.begin.id(), GL_TIMESTAMP);
    running_ = true;
}

void GpuTimer::end() {
    if (!running_)
        return;
    glQueryCounter(stamps_[started_ % depth].end.id(), GL_TIMESTAMP);
    running_ = false;
    ++started_;
}

std::optional<double> GpuTimer::poll() {
    if (read_ == started_)
        return std::nullopt;
    const Stamps& stamps = stamps_[read_ % depth];
    GLint ready = 0;
    glGetQueryObjectiv(stamps.end.id(), GL_QUERY_RESULT_AVAILABLE, &ready);
    if (ready == 0)
        return std::nullopt;
    GLuint64 begin = 0;
    GLuint64 end = 0;
    glGetQueryObjectui64v(stamps.begin.id(), GL_QUERY_RESULT, &begin);
    glGetQueryObjectui64v(stamps.end.id(), GL_QUERY_RESULT, &end);
    ++read_;
    return end > begin ? static_cast<double>(end - begin) * 1e-9 : 0.0;
}

FramebufferScope::FramebufferScope() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
}

FramebufferScope::~FramebufferScope() {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
}

void check_gl(std::string_view where) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return;
    // Several flags may be set; the first is reported, none is left for an innocent caller. A lost
    // context answers for ever, hence the limit.
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
    }
    char code[16];
    std::snprintf(code, sizeof code, "0x%04X", error);
    throw GraphicsError(std::string(where) + ": OpenGL error " + code);
}

}  // namespace heatlab
