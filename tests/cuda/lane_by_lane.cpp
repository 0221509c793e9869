#include "tests/cuda/lane_by_lane.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace heatlab::testing {
namespace {

using cuda::FieldLayout;

/// The 32-byte pieces that each instruction of one warp touched. An instruction is named by its
/// place in the source and how often a loop has come by.
class Warp {
public:
    void touch(const std::string& instruction, std::int64_t cell, int cells = 1) {
        for (std::int64_t byte = 4 * cell; byte < 4 * (cell + cells); byte += 4) {
            touched_[instruction].insert(byte / 32);
        }
    }
    std::int64_t sectors() const {
        std::int64_t sum = 0;
        for (const auto& [instruction, sectors] : touched_) {
            sum += static_cast<std::int64_t>(sectors.size());
        }
        return sum;
    }

private:
    std::map<std::string, std::set<std::int64_t>> touched_;
};

using Kernel = std::function<void(Warp&, const FieldLayout&, const LaneThread&)>;

std::int64_t at(const FieldLayout& f, std::int64_t row, std::int64_t col) {
    return row * f.pitch + col;
}

bool in_grid(const FieldLayout& f, int row, int col) {
    return row >= 0 && row < f.height && col >= 0 && col < f.width;
}

bool in_interior(const FieldLayout& f, int row, int col) {
    return row > 0 && row < f.height - 1 && col > 0 && col < f.width - 1;
}

bool in_volume(const FieldLayout& f, int slice, int row, int col) {
    return slice > 0 && slice < f.height / f.slice_height - 1 && row > 0 &&
           row < f.slice_height - 1 && col > 0 && col < f.width - 1;
}

void copy(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    // In one dimension a block has its 256 threads along the row.
    const bool line = f.dimensions == 1;
    const int row = line ? t.block_row : t.block_row * 8 + t.y;
    const int col = 4 * (t.block_x * (line ? 256 : 32) + t.x);
    if (row < f.height && col < f.pitch) {
        warp.touch("load", at(f, row, col), 4);
        warp.touch("store", at(f, row, col), 4);
    }
}

void naive(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int cell = t.block_x * 256 + t.x;
    if (cell >= f.width) {
        return;
    }
    if (cell == 0 || cell == f.width - 1) {
        warp.touch("load of an end", cell);
        warp.touch("store of an end", cell);
    } else {
        warp.touch("west", cell - 1);
        warp.touch("east", cell + 1);
        warp.touch("centre", cell);
        warp.touch("store", cell);
    }
}

void halo_tile(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int cell = t.block_x * 256 + t.x;
    if (cell < f.width) {
        warp.touch("own", cell);
        warp.touch("store", cell);
    }
    if (t.x == 0 && cell > 0) {
        warp.touch("first", cell - 1);
    }
    if (t.x == 255 && cell + 1 < f.width) {
        warp.touch("last", cell + 1);
    }
}

void global(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int row = t.block_row * 8 + t.y;
    const int col = t.block_x * 32 + t.x;
    if (!in_grid(f, row, col)) {
        return;
    }
    warp.touch("centre", at(f, row, col));
    warp.touch("store", at(f, row, col));
    if (in_interior(f, row, col)) {
        warp.touch("north", at(f, row - 1, col));
        warp.touch("east", at(f, row, col + 1));
        warp.touch("south", at(f, row + 1, col));
        warp.touch("west", at(f, row, col - 1));
    }
}

void global_3d(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int row = t.block_row * 8 + t.y;
    const int col = t.block_x * 32 + t.x;
    if (!in_grid(f, row, col)) {
        return;
    }
    warp.touch("centre", at(f, row, col));
    warp.touch("store", at(f, row, col));
    if (in_volume(f, row / f.slice_height, row % f.slice_height, col)) {
        warp.touch("north", at(f, row - 1, col));
        warp.touch("east", at(f, row, col + 1));
        warp.touch("south", at(f, row + 1, col));
        warp.touch("west", at(f, row, col - 1));
        warp.touch("up", at(f, row - f.slice_height, col));
        warp.touch("down", at(f, row + f.slice_height, col));
    }
}

void tile(Warp& warp, const FieldLayout& f, const LaneThread& t, int halo) {
    const int width = 32 + 2 * halo;
    const int cells = width * (8 + 2 * halo);
    for (int filled = 0; filled < cells; filled += 256) {
        const int i = filled + t.y * 32 + t.x;
        const int row = t.block_row * 8 + i / width - halo;
        const int col = t.block_x * 32 + i % width - halo;
        if (i < cells && in_grid(f, row, col)) {
            warp.touch("fill " + std::to_string(filled), at(f, row, col));
        }
    }
    const int row = t.block_row * 8 + t.y;
    const int col = t.block_x * 32 + t.x;
    if (in_grid(f, row, col)) {
        warp.touch("store", at(f, row, col));
    }
}

void vector(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int first_row = (t.block_row * 4 + t.y) * 3;
    if (first_row >= f.height) {
        return;
    }
    const int own_col = 4 * (t.block_x * 64 + t.x);
    const bool stores = own_col < f.pitch;
    const int col = stores ? own_col : 0;
    for (int i = 0; i < 3; ++i) {
        const int row = std::min(first_row + i, f.height - 1);
        warp.touch("row " + std::to_string(i), at(f, row, col), 4);
        if (t.x % 32 == 0 && col > 0) {
            warp.touch("left " + std::to_string(i), at(f, row, col - 1));
        }
        if (t.x % 32 == 31 && col + 4 < f.pitch) {
            warp.touch("right " + std::to_string(i), at(f, row, col + 4));
        }
    }
    if (!stores) {
        return;
    }
    warp.touch("below", at(f, std::min(first_row + 3, f.height - 1), col), 4);
    if (first_row > 0 && first_row < f.height - 1) {
        warp.touch("north of the first", at(f, first_row - 1, col), 4);
    }
    for (int i = 0; i < 3 && first_row + i < f.height; ++i) {
        warp.touch("store " + std::to_string(i), at(f, first_row + i, col), 4);
    }
}

void tiled_3d(Warp& warp, const FieldLayout& f, const LaneThread& t) {
    const int slices = f.height / f.slice_height;
    const int tiles_down = (f.slice_height + 7) / 8;
    const int first = t.block_row / tiles_down * 16;
    const int row = t.block_row % tiles_down * 8 + t.y;
    const int col = t.block_x * 32 + t.x;
    if (row >= f.slice_height || col >= f.width || first >= slices) {
        return;
    }
    const auto touch = [&](const char* what, int slice, int y, int x) {
        warp.touch(what + std::to_string(slice), at(f, slice * f.slice_height + y, x));
    };
    if (first > 0) {
        touch("above ", first - 1, row, col);
    }
    touch("first ", first, row, col);
    for (int slice = first; slice < std::min(first + 16, slices); ++slice) {
        if (slice + 1 < slices) {
            touch("below ", slice + 1, row, col);
        }
        if (t.y == 0 && row > 0) {
            touch("north ", slice, row - 1, col);
        }
        if (t.y == 7 && row + 1 < f.slice_height) {
            touch("south ", slice, row + 1, col);
        }
        if (t.x == 0 && col > 0) {
            touch("west ", slice, row, col - 1);
        }
        if (t.x == 31 && col + 1 < f.width) {
            touch("east ", slice, row, col + 1);
        }
        touch("store ", slice, row, col);
    }
}

Kernel kernel_of(const std::string& image) {
    const std::map<std::string, Kernel> kernels = {
        {"copy", copy},
        {"naive", naive},
        {"halo_tile", halo_tile},
        {"global", global},
        {"global_3d", global_3d},
        {"vector", vector},
        {"tiled_3d", tiled_3d},
        {"tiled", [](Warp& w, const FieldLayout& f, const LaneThread& t) { tile(w, f, t, 1); }},
        {"two_step", [](Warp& w, const FieldLayout& f, const LaneThread& t) { tile(w, f, t, 2); }}};
    return kernels.at(image);
}

}  // namespace

std::int64_t sectors_lane_by_lane(const char* image, const FieldLayout& layout,
                                  const cuda::LaunchShape& shape) {
    const Kernel kernel = kernel_of(image);
    const int width = static_cast<int>(shape.threads.x);
    const int threads = width * static_cast<int>(shape.threads.y);
    const auto block_rows = static_cast<int>(shape.blocks.y * shape.blocks.z);
    std::int64_t sectors = 0;
    for (int block_row = 0; block_row < block_rows; ++block_row) {
        for (int block_x = 0; block_x < static_cast<int>(shape.blocks.x); ++block_x) {
            for (int first = 0; first < threads; first += 32) {
                Warp warp;
                for (int thread = first; thread < std::min(first + 32, threads); ++thread) {
                    kernel(warp, layout, {block_x, block_row, thread % width, thread / width});
                }
                sectors += warp.sectors();
            }
        }
    }
    return sectors;
}

}  // namespace heatlab::testing
