#include "render_fixture.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace heatlab::test {

namespace {

std::uint64_t next_serial() {
    static std::uint64_t serial = 0;
    return ++serial;
}

float checkerboard_component(GridSize grid, int row, int col, const CellFunction& value) {
    if (row < 1 || col < 1 || row > grid.height - 2 || col > grid.width - 2)
        return 0;
    constexpr float weights[] = {1, -2, 1};
    float sum = 0;
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j)
            sum += weights[i + 1] * weights[j + 1] * value(row + i, col + j);
    return std::abs(sum) / 16;
}

BlockTexel reduce_block(GridSize grid, const CellRect& cells, const CellFunction& value) {
    double sum = 0;
    int count = 0;
    float non_finite = 0;
    BlockTexel texel{0, std::numeric_limits<float>::max(), -std::numeric_limits<float>::max(), 0};
    for (int row = cells.row; row < cells.row + cells.height; ++row)
        for (int col = cells.col; col < cells.col + cells.width; ++col) {
            const float u = value(row, col);
            const float component = checkerboard_component(grid, row, col, value);
            if (std::isfinite(component))
                texel.alternating = std::max(texel.alternating, component);
            if (!std::isfinite(u)) {
                if (!std::isnan(non_finite))
                    non_finite = u;
                continue;
            }
            sum += u;
            ++count;
            texel.minimum = std::min(texel.minimum, u);
            texel.maximum = std::max(texel.maximum, u);
        }
    texel.mean = non_finite != 0 ? non_finite : static_cast<float>(sum / std::max(count, 1));
    return texel;
}

}  // namespace

FieldPicture picture_of_cells(GridSize grid, const CellFunction& value) {
    FieldPicture picture;
    picture.grid = grid;
    picture.cells = {0, 0, grid.width, grid.height};
    picture.width = grid.width;
    picture.height = grid.height;
    picture.serial = next_serial();
    picture.texels.reserve(static_cast<std::size_t>(grid.cells()));
    for (int row = 0; row < grid.height; ++row)
        for (int col = 0; col < grid.width; ++col)
            picture.texels.push_back(value(row, col));
    return picture;
}

FieldPicture picture_of_blocks(GridSize grid, int block, const CellFunction& value) {
    FieldPicture picture;
    picture.grid = grid;
    picture.cells = {0, 0, grid.width, grid.height};
    picture.block = block;
    picture.width = (grid.width + block - 1) / block;
    picture.height = (grid.height + block - 1) / block;
    picture.serial = next_serial();
    for (int row = 0; row < grid.height; row += block)
        for (int col = 0; col < grid.width; col += block) {
            const CellRect cells{col, row, std::min(block, grid.width - col),
                                 std::min(block, grid.height - row)};
            const BlockTexel texel = reduce_block(grid, cells, value);
            picture.texels.insert(picture.texels.end(),
                                  {texel.mean, texel.minimum, texel.maximum, texel.alternating});
        }
    return picture;
}

ColorMap grey_map() {
    ColorMap map;
    map.name = "grey";
    map.under = {0, 0, 255};
    map.over = {255, 0, 0};
    for (std::size_t i = 0; i < map.table.size(); ++i) {
        const auto level = static_cast<std::uint8_t>(i);
        map.table[i] = {level, level, level};
    }
    return map;
}

void RenderTest::SetUp() {
    void* egl = dlopen("libEGL.so.1", RTLD_LAZY);
    if (egl == nullptr)
        GTEST_SKIP() << "no EGL on this machine";
    dlclose(egl);
    EglRequest request;
    request.preference = EglPreference::software;
    context_ = EglContext::create(request);
    renderer_ = std::make_unique<FieldRenderer>(HEATLAB_TEST_SHARE);
    texture_ = std::make_unique<UploadedFieldTexture>();
    style_.map = &grey_;
}

Image RenderTest::draw(const FieldPicture& picture, const ViewTransform& view, int width,
                       int height) {
    texture_->upload(picture);
    renderer_->render(texture_->view(), view, style_, width, height);
    return read_framebuffer(renderer_->framebuffer(), 0, 0, width, height, RowOrder::top_first);
}

Image RenderTest::draw_unknown(const FieldPicture& picture, const ViewTransform& view, int width,
                               int height) {
    texture_->upload(picture);
    FieldTextureView unknown = texture_->view();
    unknown.may_be_non_finite = true;
    unknown.alternating_maximum = std::numeric_limits<float>::infinity();
    renderer_->render(unknown, view, style_, width, height);
    return read_framebuffer(renderer_->framebuffer(), 0, 0, width, height, RowOrder::top_first);
}

Rgb color_at(const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixel(x, y);
    return {p[0], p[1], p[2]};
}

int alpha_at(const Image& image, int x, int y) {
    return image.pixel(x, y)[3];
}

int grey_at(const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixel(x, y);
    EXPECT_TRUE(p[0] == p[1] && p[1] == p[2] && p[3] == 255)
        << "not a grey pixel at " << x << ", " << y;
    return p[0];
}

int count_dark(const Image& image, int at_most) {
    int count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        count += image.rgba[i] <= at_most ? 1 : 0;
    return count;
}

int count_bright(const Image& image, int at_least) {
    int count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        count += image.rgba[i] >= at_least ? 1 : 0;
    return count;
}

}  // namespace heatlab::test
