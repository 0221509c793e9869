#pragma once

#include <span>
#include <vector>

#include "sim/ghost/cpu/tile_volume.h"

namespace heatlab::ghost {

/// What was measured on a processor for one application and tile: numbers alone, so that a model
/// made of them can be tested by itself.
struct CpuCalibration {
    /// A tile for each thread at work, on cells in the thread's own caches: what a thread takes for
    /// a vector of cells in a wide row, in tiles that take so many steps.
    struct Computing {
        int steps = 1;
        double seconds_per_vector = 0;
        RowCost row;

        /// Of a row as wide as the tile.
        double wide_row_seconds() const {
            return seconds_per_vector * row.of(row.widths.back().vectors);
        }
    };
    /// With so many threads at work: they share a clock, and two of them may share a core.
    struct Working {
        int threads = 1;
        std::vector<Computing> computing;  ///< ascending, from 1 step
    };
    /// What a thread takes for a cell that it reads beyond its computing, all threads being at
    /// work, on a grid whose arrays are together so large.
    struct WaitingPoint {
        double footprint_bytes = 0;
        double seconds_per_cell = 0;
    };
    /// In launches of so many steps.
    struct Waiting {
        int steps = 1;
        std::vector<WaitingPoint> points;  ///< ascending
    };

    /// Of a launch that does nothing, by so many threads with a tile each.
    struct Meeting {
        int threads = 1;
        double seconds = 0;
    };

    int threads = 1;
    std::vector<Meeting> meetings;  ///< ascending, from 1 thread to all
    double seconds_per_tile = 0;    ///< of a thread that takes one more
    std::vector<Working> working;   ///< ascending, from 1 thread to all
    std::vector<Waiting> waiting;   ///< ascending, from 1 step
    /// What each thread takes for as much work over what they take on average: cores are not
    /// equally quick, and not at all times.
    std::vector<double> paces;
};

/// What one round of a calibration takes the time of; in seconds.
struct CpuTimes {
    std::vector<double> meetings;                 ///< launches of a tile for each thread
    double many_tiles = 0;                        ///< one of many tiles
    std::vector<std::vector<double>> lone_tiles;  ///< by threads at work, then by tile
    std::vector<std::vector<double>> parts;       ///< of a launch's tiles: by part, then by steps
    std::vector<double> paces;                    ///< as CpuCalibration has them
};

/// Of rounds that timed the same, at least one. Other programs, and changes of clocks, can only add
/// to what a round takes: of each time the lower quartile.
CpuTimes undisturbed(std::span<const CpuTimes> rounds);

}  // namespace heatlab::ghost
