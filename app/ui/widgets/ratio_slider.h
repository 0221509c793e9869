#pragma once

#include <optional>

#include "app/ui/look.h"

namespace heatlab::ui {

struct RatioSliderOptions {
    float track = 10;  ///< logical pixels
    float knob = 18;
    float high = 1;                           ///< r at the right end; `r` lies below it
    int dimensions = 2;                       ///< of the grid: where the bands end
    std::optional<double> bound;              ///< this grid's own, past which r is unstable
    FieldState state = FieldState::monotone;  ///< colours the knob's ring
    Role mark = Role::caption;                ///< of the numbers below the track
    Role strong_mark = Role::caption;         ///< of the bound
    bool band_names = false;                  ///< what r does, above the bands
    float label_gap = 4;                      ///< between knob and numbers, and names
};

/// Where the short range of r ends: 0.6 / d.
constexpr double short_ratio_range(int dimensions) {
    return 0.6 / dimensions;
}

/// r from 0 to `high` in bands, hatched past the bound 1/(2 d), which is a notch. Dragging is
/// relative to where the knob was taken and ten times finer with Shift; a click on the track jumps
/// there. Focused by keyboard, Left and Right change r by 0.001 (Shift: 0.0001). `id` is its label
/// for tests. Height: `ratio_slider_height`.
std::optional<double> ratio_slider(const Look& look, const char* id, const ImRect& area, double r,
                                   const RatioSliderOptions& options);
float ratio_slider_height(const Look& look, const RatioSliderOptions& options);

/// 45 degree hatch clipped to `area`.
void draw_hatch(const Look& look, ImDrawList& list, const ImRect& area, ImU32 colour, float every,
                float thickness);

}  // namespace heatlab::ui
