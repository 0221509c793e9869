#include <algorithm>
#include <memory>

#include "sim/cpu/cpu_engine.h"

// A copy of the field on which a lesson shows a wrong variant: of float32.

namespace heatlab {

template <typename Real>
void CpuEngine<Real>::set_wrong(WrongVariant variant) {
    wrong_ = std::make_unique<WrongRun>(variant, grid_);
    kernel_ = &wrong_->info().kernel;
}

template <typename Real>
std::int64_t CpuEngine<Real>::take_wrong_steps(std::int64_t steps) {
    // What was painted or set at a wall meanwhile is in the current field.
    for (int row = 0; row < grid_.height; ++row)
        std::copy_n(current_.row(row), grid_.width, wrong_->row(row));
    const std::int64_t done = wrong_->advance(r_, steps, stop_);
    for (int row = 0; row < grid_.height; ++row)
        std::copy_n(wrong_->row(row), grid_.width, current_.row(row));
    return done;
}

template void CpuEngine<float>::set_wrong(WrongVariant);
template void CpuEngine<double>::set_wrong(WrongVariant);
template std::int64_t CpuEngine<float>::take_wrong_steps(std::int64_t);
template std::int64_t CpuEngine<double>::take_wrong_steps(std::int64_t);

}  // namespace heatlab
