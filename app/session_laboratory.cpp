// What the stability laboratory asks of the session.

#include <utility>

#include "app/refinement.h"
#include "app/session_state.h"
#include "app/settings_check.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

void Session::State::value_injected(double value) {
    amplitude.injected(value);
    // What is under way reports the present step without it.
    const std::int64_t step = simulation().step() + (in_flight.empty() ? 0 : 1);
    observer.value_injected(step, value);
}

void Session::State::walls_injected(const Walls& walls) {
    const Boundaries& sides = settings.boundaries;
    for (const auto& [side, value] :
         {std::pair(sides.top, walls.top), std::pair(sides.right, walls.right),
          std::pair(sides.bottom, walls.bottom), std::pair(sides.left, walls.left)})
        if (side == BoundaryKind::dirichlet)
            value_injected(value);
    if (settings.grid.dimensions == 3)
        for (const double value : {walls.front, walls.back})
            value_injected(value);
}

void Session::State::set_laboratory(const LaboratorySetting& setting) {
    settings.laboratory = setting;
    observer.apply(setting);
    stale.statistics = true;  // what was switched on is read at once
}

void Session::State::set_loupe(const std::optional<CellRect>& cells) {
    std::optional<CellRect> wanted = cells;
    const Plane plane = settings.plane();
    if (wanted && settings.grid.dimensions == 3) {
        // Only a plane across z is a rectangle of the grid's memory.
        wanted->row += plane.index * settings.grid.height;
        if (plane.across != Axis::z)
            wanted.reset();
    }
    if (settings.grid.dimensions == 1)  // one row is no loupe
        wanted.reset();
    if (wanted == loupe)
        return;
    simulation().set_loupe(wanted);
    loupe = wanted;
    stale.probe = stale.probe || cells.has_value();
}

void Session::State::refine(double factor) {
    if (!(factor == 2 || factor == 0.5))
        throw InputError("refinement", number_text(factor), "2 or 0.5 is needed");
    const double r = settings.r * factor * factor;
    if (r > 1)
        throw InputError(
            "refinement", "cells of half the size at this dt",
            "it would make r = " + number_text(r) + "; r is at most 1. Halve dt twice first.");
    Start start = present_start();
    start.grid = refined_grid(settings.grid, factor);
    start.ratio = StepRatio::from(r, settings.grid.dimensions, settings.type);
    simulation().wait();
    collect_reports();
    const AnyField finer = std::visit(
        [&](const auto& field) -> AnyField {
            return interpolated(field, start.grid, settings.boundaries);
        },
        read_field_as_it_is(simulation()));
    start.field = &finer;
    start.step = simulation().step();
    // The run goes on: its time, and whether it was under way.
    const double seconds = simulated_seconds;
    const bool was_running = running;
    const std::optional<std::int64_t> left = steps_to_submit;
    try {
        rebuild(start);
    } catch (const DeviceError& error) {
        throw InputError("--grid", grid_text(start.grid), error.what());
    }
    settings.r = r;
    settings.cell_size /= factor;
    simulated_seconds = seconds;
    anything_ran = start.step > 0;
    run_record.alter("the cell size was changed after the start");
    running = was_running;
    steps_to_submit = left;
}

}  // namespace heatlab
