#pragma once

#include <optional>

#include "app/ui/look.h"

namespace heatlab::ui {

struct RatioSliderOptions {
    float track = 10;  ///< logical pixels
    float knob = 18;
    float high = 1;                           ///< r at the right end; `r` lies below it
    std::optional<double> bound;              ///< this grid's own, past which r is unstable
    FieldState state = FieldState::monotone;  ///< colours the knob's ring
    Role mark = Role::caption;                ///< of the numbers below the track
    Role strong_mark = Role::caption;         ///< of 1/4
    bool band_names = false;                  ///< what r does, above the bands
    float label_gap = 4;                      ///< between knob and numbers, and names
};

/// r from 0 to `high` in bands, hatched past 1/4, with 1/4 as a notch. Dragging is relative to
/// where the knob was taken and ten times finer with Shift; a click on the track jumps there.
/// Focused by keyboard, Left and Right change r by 0.001 (Shift: 0.0001). `id` is its label for
/// tests. Height: `ratio_slider_height`.
std::optional<double> ratio_slider(const Look& look, const char* id, const ImRect& area, double r,
                                   const RatioSliderOptions& options);
float ratio_slider_height(const Look& look, const RatioSliderOptions& options);

/// 45 degree hatch clipped to `area`.
void draw_hatch(const Look& look, ImDrawList& list, const ImRect& area, ImU32 colour, float every,
                float thickness);

}  // namespace heatlab::ui
