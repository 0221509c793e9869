#pragma once

#include <memory>

#include "sim/simulation.h"

namespace heatlab {

class CudaFieldTarget;

/// How a CUDA simulation shows its field.
enum class CudaDisplay {
    none,     ///< not at all: `publish` in a batch does nothing
    interop,  ///< in `target`; no byte of the field passes by the host, but for a volume for which
              ///< the target has no room, which is staged
    staged,   ///< a copy (or, for a large field, a reduced picture) to the host, see
              ///< Simulation::picture
};

struct CudaOptions {
    int device = 0;
    CudaDisplay display = CudaDisplay::none;
    /// For `interop`: made for the same grid, outlives the simulation.
    CudaFieldTarget* target = nullptr;
    /// A CUDA simulation of the same device with which the new one takes turns: both use one
    /// stream, so that their launches never overlap and the times of each are what it takes alone.
    /// Either may go first. Null: none.
    const Simulation* beside = nullptr;
};

/// The field lives on a device and advances there, on a stream of its own or `beside`'s. `submit`
/// enqueues the launches and returns; it waits only where launches pile up faster than the driver
/// takes them (about a thousand calls, 64 launches going into one), or where more than four batches
/// are unfinished.
///
/// With the kernel `texture` the field lives in the two textures of the target, or in two arrays of
/// the same format where there is none; the two buffers stay allocated beside them.
///
/// Throws InputError (argument "--grid") for a grid that the device's memory does not hold, with
/// the bytes needed and free, std::invalid_argument where `beside` is of another backend or device,
/// and DeviceError.
std::unique_ptr<Simulation> make_cuda_simulation(GridSize grid, const CudaOptions& options = {});

}  // namespace heatlab
