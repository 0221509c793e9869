#include "app/window/frame_pacer.h"

#include <algorithm>
#include <numeric>
#include <thread>

namespace heatlab {
namespace {

/// Shares of a frame: a swap that blocked at least so long, in a frame that is then nearly full,
/// waited for the monitor.
constexpr double blocking_swap = 0.15;
constexpr double nearly_full = 0.85;

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

FramePacer::FramePacer(double refresh_rate) {
    set_refresh_rate(refresh_rate);
}

void FramePacer::set_refresh_rate(double refresh_rate) {
    pace_.target = refresh_rate >= 20 && refresh_rate <= 1000 ? refresh_rate : 60;
    period_ = 1 / pace_.target;
}

void FramePacer::before_swap() {
    swap_begin_ = Clock::now();
}

void FramePacer::after_swap() {
    const Clock::time_point swapped = Clock::now();
    const double so_far = seconds_between(frame_begin_, swapped);
    const double swap = seconds_between(swap_begin_, swapped);
    const bool waited = swap > blocking_swap * period_ && so_far > nearly_full * period_;
    const auto period =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(period_));
    // Deadlines follow one another, so that the mean rate is right; after a long frame they start
    // anew.
    deadline_ = std::max(deadline_ + period, swapped - period);
    if (so_far < nearly_full * period_)
        std::this_thread::sleep_until(std::min(deadline_, swapped + period));
    const Clock::time_point now = Clock::now();
    frame_seconds_ = seconds_between(frame_begin_, now);
    frame_begin_ = now;

    const auto slot = static_cast<std::size_t>(count_++ % window);
    frames_[slot] = frame_seconds_;
    waited_[slot] = waited;
    const int filled = std::min(count_, window);
    const double total = std::accumulate(frames_.begin(), frames_.begin() + filled, 0.0);
    pace_.frames_per_second = total > 0 ? filled / total : 0;
    pace_.vertical_sync = 2 * std::count(waited_.begin(), waited_.begin() + filled, true) > filled;
}

}  // namespace heatlab
