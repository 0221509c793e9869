#include "render/field_texture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "render/graphics_error.h"
#include "render_fixture.h"

namespace heatlab::test {
namespace {

TEST_F(RenderTest, UploadSaysWhatItHolds) {
    EXPECT_TRUE(texture_->view().empty());
    FieldPicture picture =
        picture_of_blocks({10, 7}, 4, [](int row, int col) { return grey_value(10 * row + col); });
    picture.step = 77;
    texture_->upload(picture);
    const FieldTextureView& view = texture_->view();
    EXPECT_FALSE(view.empty());
    EXPECT_EQ(view.grid, (GridSize{10, 7}));
    EXPECT_EQ(view.block, 4);
    EXPECT_EQ(view.width, 3);
    EXPECT_EQ(view.height, 2);
    EXPECT_EQ(view.step, 77);
    EXPECT_FALSE(view.may_be_non_finite);
    EXPECT_EQ(texture_->last_upload_bytes(), 3u * 2 * 4 * sizeof(float));
    std::vector<float> back(3 * 2 * 4);
    glBindTexture(GL_TEXTURE_2D, view.texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, back.data());
    EXPECT_EQ(back, picture.texels);
}

TEST_F(RenderTest, TheSamePictureIsUploadedOnce) {
    FieldPicture picture = picture_of_cells({5, 3}, [](int, int col) { return grey_value(col); });
    texture_->upload(picture);
    EXPECT_EQ(texture_->last_upload_bytes(), 15 * sizeof(float));
    texture_->upload(picture);
    EXPECT_EQ(texture_->last_upload_bytes(), 0u);
    ++picture.serial;
    texture_->upload(picture);
    EXPECT_EQ(texture_->last_upload_bytes(), 15 * sizeof(float));
}

TEST_F(RenderTest, SizesAndKindsMayChangeBetweenUploads) {
    const auto value = [](int row, int col) { return row == 0 && col == 0 ? 1.0f : 0.0f; };
    for (const GridSize grid : {GridSize{8, 8}, GridSize{3, 1}, GridSize{1, 9}, GridSize{8, 8}}) {
        const Image cells = draw(picture_of_cells(grid, value), fit_view(grid, 64, 64), 64, 64);
        const ViewMapping mapping(fit_view(grid, 64, 64), 64, 64);
        EXPECT_EQ(grey_at(cells, static_cast<int>(mapping.x_of_col(0.5)),
                          static_cast<int>(mapping.y_of_row(0.5))),
                  255);
        texture_->upload(picture_of_blocks(grid, 2, value));
        EXPECT_EQ(texture_->view().block, 2);
    }
}

TEST_F(RenderTest, NonFiniteCellsAndAlternationAreNoticed) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
          -std::numeric_limits<float>::infinity()}) {
        texture_->upload(
            picture_of_cells({9, 9}, [bad](int r, int c) { return r == 8 && c == 8 ? bad : 0.f; }));
        EXPECT_TRUE(texture_->view().may_be_non_finite);
        texture_->upload(picture_of_blocks(
            {9, 9}, 2, [bad](int r, int c) { return r == 8 && c == 8 ? bad : 0.f; }));
        EXPECT_TRUE(texture_->view().may_be_non_finite);
    }
    texture_->upload(
        picture_of_blocks({64, 64}, 8, [](int r, int c) { return (r + c) % 2 ? 0.3f : -0.3f; }));
    EXPECT_NEAR(texture_->view().alternating_maximum, 0.3f, 1e-6f);
}

TEST_F(RenderTest, ImpossiblePicturesAreRefused) {
    FieldPicture picture = picture_of_cells({4, 4}, [](int, int) { return 0.0f; });
    picture.texels.pop_back();
    EXPECT_THROW(texture_->upload(picture), GraphicsError);
    picture =
        picture_of_cells({context_->info().max_texture_size + 1, 1}, [](int, int) { return 0.0f; });
    try {
        texture_->upload(picture);
        FAIL() << "a picture beyond the limit was uploaded";
    } catch (const GraphicsError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(context_->info().max_texture_size)),
                  std::string::npos);
    }
    picture.width = 0;
    EXPECT_THROW(texture_->upload(picture), GraphicsError);
}

}  // namespace
}  // namespace heatlab::test
