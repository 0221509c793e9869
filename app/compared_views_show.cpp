// Which views there are: making, keeping and changing them.

#include <algorithm>
#include <utility>

#include "app/compared_views.h"
#include "app/kernel_work.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

void bring_to(Simulation& simulation, const ComparedViews::Origin& origin, const AnyField& field,
              std::int64_t step) {
    simulation.set_boundaries(origin.boundaries);
    simulation.set_step_ratio(origin.ratio);
    simulation.set_picture_request(origin.picture);
    load_field(simulation, field, step);
}

}  // namespace

void ComparedViews::View::change_to(const KernelInfo& wanted_kernel,
                                    const HostCopySetting& wanted_copies) {
    if (kernel == &wanted_kernel && copies == wanted_copies)
        return;
    change_work(*stage.simulation, {*kernel, copies}, {wanted_kernel, wanted_copies});
    if (copies != wanted_copies)
        timings.forget_copies();
    kernel = &wanted_kernel;
    copies = wanted_copies;
    pacer.forget_speed();
}

ComparedViews::View ComparedViews::make_view(const ComparedView& wanted, const Origin& origin,
                                             const StageFactory& make_stage,
                                             const Simulation* beside) const {
    View view;
    const BackendKind own = origin.first.backend().kind;
    const BackendKind kind = backend_of(wanted, own);
    view.kernel = &kernel_of(wanted, own, origin.first.grid().dimensions, origin.first.cell_type());
    view.wrong = wanted.wrong;
    view.copies = wanted.copies;
    view.stage =
        make_stage({origin.first.grid(), kind, beside, wanted.wrong, origin.first.cell_type()});
    Simulation& simulation = *view.stage.simulation;
    if (!view.wrong)
        simulation.set_kernel(*view.kernel);
    simulation.set_host_copies(view.copies);
    view.baselines = kind == own ? origin.baselines : measure_baselines(simulation);
    view.comparer = make_field_comparer(origin.first, simulation);
    return view;
}

std::vector<std::optional<std::size_t>> ComparedViews::staying(
    const std::vector<ComparedView>& others, BackendKind own) const {
    std::vector<std::optional<std::size_t>> stays(others.size());
    std::vector<bool> taken(views_.size(), false);
    const auto match = [&](bool same_work) {
        for (std::size_t i = 0; i < others.size(); ++i) {
            const ComparedView& wanted = others[i];
            const BackendKind kind = backend_of(wanted, own);
            for (std::size_t j = 0; j < views_.size() && !stays[i]; ++j) {
                const View& view = views_[j];
                const bool suits =
                    view.stage.simulation->backend().kind == kind && view.wrong == wanted.wrong &&
                    (!same_work ||
                     (view.kernel == &kernel_of(wanted, own,
                                                view.stage.simulation->grid().dimensions,
                                                view.stage.simulation->cell_type()) &&
                      view.copies == wanted.copies));
                if (taken[j] || !suits)
                    continue;
                stays[i] = j;
                taken[j] = true;
            }
        }
    };
    match(true);
    match(false);
    return stays;
}

bool ComparedViews::change_views(const std::vector<std::optional<std::size_t>>& stays,
                                 const std::vector<ComparedView>& others) {
    struct Before {
        std::size_t view;
        const KernelInfo* kernel;
        HostCopySetting copies;
    };
    std::vector<Before> changed;
    try {
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (!stays[i])
                continue;
            View& view = views_[*stays[i]];
            const KernelInfo& kernel = kernel_of(others[i], view.stage.simulation->backend().kind,
                                                 view.stage.simulation->grid().dimensions,
                                                 view.stage.simulation->cell_type());
            if (view.kernel == &kernel && view.copies == others[i].copies)
                continue;
            const Before before{*stays[i], view.kernel, view.copies};
            view.change_to(kernel, others[i].copies);
            changed.push_back(before);
        }
    } catch (const InputError&) {
        for (const Before& before : changed)
            views_[before.view].change_to(*before.kernel, before.copies);
        throw;
    }
    return !changed.empty();
}

bool ComparedViews::show(const std::vector<ComparedView>& others, const Origin& origin,
                         const StageFactory& make_stage) {
    const BackendKind own = origin.first.backend().kind;
    const auto kind_of = [&](std::size_t i) { return backend_of(others[i], own); };
    for (std::size_t i = 0; i < others.size(); ++i) {
        const KernelInfo& kernel =
            kernel_of(others[i], own, origin.first.grid().dimensions, origin.first.cell_type());
        require_support(kernel, origin.boundaries, "--compare");
        validate_host_copies(others[i].copies, kernel, origin.first.cell_type());
    }
    const std::vector<std::optional<std::size_t>> stays = staying(others, own);
    std::vector<View> made(others.size());
    const Simulation* last_of[2] = {nullptr, nullptr};  // by backend
    const auto last = [&](BackendKind kind) -> const Simulation*& {
        return last_of[kind == BackendKind::cuda ? 1 : 0];
    };
    last(own) = &origin.first;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (!stays[i])
            made[i] = make_view(others[i], origin, make_stage, last(kind_of(i)));
        last(kind_of(i)) = (stays[i] ? views_[*stays[i]] : made[i]).stage.simulation.get();
    }
    const bool changed = change_views(stays, others);
    // Nothing is refused from here on.
    const bool any_made =
        std::ranges::any_of(made, [](const View& v) { return v.stage.simulation != nullptr; });
    if (any_made) {
        const AnyField field = read_field_as_it_is(origin.first);
        for (View& view : made)
            if (view.stage.simulation) {
                bring_to(*view.stage.simulation, origin, field, origin.first.step());
                view.finished_step = origin.first.step();
                view.submit(0, true);
            }
    }
    for (std::size_t i = 0; i < others.size(); ++i)
        if (stays[i])
            made[i] = std::move(views_[*stays[i]]);
    views_ = std::move(made);
    fields_changed();
    forget_picture();
    return changed;
}

}  // namespace heatlab
