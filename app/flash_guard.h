#pragma once

#include <cstdint>
#include <optional>

namespace heatlab {

/// Parts of the view at which a checkerboard counts as visible: it is taken as such above
/// `visible_area`, and as gone once it stayed below half of it for half a second, so that nothing
/// flickers at the border.
inline constexpr double visible_area = 0.002;
/// The difference of neighbours, as a part of the colour range, from which a checkerboard is seen.
inline constexpr double visible_contrast = 0.05;

/// Amplitude from which a cell counts as alternating, on a colour range of `span`: a checkerboard
/// of amplitude a spans 2 a.
double alternating_threshold(double span);

/// A fact about an area, with hysteresis.
class AreaLatch {
public:
    /// `part`: of the area, 0 to 1 (more counts as 1).
    void observe(double part, double now);
    bool on() const { return on_; }
    void reset() { *this = {}; }

private:
    bool on_ = false;
    std::optional<double> below_since_;
};

/// Decides which steps are drawn while a checkerboard flips its sign every step (r > 1/8; 1/(4d) in
/// d dimensions), so that
/// the field flashes at most 2.5 times a second. The simulation is not touched.
///
/// Running fast, even steps alone are shown. Else (paused, single steps, at most five steps a
/// second) each step is, but one of the other parity than the last not before a fifth of a second
/// has passed.
class FlashGuard {
public:
    /// Shortest time between two shown steps of different parity, in seconds. Two such changes make
    /// a flash.
    static constexpr double shortest_flip_seconds = 0.2;

    /// What a report says: `alternating_cells` of the field exceed the threshold, `visible_cells`
    /// are in view. Cells out of view are counted as if they were visible: that can engage the
    /// guard early, never late.
    void observe(double r, std::int64_t alternating_cells, std::int64_t visible_cells, double now,
                 int dimensions = 2);
    /// Whether steps are held back when needed.
    bool engaged() const { return latch_.on(); }

    /// `fast`: more than five steps a second run.
    bool may_show(std::int64_t step, double now, bool fast) const;
    void shown(std::int64_t step, double now);
    /// The largest count up to `steps`, at least 1, after which an even step is reached, where
    /// there is one: so that a fast run with even batches is not stuck on odd steps.
    std::int64_t even_landing(std::int64_t from_step, std::int64_t steps) const;
    /// Another field: nothing is known about it.
    void reset() { latch_.reset(); }

private:
    AreaLatch latch_;
    std::optional<std::int64_t> shown_step_;
    std::optional<double> flipped_at_;
};

}  // namespace heatlab
