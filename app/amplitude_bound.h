#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "sim/cell_type.h"
#include "sim/step_ratio.h"

namespace heatlab {

/// What statistics tell of max|u|.
struct Amplitude {
    double max_abs = 0;
    /// It is at least so much: a float64 field beyond what float32, in which it is read, holds.
    bool at_least = false;
};

/// An upper bound of max|u| after everything that was submitted, from the statistics of the newest
/// finished batch and what came after it: steps (a step multiplies by |1-4r| + 4r at most),
/// painting, walls. It tells how far a batch may go so that a field that leaves the range of its
/// cells' type is noticed at the first such step.
class AmplitudeBound {
public:
    /// Nothing is known about the field until a batch submitted from now on reports.
    void forget();

    /// A batch of `steps` is submitted; each submission is answered by one `reported`, in order.
    void submitted(std::int64_t steps, StepRatio r, bool advances);
    /// Values up to `magnitude` enter the field.
    void injected(double magnitude);
    /// The oldest submitted batch has finished. `seen`: of its field; none where it has no
    /// statistics.
    void reported(std::optional<Amplitude> seen);

    /// Steps from the submitted state on that certainly keep every cell finite (see
    /// certainly_finite_steps); none where nothing is known.
    std::optional<std::int64_t> certain_steps(StepRatio r, bool advances,
                                              CellType type = CellType::float32) const;
    bool known() const { return known_.has_value(); }

private:
    struct Event {
        enum class Kind { batch, injection } kind;
        std::int64_t steps = 0;
        StepRatio r;
        double magnitude = 0;
        bool stale = false;  ///< submitted before the field became another one
    };
    double bound_of_submitted() const;
    void apply(const Event& event, double& bound) const;

    std::optional<double> known_;  ///< max|u| is at most so much after the newest finished batch
    std::deque<Event> events_;     ///< since then, oldest first
};

}  // namespace heatlab
