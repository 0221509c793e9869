// Fields of three dimensions on software OpenGL: clouds and slices.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "render/graphics_error.h"
#include "render/slices_renderer.h"
#include "render/volume_renderer.h"
#include "tests/render/render_fixture.h"

namespace heatlab::test {
namespace {

constexpr Rgb ground{20, 60, 140};
constexpr Rgb frame{200, 0, 0};
constexpr int width = 200;
constexpr int height = 160;

struct VolumeSize {
    int width = 1;
    int height = 1;
    int depth = 1;
};

using VolumeFunction = std::function<float(int col, int row, int slice)>;

class VolumeTest : public RenderTest {
protected:
    void SetUp() override {
        RenderTest::SetUp();
        if (IsSkipped())
            return;
        volume_ = std::make_unique<VolumeRenderer>(HEATLAB_TEST_SHARE);
        slices_ = std::make_unique<SlicesRenderer>(HEATLAB_TEST_SHARE);
        space_.background = ground;
        space_.line = frame;
        space_.margin = 10;
    }

    void fill(VolumeSize size, const VolumeFunction& value) {
        size_ = size;
        std::vector<float> cells;
        for (int slice = 0; slice < size.depth; ++slice)
            for (int row = 0; row < size.height; ++row)
                for (int col = 0; col < size.width; ++col)
                    cells.push_back(value(col, row, slice));
        uploaded_.upload(cells, size.width, size.height, size.depth);
    }
    Image draw_cloud() {
        volume_->render(uploaded_.view(), style_, space_, cloud_, width, height);
        return read_framebuffer(volume_->framebuffer(), 0, 0, volume_->width(), volume_->height(),
                                RowOrder::top_first);
    }
    Image draw_slices(const SlicePlaces& places) {
        slices_->render(uploaded_.view(), style_, space_, places, width, height);
        return read_framebuffer(slices_->framebuffer(), 0, 0, width, height, RowOrder::top_first);
    }
    OrbitCamera camera() const { return {space_.camera, extent(), width, height, space_.margin}; }
    BoxExtent extent() const { return volume_extent(size_.width, size_.height, size_.depth); }
    /// Where the middle of a cell is seen.
    glm::dvec2 place_of(double col, double row, double slice) const {
        const BoxExtent e = extent();
        return camera().project({e.x * ((col + 0.5) / size_.width - 0.5),
                                 e.y * ((slice + 0.5) / size_.depth - 0.5),
                                 -e.z * ((row + 0.5) / size_.height - 0.5)});
    }
    static Rgb at(const Image& image, glm::dvec2 place) {
        return color_at(image, static_cast<int>(place.x), static_cast<int>(place.y));
    }
    /// Of the ray through a pixel's middle, within the box.
    double length_in_box(int x, int y) const {
        const OrbitCamera c = camera();
        const glm::dvec3 way = c.ray(x + 0.5, y + 0.5);
        double begin = 0;
        double end = 1e9;
        for (int axis = 0; axis < 3; ++axis) {
            const double a = (-0.5 * extent()[axis] - c.eye()[axis]) / way[axis];
            const double b = (0.5 * extent()[axis] - c.eye()[axis]) / way[axis];
            begin = std::max(begin, std::min(a, b));
            end = std::min(end, std::max(a, b));
        }
        return std::max(0.0, end - begin);
    }

