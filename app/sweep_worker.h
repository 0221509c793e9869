#pragma once

#include <memory>

#include "app/background_worker.h"
#include "app/laboratory.h"
#include "app/published_state.h"

namespace heatlab {

/// Measures growth over a range of r in the background: on one thread, with a simulation of its
/// own on the CPU, on a grid of at most `most_side` cells an axis. Growth depends on the grid only
/// through its largest angles, which are nearly the same for all large ones.
class SweepWorker {
public:
    static constexpr int most_side = 256;

    SweepWorker() = default;
    ~SweepWorker();

    /// Ends a sweep in progress, and begins this one. Throws InputError for what is no sweep.
    void start(const RatioSweep& sweep, GridSize grid, const Boundaries& boundaries);
    /// Points that were measured stay.
    void cancel();
    /// Null where none was started.
    std::shared_ptr<const SweepState> state() const { return state_.get(); }

private:
    struct Done {};
    PublishedState<SweepState> state_;
    BackgroundWorker<Done> worker_;
};

/// The grid that a sweep runs on for one that is shown: long sides are cut. A side that is odd
/// stays odd, because the shortest wave of a periodic axis depends on that.
GridSize sweep_grid(GridSize shown);

}  // namespace heatlab
