#include "app/zones/zone_loop.h"

#include <algorithm>
#include <new>

#include "sim/errors.h"
#include "sim/ghost/compile_error.h"

namespace heatlab {
namespace {

constexpr double frame_seconds = 1.0 / 60;
constexpr double until_wished = -1;
/// Where what was wished for cannot be had.
constexpr ZoneDone nothing_to_do{
    .measured = true, .stopped = true, .gave_cells = true, .wait_seconds = until_wished};

}  // namespace

ZoneLoop::ZoneLoop(ZoneEngineFactory make, PublishedState<ZoneState>& state,
                   const std::atomic<bool>& interrupted)
    : make_(std::move(make)), state_(state), interrupted_(interrupted) {}

ghost::ZoneEngine& ZoneLoop::engine() {
    if (!engine_)
        engine_ = make_();
    return *engine_;
}

ZoneLoop::TileKey ZoneLoop::tile_key() const {
    return {std::string(application_->name), ghost::tile_text(tile_, application_->dimensions)};
}

ZoneDone ZoneLoop::step(const ZoneWish& wish, double now) {
    if (!wish.open) {
        engine_.reset();
        scene_.reset();
        selected_.reset();
        return {.stopped = true, .wait_seconds = until_wished};
    }
    try {
        return do_next(wish, now);
    } catch (const ghost::CompileError& refused) {
        state_.change([&](ZoneState& state) {
            const ghost::Zone zone{tile_, steps_in_force(state, wish.setting.steps)};
            state.source = std::make_shared<ZoneSource>(
                ZoneSource{zone, std::string(application_->name), refused.source(), refused.line(),
                           refused.text()});
        });
        fail(std::string("the kernel was refused: ") + refused.what());
    } catch (const std::bad_alloc&) {
        fail("the system refused the memory");
    } catch (const std::exception& failed) {
        fail(failed.what());
    }
    return nothing_to_do;
}

void ZoneLoop::fail(const std::string& problem) {
    failed_ = true;
    scene_.reset();  // its engine may be what failed
    state_.change([&](ZoneState& state) {
        state.work = ZoneWork::nothing;
        state.problem = problem;
        state.scene.reset();
    });
}

ZoneDone ZoneLoop::do_next(const ZoneWish& wish, double now) {
    if (is_other(wish) || selected_->tile != wish.setting.tile)
        select(wish);
    selected_ = wish.setting;
    if (failed_)
        return nothing_to_do;
    const bool calibrated = models_.contains(tile_key());
    if (!wish.allowed) {
        const bool waits = !calibrated || wish.measuring || wish.running;
        state_.change(
            [&](ZoneState& state) { state.work = waits ? ZoneWork::waiting : ZoneWork::nothing; });
        return {.wait_seconds = until_wished};
    }
    if (!calibrated) {
        calibrate();
        return {};
    }
    const ghost::Zone zone{tile_, steps_in_force(*state_.get(), wish.setting.steps)};
    if (show_source(zone))
        return {};
    if (scene_ == nullptr || resets_ != wish.resets) {
        resets_ = wish.resets;
        scene_ ? scene_->reset() : static_cast<void>(scene());
        show_scene(false);
        return {};
    }
    ZoneDone done;
    if (wish.cells_wanted) {
        wish.cells_wanted->answer(scene_->cells());
        done.gave_cells = true;
        return done;
    }
    if (wish.measuring) {
        measure();
        done.measured = true;
        return done;
    }
    run_scene(wish, zone, now, done);
    return done;
}

bool ZoneLoop::is_other(const ZoneWish& wish) const {
    return !selected_ || !same_problem(*selected_, wish.setting) || cells_ != wish.cells;
}

void ZoneLoop::select(const ZoneWish& wish) {
    const ZoneSetting& setting = wish.setting;
    const bool other = is_other(wish);
    if (other)
        scene_.reset();
    failed_ = false;
    cells_ = wish.cells;
    application_ = &setting.chosen_application();
    grid_ = setting.chosen_grid();
    ZoneState state;
    state.application = application_;
    state.grid = grid_;
    state.time_division = setting.time_division;
    state.stable_time_division = ghost::stable_time_division(*application_, grid_);
    if (const auto before = state_.get(); before && !other)
        state.scene = before->scene;
    state_.set(state);  // what fails from here on is said of it

    ghost::ZoneEngine& its = engine();
    const std::span<const ghost::TileShape> tiles = its.tiles(*application_);
    state.tiles.assign(tiles.begin(), tiles.end());
    state.backend = its.backend();
    state.limitation = its.limitation();
    tile_ = setting.tile.value_or(state.tiles.front());
    state.tile = tile_;
    state_.set(state);
    if (std::ranges::find(state.tiles, tile_) == state.tiles.end())
        throw InputError("tile", ghost::tile_text(tile_, application_->dimensions),
                         "not offered here for " + std::string(application_->title));
    const std::span<const int> offered = its.offered_steps(*application_, tile_);
    state.offered.assign(offered.begin(), offered.end());
    state_.set(state);
    if (models_.contains(tile_key()))
        predict();
}

void ZoneLoop::calibrate() {
    state_.change([](ZoneState& state) { state.work = ZoneWork::calibrating; });
    engine().prepare(*application_, tile_);
    models_[tile_key()] = engine().calibrate(*application_, tile_);
    predict();
}

void ZoneLoop::predict() {
    const ghost::Calibrated& calibrated = models_.at(tile_key());
    const auto known = rows_.find(key());
    ghost::Problem problem;  // without its cells: no time depends on them
    problem.application = application_;
    problem.grid = grid_;
    ghost::StudyRow row = known != rows_.end()
                              ? known->second
                              : ghost::expected_row(engine(), *calibrated.model, tile_, problem);
    state_.change([&](ZoneState& state) {
        state.row = std::move(row);
        state.calibration_seconds = calibrated.seconds;
        state.work = ZoneWork::nothing;
    });
}

bool ZoneLoop::show_source(const ghost::Zone& zone) {
    const auto shown = state_.get()->source;
    if (shown && shown->zone == zone && shown->application == application_->name)
        return false;
    const std::string text = engine().source(*application_, zone);
    state_.change([&](ZoneState& state) {
        state.source =
            std::make_shared<ZoneSource>(ZoneSource{zone, std::string(application_->name), text});
    });
    return true;
}

bool ZoneLoop::watch(const ghost::StudyProgress& progress) {
    state_.change([&](ZoneState& state) {
        state.row = progress.row;
        state.stage = progress.stage;
        state.done = progress.done;
        state.total = progress.total;
    });
    return !interrupted_;
}

void ZoneLoop::measure() {
    state_.change([](ZoneState& state) {
        state.work = ZoneWork::measuring;
        state.stage = ghost::StudyStage::reference;
        state.cancelled = false;
        state.done = state.total = 0;
    });
    // The scene's, whatever its time step: no time depends on values.
    const int most_steps = engine().most_steps(*application_, tile_);
    const std::optional<ghost::KnownProblem> known =
        ghost::know(scene().problem(), most_steps, [&](std::int64_t step) {
            state_.change([&](ZoneState& state) {
                state.done = static_cast<int>(step);
                state.total = static_cast<int>(ghost::verified_steps(most_steps));
            });
            return !interrupted_;
        });
    std::optional<ghost::StudyRow> row;
    if (known)
        row = ghost::study_row(
            engine(), *models_.at(tile_key()).model, tile_, *known, std::nullopt,
            [this](const ghost::StudyProgress& progress) { return watch(progress); });
    if (row)
        rows_[key()] = *row;
    state_.change([&](ZoneState& state) {
        state.work = ZoneWork::nothing;
        state.cancelled = !row;
        if (row)
            state.row = *std::move(row);
    });
}

SceneRun& ZoneLoop::scene() {
    if (!scene_) {
        ghost::Problem problem =
            ghost::make_problem(*application_, grid_, 0, selected_->time_division);
        if (cells_.start)
            problem.start = *cells_.start;
        if (cells_.source)
            problem.source = *cells_.source;
        scene_ = std::make_unique<SceneRun>(make_(), std::move(problem));
    }
    return *scene_;
}

void ZoneLoop::show_scene(bool running) {
    auto shown = std::make_shared<ZoneScene>(scene().look());
    shown->running = running;
    state_.change([&](ZoneState& state) { state.scene = std::move(shown); });
}

void ZoneLoop::run_scene(const ZoneWish& wish, const ghost::Zone& zone, double now,
                         ZoneDone& done) {
    const bool goes_on = wish.running && wish.steps.value_or(1) > 0;
    if (goes_on && !running_)
        scene().start();
    if (goes_on)
        done.steps = scene().advance(zone, wish.pacing, now, wish.steps);
    const bool ends = goes_on && wish.steps && done.steps >= *wish.steps;
    done.stopped = ends;
    const bool runs = goes_on && !ends;
    if (done.steps > 0 || runs != running_)
        show_scene(runs);
    running_ = runs;
    state_.change([&](ZoneState& state) { state.work = ZoneWork::nothing; });
    done.wait_seconds = runs ? frame_seconds : until_wished;
}

}  // namespace heatlab