    std::unique_ptr<VolumeRenderer> volume_;
    std::unique_ptr<SlicesRenderer> slices_;
    UploadedVolume uploaded_;
    VolumeSize size_;
    SpaceStyle space_;
    VolumeStyle cloud_;
};

void expect_mixed(Rgb seen, double grey, double through, double tolerance) {
    EXPECT_NEAR(seen.r, through * ground.r + (1 - through) * grey, tolerance);
    EXPECT_NEAR(seen.g, through * ground.g + (1 - through) * grey, tolerance);
    EXPECT_NEAR(seen.b, through * ground.b + (1 - through) * grey, tolerance);
}

TEST_F(VolumeTest, AUniformCubeLetsThroughWhatBeerAndLambertSay) {
    space_.line = ground;  // nothing else behind it
    for (const VolumeSize size : {VolumeSize{8, 8, 8}, VolumeSize{16, 8, 4}, VolumeSize{1, 1, 1}})
        for (const double density : {0.5, 2.0, 9.0})
            for (const OrbitView& view :
                 {OrbitView{-30, 35, 1}, OrbitView{100, -20, 1}, OrbitView{0, 90, 1}}) {
                space_.camera = view;
                cloud_.density = static_cast<float>(density);
                const float value = grey_value(204);  // 0.8 from the neutral 0
                fill(size, [value](int, int, int) { return value; });
                const Image image = draw_cloud();
                int rays = 0;
                for (int y = 12; y < height; y += 23)
                    for (int x = 9; x < width; x += 17) {
                        const double length = length_in_box(x, y);
                        if (length < 0.02)
                            continue;
                        const double through = std::exp(-density * 0.64 * length);
                        const Rgb seen = color_at(image, x, y);
                        EXPECT_NEAR(seen.b, through * ground.b + (1 - through) * 204, 1.6)
                            << "density " << density << " at " << x << ", " << y;
                        ++rays;
                    }
                EXPECT_GT(rays, 8);
            }
}

TEST_F(VolumeTest, TheStepDoesNotMatterForAUniformField) {
    space_.camera = {20, 30, 1};
    cloud_.density = 3;
    const auto value = [](int, int, int) { return grey_value(153); };
    fill({2, 2, 2}, value);
    const Image coarse = draw_cloud();
    fill({64, 64, 64}, value);
    const Image fine = draw_cloud();
    for (std::size_t i = 0; i < coarse.rgba.size(); ++i)
        EXPECT_NEAR(coarse.rgba[i], fine.rgba[i], 2);
}

TEST_F(VolumeTest, TheNeutralValueIsNotSeen) {
    cloud_.neutral = 0.5f;
    cloud_.density = 100;
    fill({6, 6, 6}, [](int, int, int) { return 0.5f; });
    const Image image = draw_cloud();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const Rgb seen = color_at(image, x, y);
            EXPECT_TRUE(seen == ground || seen == frame);
        }
}

TEST_F(VolumeTest, FrontHidesBack) {
    // Two slabs, the first slices in front: from there the bright one hides the dark one.
    cloud_.density = 400;
    cloud_.neutral = 0.5f;
    fill({8, 8, 8}, [](int, int, int slice) { return slice < 4 ? 1.0f : 0.0f; });
    space_.camera = {0, 0, 1};
    EXPECT_EQ(at(draw_cloud(), {width / 2.0, height / 2.0}), (Rgb{255, 255, 255}));
    space_.camera = {180, 0, 1};
    EXPECT_EQ(at(draw_cloud(), {width / 2.0, height / 2.0}), (Rgb{0, 0, 0}));
}

TEST_F(VolumeTest, TwoSlabsOneBehindTheOther) {
    // Nearest cells and a ray along the slices: the closed form of two layers.
    cloud_.density = 2;
    space_.camera = {0, 0, 1};
    fill({32, 32, 32}, [](int, int, int slice) { return grey_value(slice < 16 ? 255 : 102); });
    const Rgb seen = at(draw_cloud(), {width / 2.0, height / 2.0});
    const double near = std::exp(-2 * 1.0 * 0.5);
    const double far = std::exp(-2 * 0.16 * 0.5);
    // One sample of 64 may lie in the other layer.
    EXPECT_NEAR(seen.b, (1 - near) * 255 + near * ((1 - far) * 102 + far * ground.b), 3);
    EXPECT_NEAR(seen.r, (1 - near) * 255 + near * ((1 - far) * 102 + far * ground.r), 3);
}

TEST_F(VolumeTest, WhatIsNotFiniteIsStripedAndHidesTheRest) {
    space_.camera = {0, 90, 1};
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const auto& [value, stripes] :
         {std::pair{std::numeric_limits<float>::quiet_NaN(), nan_stripes},
          std::pair{inf, positive_infinity_stripes}, std::pair{-inf, negative_infinity_stripes}}) {
        for (const FieldFilter filter : {FieldFilter::nearest, FieldFilter::linear}) {
            style_.filter = filter;
            fill({5, 5, 5}, [bad = value](int col, int row, int slice) {
                return col == 2 && row == 2 && slice == 2 ? bad : 0.0f;
            });
            const Rgb seen = at(draw_cloud(), place_of(2, 2, 2));
            EXPECT_TRUE(seen == stripes.light || seen == stripes.dark) << value;
        }
    }
}

