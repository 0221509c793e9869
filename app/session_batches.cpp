#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/session_state.h"
#include "app/stability_text.h"
#include "sim/stability.h"

namespace heatlab {
namespace {

constexpr double slow_steps_per_second = 1 / FlashGuard::shortest_flip_seconds;
// Range changes smaller than this part of the span need no new statistics.
constexpr double request_tolerance = 0.005;

float to_float(double value) {
    constexpr double limit = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -limit, limit));
}

Amplitude amplitude_of(const FieldStatistics& statistics, CellType type) {
    if (statistics.non_finite_cells > 0)
        return {std::numeric_limits<double>::infinity(), false};
    const float largest = std::max(std::abs(statistics.minimum), std::abs(statistics.maximum));
    return {largest, type == CellType::float64 && largest >= std::numeric_limits<float>::max()};
}

Notice non_finite_notice(const Stability& stability, CellType type, std::int64_t step) {
    Notice notice;
    notice.kind = Notice::Kind::not_finite;
    notice.title = "Paused at step " + format_integer(step) + ": the numbers left the range of " +
                   std::string(to_string(type));
    const bool unstable = stability.band == StabilityBand::unstable;
    const std::optional<double> steps = stability.steps_to_double_or_halve();
    const bool whole = steps && (*steps >= 8 || std::abs(*steps - std::round(*steps)) < 0.05);
    const DimensionWords& words = words_of(stability.dimensions);
    const std::string overflowed = std::string("|u| passed ") + words.overflow(type) +
                                   ", where the sum of " + words.neighbours + " overflows.";
    const std::string wave =
        "At r = " + format_step_ratio(stability.r) + " the " + words.fastest_wave;
    std::string text;
    if (unstable && steps && *steps >= 0.95)
        text = wave + " doubled every " + format_fixed(*steps, whole ? 0 : 1) + " steps until " +
               overflowed;
    else if (unstable)
        text = wave + " more than doubled every step until " + overflowed;
    else
        text = overflowed;
    notice.text = text + " Striped cells are no longer numbers.";
    if (const double safe = safe_step_ratio(stability.dimensions); stability.r > safe) {
        notice.action_label = "Start again at r = " + format_fixed(safe, 2);
        notice.action = {command::SetStepRatio{safe}, command::Reset{}};
    } else {
        notice.action_label = "Start again";
        notice.action = {command::Reset{}};
    }
    return notice;
}

}  // namespace

void Session::State::collect_reports() {
    while (auto report = simulation().poll()) {
        InFlight batch;
        if (!in_flight.empty()) {
            batch = in_flight.front();
            in_flight.pop_front();
        }
        absorb(*report, batch);
    }
    frame_simulation_seconds += views.collect();
    if (running && steps_to_submit == 0 && in_flight.empty() && (!racing() || views.race_over()))
        pause();
}

void Session::State::absorb(const BatchReport& report, const InFlight& batch) {
    timings.add_under(report, batch.host_copies, settings.host_copies);
    frame_simulation_seconds += report.seconds;
    frame_display_seconds += report.display_seconds;
    amplitude.reported(report.statistics
                           ? std::optional(amplitude_of(*report.statistics, settings.type))
                           : std::nullopt);
    if (report.published)
        shown_step = report.step;
    if (batch.epoch != epoch)
        return;  // of a field that is gone
    finished_step = report.step;
    frame_steps += report.steps;
    if (report.steps > 0) {
        anything_ran = true;
        simulated_seconds += batch.seconds_simulated;
    }
    if (report.probe && probed_cell && report.probe->cell == *probed_cell)
        probe = report.probe;
    observer.absorb(report, settings, batch.projections);
    if (report.statistics)
        absorb_statistics(*report.statistics, report.published);
}

void Session::State::absorb_statistics(const FieldStatistics& found, bool published) {
    statistics = found;
    const bool rod = settings.grid.dimensions == 1;
    const std::int64_t visible_cells = [&] {
        if (rod)
            return settings.grid.cells();  // its curve is seen in whole
        const CellRect visible = clip_to_grid(view.visible, settings.shown_grid());
        return std::int64_t{visible.width} * visible.height;
    }();
    guard.observe(ratio.value(), found.alternating_cells, visible_cells, now,
                  settings.grid.dimensions);
    // A curve reaches from extreme to extreme, so that it hides none.
    checkerboard.observe(
        rod ? 0.0
            : static_cast<double>(found.alternating_cells) / static_cast<double>(visible_cells),
        now);
    // While steps are held back, the range follows those that are seen: it would pulse with the
    // others.
    if (published || !guard_in_force())
        range.observe(settings.range, found.minimum, found.maximum);
    if (found.non_finite_cells > 0 && !non_finite_step)
        stop_at_non_finite(found);
    if (found.non_finite_cells == 0 && non_finite_step) {
        // The brush has painted over the last of them.
        non_finite_step.reset();
        observer.set_non_finite_step(std::nullopt);
        notices.remove(Notice::Kind::not_finite);
    }
}

