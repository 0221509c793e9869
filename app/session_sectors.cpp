// Sectors counted on the device: the run waits, and nothing is timed meanwhile.

#include "app/session_state.h"
#include "sim/errors.h"

namespace heatlab {

void Session::State::count_sectors(const std::string& kernel_name) {
    if (sizes.running())
        return refuse("The sectors are not counted",
                      "Kernels are being timed on many sizes, and nothing is counted while "
                      "something is timed.",
                      "Stop timing", {command::CancelSizeSweep{}});
    sectors.ask(find_kernel(kernel_name, simulation().backend().kind, settings.grid.dimensions));
    hold_run();
}

void Session::State::follow_sectors() {
    // What was submitted before is timed to its end.
    sectors.follow(in_flight.empty() && views.idle());
}

void Session::State::stop_counting() {
    sectors.stop("stopped, because something had to be timed, and the two are kept apart");
}

}  // namespace heatlab