TEST_F(VolumeTest, ReducedPicturesShowTheSame) {
    space_.line = ground;
    space_.camera = {-40, 30, 1};
    cloud_.density = 3;
    fill({8, 8, 8}, [](int, int, int) { return grey_value(204); });
    const Image whole = draw_cloud();
    cloud_.reduction = 3;
    const Image reduced = draw_cloud();
    EXPECT_EQ(reduced.width, (width + 2) / 3);
    EXPECT_EQ(reduced.height, (height + 2) / 3);
    for (const auto& [x, y] : {std::pair{100, 80}, std::pair{70, 90}, std::pair{130, 70}}) {
        const Rgb a = color_at(whole, x, y);
        const Rgb b = color_at(reduced, x / 3, y / 3);
        EXPECT_NEAR(a.r, b.r, 6);
        EXPECT_NEAR(a.b, b.b, 6);
    }
}

TEST_F(VolumeTest, EverySliceHasItsCellsColours) {
    const auto value = [](int col, int row, int slice) {
        return grey_value(20 + 25 * col + 7 * row + 3 * slice);
    };
    fill({5, 4, 3}, value);
    // From before, from the right and from above: the cells of each slice that no other hides.
    const SlicePlaces places{1, 2, 1};
    space_.camera = {30, 35, 1};
    const Image image = draw_slices(places);
    int seen = 0;
    for (int row = 0; row < places.row; ++row)
        for (int col = places.col + 1; col < 5; ++col) {
            EXPECT_EQ(grey_at(image, static_cast<int>(place_of(col, row, places.slice).x),
                              static_cast<int>(place_of(col, row, places.slice).y)),
                      std::lround(255 * value(col, row, places.slice)));
            ++seen;
        }
    for (int slice = 0; slice < places.slice; ++slice) {
        for (int col = places.col + 1; col < 5; ++col) {
            const glm::dvec2 place = place_of(col, places.row, slice);
            EXPECT_EQ(at(image, place).r, std::lround(255 * value(col, places.row, slice)));
            ++seen;
        }
        for (int row = 0; row < places.row; ++row) {
            const glm::dvec2 place = place_of(places.col, row, slice);
            EXPECT_EQ(at(image, place).r, std::lround(255 * value(places.col, row, slice)));
            ++seen;
        }
    }
    EXPECT_EQ(seen, 6 + 3 + 2);
}

TEST_F(VolumeTest, SlicesMarkWhatIsNotFiniteAndWhatLiesOutside) {
    space_.camera = {0, 0, 1};
    style_.mark_out_of_range = true;
    fill({7, 7, 1}, [](int col, int row, int) {
        return col == 1 && row == 1   ? std::numeric_limits<float>::quiet_NaN()
               : col == 5 && row == 1 ? 2.0f
               : col == 1 && row == 5 ? -1.0f
                                      : 0.5f;
    });
    const Image image = draw_slices({3, 3, 0});
    const Rgb nan = at(image, place_of(1, 1, 0));
    EXPECT_TRUE(nan == nan_stripes.light || nan == nan_stripes.dark);
    EXPECT_EQ(at(image, place_of(5, 1, 0)), grey_.over);
    EXPECT_EQ(at(image, place_of(1, 5, 0)), grey_.under);
}

TEST_F(VolumeTest, WhatCannotBeDrawnIsRefused) {
    fill({4, 4, 4}, [](int, int, int) { return 0.0f; });
    EXPECT_THROW(draw_slices({4, 0, 0}), std::invalid_argument);
    EXPECT_THROW(draw_slices({0, 0, -1}), std::invalid_argument);
    cloud_.density = -1;
    EXPECT_THROW(draw_cloud(), std::invalid_argument);
    cloud_ = {};
    cloud_.reduction = 0;
    EXPECT_THROW(draw_cloud(), std::invalid_argument);
    const std::array<float, 3> three{};
    EXPECT_THROW(uploaded_.upload(three, 2, 2, 1), GraphicsError);
    EXPECT_THROW(uploaded_.upload(three, 3, 0, 1), GraphicsError);
    EXPECT_THROW(uploaded_.upload({}, 1 << 20, 1, 1), GraphicsError);
    EXPECT_EQ(uploaded_.view().width, 4);  // what was there stays
}

TEST_F(VolumeTest, RangesOfAnySizeAreDrawnAlike) {
    space_.camera = {0, 90, 1};
    cloud_.density = 2;
    for (const float scale : {1e-30f, 1.0f, 1e30f}) {
        style_.low = 0;
        style_.high = scale;
        fill({4, 4, 4}, [scale](int, int, int) { return scale; });
        const double through = std::exp(-2.0);
        expect_mixed(at(draw_cloud(), {width / 2.0, height / 2.0}), 255, through, 2);
    }
}

}  // namespace
}  // namespace heatlab::test
