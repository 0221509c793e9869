#pragma once

#include <cstdint>
#include <vector>

namespace heatlab::ghost {

/// What was measured on a GPU for one application and tile: numbers alone, so that a model made of
/// them can be tested without a GPU.
struct GpuCalibration {
    /// Launches of zone height 1 that take `steps` shrinking steps (the candidates' own loop) on
    /// `blocks_per_multiprocessor` blocks on each multiprocessor.
    struct Load {
        int blocks_per_multiprocessor = 1;
        int steps = 1;
        bool source_in_cache = true;  ///< false: a source of a row per step comes from memory
        double seconds = 0;           ///< of a launch, in a graph
    };
    /// Of plain kernels that read so many arrays and write one (or write none), whose memory
    /// altogether is `footprint_bytes`.
    struct Bandwidth {
        int arrays_read = 1;
        bool writes = true;
        double footprint_bytes = 0;
        double bytes_per_second = 0;
    };

    int multiprocessors = 0;
    int resident_blocks = 0;  ///< of a multiprocessor, by the occupancy calculator
    int rows_per_thread = 1;  ///< see step_volume.h
    double cache_bytes = 0;   ///< of the last level
    /// Of a launch that does nothing, one block per multiprocessor, in a graph.
    double empty_launch_seconds = 0;
    std::vector<Load> loads;
    std::vector<Bandwidth> bandwidths;
};

}  // namespace heatlab::ghost
