#pragma once

#include <string>
#include <vector>

#include "app/comparison.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// A number beside the bar of a difference.
struct DifferenceTick {
    double at = 0;  ///< from -1 (lower end) to +1
    std::string label;
};

/// At most `most` numbers that mirror each other about 0. Logarithmic: powers of ten. A difference
/// that is 0 everywhere has the 0 alone.
std::vector<DifferenceTick> difference_ticks(const Comparison& comparison, DifferenceScale scale,
                                             bool all_zero, int most);
/// What linear numbers are multiplied by: "× 10⁻⁷"; empty where nothing.
std::string difference_factor(const Comparison& comparison, DifferenceScale scale, bool all_zero);

/// The signed map about 0 with its numbers; `area` is as high as the bar.
void draw_difference_bar(const PanelContext& context, const ImRect& area, bool all_zero);

}  // namespace heatlab::ui
