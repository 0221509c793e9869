#include "sim/cuda/sectors/issued_sectors.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

// One function per kernel, which goes through its warps and their loads and stores in the order of
// the source. Whoever changes a kernel's accesses changes its function.

namespace heatlab::cuda {
namespace {

constexpr int warp_lanes = 32;

/// Columns [begin, end) of a row that the lanes of a warp access in one instruction.
struct Columns {
    int begin;
    int end;

    Columns moved(int by) const { return {begin + by, end + by}; }
    /// Those in [first, last).
    Columns within(int first, int last) const {
        return {std::max(begin, first), std::min(end, last)};
    }
    /// Rows start at sectors, so columns alone decide.
    std::int64_t sectors() const {
        return end > begin ? (end - 1) / sector_cells - begin / sector_cells + 1 : 0;
    }
};

/// Calls `visit` with the columns of each warp that `width` cells have, one cell a lane.
template <typename Visit>
void for_each_warp(int width, Visit&& visit) {
    for (int begin = 0; begin < width; begin += warp_lanes) {
        visit(Columns{begin, begin + warp_lanes}.within(0, width));
    }
}

int inner_count(int cells) {
    return std::max(0, cells - 2);
}

std::int64_t naive_sectors(const FieldLayout& layout) {
    const int last = layout.width - 1;
    std::int64_t sectors = 0;
    for_each_warp(layout.width, [&](Columns cells) {
        // The branch of the ends: one load and one store. A short field has both in one warp.
        std::int64_t ends = cells.begin == 0 ? 1 : 0;
        if (cells.end == layout.width && (ends == 0 || last / sector_cells > 0)) {
            ++ends;
        }
        sectors += 2 * ends;
        // The other branch: east, west, the cell itself; its store.
        const Columns inner = cells.within(1, last);
        if (inner.end > inner.begin) {
            sectors += inner.moved(1).sectors() + inner.moved(-1).sectors() + 2 * inner.sectors();
        }
    });
    return sectors;
}

std::int64_t halo_tile_sectors(const FieldLayout& layout) {
    constexpr int block = 256;
    std::int64_t sectors = 0;
    for_each_warp(layout.width, [&](Columns cells) {
        sectors += 2 * cells.sectors();
        const bool first_of_block = cells.begin % block == 0;
        const bool last_of_block = cells.end % block == 0;
        sectors += first_of_block && cells.begin > 0 ? 1 : 0;
        sectors += last_of_block && cells.end < layout.width ? 1 : 0;
    });
    return sectors;
}

/// 16 bytes a lane, to the pitch.
std::int64_t copy_sectors(const FieldLayout& layout) {
    return 2 * std::int64_t{layout.height} * (layout.pitch / sector_cells);
}

/// global.cu and global_3d.cu: a cell and what lies `across` rows from it in whole, and one column
/// to either side; `inner_rows` rows are no walls.
std::int64_t plain_sectors(const FieldLayout& layout, std::int64_t inner_rows, int across) {
    std::int64_t sectors = 0;
    for_each_warp(layout.width, [&](Columns cells) {
        sectors += layout.height * 2 * cells.sectors();
        const Columns inner = cells.within(1, layout.width - 1);
        if (inner.end > inner.begin) {
            sectors += inner_rows * (across * inner.sectors() + inner.moved(1).sectors() +
                                     inner.moved(-1).sectors());
        }
    });
    return sectors;
}

std::int64_t global_sectors(const FieldLayout& layout) {
    return plain_sectors(layout, inner_count(layout.height), 2);
}

std::int64_t global_3d_sectors(const FieldLayout& layout) {
    const int slices = layout.height / layout.slice_height;
    return plain_sectors(layout,
                         std::int64_t{inner_count(slices)} * inner_count(layout.slice_height), 4);
}

/// tiled.cu and two_step.cu: 256 threads fetch 32 x 8 cells and `halo` cells around them in
/// strides; each thread stores a cell.
std::int64_t tile_sectors(const FieldLayout& layout, int halo) {
    constexpr int outputs_x = 32;
    constexpr int outputs_y = 8;
    constexpr int threads = outputs_x * outputs_y;
    const int tile_width = outputs_x + 2 * halo;
    const int tile_cells = tile_width * (outputs_y + 2 * halo);
    const auto fill = [&](int first_row, int first_col) {
        std::int64_t sectors = 0;
        // A warp takes 32 cells of the tile, which are in one of its rows or end in the next.
        static_assert(threads % warp_lanes == 0);
        for (int begin = 0; begin < tile_cells; begin += warp_lanes) {
            const int end = std::min(begin + warp_lanes, tile_cells);
            for (int y = begin / tile_width; y * tile_width < end; ++y) {
                const int row = first_row + y;
                if (row < 0 || row >= layout.height) {
                    continue;
                }
                const Columns of_row{std::max(begin - y * tile_width, 0),
                                     std::min(end - y * tile_width, tile_width)};
                sectors += of_row.moved(first_col).within(0, layout.width).sectors();
            }
        }
        return sectors;
    };
    std::int64_t sectors = 0;
    for_each_warp(layout.width, [&](Columns cells) {
        sectors += layout.height * cells.sectors();
        // Tiles that the field's ends do not cut ask for the same: one of them stands for all.
        std::int64_t whole = -1;
        for (int row = 0; row < layout.height; row += outputs_y) {
            const bool cut = row < halo || row + outputs_y + halo > layout.height;
            if (!cut && whole < 0) {
                whole = fill(row - halo, cells.begin - halo);
            }
            sectors += cut ? fill(row - halo, cells.begin - halo) : whole;
        }
    });
    return sectors;
}

std::int64_t vector_sectors(const FieldLayout& layout) {
    constexpr int rows_per_thread = 3;
    constexpr int columns_per_warp = 4 * warp_lanes;
    constexpr int columns_per_block = 2 * columns_per_warp;
    const int groups = (layout.height + rows_per_thread - 1) / rows_per_thread;
    // The source loads five rows at once. The shuffles need the three in the middle of all lanes;
    // of the others the compiler takes what is used: those of the lanes that store, and the row
    // above where it is no wall that stays as it is (the first group's, and where the last group
    // is the bottom row alone, its).
    const int last_row = layout.height - 1;
    const int with_north = groups - 1 - (groups > 1 && last_row % rows_per_thread == 0 ? 1 : 0);
    const int blocks = (layout.width + columns_per_block - 1) / columns_per_block;
    std::int64_t sectors = 0;
    for (int warp = 0; warp < 2 * blocks; ++warp) {
        const Columns own{warp * columns_per_warp, (warp + 1) * columns_per_warp};
        const Columns stored = own.within(0, layout.pitch);
        // Lanes beyond the row's end load its first cells for the shuffles, for nothing.
        const bool beyond = own.end > layout.pitch;
        const std::int64_t loaded = stored.sectors() + (beyond && own.begin > 0 ? 1 : 0);
        const int sides = (own.begin > 0 && own.begin < layout.pitch ? 1 : 0) +
                          (beyond || own.end < layout.pitch ? 1 : 0);
        sectors += groups * (rows_per_thread * (loaded + sides) + stored.sectors());
        sectors += (with_north + layout.height) * stored.sectors();
    }
    return sectors;
}

std::int64_t tiled_3d_sectors(const FieldLayout& layout) {
    constexpr int outputs_y = 8;
    constexpr int outputs_z = 16;
    const int slices = layout.height / layout.slice_height;
    std::int64_t sectors = 0;
    for_each_warp(layout.width, [&](Columns cells) {
        const std::int64_t row_of_cells = cells.sectors();
        for (int first_slice = 0; first_slice < slices; first_slice += outputs_z) {
            const int end_slice = std::min(first_slice + outputs_z, slices);
            const std::int64_t walked = end_slice - first_slice;
            // The slices that are walked through and one before and behind, where there are such.
            const std::int64_t read =
                walked + (first_slice > 0 ? 1 : 0) + (end_slice < slices ? 1 : 0);
            for (int row = 0; row < layout.slice_height; ++row) {
                const bool rim_above = row % outputs_y == 0 && row > 0;
                const bool rim_below =
                    row % outputs_y == outputs_y - 1 && row + 1 < layout.slice_height;
                const std::int64_t rim =
                    (rim_above ? row_of_cells : 0) + (rim_below ? row_of_cells : 0) +
                    (cells.begin > 0 ? 1 : 0) + (cells.end < layout.width ? 1 : 0);
                sectors += read * row_of_cells + walked * (rim + row_of_cells);
            }
        }
    });
    return sectors;
}

using Count = std::int64_t (*)(const FieldLayout& layout);

struct Row {
    std::string_view image;
    Count count;  ///< null: the source does not decide it
    std::string_view explanation;
};

constexpr std::array<Row, 12> rows = {{
    {"copy", copy_sectors, ""},
    {"global", global_sectors, ""},
    {"vector", vector_sectors, ""},
    {"tiled", [](const FieldLayout& layout) { return tile_sectors(layout, 1); }, ""},
    {"two_step", [](const FieldLayout& layout) { return tile_sectors(layout, 2); }, ""},
    {"wavefront", nullptr,
     "Rows come and go by asynchronous copies, which are no loads and stores of a warp."},
    {"resident", nullptr,
     "How often a block looks for its neighbours' flags depends on how long it waits."},
    {"texture", [](const FieldLayout&) { return std::int64_t{0}; },
     "It reads through the texture unit and writes to a surface, and neither is global memory."},
    {"naive", naive_sectors, ""},
    {"halo_tile", halo_tile_sectors, ""},
    {"global_3d", global_3d_sectors, ""},
    {"tiled_3d", tiled_3d_sectors, ""},
}};

}  // namespace

IssuedSectors issued_sectors(std::string_view image, const FieldLayout& layout) {
    const auto* const row = std::ranges::find(rows, image, &Row::image);
    if (row == rows.end()) {
        throw std::logic_error("no count of sectors for the kernel image " + std::string(image));
    }
    IssuedSectors issued;
    issued.explanation = row->explanation;
    if (row->count != nullptr) {
        issued.sectors = row->count(layout);
    }
    return issued;
}

}  // namespace heatlab::cuda
