#include <algorithm>

#include "sim/simulation.h"
#include "sim/spectrum.h"
#include "sim/spectrum_lines.h"
#include "sim/waves.h"

namespace heatlab {
namespace {

/// An axis of a plan: its transform and the cells it takes.
struct AxisChoice {
    AxisLine line;
    int first = 0;
};

AxisChoice whole_axis(const AxisWaves& waves, BoundaryKind first, BoundaryKind last) {
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    AxisLine line{.count = waves.count()};
    if (first == BoundaryKind::periodic)
        line.transform = AxisTransform::exponentials;
    else if (fixed(first) && fixed(last))
        line.transform = AxisTransform::sines;
    else if (!fixed(first) && !fixed(last))
        line.transform = AxisTransform::cosines;
    else
        line.transform = AxisTransform::quarter;
    line.reversed = line.transform == AxisTransform::quarter && !fixed(first);
    return {line, waves.first_updated()};
}

/// The largest even number up to `limit` without prime factors above 5; even, so that the angle pi
/// is one of its own.
int smooth_length(int limit) {
    for (int length = limit - limit % 2; length > 2; length -= 2) {
        int rest = length;
        for (const int factor : {2, 3, 5})
            while (rest % factor == 0)
                rest /= factor;
        if (rest == 1)
            return length;
    }
    return 2;
}

/// A stretch around `focus`; the whole axis where it has no two cells.
AxisChoice windowed_axis(const AxisChoice& whole, int focus) {
    const int count = whole.line.count;
    if (count < 2)
        return whole;
    const int length = smooth_length(std::min(count, longest_window));
    const int last = whole.first + count - length;
    return {{.transform = AxisTransform::exponentials, .count = length, .tapered = true},
            std::clamp(focus - length / 2, whole.first, last)};
}

SpectrumPlan plan_of(const AxisChoice& columns, const AxisChoice& rows) {
    SpectrumPlan plan;
    plan.cells = {columns.first, rows.first, columns.line.count, rows.line.count};
    plan.columns = columns.line.transform;
    plan.rows = rows.line.transform;
    plan.columns_tapered = columns.line.tapered;
    plan.rows_tapered = rows.line.tapered;
    plan.columns_reversed = columns.line.reversed;
    plan.rows_reversed = rows.line.reversed;
    plan.whole = !plan.columns_tapered && !plan.rows_tapered;
    return plan;
}

bool cheap(const SpectrumPlan& plan) {
    return std::int64_t{plan.cells.width} * plan.cells.height <= most_changes &&
           spectrum_seconds(plan) <= cheap_spectrum_seconds;
}

}  // namespace

double spectrum_seconds(const SpectrumPlan& plan) {
    const AxisLine columns{plan.columns, plan.cells.width, plan.columns_tapered,
                           plan.columns_reversed};
    const AxisLine rows{plan.rows, plan.cells.height, plan.rows_tapered, plan.rows_reversed};
    const int planes = columns.complex_out() ? 2 : 1;
    return plan.cells.height * line_seconds(columns.length()) +
           planes * columns.waves() * line_seconds(rows.length());
}

SpectrumPlan plan_spectrum(GridSize grid, const Boundaries& boundaries, Cell focus) {
    const GridWaves waves(grid, boundaries);
    if (waves.empty())
        return {};
    const AxisChoice columns = whole_axis(waves.columns, boundaries.left, boundaries.right);
    const AxisChoice rows = whole_axis(waves.rows, boundaries.top, boundaries.bottom);
    const SpectrumPlan all = plan_of(columns, rows);
    if (cheap(all))
        return all;
    const AxisChoice some_columns = windowed_axis(columns, focus.col);
    const AxisChoice some_rows = windowed_axis(rows, focus.row);
    const SpectrumPlan window = plan_of(some_columns, some_rows);
    // The shorter axis may stay whole, where that is no longer and hardly slower than a window.
    const bool wide = columns.line.count >= rows.line.count;
    const int shorter = wide ? rows.line.count : columns.line.count;
    const SpectrumPlan half = wide ? plan_of(some_columns, rows) : plan_of(columns, some_rows);
    const bool hardly_slower = spectrum_seconds(half) <= 2 * spectrum_seconds(window);
    return shorter <= longest_window && hardly_slower ? half : window;
}

}  // namespace heatlab
