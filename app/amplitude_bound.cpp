#include "app/amplitude_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/stability.h"

namespace heatlab {

void AmplitudeBound::forget() {
    known_.reset();
    std::erase_if(events_, [](const Event& e) { return e.kind == Event::Kind::injection; });
    for (Event& event : events_)
        event.stale = true;
}

void AmplitudeBound::submitted(std::int64_t steps, StepRatio r, bool advances) {
    events_.push_back({Event::Kind::batch, advances ? steps : 0, r, 0, false});
}

void AmplitudeBound::injected(double magnitude) {
    events_.push_back({Event::Kind::injection, 0, {}, std::abs(magnitude), false});
}

void AmplitudeBound::reported(std::optional<Amplitude> seen) {
    double bound = known_.value_or(0);
    while (!events_.empty()) {
        const Event event = events_.front();
        events_.pop_front();
        apply(event, bound);
        if (event.kind != Event::Kind::batch)
            continue;
        if (event.stale)
            return;
        if (seen && !seen->at_least)
            known_ = seen->max_abs;
        else if (known_)
            known_ = bound;
        else if (seen)
            known_ = std::numeric_limits<double>::infinity();
        return;
    }
}

void AmplitudeBound::apply(const Event& event, double& bound) const {
    if (event.kind == Event::Kind::injection) {
        bound = std::max(bound, event.magnitude);
        return;
    }
    if (event.steps > 0)
        bound *= std::pow(largest_factor(event.r), static_cast<double>(event.steps));
}

double AmplitudeBound::bound_of_submitted() const {
    double bound = known_.value_or(std::numeric_limits<double>::infinity());
    for (const Event& event : events_)
        apply(event, bound);
    return bound;
}

std::optional<std::int64_t> AmplitudeBound::certain_steps(StepRatio r, bool advances,
                                                          CellType type) const {
    if (!known_)
        return std::nullopt;
    if (!advances)
        return std::numeric_limits<std::int64_t>::max();
    return certainly_finite_steps(r, bound_of_submitted(), type);
}

}  // namespace heatlab
