// A run that waits while something is measured that it would disturb.

#include "app/session_state.h"

namespace heatlab {

void Session::State::hold_run() {
    if (!running)
        return;
    const WaitingRun waits{steps_to_submit};
    pause();
    waiting_run = waits;
}

void Session::State::follow_waiting_run() {
    if (!waiting_run || run_has_to_wait() || zones_busy())
        return;
    const std::optional<std::int64_t> steps = waiting_run->steps;
    waiting_run.reset();
    start(steps);
}

void Session::State::put_off_run(std::optional<std::int64_t> steps) {
    waiting_run = WaitingRun{steps};
    if (sizes.running())
        return refuse("The run waits",
                      "Kernels are being timed on many sizes, and a run would be in their figures. "
                      "It goes on when they are done.",
                      "Stop timing", {command::CancelSizeSweep{}});
    refuse("The run waits",
           "Sectors are being counted, and nothing is timed meanwhile. It goes on when they are.",
           "Stop counting", {command::CancelSectors{}});
}

}  // namespace heatlab
