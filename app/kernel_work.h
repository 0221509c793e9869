#pragma once

#include "sim/errors.h"
#include "sim/simulation.h"

namespace heatlab {

/// What a simulation advances with.
struct KernelWork {
    const KernelInfo& kernel;
    const HostCopySetting& copies;
};

/// `next` in place of `now`, as one change: where it is refused (InputError), `now` is in force
/// again.
inline void change_work(Simulation& simulation, const KernelWork& now, const KernelWork& next) {
    if (&next.kernel == &now.kernel)
        return simulation.set_host_copies(next.copies);
    simulation.set_host_copies({});  // suits both kernels
    try {
        simulation.set_kernel(next.kernel);
        simulation.set_host_copies(next.copies);
    } catch (const InputError&) {
        simulation.set_kernel(now.kernel);
        simulation.set_host_copies(now.copies);
        throw;
    }
}

}  // namespace heatlab
