#include "sim/picture.h"

#include <gtest/gtest.h>

#include "sim/statistics.h"

namespace heatlab {
namespace {

int block(int width, int height, int max_width, int max_height) {
    PictureRequest request;
    request.visible = {0, 0, width, height};
    request.max_width = max_width;
    request.max_height = max_height;
    return picture_block(request);
}

TEST(PictureBlock, IsTheSmallestThatFits) {
    EXPECT_EQ(block(8192, 8192, 1000, 1000), 9);
    EXPECT_EQ(block(512, 512, 512, 512), 1);
    EXPECT_EQ(block(513, 512, 512, 512), 2);
    EXPECT_EQ(block(100, 4000, 1000, 1000), 4);
    EXPECT_EQ(block(2'147'483'647, 1, 1, 1), 2'147'483'647);
    for (int cells = 1; cells < 200; ++cells) {
        for (int texels = 1; texels < 40; ++texels) {
            const int b = block(cells, 1, texels, 1);
            EXPECT_LE((cells + b - 1) / b, texels);
            if (b > 1) {
                EXPECT_GT((cells + b - 2) / (b - 1), texels);
            }
        }
    }
}

TEST(PictureBlock, IsOneForAnEmptyRectangle) {
    EXPECT_EQ(block(0, 0, 100, 100), 1);
}

TEST(HistogramStride, TakesAtMost65536Cells) {
    const auto samples = [](GridSize grid, std::int64_t s) {
        return ((grid.width + s - 1) / s) * ((grid.height + s - 1) / s);
    };
    for (const GridSize grid :
         {GridSize{1, 1}, GridSize{256, 256}, GridSize{257, 256}, GridSize{8192, 8192},
          GridSize{1, 1'000'000}, GridSize{2'147'483'647, 1}, GridSize{100'000, 70'001}}) {
        const std::int64_t s = histogram_stride(grid);
        EXPECT_LE(samples(grid, s), 65'536);
        if (s > 1) {
            EXPECT_GT(samples(grid, s - 1), 65'536);
        }
    }
    EXPECT_EQ(histogram_stride({256, 256}), 1);
}

TEST(HistogramBin, CoversTheRangeAndWhatLiesOutside) {
    EXPECT_EQ(histogram_bin(0.0f, 0.0f, 1.0f), 0);
    EXPECT_EQ(histogram_bin(0.5f, 0.0f, 1.0f), 32);
    EXPECT_EQ(histogram_bin(0.99999f, 0.0f, 1.0f), 63);
    EXPECT_EQ(histogram_bin(1.0f, 0.0f, 1.0f), 63);
    EXPECT_EQ(histogram_bin(7.0f, 0.0f, 1.0f), 63);
    EXPECT_EQ(histogram_bin(-7.0f, 0.0f, 1.0f), 0);
    EXPECT_EQ(histogram_bin(0.5f, 0.5f, 0.5f), 0);
    EXPECT_EQ(histogram_bin(0.6f, 0.5f, 0.5f), 63);
}

}  // namespace
}  // namespace heatlab
