#include "app/zones/zone_worker.h"

#include <chrono>
#include <utility>

#include "app/zones/zone_loop.h"

namespace heatlab {

struct ZoneWorker::Wish {
    ZoneWish now;
    bool news = false;  ///< since the thread looked
    bool quit = false;
};

ZoneWorker::ZoneWorker(ZoneEngineFactory make)
    : make_(std::move(make)), wish_(std::make_unique<Wish>()) {}

ZoneWorker::~ZoneWorker() {
    {
        const std::lock_guard lock(mutex_);
        wish_->quit = true;
        interrupted_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable())
        thread_.join();
}

template <typename Change>
void ZoneWorker::change(const Change& change) {
    {
        const std::lock_guard lock(mutex_);
        change(wish_->now);
        wish_->news = true;
        if (wish_->now.open)
            busy_ = true;
    }
    changed_.notify_one();
}

void ZoneWorker::select(const ZoneSetting& setting, const ZoneCells& cells) {
    change([&](ZoneWish& wish) {
        const bool other =
            !wish.open || !same_problem(wish.setting, setting) || wish.cells != cells;
        if (other || wish.setting.tile != setting.tile) {
            interrupted_ = true;
            wish.measuring = false;
        }
        if (other) {
            wish.running = false;
            wish.steps.reset();
            wish.cells_wanted.reset();
        }
        wish.setting = setting;
        wish.cells = cells;
        wish.open = true;
    });
    if (!thread_.joinable())
        thread_ = std::thread([this] { follow(); });
}

void ZoneWorker::close() {
    change([&](ZoneWish& wish) {
        interrupted_ = true;
        wish.open = wish.measuring = wish.running = false;
        wish.cells = {};
        wish.cells_wanted.reset();
    });
}

void ZoneWorker::allow(bool allowed) {
    {
        const std::lock_guard lock(mutex_);
        if (wish_->now.allowed == allowed)
            return;
    }
    change([&](ZoneWish& wish) { wish.allowed = allowed; });
}

void ZoneWorker::measure() {
    change([](ZoneWish& wish) {
        wish.measuring = true;
        ++wish.measurements;
    });
}

void ZoneWorker::cancel() {
    change([&](ZoneWish& wish) {
        interrupted_ = true;
        wish.measuring = false;
    });
}

void ZoneWorker::run(std::optional<std::int64_t> steps) {
    change([&](ZoneWish& wish) {
        wish.running = true;
        wish.steps = steps;
        ++wish.runs;
    });
}

void ZoneWorker::pause() {
    change([](ZoneWish& wish) { wish.running = false; });
}

void ZoneWorker::reset() {
    change([](ZoneWish& wish) {
        wish.running = false;
        ++wish.resets;
    });
}

std::future<SceneCells> ZoneWorker::take_cells() {
    auto wanted = std::make_shared<CellsWanted>();
    std::future<SceneCells> cells = wanted->future();
    change([&](ZoneWish& wish) { wish.cells_wanted = std::move(wanted); });
    return cells;
}

bool ZoneWorker::running() const {
    const std::lock_guard lock(mutex_);
    return wish_->now.running;
}

void ZoneWorker::set_pacing(const PacingSetting& pacing) {
    {
        const std::lock_guard lock(mutex_);
        if (wish_->now.pacing == pacing)
            return;
    }
    change([&](ZoneWish& wish) { wish.pacing = pacing; });
}

void ZoneWorker::follow() {
    using Clock = std::chrono::steady_clock;
    const auto seconds = [](Clock::duration time) {
        return std::chrono::duration<double>(time).count();
    };
    ZoneLoop loop(make_, state_, interrupted_);
    double wait = 0;
    Clock::time_point began{};
    for (;;) {
        ZoneWish wish;
        {
            std::unique_lock lock(mutex_);
            const auto wanted = [this] { return wish_->quit || wish_->news; };
            if (wait < 0) {
                busy_ = wish_->news;
                changed_.wait(lock, wanted);
            } else if (const double left = wait - seconds(Clock::now() - began); left > 0) {
                changed_.wait_for(lock, std::chrono::duration<double>(left), wanted);
            }
            if (wish_->quit)
                return;
            wish_->news = false;
            interrupted_ = false;
            wish = wish_->now;
        }
        began = Clock::now();
        const ZoneDone done = loop.step(wish, seconds(began.time_since_epoch()));
        wait = done.wait_seconds;
        const std::lock_guard lock(mutex_);
        ZoneWish& now = wish_->now;
        if (done.measured && now.measurements == wish.measurements)
            now.measuring = false;
        if (done.gave_cells && now.cells_wanted == wish.cells_wanted)
            now.cells_wanted.reset();
        if (now.runs != wish.runs)
            continue;
        if (now.steps)
            *now.steps -= done.steps;
        if (done.stopped)
            now.running = false;
    }
}

}  // namespace heatlab
