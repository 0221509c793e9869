#include "app/flash_guard.h"

#include <algorithm>

#include "sim/stability.h"

namespace heatlab {
namespace {

constexpr double release_seconds = 0.5;
constexpr double clock_tolerance = 1e-9;

bool is_odd(std::int64_t step) {
    return step % 2 != 0;
}

}  // namespace

double alternating_threshold(double span) {
    return visible_contrast * span / 2;
}

void AreaLatch::observe(double part, double now) {
    if (part > visible_area)
        on_ = true;
    if (part >= visible_area / 2) {
        below_since_.reset();
        return;
    }
    if (!below_since_)
        below_since_ = now;
    if (now - *below_since_ >= release_seconds)
        on_ = false;
}

void FlashGuard::observe(double r, std::int64_t alternating_cells, std::int64_t visible_cells,
                         double now, int dimensions) {
    const bool flips = r > monotone_bound(dimensions);
    const double part = static_cast<double>(alternating_cells) /
                        static_cast<double>(std::max<std::int64_t>(1, visible_cells));
    latch_.observe(flips ? part : 0.0, now);
}

bool FlashGuard::may_show(std::int64_t step, double now, bool fast) const {
    if (!engaged() || !shown_step_)
        return true;
    if (fast && is_odd(step))
        return false;
    const bool flips = is_odd(step) != is_odd(*shown_step_);
    return !flips || !flipped_at_ || now - *flipped_at_ >= shortest_flip_seconds - clock_tolerance;
}

void FlashGuard::shown(std::int64_t step, double now) {
    if (shown_step_ && is_odd(step) != is_odd(*shown_step_))
        flipped_at_ = now;
    shown_step_ = step;
}

std::int64_t FlashGuard::even_landing(std::int64_t from_step, std::int64_t steps) const {
    if (engaged() && steps > 1 && is_odd(from_step + steps))
        return steps - 1;
    return steps;
}

}  // namespace heatlab
