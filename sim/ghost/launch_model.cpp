#include "sim/ghost/launch_model.h"

#include <numeric>
#include <vector>

namespace heatlab::ghost {

double Prediction::seconds() const {
    return std::accumulate(terms.begin(), terms.end(), 0.0,
                           [](double sum, const ModelTerm& term) { return sum + term.seconds; });
}

int choose_steps(const LaunchModel& model, GridSize grid, std::span<const int> offered) {
    int chosen = offered.front();
    double least = model.predict(grid, chosen).seconds_per_step();
    for (const int steps : offered.subspan(1)) {
        const double seconds = model.predict(grid, steps).seconds_per_step();
        if (seconds < least) {
            least = seconds;
            chosen = steps;
        }
    }
    return chosen;
}

int choose_steps(const LaunchModel& model, GridSize grid) {
    std::vector<int> all(static_cast<std::size_t>(model.most_steps()));
    std::iota(all.begin(), all.end(), 1);
    return choose_steps(model, grid, all);
}

}  // namespace heatlab::ghost
