#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/settings.h"

namespace heatlab {

/// Longest piece of work handed to the device at once, by the measured speed: whatever is asked
/// for, commands and pictures come between two such pieces.
inline constexpr double longest_batch_seconds = 0.05;

/// Whether a batch may be queued where `in_flight` are unfinished, the oldest of which takes about
/// `oldest_seconds`: a second one behind a short one, so that the device has no pause between
/// frames. Behind a longer one it would only delay what the user does.
bool may_queue(std::size_t in_flight, double oldest_seconds);

/// What is known about the speed when a batch is planned.
struct Speed {
    std::optional<double> seconds_per_step;  ///< measured; none: nothing ran yet
    int steps_per_launch = 1;
};

/// Decides how many steps come next, from the pacing setting, the clock and the measured speed.
///
/// Until a speed is known one step runs; a batch is at most eight times as long as the longest one
/// since the last change of kernel or grid, so that a first figure that is off cannot freeze the
/// window. What a limit cuts off comes with the next frames: a frame's steps (steps per frame), or
/// a quarter of a second's (steps per second).
class Pacer {
public:
    /// A run begins: its first step comes with the next frame, at any rate.
    void restart();
    /// Another kernel or grid: batches start small again.
    void forget_speed();
    /// Once per frame; `now` in seconds.
    void begin_frame(const PacingSetting& pacing, double now);
    /// Steps to run now; 0: none is due.
    std::int64_t steps_due(const PacingSetting& pacing, const Speed& speed) const;
    /// `steps` were submitted; `dropped` more were due, but will not be made up for by the next
    /// frame.
    void submitted(const PacingSetting& pacing, std::int64_t steps, std::int64_t dropped = 0);

    /// Largest batch that the speed allows, whatever the pacing; at least 1.
    std::int64_t largest_batch(const Speed& speed) const;

private:
    std::int64_t budget_steps(double budget_seconds, const Speed& speed) const;

    std::optional<double> last_frame_;
    double accumulated_ = 0;    ///< steps due, for steps per second
    std::int64_t carried_ = 0;  ///< steps of the present frame still to run
    std::int64_t last_batch_ = 0;
    std::int64_t longest_batch_ = 0;
};

}  // namespace heatlab
