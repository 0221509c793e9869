#pragma once

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace heatlab {

/// Owner of one OpenGL name; `Traits` makes and deletes it. Its context must be current at both.
template <typename Traits>
class GlHandle {
public:
    GlHandle() = default;
    static GlHandle make() {
        GlHandle handle;
        handle.id_ = Traits::make();
        return handle;
    }
    ~GlHandle() { reset(); }
    GlHandle(GlHandle&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    GlHandle& operator=(GlHandle&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    GlHandle(const GlHandle&) = delete;
    GlHandle& operator=(const GlHandle&) = delete;

    GLuint id() const { return id_; }
    explicit operator bool() const { return id_ != 0; }
    void reset() noexcept {
        if (id_ != 0)
            Traits::destroy(std::exchange(id_, 0));
    }

private:
    GLuint id_ = 0;
};

namespace gl_detail {
#define HEATLAB_GL_TRAITS(name, plural)                              \
    struct name##Traits {                                            \
        static GLuint make() {                                       \
            GLuint id = 0;                                           \
            glGen##plural(1, &id);                                   \
            return id;                                               \
        }                                                            \
        static void destroy(GLuint id) { glDelete##plural(1, &id); } \
    }
HEATLAB_GL_TRAITS(Texture, Textures);
HEATLAB_GL_TRAITS(Framebuffer, Framebuffers);
HEATLAB_GL_TRAITS(Renderbuffer, Renderbuffers);
HEATLAB_GL_TRAITS(VertexArray, VertexArrays);
HEATLAB_GL_TRAITS(Buffer, Buffers);
HEATLAB_GL_TRAITS(Query, Queries);
#undef HEATLAB_GL_TRAITS

struct ProgramTraits {
    static GLuint make() { return glCreateProgram(); }
    static void destroy(GLuint id) { glDeleteProgram(id); }
};
}  // namespace gl_detail

using Texture = GlHandle<gl_detail::TextureTraits>;
using Framebuffer = GlHandle<gl_detail::FramebufferTraits>;
using Renderbuffer = GlHandle<gl_detail::RenderbufferTraits>;
using VertexArray = GlHandle<gl_detail::VertexArrayTraits>;
using Buffer = GlHandle<gl_detail::BufferTraits>;
using Query = GlHandle<gl_detail::QueryTraits>;
using ProgramHandle = GlHandle<gl_detail::ProgramTraits>;

/// Text of a file of GLSL. Throws GraphicsError.
std::string shader_text(const std::filesystem::path& file);

/// A linked shader program.
class Program {
public:
    Program() = default;
    /// Reads two files of GLSL. `defines` (lines such as "#define ISOTHERMS 1") go behind their
    /// #version line. Throws GraphicsError with the driver's message and the file and line that it
    /// names.
    Program(const std::filesystem::path& vertex, const std::filesystem::path& fragment,
            const std::string& defines = {});

    explicit operator bool() const { return static_cast<bool>(handle_); }
    void use() const { glUseProgram(handle_.id()); }
    /// -1 where the program has no such uniform in use; setting that does nothing.
    GLint uniform(const char* name) const { return glGetUniformLocation(handle_.id(), name); }

private:
    ProgramHandle handle_;
};

/// Has the bound two-dimensional texture read texel by texel, held at its edges, from its one
/// level.
void sample_nearest();

/// Has every fragment replace its pixel: no blending, tests, culling, masks of colour, or
/// conversion to sRGB.
void replace_pixels();

/// A texture with its own framebuffer, of one size. Nothing is kept when the size changes.
class RenderTarget {
public:
    explicit RenderTarget(GLenum internal_format) : internal_format_(internal_format) {}

    /// Allocates anew only where the size differs. Throws GraphicsError where the context refuses
    /// it.
    void resize(int width, int height);
    /// Resizes, binds it with a viewport of all of it, and clears it to transparent; fragments then
    /// replace pixels.
    void begin(int width, int height);

    GLuint texture() const { return texture_.id(); }
    GLuint framebuffer() const { return framebuffer_.id(); }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    GLenum internal_format_;
    Texture texture_;
    Framebuffer framebuffer_;
    int width_ = 0;
    int height_ = 0;
};

/// Time that the graphics device spends between begin and end, read frames later without waiting. A
/// pair of time stamps: GL_TIME_ELAPSED answers nonsense on llvmpipe, and timers could not be
/// nested.
class GpuTimer {
public:
    void begin();
    void end();
    /// Seconds of the oldest measurement not yet read, once it is ready.
    std::optional<double> poll();

private:
    static constexpr int depth = 6;
    struct Stamps {
        Query begin;
        Query end;
    };
    std::array<Stamps, depth> stamps_;
    std::uint64_t started_ = 0;
    std::uint64_t read_ = 0;
    bool running_ = false;
};

/// Framebuffer bindings and viewport as they were, put back at the end of the scope.
class FramebufferScope {
public:
    FramebufferScope();
    ~FramebufferScope();
    FramebufferScope(const FramebufferScope&) = delete;
    FramebufferScope& operator=(const FramebufferScope&) = delete;

private:
    GLint draw_ = 0;
    GLint read_ = 0;
    std::array<GLint, 4> viewport_{};
};

/// Throws GraphicsError naming `where` if OpenGL has recorded an error.
void check_gl(std::string_view where);

}  // namespace heatlab
