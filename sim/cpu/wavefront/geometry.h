#pragma once

#include <cstddef>

namespace heatlab::wavefront {

/// Rows that go through all levels of a pass together. Their block has to stay in a first-level
/// cache.
inline constexpr int batch_rows = 8;

/// Floats between the rows of the scratch memory: 3 KiB. A multiple of 1 KiB, so that two rows have
/// equal page offsets or far ones, and a load never waits for a store to another row that looks
/// like its own address.
inline constexpr std::ptrdiff_t row_stride = 768;

/// Vectors of a row that a stride holds: two more are its halo, one is the drift of the carries.
constexpr int most_vectors(int lanes) {
    return static_cast<int>(row_stride) / lanes - 3;
}

/// Whether two levels are taken in one sweep, which needs the 32 registers that come with 16 lanes.
constexpr bool sweeps_pairs(int lanes) {
    return lanes == 16;
}

/// What a strip hands to its right neighbour of one batch and level: of each row the cell before
/// the last and the last one. One cache line.
struct Edges {
    float before_last[batch_rows];
    float last[batch_rows];
};

/// Where things are in the scratch memory of a thread, in floats from its beginning. All but the
/// drifting positions are multiples of 1 KiB.
struct ScratchLayout {
    int lanes = 0;
    int levels = 0;

    /// One row in natural order.
    static constexpr std::ptrdiff_t row() { return 0; }
    /// First cell of the batch's rows at `level`: each level lies one vector before the one it came
    /// from.
    constexpr std::ptrdiff_t block(int level) const {
        const std::ptrdiff_t drift = std::ptrdiff_t{levels + 3} * lanes;
        return row_stride + 256 + (drift + 255) / 256 * 256 - std::ptrdiff_t{level} * lanes;
    }
    /// First cell of the two rows of `level` that wait for the next batch. They keep the block's
    /// page offset, so they drift with it.
    constexpr std::ptrdiff_t carry(int level) const {
        return block(0) + batch_rows * row_stride + 256 + level * (2 * row_stride - lanes);
    }
    constexpr std::size_t floats() const { return static_cast<std::size_t>(carry(levels + 1)); }
};

}  // namespace heatlab::wavefront
