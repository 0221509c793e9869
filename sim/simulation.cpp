#include "sim/simulation.h"

#include <algorithm>

namespace heatlab {

BatchReport run_steps(Simulation& simulation, std::int64_t steps) {
    simulation.submit(
        {.steps = std::max<std::int64_t>(0, steps), .publish = false, .statistics = false});
    simulation.wait();
    BatchReport last;
    while (auto report = simulation.poll())
        last = std::move(*report);
    return last;
}

}  // namespace heatlab
