#pragma once

#include "sim/cpu/wavefront/lane_moves.h"

// Between a row in natural order and its lane-transposed form, in which lane k of vector j is
// column k vectors + j: the neighbours of a vector's cells to the left and right are then whole
// vectors.

namespace heatlab::HEATLAB_ISA {

/// `transposed` is aligned to a pack; `row` need not be.
inline void transpose_row(const float* row, int vectors, float* transposed) {
    // Blocks of `lanes` vectors; the last one overlaps the one before where they do not divide
    // evenly.
    for (int done = 0; done < vectors; done += lanes) {
        const int first = done + lanes <= vectors ? done : vectors - lanes;
        for (int quad = first; quad < first + lanes; quad += 4) {
            const float* from = row + quad;
            const std::ptrdiff_t apart = std::ptrdiff_t{4} * vectors;
            Pack a{load_quads(from, apart)};
            Pack b{load_quads(from + vectors, apart)};
            Pack c{load_quads(from + 2 * vectors, apart)};
            Pack d{load_quads(from + 3 * vectors, apart)};
            transpose_in_quads(a, b, c, d);
            float* to = transposed + std::ptrdiff_t{quad} * lanes;
            a.store(to);
            b.store(to + lanes);
            c.store(to + 2 * lanes);
            d.store(to + 3 * lanes);
        }
    }
}

/// The way back.
inline void restore_row(const float* transposed, int vectors, float* row) {
    constexpr int quads = lanes / 4;
    for (int done = 0; done < vectors; done += lanes) {
        const int first = done + lanes <= vectors ? done : vectors - lanes;
        Pack block[4][quads];  // [i][q]: group g is columns first + 4 q .. + 3 of lane 4 g + i
#pragma GCC unroll 4
        for (int q = 0; q < quads; ++q) {
            const float* from = transposed + std::ptrdiff_t{first + 4 * q} * lanes;
            for (int i = 0; i < 4; ++i)
                block[i][q] = Pack::load(from + i * lanes);
            transpose_in_quads(block[0][q], block[1][q], block[2][q], block[3][q]);
        }
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            if constexpr (quads == 2)
                exchange_blocks<4>(block[i][0], block[i][1]);
            if constexpr (quads == 4) {
                exchange_blocks<4>(block[i][0], block[i][1]);
                exchange_blocks<4>(block[i][2], block[i][3]);
                exchange_blocks<8>(block[i][0], block[i][2]);
                exchange_blocks<8>(block[i][1], block[i][3]);
            }
#pragma GCC unroll 4
            for (int g = 0; g < quads; ++g) {
                block[i][g].store_unaligned(row + std::ptrdiff_t{4 * g + i} * vectors + first);
            }
        }
    }
}

}  // namespace heatlab::HEATLAB_ISA
