#pragma once

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
    };
    /// What a thread takes for a cell beyond its computing, in launches of one step, all threads
    /// being at work, on a grid whose arrays are together so large.
    struct Waiting {
        double footprint_bytes = 0;
        double seconds_per_cell = 0;
    };

    int threads = 1;
    double empty_launch_seconds = 0;   ///< dealing tiles, and the meeting at a launch's end
    double row_vectors = 0;            ///< what beginning a row takes, in vectors
    std::vector<Computing> computing;  ///< ascending, from 1 step
    /// The same with a source that has a row for each step, and comes from memory; empty where
    /// there is no such source.
    std::vector<Computing> streaming;
    std::vector<Waiting> waiting;  ///< ascending
};

}  // namespace heatlab::ghost
