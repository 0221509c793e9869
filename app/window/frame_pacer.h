#pragma once

#include <array>
#include <chrono>

#include "app/snapshot.h"

namespace heatlab {

/// Holds the frame rate: to the monitor's where vertical sync does it, else (Xvfb, a driver that
/// ignores it) by sleeping, at the monitor's rate or 60 frames/s where there is none.
class FramePacer {
public:
    /// `refresh_rate` in Hz; 0: unknown.
    explicit FramePacer(double refresh_rate);

    void set_refresh_rate(double refresh_rate);

    /// Before the buffers are swapped.
    void before_swap();
    /// After it: sleeps for what is left of the frame, if anything much is.
    void after_swap();

    const FramePace& pace() const { return pace_; }
    /// From the last swap to the one before, seconds.
    double frame_seconds() const { return frame_seconds_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr int window = 32;

    FramePace pace_;
    double period_ = 1.0 / 60;
    Clock::time_point frame_begin_ = Clock::now();
    Clock::time_point swap_begin_ = frame_begin_;
    Clock::time_point deadline_ = frame_begin_;
    double frame_seconds_ = 1.0 / 60;
    std::array<double, window> frames_{};
    std::array<bool, window> waited_{};  ///< for vertical sync
    int count_ = 0;
};

}  // namespace heatlab
