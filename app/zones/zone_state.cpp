#include "app/zones/zone_state.h"

#include <algorithm>

namespace heatlab {

bool ZoneState::measured() const {
    return predicted() && std::ranges::all_of(row.candidates, [](const ghost::Candidate& c) {
               return c.timed() || !c.mismatch.empty();
           });
}

int steps_in_force(const ZoneState& state, const std::optional<int>& wanted) {
    const int asked = wanted.value_or(state.predicted() ? state.row.chosen_steps : 1);
    int found = 1;
    for (const int steps : state.offered)
        if (steps <= asked)
            found = steps;
    return found;
}

}  // namespace heatlab
