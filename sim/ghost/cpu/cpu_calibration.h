#pragma once

#include <span>
#include <vector>

namespace heatlab::ghost {

/// What was measured on a processor for one application and tile: numbers alone, so that a model
/// made of them can be tested by itself.
struct CpuCalibration {
    /// One tile per thread, all of them at work, on cells in the thread's own caches: what a thread
    /// takes for a vector of cells, in tiles that take so many steps.
    struct Computing {
        int steps = 1;
        double seconds_per_vector = 0;
        double row_vectors = 0;  ///< what beginning a row takes, in vectors
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

    /// Of a launch that does nothing, by so many threads: dealing tiles, and their meeting.
    struct Meeting {
        int threads = 1;
        double seconds = 0;
    };

    int threads = 1;
    std::vector<Meeting> meetings;     ///< ascending, from 1 thread to all
    std::vector<Computing> computing;  ///< ascending, from 1 step
    /// The same with a source that has a row for each step, and comes from memory; empty where
    /// there is no such source.
    std::vector<Computing> streaming;
    std::vector<Waiting> waiting;  ///< ascending, from 1 step
};

/// Of several rounds that measured the same, at least one: what another program or a change of
/// clocks did to one of them is left out of meetings, source and waiting. Of waiting, a difference
/// of two times, in both directions. `computing` is the first round's.
CpuCalibration combined(std::span<const CpuCalibration> rounds);

}  // namespace heatlab::ghost
