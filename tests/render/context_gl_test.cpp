#include <gtest/gtest.h>

#include "render/graphics_error.h"
#include "render_fixture.h"

namespace heatlab::test {
namespace {

TEST_F(RenderTest, SoftwareContextSaysWhatItIs) {
    EXPECT_TRUE(context_->info().software) << context_->info().renderer;
    EXPECT_FALSE(context_->info().vendor.empty());
    EXPECT_FALSE(context_->route().empty());
    EXPECT_GE(context_->info().max_texture_size, 4096);
    GLint major = 0;
    GLint minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    EXPECT_GE(10 * major + minor, 33);
}

TEST_F(RenderTest, AnyContextCanBeMadeBesideAnotherOne) {
    {
        const auto other = EglContext::create();
        EXPECT_FALSE(other->info().renderer.empty());
    }
    // Its end takes nothing from the first.
    context_->make_current();
    const Image image =
        draw(picture_of_cells({2, 1}, [](int, int col) { return grey_value(255 * col); }),
             {1, 0.5, 1}, 2, 1);
    EXPECT_EQ(grey_at(image, 1, 0), 255);
}

TEST_F(RenderTest, DevicesAreListedInOrder) {
    int index = 0;
    for (const EglDevice& device : list_egl_devices())
        EXPECT_EQ(device.index, index++);
    EglRequest request;
    request.device_index = index;
    try {
        EglContext::create(request);
        FAIL() << "a device that does not exist was opened";
    } catch (const GraphicsError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(index)), std::string::npos);
    }
}

TEST_F(RenderTest, ListedDevicesOpenByIndexOrSayWhyNot) {
    for (const EglDevice& device : list_egl_devices()) {
        EglRequest request;
        request.device_index = device.index;
        try {
            const auto context = EglContext::create(request);
            EXPECT_NE(context->route().find(std::to_string(device.index)), std::string::npos);
            if (device.software) {
                EXPECT_TRUE(context->info().software);
            }
        } catch (const GraphicsError& error) {
            EXPECT_FALSE(device.software) << error.what();
            EXPECT_NE(std::string(error.what()).find("EGL device"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace heatlab::test
