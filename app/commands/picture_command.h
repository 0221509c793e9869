#pragma once

#include <filesystem>
#include <ostream>

#include "app/backends.h"
#include "app/options.h"
#include "app/snapshot.h"

namespace heatlab {

/// Runs the session of `command` off screen and writes what it asks for (picture, field, figures);
/// the snapshot as drawn. What could not be reached (a run that left the range of float) is said on
/// stderr.
Snapshot render_session(const RenderCommand& command, const BackendSelection& backend);

/// Names and figures of a run, aligned.
void print_timing_table(std::ostream& out, const Snapshot& snapshot);

}  // namespace heatlab
