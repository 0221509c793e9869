#pragma once

#include <cstdint>
#include <memory>

#include "app/laboratory.h"

namespace heatlab {

/// Keeps the history of a run: thinned as it grows, cut back where the run goes back.
class TraceRecorder {
public:
    TraceRecorder() : traces_(std::make_shared<Traces>()) {}

    /// Another field from step 0, or another grid: forgets all.
    void restart() { *this = TraceRecorder(); }
    /// A point at a step that was seen already replaces what was known from there on.
    void add(const TracePoint& point);
    /// r changes with the steps after `step`. Several changes at one step are one.
    void change_ratio(std::int64_t step, double from, double to);
    /// Boundaries, walls or the field itself changed at `step`: growth is measured anew from there.
    void begin_segment(std::int64_t step);
    std::int64_t segment_step() const { return segment_step_; }
    /// The field went back to `step`: what came after it never was.
    void go_back(std::int64_t step);
    void set_non_finite_step(std::optional<std::int64_t> step);

    /// As it is now; later changes do not touch it.
    std::shared_ptr<const Traces> share() const { return traces_; }
    const Traces& now() const { return *traces_; }

private:
    Traces& writable();
    void thin();
    void place_segment();

    std::shared_ptr<Traces> traces_;
    std::int64_t segment_step_ = 0;
    std::int64_t spacing_ = 1;  ///< steps between points that are kept, at least
};

/// Measured growth over the present segment, from the points at which the wave is resolved
/// (is_resolved). `factor`: g of the fastest-growing wave; none: there is none.
GrowthReading read_growth(const Traces& traces, std::optional<double> factor, std::int64_t cells);

}  // namespace heatlab
