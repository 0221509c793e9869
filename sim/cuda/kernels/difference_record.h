#pragma once

// What the device reports of two fields that were compared. No standard header here: this is
// compiled for the device too.

namespace heatlab::cuda {

/// All bits zero before a comparison.
struct DifferenceRecord {
    unsigned long long cells;  ///< that differ
    /// All bits of the first one's key inverted, so that the first is the largest; 0: none differs.
    unsigned long long inverted_key;
    unsigned largest_bits;  ///< of |second - first|, of the cells where that is finite
    float first;            ///< the values of that cell
    float second;
    unsigned unused;
};
static_assert(sizeof(DifferenceRecord) == 32);

}  // namespace heatlab::cuda
