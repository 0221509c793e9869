#pragma once

#include <xmmintrin.h>

#include "sim/cell_type.h"

namespace heatlab {

/// What this thread's arithmetic does with denormals while it lives: as fields of such cells do, on
/// every backend, and as those who recompute a field must. Fields of float32 flush denormal results
/// and inputs to zero (FTZ and DAZ); those of float64 keep them, as GPUs do.
class DenormalMode {
public:
    explicit DenormalMode(CellType type) : before_(_mm_getcsr()) {
        constexpr unsigned flush_to_zero_and_inputs = 0x8040;
        const unsigned kept = before_ & ~flush_to_zero_and_inputs;
        _mm_setcsr(type == CellType::float32 ? kept | flush_to_zero_and_inputs : kept);
    }
    ~DenormalMode() { _mm_setcsr(before_); }
    DenormalMode(const DenormalMode&) = delete;
    DenormalMode& operator=(const DenormalMode&) = delete;

private:
    unsigned before_;
};

class FlushDenormals : public DenormalMode {
public:
    FlushDenormals() : DenormalMode(CellType::float32) {}
};

}  // namespace heatlab
