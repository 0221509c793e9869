// Time against size: the run waits while other grids are measured on its device.

#include "app/backends.h"
#include "app/session_state.h"
#include "sim/errors.h"

namespace heatlab {

void Session::State::start_size_sweep(const SizeSweep& sweep) {
    if (zones_busy())
        throw InputError("sizes", "beside ghost zones", "only one of them can be timed at once");
    const BackendInfo& backend = simulation().backend();
    const BackendSelection selection{backend.kind, backend.device_index, {}};
    sizes.start(sweep, backend,
                [selection](GridSize grid) { return make_simulation(selection, grid); });
    if (!running)
        return;
    const WaitingRun waits{steps_to_submit};
    pause();
    waiting_run = waits;
}

void Session::State::follow_size_sweep() {
    if (!waiting_run || sizes.running() || zones_busy())
        return;
    const std::optional<std::int64_t> steps = waiting_run->steps;
    waiting_run.reset();
    start(steps);
}

void Session::State::put_off_run(std::optional<std::int64_t> steps) {
    waiting_run = WaitingRun{steps};
    refuse("The run waits",
           "Kernels are being timed on many sizes, and a run would be in their figures. It goes on "
           "when they are done.",
           "Stop timing", {command::CancelSizeSweep{}});
}

}  // namespace heatlab
