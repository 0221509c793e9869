#pragma once

namespace heatlab::ghost {

/// What a launch is told beside its arrays; the same for kernels and for those who launch them.
struct ZoneLaunch {
    int width;  // cells of the grid
    int height;
    int depth;
    int steps;  // to take: at most as many as the ghost zone has cells, if all are to be right
    float coefficients[4];
};

}  // namespace heatlab::ghost
