#pragma once

// What updates of applications use beside + - * and fused_multiply_add. Vector types of the CPU
// backend bring their own overloads of these and are made from a number, which stands in all lanes.

#include "sim/update.h"

namespace heatlab::ghost {

HEATLAB_UPDATE int minimum(int a, int b) {
    return a < b ? a : b;
}

/// `a` where `condition` holds, else `b`.
HEATLAB_UPDATE int selected(bool condition, int a, int b) {
    return condition ? a : b;
}

}  // namespace heatlab::ghost
