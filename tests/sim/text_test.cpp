#include "sim/text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heatlab {
namespace {

TEST(Text, NumbersReadBack) {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(-std::nan("")), "nan");
    EXPECT_EQ(number_text(-INFINITY), "-inf");
    EXPECT_EQ(std::stod(number_text(0x1p-26)), 0x1p-26);
}

TEST(Text, BytesHaveAUnitOnceTheyAreMany) {
    EXPECT_EQ(bytes_text(1), "1 byte");
    EXPECT_EQ(bytes_text(9999), "9999 bytes");
    EXPECT_EQ(bytes_text(536'870'912), "536870912 bytes (537 MB)");
    EXPECT_EQ(bytes_text(999'600), "999600 bytes (1 MB)");
    EXPECT_EQ(bytes_text(137'438'953'472), "137438953472 bytes (137 GB)");
}

}  // namespace
}  // namespace heatlab
