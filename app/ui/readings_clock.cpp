#include "app/ui/readings_clock.h"

#include <algorithm>
#include <vector>

namespace heatlab::ui {
namespace {

ComparedViewState figures_of(const ComparedViewState& view) {
    ComparedViewState figures = view;
    figures.history_us_per_step.clear();
    figures.difference.reset();
    return figures;
}

bool same_views(const std::vector<ComparedViewState>& a, const std::vector<ComparedViewState>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const ComparedViewState& one, const ComparedViewState& other) {
            return one.kernel == other.kernel && one.backend.kind == other.backend.kind &&
                   one.seconds_per_step.has_value() == other.seconds_per_step.has_value();
        });
}

}  // namespace

const Readings& ReadingsClock::update(const Snapshot& snapshot) {
    const double now = ImGui::GetTime();
    const bool other = snapshot.settings.kernel != kernel_ || snapshot.settings.grid != grid_ ||
                       snapshot.settings.host_copies != copies_ || !snapshot.running ||
                       !same_views(snapshot.comparison.views, readings_.views) ||
                       snapshot.timings.seconds_per_step.has_value() !=
                           readings_.timings.seconds_per_step.has_value();
    if (other || now >= due_) {
        due_ = now + 0.25;
        kernel_ = snapshot.settings.kernel;
        grid_ = snapshot.settings.grid;
        copies_ = snapshot.settings.host_copies;
        readings_.timings = snapshot.timings;
        readings_.timings.history_us_per_step.clear();
        readings_.kernels = snapshot.kernels;
        readings_.host_copies = snapshot.host_copies;
        readings_.views.clear();
        for (const ComparedViewState& view : snapshot.comparison.views) {
            readings_.views.push_back(figures_of(view));
        }
    }
    return readings_;
}

}  // namespace heatlab::ui
