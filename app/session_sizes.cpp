// Time against size: the run waits while other grids are measured on its device.

#include "app/backends.h"
#include "app/session_state.h"
#include "sim/errors.h"

namespace heatlab {

void Session::State::start_size_sweep(SizeSweep sweep) {
    if (zones_busy())
        throw InputError("sizes", "beside ghost zones", "only one of them can be timed at once");
    sweep.type = settings.type;
    validate_size_sweep(sweep);
    stop_counting();
    const BackendInfo& backend = simulation().backend();
    const BackendSelection selection{backend.kind, backend.device_index, {}};
    sizes.start(sweep, backend, [selection, type = sweep.type](GridSize grid) {
        return make_simulation(selection, grid, type);
    });
    hold_run();
}

}  // namespace heatlab
