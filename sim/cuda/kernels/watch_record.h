#pragma once

// What the device reports of a watched batch. No standard header here: this is compiled for the
// device too.

#include "sim/cuda/kernels/analysis_record.h"

namespace heatlab::cuda {

/// The cells furthest beyond the limits in one block, at the first step that left them.
struct BlockCrossing {
    LargestValue negated_low;  ///< of -u below the lower limit
    LargestValue high;
};

/// All bits set (no step, no cells) before the first step of a batch.
struct WatchRecord {
    long long step;  ///< the first at which a cell was outside; below 0: none yet
    LargestValue negated_low;
    LargestValue high;
};
static_assert(sizeof(WatchRecord) == 40);

}  // namespace heatlab::cuda
