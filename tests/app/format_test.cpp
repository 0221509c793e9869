#include "app/format.h"

#include <gtest/gtest.h>

#include <limits>

namespace heatlab {
namespace {

TEST(Format, GroupsWithThinSpacesAndATrueMinus) {
    EXPECT_EQ(format_integer(0), "0");
    EXPECT_EQ(format_integer(999), "999");
    EXPECT_EQ(format_integer(16384), "16\u2009384");
    EXPECT_EQ(format_integer(-1234567), "\u22121\u2009234\u2009567");
    EXPECT_EQ(format_integer(std::numeric_limits<std::int64_t>::min()),
              "\u22129\u2009223\u2009372\u2009036\u2009854\u2009775\u2009808");
}

TEST(Format, FixedHasNoNegativeZero) {
    EXPECT_EQ(format_fixed(-0.04, 3), "\u22120.040");
    EXPECT_EQ(format_fixed(-0.0004, 3), "0.000");
    EXPECT_EQ(format_fixed(1234.5, 1), "1\u2009234.5");
    EXPECT_EQ(format_fixed(std::numeric_limits<double>::quiet_NaN(), 2), "NaN");
    EXPECT_EQ(format_fixed(-std::numeric_limits<double>::infinity(), 2), "\u2212∞");
    EXPECT_EQ(format_fixed(1e300, 0).substr(0, 1), "1");
}

TEST(Format, SignificantSwitchesToPowers) {
    EXPECT_EQ(format_significant(0.03125, 3), "0.0312");
    EXPECT_EQ(format_significant(1.6e38, 2), "1.6e38");
    EXPECT_EQ(format_significant(-8e37, 2), "\u22128.0e37");
    EXPECT_EQ(format_significant(1e-5, 2), "1.0e\u22125");
    EXPECT_EQ(format_significant(9.96, 2), "10");
    EXPECT_EQ(format_significant(0, 3), "0.00");
    EXPECT_EQ(format_significant(123456, 3), "123\u2009456");
}

TEST(Format, ShortestReadsBackTheFloat) {
    EXPECT_EQ(format_shortest(0.2f), "0.2");
    EXPECT_EQ(format_shortest(1.0f / 3), "0.33333334");
    EXPECT_EQ(format_shortest(-1e-20f), "\u22121e\u221220");
}

TEST(Format, Units) {
    EXPECT_EQ(format_percent(0.894), "89\u2009%");
    EXPECT_EQ(format_bytes(0), "0 B");
    EXPECT_EQ(format_bytes(512), "512 B");
    EXPECT_EQ(format_bytes(66'000), "66.0 kB");
    EXPECT_EQ(format_bytes(33'554'432), "33.6 MB");
    EXPECT_EQ(format_bytes(2'147'483'648), "2.15 GB");
    EXPECT_EQ(format_bytes(999'999), "1.00 MB");
    EXPECT_EQ(format_grid({16384, 512}), "16\u2009384\u2009×\u2009512");
    EXPECT_EQ(format_duration(18.6e-6).text(), "18.6 µs");
    EXPECT_EQ(format_duration(2e-3).text(), "2.00 ms");
    EXPECT_EQ(format_duration(3.63).text(), "3.63 s");
    EXPECT_EQ(format_duration(9.996e-4).text(), "1.00 ms");
    EXPECT_EQ(format_duration(0).text(), "0 s");
    EXPECT_EQ(format_cell_rate(451e9).text(), "451 G/s");
    EXPECT_EQ(format_bandwidth(3.21e12).text(), "3.21 TB/s");
    EXPECT_EQ(format_step_rate(25'800).text(), "25\u2009800 steps/s");
    EXPECT_EQ(format_step_rate(0.5).text(), "0.50 steps/s");
}

TEST(Format, SaysWhereACellLiesInItsDimensions) {
    EXPECT_EQ(format_cell({0, 1234}, GridSize::line(4096)), "cell 1\u2009234");
    EXPECT_EQ(format_cell({3, 9}, {64, 32}), "row 3 col 9");
    // 2 slices of 20 rows, and 3 rows.
    EXPECT_EQ(format_cell({43, 9}, GridSize::box(30, 20, 10)), "slice 2, row 3, col 9");
}

}  // namespace
}  // namespace heatlab
