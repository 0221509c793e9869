#include <algorithm>
#include <memory>

#include "sim/cpu/cpu_engine.h"

// A copy of the field on which a lesson shows a wrong variant.

namespace heatlab {

void CpuEngine::set_wrong(WrongVariant variant) {
    wrong_ = std::make_unique<WrongRun>(variant, grid_);
    kernel_ = &wrong_->info().kernel;
}

std::int64_t CpuEngine::take_wrong_steps(std::int64_t steps) {
    // What was painted or set at a wall meanwhile is in the current field.
    for (int row = 0; row < grid_.height; ++row)
        std::copy_n(current_.row(row), grid_.width, wrong_->row(row));
    const std::int64_t done = wrong_->advance(r_, steps, stop_);
    for (int row = 0; row < grid_.height; ++row)
        current_.write_row(row, wrong_->row(row));
    return done;
}

}  // namespace heatlab
