#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "sim/difference.h"
#include "sim/field.h"

namespace heatlab::test {

// What a comparison must find, cell by cell and without the code that it is compared with.

inline bool cells_differ(float a, float b) {
    return std::memcmp(&a, &b, sizeof a) != 0 && !(std::isnan(a) && std::isnan(b));
}

inline FieldDifference expected_difference(const Field& first, const Field& second) {
    FieldDifference expected;
    for (int row = 0; row < first.size().height; ++row) {
        for (int col = 0; col < first.size().width; ++col) {
            const float a = first.at(row, col);
            const float b = second.at(row, col);
            if (!cells_differ(a, b))
                continue;
            if (expected.cells++ == 0)
                expected.where = DifferingCell{{row, col}, a, b};
            if (std::isfinite(b - a))
                expected.largest = std::max(expected.largest, double{std::abs(b - a)});
        }
    }
    return expected;
}

/// The texels of one block of cells: one float where `block` is 1, else four.
inline std::vector<float> expected_texel(const Field& first, const Field& second,
                                         const CellRect& block_cells, int block) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> finite;
    bool unknown = false;
    for (int row = block_cells.row; row < block_cells.row + block_cells.height; ++row) {
        for (int col = block_cells.col; col < block_cells.col + block_cells.width; ++col) {
            const float a = first.at(row, col);
            const float b = second.at(row, col);
            if (!cells_differ(a, b))
                finite.push_back(0.0f);
            else if (std::isfinite(b - a))
                finite.push_back(b - a);
            else
                unknown = true;
        }
    }
    float largest = unknown ? nan : 0.0f;
    for (const float d : finite) {
        if (!unknown && (std::abs(d) > std::abs(largest) || (d == -largest && d > 0)))
            largest = d;
    }
    if (block == 1)
        return {largest};
    if (finite.empty())
        return {nan, nan, nan, 0.0f};
    return {largest, *std::ranges::min_element(finite), *std::ranges::max_element(finite), 0.0f};
}

inline void expect_picture(const FieldPicture& picture, const Field& first, const Field& second) {
    ASSERT_EQ(picture.width, (picture.cells.width + picture.block - 1) / picture.block);
    ASSERT_EQ(picture.height, (picture.cells.height + picture.block - 1) / picture.block);
    const auto channels = static_cast<std::size_t>(picture.channels());
    ASSERT_EQ(picture.texels.size(), static_cast<std::size_t>(picture.width) *
                                         static_cast<std::size_t>(picture.height) * channels);
    auto texel = picture.texels.begin();
    for (int i = 0; i < picture.height; ++i) {
        for (int j = 0; j < picture.width; ++j) {
            const int row = i * picture.block;
            const int col = j * picture.block;
            const CellRect cells{picture.cells.col + col, picture.cells.row + row,
                                 std::min(picture.block, picture.cells.width - col),
                                 std::min(picture.block, picture.cells.height - row)};
            for (const float expected : expected_texel(first, second, cells, picture.block)) {
                const float actual = *texel++;
                ASSERT_TRUE(actual == expected || (std::isnan(actual) && std::isnan(expected)))
                    << actual << ", expected " << expected << ", texel " << i << ", " << j;
            }
        }
    }
}

inline void expect_difference(const FieldDifference& actual, const Field& first,
                              const Field& second) {
    const FieldDifference expected = expected_difference(first, second);
    EXPECT_EQ(actual.cells, expected.cells);
    EXPECT_EQ(actual.largest, expected.largest);
    ASSERT_EQ(actual.where.has_value(), expected.where.has_value());
    if (expected.where) {
        EXPECT_EQ(actual.where->cell, expected.where->cell);
        EXPECT_FALSE(cells_differ(actual.where->first, expected.where->first));
        EXPECT_FALSE(cells_differ(actual.where->second, expected.where->second));
    }
    EXPECT_GE(actual.seconds, 0);
    EXPECT_LT(actual.seconds, 60);
    if (actual.picture)
        expect_picture(*actual.picture, first, second);
}

