// Pictures that arrive later: which, in what order, and what they hold.
#include "render/pixel_reader.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "render/graphics_error.h"
#include "render_fixture.h"

namespace heatlab::test {
namespace {

class PixelReaderTest : public RenderTest {
protected:
    /// Rows of their own colours, the framebuffer's first one with `level` in red.
    void paint(RenderTarget& target, int level) {
        const FramebufferScope scope;
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
        glEnable(GL_SCISSOR_TEST);
        for (int row = 0; row < target.height(); ++row) {
            glScissor(0, row, target.width(), 1);
            glClearColor(static_cast<float>(level) / 255, static_cast<float>(row) / 255, 0, 1);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        glDisable(GL_SCISSOR_TEST);
    }
};

TEST_F(PixelReaderTest, GivesEachPictureInOrderAsItWasThen) {
    RenderTarget target(GL_RGBA8);
    target.resize(5, 3);
    PixelReader reader;
    EXPECT_FALSE(reader.poll());
    EXPECT_FALSE(reader.take());
    paint(target, 10);
    reader.request(target.framebuffer(), {5, 3}, RowOrder::bottom_first, 1.5);
    paint(target, 20);
    reader.request(target.framebuffer(), {5, 3}, RowOrder::top_first, 2.5);
    EXPECT_EQ(reader.under_way(), 2u);
    EXPECT_THROW(reader.request(target.framebuffer(), {5, 3}, RowOrder::top_first, 3.5),
                 std::logic_error);
    paint(target, 30);  // what is drawn later is not seen
    const auto first = reader.take();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->moment, 1.5);
    ASSERT_EQ(first->image.width, 5);
    ASSERT_EQ(first->image.height, 3);
    EXPECT_EQ(color_at(first->image, 4, 0), (Rgb{10, 2, 0}));
    EXPECT_EQ(color_at(first->image, 0, 2), (Rgb{10, 0, 0}));
    const auto second = reader.take();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->moment, 2.5);
    EXPECT_EQ(color_at(second->image, 0, 0), (Rgb{20, 0, 0}));
    EXPECT_EQ(color_at(second->image, 0, 2), (Rgb{20, 2, 0}));
    EXPECT_FALSE(reader.take());
    EXPECT_EQ(reader.under_way(), 0u);
}

TEST_F(PixelReaderTest, ReadsWhatReadingAtOnceDoes) {
    RenderTarget target(GL_RGBA8);
    PixelReader reader;
    // Larger and smaller: the buffers are kept where they suffice.
    for (const GridSize size : {GridSize{7, 9}, GridSize{3, 2}, GridSize{31, 17}}) {
        target.resize(size.width, size.height);
        paint(target, size.width);
        reader.request(target.framebuffer(), size, RowOrder::bottom_first, 0);
        const Image at_once = read_framebuffer(target.framebuffer(), 0, 0, size.width, size.height,
                                               RowOrder::bottom_first);
        EXPECT_EQ(reader.take()->image.rgba, at_once.rgba);
    }
    GLint bound = -1;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    EXPECT_EQ(bound, 0) << "others read into memory of their own";
}

TEST_F(PixelReaderTest, ArrivesWithoutBeingWaitedFor) {
    RenderTarget target(GL_RGBA8);
    target.resize(4, 4);
    PixelReader reader;
    paint(target, 77);
    reader.request(target.framebuffer(), {4, 4}, RowOrder::bottom_first, 0);
    glFinish();
    const auto picture = reader.poll();
    ASSERT_TRUE(picture);
    EXPECT_EQ(color_at(picture->image, 0, 0).r, 77);
    EXPECT_THROW(reader.request(target.framebuffer(), {0, 4}, RowOrder::bottom_first, 0),
                 GraphicsError);
    reader.request(target.framebuffer(), {4, 4}, RowOrder::bottom_first, 0);
    reader.forget();
    EXPECT_EQ(reader.under_way(), 0u);
    EXPECT_FALSE(reader.take());
}

}  // namespace
}  // namespace heatlab::test
