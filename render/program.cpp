#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "render/gl_objects.h"
#include "render/graphics_error.h"

namespace heatlab {

namespace {

class Shader {
public:
    explicit Shader(GLenum kind) : id_(glCreateShader(kind)) {}
    ~Shader() { glDeleteShader(id_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint id() const { return id_; }

private:
    GLuint id_;
};

/// A driver's log: `read` is given a buffer of `length` bytes, the final zero included.
template <typename Read>
std::string driver_log(GLint length, Read read) {
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    read(length, log.data());
    while (!log.empty() &&
           (log.back() == '\0' || std::isspace(static_cast<unsigned char>(log.back()))))
        log.pop_back();
    return log;
}

/// The number in the first "0:12" (Mesa) or "0(12)" (NVIDIA) of a log; 0 where there is none.
int first_line_number(const std::string& log) {
    for (std::size_t i = 0; i + 2 < log.size(); ++i)
        if (log[i] == '0' && (log[i + 1] == ':' || log[i + 1] == '(') &&
            std::isdigit(static_cast<unsigned char>(log[i + 2])) &&
            (i == 0 || !std::isdigit(static_cast<unsigned char>(log[i - 1]))))
            return std::atoi(log.c_str() + i + 2);
    return 0;
}

/// Puts `defines` behind the #version line and keeps the line numbers of the file.
std::string with_defines(const std::string& source, const std::string& defines,
                         const std::filesystem::path& file) {
    const std::size_t end = source.find('\n');
    if (source.rfind("#version", 0) != 0 || end == std::string::npos)
        throw GraphicsError("Shader " + file.string() + " must begin with its #version line");
    return source.substr(0, end + 1) + defines + "#line 2 0\n" + source.substr(end + 1);
}

void compile(const Shader& shader, const std::filesystem::path& file, const std::string& defines) {
    const std::string source = with_defines(shader_text(file), defines, file);
    const char* text = source.c_str();
    glShaderSource(shader.id(), 1, &text, nullptr);
    glCompileShader(shader.id());
    GLint compiled = 0;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
    if (compiled != 0)
        return;
    GLint length = 0;
    glGetShaderiv(shader.id(), GL_INFO_LOG_LENGTH, &length);
    const std::string log = driver_log(length, [&shader](GLint size, GLchar* buffer) {
        glGetShaderInfoLog(shader.id(), size, nullptr, buffer);
    });
    const int line = first_line_number(log);
    throw GraphicsError("Shader " + file.string() + (line > 0 ? ":" + std::to_string(line) : "") +
                        " does not compile: " + log);
}

}  // namespace

std::string shader_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf()))
        throw GraphicsError("Shader " + file.string() + " cannot be read");
    return text.str();
}

Program::Program(const std::filesystem::path& vertex, const std::filesystem::path& fragment,
                 const std::string& defines)
    : handle_(ProgramHandle::make()) {
    const Shader vertex_shader(GL_VERTEX_SHADER);
    const Shader fragment_shader(GL_FRAGMENT_SHADER);
    compile(vertex_shader, vertex, defines);
    compile(fragment_shader, fragment, defines);
    glAttachShader(handle_.id(), vertex_shader.id());
    glAttachShader(handle_.id(), fragment_shader.id());
    glLinkProgram(handle_.id());
    glDetachShader(handle_.id(), vertex_shader.id());
    glDetachShader(handle_.id(), fragment_shader.id());
    GLint linked = 0;
    glGetProgramiv(handle_.id(), GL_LINK_STATUS, &linked);
    if (linked != 0)
        return;
    GLint length = 0;
    glGetProgramiv(handle_.id(), GL_INFO_LOG_LENGTH, &length);
    const std::string log = driver_log(length, [this](GLint size, GLchar* buffer) {
        glGetProgramInfoLog(handle_.id(), size, nullptr, buffer);
    });
    throw GraphicsError("Shaders " + vertex.string() + " and " + fragment.string() +
                        " do not link: " + log);
}

}  // namespace heatlab
