#include "sim/cpu/huge_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

#include "sim/cpu/grid_buffer.h"

namespace heatlab {
namespace {

constexpr std::size_t page = 4096;

bool begins_at(const HugeMemory& memory, std::size_t alignment) {
    return reinterpret_cast<std::uintptr_t>(memory.get()) % alignment == 0;
}

TEST(HugeMemory, IsZeroAndOnesOwnToTheLastByte) {
    for (const std::size_t bytes :
         {std::size_t{1}, page, HugeMemory::least_huge_bytes - 1, HugeMemory::least_huge_bytes,
          HugeMemory::huge_page_bytes, HugeMemory::huge_page_bytes + 1,
          3 * HugeMemory::huge_page_bytes}) {
        const HugeMemory memory(bytes);
        ASSERT_NE(memory.get(), nullptr) << bytes;
        EXPECT_GE(memory.bytes(), bytes);
        EXPECT_TRUE(begins_at(memory, page)) << bytes;
        auto* const begin = static_cast<unsigned char*>(memory.get());
        auto* const end = begin + memory.bytes();
        EXPECT_TRUE(std::all_of(begin, end, [](unsigned char byte) { return byte == 0; })) << bytes;
        std::fill(begin, end, static_cast<unsigned char>(7));
    }
}

TEST(HugeMemory, IsWholeHugePagesFromWhereTheyPay) {
    for (const std::size_t bytes :
         {HugeMemory::least_huge_bytes, HugeMemory::huge_page_bytes + 1}) {
        const HugeMemory memory(bytes);
        EXPECT_TRUE(begins_at(memory, HugeMemory::huge_page_bytes)) << bytes;
        EXPECT_EQ(memory.bytes() % HugeMemory::huge_page_bytes, 0u);
        EXPECT_LT(memory.bytes(), bytes + HugeMemory::huge_page_bytes);
    }
    EXPECT_LT(HugeMemory(HugeMemory::least_huge_bytes - 1).bytes(), HugeMemory::huge_page_bytes);
}

TEST(HugeMemory, MovesWithWhatItHolds) {
    HugeMemory first(HugeMemory::huge_page_bytes);
    void* const place = first.get();
    *static_cast<int*>(place) = 5;
    HugeMemory second(std::move(first));
    EXPECT_EQ(second.get(), place);
    HugeMemory third;
    EXPECT_EQ(third.get(), nullptr);
    third = std::move(second);
    EXPECT_EQ(third.get(), place);
    EXPECT_EQ(*static_cast<int*>(third.get()), 5);
    third = {};
    EXPECT_EQ(third.get(), nullptr);
    EXPECT_EQ(third.bytes(), 0u);
}

TEST(HugeMemory, SaysWhatCannotBeHad) {
    for (const std::size_t bytes :
         {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 2})
        EXPECT_THROW(HugeMemory{bytes}, std::bad_alloc) << bytes;
}

TEST(GridBuffer, SwapsWithAnother) {
    GridBuffer small({5, 4});
    GridBuffer large({300, 200});
    small.row(3)[4] = 1;
    large.row(199)[299] = 2;
    std::swap(small, large);
    EXPECT_EQ(small.size(), (GridSize{300, 200}));
    EXPECT_EQ(small.row(199)[299], 2);
    EXPECT_EQ(large.size(), (GridSize{5, 4}));
    EXPECT_EQ(large.row(3)[4], 1);
}

}  // namespace
}  // namespace heatlab