void Session::State::stop_at_non_finite(const FieldStatistics& found) {
    non_finite_step = finished_step;
    observer.set_non_finite_step(finished_step);
    pause();
    if (anything_ran) {
        notices.push(non_finite_notice(assess_stability(settings.grid, settings.boundaries, ratio),
                                       settings.type, finished_step));
        return;
    }
    Notice notice;
    notice.kind = Notice::Kind::not_finite;
    notice.title = "This field starts with cells that are not numbers";
    notice.text = format_integer(found.non_finite_cells) +
                  (found.non_finite_cells == 1 ? " cell is" : " cells are") +
                  " NaN or infinite. Each step would spread them, so the run stays paused.";
    notices.push(std::move(notice));
}

void Session::State::update_request() {
    PictureRequest wanted = request;
    if (settings.grid.dimensions == 1) {
        wanted = whole_line(settings.grid);
    } else {
        const GridSize seen = settings.shown_grid();
        if (!picture_serves(request, view, seen))
            wanted = plan_picture(view, seen);
        wanted.plane = settings.plane();
        wanted.volume = settings.grid.dimensions == 3 && shows_volume(settings.show);
    }
    const ValueRange& shown = range.current();
    const double span = shown.span();
    const bool range_moved =
        std::abs(shown.low - request.histogram_low) > request_tolerance * span ||
        std::abs(shown.high - request.histogram_high) > request_tolerance * span;
    wanted.histogram_low = range_moved ? to_float(shown.low) : request.histogram_low;
    wanted.histogram_high = range_moved ? to_float(shown.high) : request.histogram_high;
    wanted.alternating_threshold =
        range_moved ? to_float(alternating_threshold(span)) : request.alternating_threshold;
    if (wanted == request)
        return;
    if (wanted.plane != request.plane)
        leave_plane();
    if (wanted.visible != request.visible || wanted.volume != request.volume ||
        wanted.plane != request.plane || picture_block(wanted) != picture_block(request))
        stale.picture = true;
    stale.statistics = stale.statistics || range_moved;
    request = wanted;
    simulation().set_picture_request(request);
    views.set_picture_request(request);
}

Speed Session::State::speed() const {
    // Who plans batches takes any count as gladly as another.
    const int whole = kernel->plans_batches ? 1 : kernel->steps_per_launch;
    const std::optional<double> own = timings.recent_seconds_per_step(
        *kernel, observer.watching(), settings.host_copies.active());
    if (!views.open() || racing())
        return {own, whole};
    // In lockstep a step is one of every view.
    const std::optional<double> others = views.seconds_per_step();
    return {own && others ? std::optional(*own + *others) : std::nullopt,
            views.whole_launch(whole)};
}

bool Session::State::can_submit() const {
    if (views.open() && !racing() && !views.ready())
        return false;
    return may_queue(in_flight.size(), in_flight.empty() ? 0 : in_flight.front().expected_seconds);
}

bool Session::State::runs_fast() const {
    if (!running)
        return false;
    const PacingSetting& pacing = settings.pacing;
    const std::optional<double> seconds = speed().seconds_per_step;
    const bool paced_slow = pacing.mode == PacingMode::steps_per_second &&
                            pacing.steps_per_second <= slow_steps_per_second;
    return !paced_slow && (!seconds || *seconds < FlashGuard::shortest_flip_seconds);
}

bool Session::State::guard_in_force() const {
    return settings.flash_guard == FlashGuardMode::even_steps && guard.engaged();
}

bool Session::State::may_show(std::int64_t step) const {
    return settings.flash_guard == FlashGuardMode::every_step ||
           guard.may_show(step, now, runs_fast());
}

void Session::State::submit_next() {
    if (racing() && running)
        views.race(race_pacing(), now, guard_in_force() && runs_fast() ? &guard : nullptr);
    if (running && can_submit() && submit_steps())
        return;
    if (in_flight.empty())
        submit_refresh();
}

