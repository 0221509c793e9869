#pragma once

#include "sim/ghost/applications/cell.h"
#include "sim/ghost/applications/heat1d.h"
#include "sim/ghost/applications/heat2d.h"
#include "sim/ghost/applications/heat3d.h"
#include "sim/ghost/applications/hotspot.h"
#include "sim/ghost/applications/pathfinder.h"
#include "sim/ghost/applications/poisson.h"

namespace heatlab::ghost {

/// Adding an application: its file in sim/ghost/applications and its name here
/// (docs/adding-an-application.md).
///
/// The file has one struct that host compilers, nvcc and NVRTC read: `Value` (float or int),
/// `dimensions`, `has_source`, an enum that names its coefficients, and its update, the only place
/// where a new cell is computed (the order of operations is part of it). V is `Value`, or a vector
/// of it on processors:
///   1-D  updated(V west, V centre, V east, V source, const float* coefficients)
///   2-D  updated(V centre, V north, V east, V south, V west, V source, const float* coefficients)
///   3-D  `PartOf<V>`, what the 3x3 cells around a place in one slice amount to, from
///        part(const V (&cells)[3][3]) (rows north to south, columns west to east), `Part` being
///        PartOf<Value>, and
///        updated(up, here, down, V source, const float* coefficients) from three such parts
/// What hosts alone need, its description, start data, source and coefficients, stands below it
/// (sim/ghost/application_data.h).
template <typename... Listed>
struct ApplicationList {};
/// In the order in which they are shown.
using AllApplications =
    ApplicationList<PathFinder, HotSpot, Poisson, CellularAutomaton, Heat1d, Heat2d, Heat3d>;

}  // namespace heatlab::ghost
