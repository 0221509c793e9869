// Compare: views beside the session's own.

#include <string>
#include <utility>

#include "app/session_state.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

// Of a frame, where the pacing is not a budget: what a budget is at first.
constexpr double usual_budget_ms = PacingSetting{}.budget_ms;

void validate_comparison(const ComparisonSetting& wanted, BackendKind own, int dimensions,
                         CellType type) {
    const std::size_t count = wanted.others.size();
    if (count < 1 || count + 1 > most_compared_views)
        throw InputError("--compare", std::to_string(count) + " kernels",
                         "one to " + std::to_string(most_compared_views - 1) +
                             " are needed beside the one of --kernel");
    for (const ComparedView& view : wanted.others)
        if (view.wrong && type != CellType::float32)
            throw InputError("--type", std::string(to_string(type)),
                             "a wrong variant is shown on a field of float32");
    for (const ComparedView& view : wanted.others)
        if (!kernel_of(view, own, dimensions, type).advances)
            throw InputError("--compare", view.kernel,
                             "leaves the field as it is; a kernel that advances it is needed");
    if (wanted.difference < 1 || wanted.difference > count)
        throw InputError("difference", std::to_string(wanted.difference),
                         "the number of a view beside A is needed, 1 to " + std::to_string(count));
}

// Of view A.
void require_advancing(const KernelInfo& kernel) {
    const std::string name(kernel.name);
    if (!kernel.advances)
        throw InputError("--compare", "beside --kernel " + name,
                         name + " leaves the field as it is; choose another kernel");
}

}  // namespace

void Session::State::require_comparable(const Settings& wanted) const {
    if (!wanted.comparison.open)
        return;
    const BackendKind own = stage.simulation->backend().kind;
    validate_comparison(wanted.comparison, own, wanted.grid.dimensions, wanted.type);
    require_advancing(find_kernel(wanted.kernel, own, wanted.grid.dimensions, wanted.type));
    for (const ComparedView& one : wanted.comparison.others) {
        const KernelInfo& other = kernel_of(one, own, wanted.grid.dimensions, wanted.type);
        require_support(other, wanted.boundaries, "--boundary");
        validate_host_copies(one.copies, other, wanted.type);
    }
}

ComparedViews::Origin Session::State::origin() {
    return {simulation(), ratio, settings.boundaries, request, baselines};
}

void Session::State::set_comparison(const ComparisonSetting& wanted) {
    if (!wanted.open) {
        views.close();
        settings.comparison = wanted;
        return;
    }
    validate_comparison(wanted, simulation().backend().kind, settings.grid.dimensions,
                        settings.type);
    require_advancing(*kernel);
    if (settings.zones.open) {
        ZoneSetting closed = settings.zones;
        closed.open = false;
        set_zones(closed);
    }
    stop_counting();  // a view of another backend is timed
    const bool was_racing = racing();
    const std::size_t before = views.count();
    const bool changed = views.show(wanted.others, origin(), make_stage);
    settings.comparison = wanted;
    show_flat_in_comparison();
    pacer.forget_speed();
    // After a race all go on from where A is. A race in which someone else runs starts anew there:
    // the steps of the one before are not his.
    const bool other_runners = changed || views.count() > before;
    if (was_racing && (!wanted.racing || other_runners))
        views.align(simulation());
    if (wanted.racing && running && (!was_racing || other_runners))
        views.start_race(steps_to_submit);
    stale.picture = true;
}

void Session::State::show_flat_in_comparison() {
    if (!is_in_space(settings.show))
        return;
    Notice notice;
    notice.title = "Compare shows the field flat";
    notice.text =
        "Its views lie cell beside cell, so that they can be compared. Explore showed it as a " +
        std::string(info_of(settings.show).name) + ".";
    notices.push(std::move(notice));
    settings.show = ShowMode::flat;
}

void Session::State::close_comparison(const std::string& why) {
    views.close();
    settings.comparison.open = false;
    Notice notice;
    notice.title = "Compare was closed";
    notice.text = why;
    notices.push(std::move(notice));
}

void Session::State::runner_changed() {
    if (!racing())
        return;
    views.align(simulation());
    if (running)
        views.start_race(steps_to_submit);
}

void Session::State::reopen_views() {
    if (!settings.comparison.open)
        return;
    try {
        set_comparison(settings.comparison);
    } catch (const InputError& refused) {
        close_comparison(refused.what());
    } catch (const DeviceError& error) {
        close_comparison(error.what());
    }
}

PacingSetting Session::State::race_pacing() const {
    PacingSetting pacing;
    const bool budget = settings.pacing.mode == PacingMode::time_budget;
    pacing.mode = PacingMode::time_budget;
    pacing.budget_ms =
        (budget ? settings.pacing.budget_ms : usual_budget_ms) / static_cast<double>(views.count());
    return pacing;
}

void Session::State::require_views_support(const Boundaries& boundaries,
                                           const char* argument) const {
    views.each_kernel(
        [&](const KernelInfo& other) { require_support(other, boundaries, argument); });
}

void Session::State::compare_views() {
    if (views.open())
        views.compare(simulation(), settings.comparison, request, running, now);
}

void Session::State::fill_comparison(Comparison& shown) const {
    shown = {};
    const BackendKind own = stage.simulation->backend().kind;
    shown.backends.push_back(own);
    if (own != BackendKind::cpu)
        shown.backends.push_back(BackendKind::cpu);
    if (!views.open())
        return;
    ComparedViewState first;
    first.kernel = kernel;
    first.backend = stage.simulation->backend();
    first.display = stage.display;
    first.step = finished_step;
    first.copies = settings.host_copies;
    fill_speed(first, timings, settings.grid, settings.type, baselines);
    shown.views.push_back(std::move(first));
    views.fill(shown, settings.grid);
    shown.in_step = views.in_step(*stage.simulation);
}

}  // namespace heatlab
