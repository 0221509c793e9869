#pragma once

#include "sim/cpu/launch.h"
#include "sim/cpu/simd.h"

namespace heatlab::HEATLAB_ISA {

/// The three rows around a stretch of cells and where its results go; each pointer is at the first
/// cell of the stretch. `out` is aligned to a pack.
struct RowStretch {
    const Real* north;
    const Real* centre;
    const Real* south;
    Real* out;
};

/// Cells [first, first + count) of a grid of one dimension.
struct CellRange {
    int first;
    int count;
};

inline CellRange cells_of_stretches(const Launch& launch, int first, int last) {
    const std::ptrdiff_t begin = std::ptrdiff_t{first} * Launch::line_stretch;
    const std::ptrdiff_t end = std::ptrdiff_t{last} * Launch::line_stretch;
    return {static_cast<int>(begin),
            static_cast<int>((end < launch.width ? end : launch.width) - begin)};
}

struct UpdateWeights {
    Pack r;
    Pack centre_weight;

    explicit UpdateWeights(const Launch& launch)
        : r(Pack::broadcast(launch.r)), centre_weight(Pack::broadcast(launch.centre_weight)) {}
};

inline int packs_in(int cells) {
    return (cells + lanes - 1) / lanes;
}

inline Pack updated_pack(const RowStretch& row, std::ptrdiff_t at, const UpdateWeights& weights) {
    return updated_cell(
        Pack::load_unaligned(row.north + at), Pack::load_unaligned(row.centre + at + 1),
        Pack::load_unaligned(row.south + at), Pack::load_unaligned(row.centre + at - 1),
        Pack::load_unaligned(row.centre + at), weights.r, weights.centre_weight);
}

/// As `updated_pack`, but cells outside the interior columns [1, width - 1) keep their value: the
/// ring, and the padding behind it. `col`: column of the pack's first lane.
inline Pack updated_edge_pack(const RowStretch& row, std::ptrdiff_t at, int col, int width,
                              const UpdateWeights& weights) {
    const Ints columns = lane_numbers() + col;
    const Ints interior = (columns > 0) & (columns < width - 1);
    const Pack kept = Pack::load_unaligned(row.centre + at);
    return {interior ? updated_pack(row, at, weights).v : kept.v};
}

template <bool Stream>
inline void put(const Pack& pack, Real* at) {
    if constexpr (Stream) {
        pack.stream(at);
    } else {
        pack.store(at);
    }
}

/// Updates packs [first, last) of a row; the pointers are at pack `first`. Only the row's first and
/// last pack touch the ring.
template <bool Stream>
inline void update_packs(const RowStretch& row, int first, int last, int width,
                         const UpdateWeights& weights) {
    const int end = packs_in(width) - 1;  // the pack that holds the last column
    int pack = first;
    const auto edge = [&] {
        const std::ptrdiff_t at = std::ptrdiff_t{pack - first} * lanes;
        put<Stream>(updated_edge_pack(row, at, pack * lanes, width, weights), row.out + at);
        ++pack;
    };
    if (pack == 0 && pack < last)
        edge();
    for (; pack < last && pack < end; ++pack) {
        const std::ptrdiff_t at = std::ptrdiff_t{pack - first} * lanes;
        put<Stream>(updated_pack(row, at, weights), row.out + at);
    }
    if (pack < last)
        edge();
}

/// The stretch of `row` in a launch that starts at pack `pack`.
inline RowStretch stretch_of(const Launch& launch, int row, int pack) {
    const std::ptrdiff_t at = row * launch.pitch + std::ptrdiff_t{pack} * lanes;
    const Real* centre = launch.source + at;
    return {centre - launch.pitch, centre, centre + launch.pitch, launch.target + at};
}

}  // namespace heatlab::HEATLAB_ISA
