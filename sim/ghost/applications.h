#pragma once

#include "sim/ghost/applications/heat2d.h"

namespace heatlab::ghost {

/// Adding an application: its file in sim/ghost/applications and its name here.
///
/// The file has one struct that host compilers, nvcc and NVRTC read: `Value` (float or int),
/// `dimensions`, `has_source`, an enum that names its coefficients, and its update, the only place
/// where a new cell is computed (the order of operations is part of it):
///   1-D  updated(west, centre, east, source, coefficients)
///   2-D  updated(centre, north, east, south, west, source, coefficients)
///   3-D  `Part`, what a cell's 3x3 neighbours in one slice amount to, from
///        part(const Value (&cells)[3][3]) (rows north to south, columns west to east), and
///        updated(const Part& up, const Part& here, const Part& down, source, coefficients)
/// Start data, source and coefficients, which only hosts make, stand below it.
template <typename... Listed>
struct ApplicationList {};
using AllApplications = ApplicationList<Heat2d>;

}  // namespace heatlab::ghost
