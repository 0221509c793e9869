#include "render/gl_objects.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "render/graphics_error.h"
#include "render_fixture.h"

namespace heatlab::test {
namespace {

TEST_F(RenderTest, HandlesMoveAndDelete) {
    Texture a = Texture::make();
    glBindTexture(GL_TEXTURE_2D, a.id());
    const GLuint id = a.id();
    Texture b = std::move(a);
    EXPECT_EQ(b.id(), id);
    EXPECT_EQ(glIsTexture(id), GL_TRUE);
    b = Texture{};
    EXPECT_EQ(glIsTexture(id), GL_FALSE);
}

TEST_F(RenderTest, ShaderErrorsNameFileAndLine) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "heatlab_shader_test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "ok.vert")
        << "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";
    std::ofstream(folder / "bad.frag")
        << "#version 330 core\nout vec4 o;\n\nvoid main() {\n  o = nothing;\n}\n";
    try {
        const Program program(folder / "ok.vert", folder / "bad.frag",
                              "#define A 1\n#define B 2\n");
        FAIL() << "a broken shader compiled";
    } catch (const GraphicsError& error) {
        EXPECT_NE(std::string(error.what()).find("bad.frag:5"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("nothing"), std::string::npos) << error.what();
    }
    EXPECT_THROW(Program(folder / "ok.vert", folder / "missing.frag"), GraphicsError);
    EXPECT_THROW(FieldRenderer{folder}, GraphicsError);
    std::filesystem::remove_all(folder);
}

TEST_F(RenderTest, TimerIsReadLater) {
    GpuTimer timer;
    EXPECT_FALSE(timer.poll().has_value());
    timer.begin();
    draw(picture_of_cells({2, 2}, [](int, int) { return 1.0f; }), {1, 1, 64}, 128, 128);
    timer.end();
    std::optional<double> seconds;
    for (int i = 0; i < 500 && !seconds; ++i) {
        seconds = timer.poll();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_TRUE(seconds.has_value());
    EXPECT_GE(*seconds, 0);
    EXPECT_LT(*seconds, 60);
    // More measurements than slots: the surplus is left out, nothing waits.
    for (int i = 0; i < 20; ++i) {
        timer.begin();
        timer.end();
    }
    glFinish();
    int read = 0;
    while (timer.poll())
        ++read;
    EXPECT_GE(read, 1);
    EXPECT_LE(read, 20);
}

TEST_F(RenderTest, FramebufferAndViewportStayAsTheyWere) {
    RenderTarget own(GL_RGBA8);
    own.resize(33, 44);
    glBindFramebuffer(GL_FRAMEBUFFER, own.framebuffer());
    glViewport(1, 2, 3, 4);
    draw(picture_of_cells({64, 64}, [](int, int) { return 1.0f; }), {32, 32, 0.25}, 16, 16);
    GLint bound = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), own.framebuffer());
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    EXPECT_EQ(viewport[0], 1);
    EXPECT_EQ(viewport[3], 4);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(RenderTest, RowsAreReadInTheAskedOrder) {
    const auto picture =
        picture_of_cells({1, 2}, [](int row, int) { return grey_value(255 * row); });
    const Image top_first = draw(picture, {0.5, 1, 1}, 1, 2);
    const Image flipped =
        read_framebuffer(renderer_->framebuffer(), 0, 0, 1, 2, RowOrder::bottom_first);
    EXPECT_EQ(grey_at(top_first, 0, 0), 0);
    EXPECT_EQ(grey_at(top_first, 0, 1), 255);
    EXPECT_EQ(grey_at(flipped, 0, 0), 255);
    const Image part = read_framebuffer(renderer_->framebuffer(), 0, 1, 1, 1, RowOrder::top_first);
    EXPECT_EQ(grey_at(part, 0, 0), 255);
}

TEST_F(RenderTest, ImpossibleStylesAreRefused) {
    texture_->upload(picture_of_cells({2, 2}, [](int, int) { return 1.0f; }));
    const auto refuse = [this](FieldStyle style, ViewTransform view, int width) {
        EXPECT_THROW(renderer_->render(texture_->view(), view, style, width, 8),
                     std::invalid_argument);
    };
    FieldStyle style = style_;
    style.map = nullptr;
    refuse(style, {1, 1, 1}, 8);
    style = style_;
    style.low = 2;
    refuse(style, {1, 1, 1}, 8);
    style.low = std::numeric_limits<float>::quiet_NaN();
    refuse(style, {1, 1, 1}, 8);
    refuse(style_, {1, 1, 0}, 8);
    refuse(style_, {1, std::numeric_limits<double>::infinity(), 1}, 8);
    refuse(style_, {1, 1, 1}, 0);
}

}  // namespace
}  // namespace heatlab::test