/// Awaits what was submitted.
inline FieldDifference result_of(FieldComparer& comparer) {
    while (comparer.busy()) {
        if (auto result = comparer.poll())
            return std::move(*result);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << "no result";
    return {};
}

inline FieldDifference compare(FieldComparer& comparer,
                               const std::optional<PictureRequest>& picture = std::nullopt) {
    comparer.submit(picture);
    return result_of(comparer);
}

/// A pair of fields, and what is special about it.
struct FieldPair {
    const char* name;
    Field first;
    Field second;
};

/// Fields of `grid` that differ in every way that a comparison must tell apart.
inline std::vector<FieldPair> field_pairs(const Field& noise) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float inf = std::numeric_limits<float>::infinity();
    const auto cells = std::ssize(noise.cells());
    const auto at = [&](Field& field, std::ptrdiff_t index) -> float& {
        return field
            .cells()[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, cells - 1))];
    };
    std::vector<FieldPair> pairs;
    const auto pair = [&](const char* name, const auto& change) {
        pairs.push_back({name, noise.clone(), noise.clone()});
        change(pairs.back().first, pairs.back().second);
    };
    pair("identical", [](Field&, Field&) {});
    pair("first cell", [&](Field&, Field& b) { at(b, 0) += 1; });
    pair("last cell", [&](Field&, Field& b) { at(b, cells - 1) -= 2; });
    pair("one bit", [&](Field&, Field& b) {
        float& cell = at(b, cells / 2);
        cell = std::nextafter(cell, 2.0f);
    });
    pair("the ring on the left", [&](Field& a, Field&) {
        for (int row = 0; row < noise.size().height; ++row)
            a.at(row, 0) += 0.5f;
    });
    pair("several", [&](Field&, Field& b) {
        at(b, cells / 3) += 1;
        at(b, cells / 2 + 1) -= 3;
        at(b, cells - 2) += 2;
    });
    pair("every cell", [&](Field&, Field& b) {
        float by = -1;
        for (float& cell : b.cells())
            cell += by += 0.001f;
    });
    pair("zeros of both signs", [&](Field& a, Field& b) {
        at(a, cells / 2) = 0.0f;
        at(b, cells / 2) = -0.0f;
    });
    pair("the same infinity", [&](Field& a, Field& b) { at(a, 3) = at(b, 3) = -inf; });
    pair("infinities and numbers", [&](Field& a, Field& b) {
        at(a, 1) = inf;
        at(b, cells / 2) = -inf;
        at(b, cells - 1) += 0.25f;
    });
    pair("NaN in both", [&](Field& a, Field& b) {
        at(a, cells / 2) = nan;
        at(b, cells / 2) = -std::bit_cast<float>(0x7f812345u);
    });
    pair("NaN in one", [&](Field& a, Field& b) {
        at(a, cells / 2) = nan;
        at(b, cells / 2 + 1) = nan;
        at(b, cells / 2 + 2) += 0.125f;
    });
    pair("a difference that overflows", [&](Field& a, Field& b) {
        at(a, cells / 2) = -3e38f;
        at(b, cells / 2) = 3e38f;
    });
    pair("alike in size", [&](Field& a, Field& b) {
        at(a, 1) = at(a, 2) = 0;
        at(b, 1) = -7;
        at(b, 2) = 7;
    });
    return pairs;
}

/// The whole grid in at most `texels` texels an axis.
inline PictureRequest whole(GridSize grid, int texels) {
    PictureRequest request;
    request.visible = {0, 0, grid.width, grid.height};
    request.max_width = texels;
    request.max_height = texels;
    return request;
}

/// Whole pictures, parts with a last block that is not full, one that is not on the grid.
inline std::vector<PictureRequest> picture_requests(GridSize grid) {
    const CellRect whole{0, 0, grid.width, grid.height};
    const CellRect part{grid.width / 3, grid.height / 4, grid.width - grid.width / 3,
                        grid.height - grid.height / 4};
    const auto request = [](const CellRect& cells, int width, int height) {
        PictureRequest made;
        made.visible = cells;
        made.max_width = width;
        made.max_height = height;
        return made;
    };
    return {request(whole, grid.width, grid.height),
            request(part, 1 << 20, 1 << 20),
            request(whole, (grid.width + 1) / 2, grid.height),
            request(whole, 5, 7),
            request(part, 3, 4),
            request({-4, -3, grid.width + 9, grid.height + 9}, 1, 1),
            request({grid.width + 5, 0, 10, 10}, 8, 8)};
}

}  // namespace heatlab::test
