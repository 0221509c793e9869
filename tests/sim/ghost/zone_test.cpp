#include "sim/ghost/zone.h"

#include <gtest/gtest.h>

namespace heatlab::ghost {
namespace {

/// Block by block and cell by cell along an axis.
double counted_along(int extent, int side, int steps, int margin) {
    double cells = 0;
    for (int begin = -steps; begin + steps < extent; begin += side - 2 * steps)
        for (int i = margin; i < side - margin; ++i)
            if (begin + i >= 0 && begin + i < extent)
                ++cells;
    return cells;
}

TEST(GhostZone, NamesATileByItsSides) {
    EXPECT_EQ(tile_text({256, 1, 1}, 1), "256");
    EXPECT_EQ(tile_text({64, 32, 1}, 2), "64x32");
    EXPECT_EQ(tile_text({16, 16, 8}, 3), "16x16x8");
}

TEST(GhostZone, IsAtMostSoWideThatACellRemains) {
    EXPECT_EQ(most_zone_steps({256, 1, 1}, 1), 127);
    EXPECT_EQ(most_zone_steps({64, 33, 1}, 2), 16);
    EXPECT_EQ(most_zone_steps({16, 16, 8}, 3), 3);
    EXPECT_EQ(zone_blocks({5, 7}, {{33, 33, 1}, 16}), 35) << "a block for each cell";
}

TEST(GhostZone, BlocksCoverTheGridWithWhatTheyKeep) {
    EXPECT_EQ(zone_blocks(GridSize::line(1000), {{256, 1, 1}, 3}), 4);
    EXPECT_EQ(zone_blocks(GridSize::line(1001), {{256, 1, 1}, 3}), 5);
    EXPECT_EQ(zone_blocks({512, 100}, {{64, 32, 1}, 1}), 9 * 4);
    EXPECT_EQ(zone_blocks(GridSize::box(64, 64, 65), {{16, 16, 16}, 4}), 8 * 8 * 9);
    EXPECT_EQ(zone_blocks({1, 1}, {{64, 64, 1}, 5}), 1);
    EXPECT_EQ(zone_blocks({1 << 20, 1 << 10}, {{3, 3, 1}, 1}), std::int64_t{1} << 30);
}

TEST(GhostZone, RedundancyIsThatOfCellsCountedOneByOne) {
    for (const int side : {3, 8, 17, 32})
        for (int steps = 1; 2 * steps < side; ++steps)
            for (const int extent : {1, 2, 5, 31, 64, 100}) {
                double line = 0;
                double square = 0;
                for (int margin = 1; margin <= steps; ++margin) {
                    const double along = counted_along(extent, side, steps, margin);
                    line += along;
                    square += along * (steps > 9 ? 0 : counted_along(37, 20, steps, margin));
                }
                EXPECT_DOUBLE_EQ(redundancy(GridSize::line(extent), {{side, 1, 1}, steps}),
                                 line / (extent * steps))
                    << side << " " << steps << " " << extent;
                if (steps > 9)  // more than a side of 20 allows
                    continue;
                EXPECT_DOUBLE_EQ(redundancy({extent, 37}, {{side, 20, 1}, steps}),
                                 square / (extent * 37.0 * steps))
                    << side << " " << steps << " " << extent;
            }
}

TEST(GhostZone, OneStepIsNeverRedundant) {
    EXPECT_EQ(redundancy({100, 77}, {{64, 32, 1}, 1}), 1);
    EXPECT_GT(redundancy({100, 77}, {{64, 32, 1}, 2}), 1);
    // Two blocks of 8 keep 4 each of 8 cells; the first of two steps updates 6 of each inside 8
    // cells of the grid, which are 5 and 5.
    EXPECT_DOUBLE_EQ(redundancy(GridSize::line(8), {{8, 1, 1}, 2}), (10 + 8) / 16.0);
}

}  // namespace
}  // namespace heatlab::ghost
