#include "app/compared_views.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <utility>

namespace heatlab {
namespace {

// How often fields that run are compared, and how small a part of the time that may take.
constexpr double comparison_interval_seconds = 0.5;
constexpr double comparison_share = 0.1;

}  // namespace

void ComparedViews::View::submit(std::int64_t steps, bool publish) {
    Batch batch;
    batch.steps = steps;
    batch.publish = publish;
    batch.statistics = false;
    stage.simulation->submit(batch);
    in_flight.push_back(
        {static_cast<double>(steps) * recent_seconds_per_step().value_or(1.0), copies});
}

void ComparedViews::View::absorb(const BatchReport& report) {
    InFlight batch;
    if (!in_flight.empty()) {
        batch = in_flight.front();
        in_flight.pop_front();
    }
    timings.add_under(report, batch.copies, copies);
    finished_step = report.step;
}

void ComparedViews::close() {
    views_.clear();
    forget_picture();
}

void ComparedViews::forget_picture() {
    shown_view_ = 0;
    raw_.reset();
    drawn_from_.reset();
    drawn_ = {};
}

void ComparedViews::align(Simulation& first) {
    if (open())
        load(first.read_back(), first.step());
}

void ComparedViews::load(const Field& field, std::int64_t step) {
    for (View& view : views_) {
        view.stage.simulation->load(field, step);
        view.finished_step = step;
        view.difference.reset();
        view.steps_left.reset();
        view.submit(0, true);
    }
    raw_.reset();
    fields_changed();
}

void ComparedViews::set_picture_request(const PictureRequest& request) {
    for (View& view : views_)
        view.stage.simulation->set_picture_request(request);
}

std::vector<Simulation*> ComparedViews::simulations() {
    std::vector<Simulation*> all;
    for (View& view : views_)
        all.push_back(view.stage.simulation.get());
    return all;
}

double ComparedViews::collect() {
    double seconds = 0;
    for (std::size_t i = 0; i < views_.size(); ++i) {
        View& view = views_[i];
        while (const auto report = view.stage.simulation->poll()) {
            view.absorb(*report);
            seconds += report->seconds;
        }
        if (std::optional<FieldDifference> found = view.comparer->poll()) {
            if (shown_view_ == i + 1 && found->picture)
                raw_ = found->picture;
            view.difference = std::move(found);
        }
    }
    return seconds;
}

bool ComparedViews::idle() const {
    return std::ranges::all_of(views_, [](const View& view) { return view.in_flight.empty(); });
}

bool ComparedViews::ready() const {
    return std::ranges::all_of(views_, [](const View& view) { return view.has_room(); });
}

std::optional<double> ComparedViews::seconds_per_step() const {
    double sum = 0;
    for (const View& view : views_) {
        const std::optional<double> one = view.recent_seconds_per_step();
        if (!one)
            return std::nullopt;
        sum += *one;
    }
    return sum;
}

int ComparedViews::whole_launch(int own) const {
    for (const View& view : views_)
        if (!view.kernel->plans_batches)
            own = std::lcm(own, view.kernel->steps_per_launch);
    return own;
}

void ComparedViews::submit(std::int64_t steps, bool publish) {
    for (View& view : views_)
        view.submit(steps, publish);
}

void ComparedViews::start_race(std::optional<std::int64_t> steps) {
    for (View& view : views_) {
        view.steps_left =
            steps ? std::optional(*steps + view.steps_left.value_or(0)) : std::nullopt;
        view.pacer.restart();
    }
}

void ComparedViews::stop_race() {
    for (View& view : views_)
        view.steps_left.reset();
}

void ComparedViews::race(const PacingSetting& pacing, double now, const FlashGuard* guard) {
    for (View& view : views_) {
        view.pacer.begin_frame(pacing, now);
        if (!view.has_room())
            continue;
        const int whole = view.kernel->plans_batches ? 1 : view.kernel->steps_per_launch;
        std::int64_t steps = view.pacer.steps_due(pacing, {view.recent_seconds_per_step(), whole});
        if (view.steps_left)
            steps = std::min(steps, *view.steps_left);
        if (steps < 1)
            continue;
        const std::int64_t due = steps;
        const std::int64_t step = view.stage.simulation->step();
        if (guard != nullptr)
            steps = guard->even_landing(step, steps);
        view.submit(steps, guard == nullptr || (step + steps) % 2 == 0);
        view.pacer.submitted(pacing, steps, due - steps);
        if (view.steps_left)
            *view.steps_left -= steps;
    }
}

bool ComparedViews::race_over() const {
    return std::ranges::all_of(views_, [](const View& view) {
        return view.steps_left.value_or(0) == 0 && view.in_flight.empty();
    });
}

bool ComparedViews::in_step(const Simulation& first) const {
    return std::ranges::all_of(
        views_, [&](const View& view) { return view.stage.simulation->step() == first.step(); });
}

bool ComparedViews::is_due(const View& view, bool running, bool shown, double now) const {
    if (view.comparer->busy())
        return false;
    const bool needs_picture = shown && !view.with_picture;
    if (!view.difference || needs_picture)
        return true;
    if (!running)
        return view.compared_change != changes_ ||
               view.difference->second_step != view.stage.simulation->step();
    const double interval =
        std::max(comparison_interval_seconds, view.difference->seconds / comparison_share);
    return now - view.compared_at >= interval;
}

void ComparedViews::compare(const Simulation& first, const ComparisonSetting& setting,
                            const PictureRequest& picture, bool running, double now) {
    const bool same_pair = shown_view_ == setting.difference;
    const bool same_cells = request_ && request_->visible == picture.visible &&
                            request_->plane == picture.plane &&
                            picture_block(*request_) == picture_block(picture);
    if (!same_pair || !same_cells) {
        for (View& view : views_)
            view.with_picture = false;
        request_ = picture;
    }
    if (!same_pair)
        raw_.reset();
    shown_view_ = setting.difference;
    for (std::size_t i = 0; i < views_.size(); ++i) {
        View& view = views_[i];
        const bool shown = setting.difference == i + 1;
        if (view.stage.simulation->step() != first.step() || !is_due(view, running, shown, now))
            continue;
        view.comparer->submit(shown ? std::optional(picture) : std::nullopt);
        view.with_picture = shown;
        view.compared_change = changes_;
        view.compared_at = now;
    }
    if (!raw_)
        drawn_ = {};
    else if (raw_ != drawn_from_ || setting.scale != drawn_scale_)
        drawn_ = draw_difference(raw_, setting.scale, ++serial_);
    drawn_from_ = raw_;
    drawn_scale_ = setting.scale;
}

void ComparedViews::settle(Simulation& first, const ComparisonSetting& setting,
                           const PictureRequest& picture, double now) {
    first.wait();
    for (View& view : views_)
        view.stage.simulation->wait();
    collect();
    const auto busy = [&] {
        return std::ranges::any_of(views_, [](const View& view) { return view.comparer->busy(); });
    };
    const auto finish = [&] {
        while (busy()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            collect();
        }
    };
    finish();  // one that was under way
    compare(first, setting, picture, false, now);
    finish();
    compare(first, setting, picture, false, now);  // takes the picture over
}

void ComparedViews::fill(Comparison& shown, GridSize grid) const {
    for (const View& view : views_) {
        ComparedViewState state;
        state.kernel = view.kernel;
        state.wrong = view.wrong;
        state.backend = view.stage.simulation->backend();
        state.display = view.stage.display;
        state.step = view.finished_step;
        state.copies = view.copies;
        state.difference = view.difference;
        fill_speed(state, view.timings, grid, view.baselines);
        if (view.wrong)
            state.ceiling.reset();  // it is no kernel: plain code, to be read
        shown.views.push_back(std::move(state));
    }
    shown.picture = drawn_.picture;
    shown.picture_range = drawn_.range;
    shown.smallest = drawn_.smallest;
    shown.picture_step = drawn_.picture ? drawn_.picture->step : 0;
}

void fill_speed(ComparedViewState& state, const KernelTimings& timings, GridSize grid,
                const Baselines& baselines) {
    const KernelInfo& kernel = *state.kernel;
    state.history_us_per_step = timings.history_us_per_step();
    state.launch_bound = timings.is_launch_bound(kernel, baselines.launch_bound_below);
    if (!grid.has_interior())
        return;
    const bool copies = state.copies.active();
    const std::optional<CopiedRates> copied = copies ? timings.copied(kernel) : std::nullopt;
    if (!copies)
        state.seconds_per_step = timings.seconds_per_step(kernel);
    else if (copied)
        state.seconds_per_step = copied->seconds_per_step;
    if (!state.seconds_per_step || *state.seconds_per_step <= 0)
        return;
    state.cells_per_second = static_cast<double>(grid.cells()) / *state.seconds_per_step;
    if (copied) {
        state.host_bytes_per_second = copied->bytes_per_second;
        return;
    }
    const std::optional<double> bytes = timings.bytes_per_second(kernel, grid);
    const std::optional<double>& copy = baselines.copy_bytes_per_second;
    if (bytes && *bytes > 0 && copy && !state.launch_bound)
        state.ceiling = *state.cells_per_second * *copy / *bytes;
}

}  // namespace heatlab
