// The brush: strokes on the plane that is seen, and taking them back.

#include <cmath>
#include <tuple>
#include <utility>

#include "app/session_state.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

BrushDab Session::State::in_grid_of(BrushDab dab) const {
    if (settings.grid.dimensions == 1) {
        const auto block = static_cast<float>(LineView(settings.grid).block);
        dab.row0 = dab.row1 = 0;
        // The middle of a place is that of its cells.
        dab.col0 = (dab.col0 + 0.5f) * block - 0.5f;
        dab.col1 = (dab.col1 + 0.5f) * block - 0.5f;
        dab.radius *= block;
    }
    if (settings.grid.dimensions != 3)
        return dab;
    const Plane plane = settings.plane();
    const auto index = static_cast<float>(plane.index);
    switch (plane.across) {
        case Axis::x:
            std::tie(dab.slice0, dab.slice1) = std::pair(dab.col0, dab.col1);
            dab.col0 = dab.col1 = index;
            break;
        case Axis::y:
            std::tie(dab.slice0, dab.slice1) = std::pair(dab.row0, dab.row1);
            dab.row0 = dab.row1 = index;
            break;
        case Axis::z:
            dab.slice0 = dab.slice1 = index;
            break;
    }
    return dab;
}

void Session::State::paint(const BrushDab& seen) {
    const BrushDab dab = in_grid_of(seen);
    const bool placed = std::isfinite(dab.row0) && std::isfinite(dab.col0) &&
                        std::isfinite(dab.row1) && std::isfinite(dab.col1);
    if (!placed || !(dab.radius > 0) || !std::isfinite(dab.radius) || !std::isfinite(dab.value))
        throw InputError("brush", number_text(dab.value) + ", radius " + number_text(dab.radius),
                         "a finite place and value and a radius above 0 are needed");
    // The stroke begins with what it first changes: one that misses the grid's view costs no
    // undo.
    if (!stroke_open || !stroke_checkpointed)
        checkpoint_stroke();
    stroke_checkpointed = stroke_open;
    change_all([&](Simulation& each) { each.paint(dab); });
    run_record.alter("it was painted on");
    value_injected(dab.value);
    field_changed();
}

void Session::State::checkpoint_stroke() {
    const int capacity = simulation().checkpoint_capacity();
    if (capacity < 1)
        return;
    simulation().checkpoint();
    Checkpoint taken{settings.walls, simulated_seconds, anything_ran, non_finite_step, run_record};
    // Steps that were submitted come before the checkpoint, reported or not.
    for (const InFlight& batch : in_flight) {
        if (batch.epoch != epoch)
            continue;
        taken.simulated_seconds += batch.seconds_simulated;
        taken.anything_ran = taken.anything_ran || batch.steps > 0;
    }
    checkpoints.push_back(taken);
    if (checkpoints.size() > static_cast<std::size_t>(capacity))
        checkpoints.erase(checkpoints.begin());
}

void Session::State::undo_stroke() {
    if (checkpoints.empty())
        return refuse("Nothing to undo",
                      "No stroke was painted since the last reset, or all "
                      "that are remembered were taken back.");
    const Checkpoint before = checkpoints.back();
    checkpoints.pop_back();
    if (!simulation().restore_checkpoint()) {
        checkpoints.clear();
        return refuse("Nothing to undo", "The stroke is no longer remembered.");
    }
    settings.walls = before.walls;
    simulated_seconds = before.simulated_seconds;
    anything_ran = before.anything_ran;
    non_finite_step = before.non_finite_step;
    run_record = before.record;
    if (!non_finite_step)
        notices.remove(Notice::Kind::not_finite);
    ++epoch;
    views.align(simulation());
    finished_step = simulation().step();
    observer.went_back(finished_step);
    observer.set_non_finite_step(non_finite_step);
    stroke_open = false;
    amplitude.forget();
    range.forget_target();
    field_changed();
}

}  // namespace heatlab
