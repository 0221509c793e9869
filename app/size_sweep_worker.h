#pragma once

#include <functional>
#include <memory>

#include "app/background_worker.h"
#include "app/published_state.h"
#include "app/size_sweep.h"
#include "sim/simulation.h"

namespace heatlab {

/// Makes a simulation that nothing shows. Called and used on the sweep's own thread.
using HiddenSimulation = std::function<std::unique_ptr<Simulation>(GridSize)>;

/// Times all kernels of a backend on squares of many sizes, in the background, with simulations of
/// its own. What else runs on the same device meanwhile would be in the figures.
class SizeSweepWorker {
public:
    SizeSweepWorker() = default;
    ~SizeSweepWorker();

    /// Ends a sweep in progress, and begins this one. Throws InputError for what is no sweep.
    void start(const SizeSweep& sweep, const BackendInfo& backend, HiddenSimulation make);
    /// Points that were measured stay. Returns at once.
    void cancel();
    bool running() const;
    /// Null where none was started.
    std::shared_ptr<const SizeSweepState> state() const { return state_.get(); }

private:
    struct Done {};
    void run(const SizeSweepState& begun, const HiddenSimulation& make,
             const std::atomic<bool>& cancelled);
    void measure_size(int side, const SizeSweepState& begun, const HiddenSimulation& make,
                      const std::atomic<bool>& cancelled);
    PublishedState<SizeSweepState> state_;
    BackgroundWorker<Done> worker_;
};

}  // namespace heatlab
