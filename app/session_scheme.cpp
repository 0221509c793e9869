// What the next step is taken with: r, the edges, the kernel, and copies to the host on the way.

#include <cmath>
#include <utility>

#include "app/session_state.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

void Session::State::set_ratio(double r) {
    const StepRatio next = StepRatio::from(r, settings.grid.dimensions, settings.type);
    change_all([&](Simulation& each) { each.set_step_ratio(next); });
    observer.ratio_changed(simulation().step(), settings.r, r);
    ratio = next;
    settings.r = r;
}

void Session::State::set_time_step(double seconds) {
    if (!(std::isfinite(seconds) && seconds >= 0))
        throw InputError("dt", number_text(seconds), "a finite time of at least 0 s is needed");
    const double h = settings.cell_size;
    set_derived_ratio("dt", seconds, seconds * settings.diffusivity / (h * h));
}

void Session::State::set_derived_ratio(const char* argument, double value, double r) {
    try {
        set_ratio(r);
    } catch (const InputError&) {
        throw InputError(
            argument, number_text(value),
            "it would make r = " + number_text(r) +
                (r <= 1 ? ", which the cells do not tell from 0" : "; r is at most 1"));
    }
}

void Session::State::put_walls(const Walls& walls) {
    change_all([&](Simulation& each) { each.set_walls(walls); });
    if (run_record.has_stepped())
        run_record.alter("an edge's temperature was changed after the start");
    walls_injected(walls);
    field_changed();
}

void Session::State::set_boundaries(const Boundaries& wanted) {
    const Boundaries boundaries = fitted(wanted, settings.grid.dimensions);
    validate_boundaries(boundaries);
    if (boundaries == settings.boundaries)
        return;
    require_views_support(boundaries, "--boundary");
    if (const KernelInfo* other =
            kernel->supports(boundaries) ? nullptr : automatic_for(boundaries))
        put_kernel(*other);
    if (!kernel->supports(boundaries) && settings.grid.dimensions != 2)
        return refuse("The boundary was not changed",
                      "In " + dimensions_text(settings.grid.dimensions) +
                          " the ends keep their values: fixed walls are all there is.");
    if (!kernel->supports(boundaries)) {
        const std::string other(default_kernel().name);
        return refuse("The boundary was not changed",
                      std::string(kernel->name) + " keeps fixed walls only; " + other +
                          " works with any boundary.",
                      "Use " + other,
                      {command::SetKernel{other}, command::SetBoundaries{boundaries}});
    }
    put_boundaries(boundaries);
    follow_automatic_kernel();
}

void Session::State::put_boundaries(const Boundaries& boundaries) {
    // Sides that were fixed keep their temperatures as the shape of a field would not.
    run_record.alter("the boundary was changed after the start");
    change_all([&](Simulation& each) { each.set_boundaries(boundaries); });
    settings.boundaries = boundaries;
    probe.reset();  // it was read with other neighbours
    observer.set_boundaries(simulation(), settings, simulation().step());
    // A side that is fixed from now on holds its temperature. One that came from a file goes on
    // with what it has.
    if (settings.walls || !find_initial_field(settings.init.name).uses_file) {
        const Walls walls = settings.effective_walls();
        change_all([&](Simulation& each) { each.set_walls(walls); });
        walls_injected(walls);
    }
    field_changed();
}

void Session::State::set_kernel(const std::string& name) {
    if (name == automatic_kernel_name)
        return choose_automatically();
    const KernelInfo& chosen =
        find_kernel(name, simulation().backend().kind, settings.grid.dimensions, settings.type);
    if (&chosen == kernel) {
        settings.automatic_kernel = false;
        return;
    }
    if (!chosen.supports(settings.boundaries))
        return refuse("The kernel was not changed",
                      std::string(chosen.name) +
                          " keeps fixed walls only, and the boundary "
                          "is " +
                          boundaries_text(settings.boundaries) + ".",
                      "Use fixed walls", {command::SetBoundaries{}, command::SetKernel{name}});
    if (views.open() && !chosen.advances)
        return refuse("The kernel was not changed",
                      name + " leaves the field as it is: there is nothing to compare.");
    if (chosen.in_texture && settings.host_copies.active())
        return refuse("The kernel was not changed",
                      std::string(chosen.name) +
                          " keeps the field in the displayed textures, and it is copied to "
                          "the host from a buffer.",
                      "Stop the copies", {command::SetHostCopies{}, command::SetKernel{name}});
    put_kernel(chosen);
    settings.automatic_kernel = false;
}

void Session::State::put_kernel(const KernelInfo& chosen) {
    simulation().set_kernel(chosen);
    kernel = &chosen;
    settings.kernel = chosen.name;
    pacer.forget_speed();
    runner_changed();
}

void Session::State::set_host_copies(const HostCopySetting& setting) {
    if (setting == settings.host_copies)
        return;
    const KernelInfo& usual = default_kernel(settings.grid.dimensions);
    if (setting.active() && settings.type != CellType::float32)
        return refuse("The copies were not changed",
                      "They are a lesson on fields of float32, and this one is of " +
                          std::string(to_string(settings.type)) + ".",
                      "Use float32",
                      {command::SetCellType{CellType::float32}, command::SetHostCopies{setting}});
    if (setting.active() && kernel->in_texture)
        return refuse(
            "The copies were not changed",
            std::string(kernel->name) +
                " keeps the field in the displayed textures, and it is copied to the "
                "host from a buffer.",
            "Use " + std::string(usual.name),
            {command::SetKernel{std::string(usual.name)}, command::SetHostCopies{setting}});
    put_host_copies(setting);
}

void Session::State::put_host_copies(const HostCopySetting& setting) {
    simulation().set_host_copies(setting);
    settings.host_copies = setting;
    timings.forget_copies();
    pacer.forget_speed();
}

}  // namespace heatlab
