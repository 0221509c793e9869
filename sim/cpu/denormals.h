#pragma once

#include <xmmintrin.h>

namespace heatlab {

/// Flushes denormal results and inputs of this thread's float arithmetic to zero (FTZ and DAZ)
/// while it lives: as every backend does, and as those who recompute a field must.
class FlushDenormals {
public:
    FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_to_zero_and_inputs); }
    ~FlushDenormals() { _mm_setcsr(before_); }
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;

private:
    static constexpr unsigned flush_to_zero_and_inputs = 0x8040;
    unsigned before_;
};

}  // namespace heatlab
