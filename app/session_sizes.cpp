// Time against size: the run waits while other grids are measured on its device.

#include "app/backends.h"
#include "app/session_state.h"

namespace heatlab {

void Session::State::start_size_sweep(const SizeSweep& sweep) {
    validate_size_sweep(sweep);
    stop_counting();
    const BackendInfo& backend = simulation().backend();
    const BackendSelection selection{backend.kind, backend.device_index, {}};
    sizes.start(sweep, backend,
                [selection](GridSize grid) { return make_simulation(selection, grid); });
    hold_run();
}

}  // namespace heatlab
