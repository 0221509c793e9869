#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/interface.h"

namespace heatlab::ui {

/// The field of one dimension as a curve, above its picture of space and time.
void draw_curve(const Look& look, const FieldImage& image, const FieldCanvas& canvas);

/// Its axis: values over the curve, and where the pointer is. `low`, `high`: values at the bottom
/// and at the top.
void draw_curve_axis(const Look& look, const FieldCanvas& canvas, double low, double high);

/// Values at the bottom and at the top of a curve for a range of colours: a little more, so that
/// what overshoots is seen.
struct CurveRange {
    double low;
    double high;

    CurveRange(double range_low, double range_high) : low(range_low), high(range_high) {
        const double span = high - low;
        const double margin = span > 0 ? 0.06 * span : 1;
        low -= margin;
        high += margin;
    }
};

}  // namespace heatlab::ui