// Whether steps were submitted.
bool Session::State::submit_steps() {
    const std::optional<std::int64_t> certain =
        amplitude.certain_steps(ratio, kernel->advances, settings.type);
    if (!certain)
        return false;  // a refresh with statistics comes first
    const PacingSetting pacing = racing() ? race_pacing() : settings.pacing;
    std::int64_t steps = pacer.steps_due(pacing, speed());
    if (steps_to_submit)
        steps = std::min(steps, *steps_to_submit);
    if (*certain < steps) {
        // The next steps may overflow: one at a time, each judged before the next.
        if (*certain < 1 && !in_flight.empty())
            return false;
        steps = std::max<std::int64_t>(1, std::min(steps, *certain));
    }
    if (steps < 1)
        return false;
    const std::int64_t due = steps;
    // Odd steps per frame reach an even step by themselves every second frame.
    const bool by_itself = pacing.mode == PacingMode::steps_per_frame && steps % 2 != 0;
    if (guard_in_force() && runs_fast() && !by_itself)
        steps = guard.even_landing(simulation().step(), steps);
    submit({steps, may_show(simulation().step() + steps), true});
    pacer.submitted(pacing, steps, due - steps);
    if (steps_to_submit)
        *steps_to_submit -= steps;
    return true;
}

// Shows again what changed without a step: view, probe, walls, paint, a step that was held back.
void Session::State::submit_refresh() {
    if (!amplitude.known())
        stale.statistics = true;
    // A run that stands still shows its own figures, not those of a while before.
    if (!running && observer.is_behind(simulation().step(), now))
        stale.statistics = true;
    const bool publish = stale.picture && may_show(simulation().step());
    if (publish || stale.statistics || stale.probe)
        submit({0, publish, stale.statistics || publish});
}

void Session::State::submit(Batch batch) {
    // Views are compared as they run by themselves: nothing else is read from one of them.
    const std::int64_t step = simulation().step();
    if (views.open())
        observer.leave_out(batch, settings, ratio, kernel->advances, step);
    else
        observer.plan(batch, settings, ratio, kernel->advances, step, now);
    simulation().submit(batch);
    if (batch.steps > 0)
        run_record.stepped(ratio, kernel->advances);
    if (views.open() && (!racing() || batch.steps == 0))
        views.submit(batch.steps, batch.publish);
    InFlight record;
    record.steps = batch.steps;
    record.published = batch.publish;
    record.epoch = epoch;
    record.projections = observer.projections();
    if (kernel->advances)
        record.host_copies = settings.host_copies;
    if (kernel->advances)
        record.seconds_simulated = static_cast<double>(batch.steps) * settings.time_step();
    record.expected_seconds =
        static_cast<double>(batch.steps) * speed().seconds_per_step.value_or(1.0);
    in_flight.push_back(record);
    amplitude.submitted(batch.steps, ratio, kernel->advances);
    stale.picture = !batch.publish && (stale.picture || batch.steps > 0);
    if (batch.statistics)
        stale.statistics = false;
    stale.probe = false;
    if (batch.publish)
        guard.shown(simulation().step(), now);
}

void Session::State::finish(const std::function<void()>& shown) {
    if (device_lost)
        return;
    if (settings.zones.open)
        return finish_zones();
    if (running && !steps_to_submit)
        pause();
    const auto drain = [this] {
        for (Simulation* other : views.simulations())
            other->wait();
        simulation().wait();
        collect_reports();
    };
    drain();
    // Short enough that the history has points to draw.
    constexpr std::int64_t most_pieces = 128;
    std::int64_t piece = settings.laboratory.traces
                             ? std::max<std::int64_t>(4, steps_to_submit.value_or(0) / most_pieces)
                             : std::numeric_limits<std::int64_t>::max();
    if (shown)
        piece = std::clamp<std::int64_t>(steps_to_submit.value_or(0) / settings.shown_grid().height,
                                         1, piece);
    while (running && steps_to_submit.value_or(0) > 0) {
        const std::optional<std::int64_t> certain =
            amplitude.certain_steps(ratio, kernel->advances, settings.type);
        std::int64_t steps = 0;
        if (certain)
            steps = std::max<std::int64_t>(
                1, std::min({pacer.largest_batch(speed()), piece, *steps_to_submit, *certain}));
        now += 1;  // nobody waits for a frame: whatever is measured now and then is measured now
        submit({steps, shown != nullptr, true});
        if (racing())
            views.submit(steps, false);
        pacer.submitted(settings.pacing, steps);
        *steps_to_submit -= steps;
        drain();
        if (shown)
            shown();
    }
    // All have taken the same steps; nobody is left to run.
    views.stop_race();
    drain();
    // What the range was on the way, and with it how fast this machine is, must not be seen.
    range.jump();
    // Twice: the first one finds the values, the second one shows them with their range.
    for (int pass = 0; pass < 2; ++pass) {
        range.settle();
        update_request();
        submit({0, true, true});
        drain();
    }
    range.settle();
    if (views.open())
        views.settle(simulation(), settings.comparison, request, now);
}

}  // namespace heatlab
