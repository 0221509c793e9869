#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "app/session.h"
#include "sim/simulation.h"

namespace heatlab {

/// The last values of something, and their median.
class MedianWindow {
public:
    explicit MedianWindow(std::size_t capacity) : capacity_(capacity) {}

    void add(double value);
    void clear() { values_.clear(); }
    /// Of all values held, or of the newest `count`; the mean of the middle two where their number
    /// is even.
    std::optional<double> median(std::size_t count = static_cast<std::size_t>(-1)) const;
    double mean() const;
    std::size_t size() const { return values_.size(); }
    const std::deque<double>& values() const { return values_; }

private:
    std::size_t capacity_;
    std::deque<double> values_;
};

/// Of the last batches of a kernel under a host-copy policy; they are copied after different
/// numbers of steps, so these are means.
struct CopiedRates {
    double seconds_per_step = 0;  ///< above 0
    double seconds_per_launch = 0;
    double bytes_per_second = 0;  ///< of the field, to the host
};

/// Figures of each kernel on the present grid, from the reports of its batches. Warm-up batches and
/// watched ones do not count.
class KernelTimings {
public:
    /// Batches that a median spans.
    static constexpr std::size_t window = 64;
    /// Newest batches that pacing looks at: it has to notice a change.
    static constexpr std::size_t pacing_window = 9;
    /// Entries of the rolling plot.
    static constexpr std::size_t history = 240;

    void add(const BatchReport& report);
    /// A batch that ran under `copies` while `in_force` is what counts now: under a policy it says
    /// nothing about the kernel by itself, under another one nothing at all.
    void add_under(const BatchReport& report, const HostCopySetting& copies,
                   const HostCopySetting& in_force);
    /// Another policy: what was seen under the one before no longer holds.
    void forget_copies();
    /// None until a batch under the policy has finished that is no warm-up and was not watched.
    std::optional<CopiedRates> copied(const KernelInfo& kernel) const;
    /// Another grid: no figure holds any more.
    void clear();

    std::optional<double> seconds_per_step(const KernelInfo& kernel) const;
    std::optional<double> seconds_per_launch(const KernelInfo& kernel) const;
    /// Whether its launches, not what they do, decide its times. `below`: what a launch that is not
    /// dominated by launching takes at least; see launch_bound_factor.
    bool is_launch_bound(const KernelInfo& kernel, double below) const;
    /// Required bytes (8 per cell and launch) over the median time of a launch.
    std::optional<double> bytes_per_second(const KernelInfo& kernel, GridSize grid,
                                           CellType type) const;
    /// Of the newest batches, warm-up included where there is nothing else yet: for pacing.
    /// `watched`: of the newest batch whose steps were compared with limits, where there was one.
    /// `copied`: of batches under the host-copy policy alone.
    std::optional<double> recent_seconds_per_step(const KernelInfo& kernel, bool watched = false,
                                                  bool copied = false) const;
    /// Of all kernels as they ran, in microseconds per step, oldest first.
    const std::vector<float>& history_us_per_step() const { return history_; }

private:
    struct Windows {
        MedianWindow per_step{window};
        MedianWindow per_launch{window};
        MedianWindow per_batch{window};
        std::optional<double> warm_up;
        std::optional<double> watched;
    };
    struct CopiedBatch {
        std::int64_t steps = 0;
        std::int64_t launches = 0;
        std::uint64_t bytes = 0;
        double seconds = 0;
    };
    /// Under a host-copy policy.
    struct CopiedWindows {
        std::deque<CopiedBatch> batches;
        std::optional<double> excluded;  ///< seconds per step of a warm-up or watched batch
    };
    static std::optional<CopiedRates> rates_of(const CopiedWindows& windows, std::size_t count);
    void add_copied(const BatchReport& report);
    void add_history(double seconds_per_step);
    const Windows* find(const KernelInfo& kernel) const;

    std::map<const KernelInfo*, Windows> kernels_;
    std::map<const KernelInfo*, CopiedWindows> copied_;
    std::vector<float> history_;
};

/// A launch that takes less than so many times what one costs that does nothing is dominated by
/// launching: kernels cannot be compared on such a grid.
inline constexpr double launch_bound_factor = 4;
/// The same where that cost was not measured: a CUDA launch costs 2 to 5 microseconds.
inline constexpr double usual_launch_bound_seconds = 10e-6;

/// A batch that takes less than so many times that limit holds so few launches that starting the
/// first one counts: a lone launch is timed with all of its latency.
inline constexpr double launch_bound_batch_factor = 4;

/// How the frames of the last second were spent.
class FrameTimings {
public:
    static constexpr std::size_t window = 60;

    void add_frame(const FrameTimes& times, double simulation_seconds, double display_seconds);
    /// `steps` finished since the last frame.
    void add_steps(double now, std::int64_t steps, bool running);
    void clear_steps();

    double simulation_seconds() const { return simulation_.mean(); }
    double display_seconds() const { return display_.median().value_or(0); }
    double interface_seconds() const { return interface_.median().value_or(0); }
    double frame_seconds() const { return frame_.median().value_or(0); }
    double steps_per_second() const;
    double steps_per_frame() const;

private:
    struct Finished {
        double time;
        std::int64_t steps;
    };
    MedianWindow simulation_{window};
    MedianWindow display_{window};
    MedianWindow interface_{window};
    MedianWindow frame_{window};
    std::deque<Finished> finished_;
};

}  // namespace heatlab
