#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/published_state.h"
#include "app/settings.h"
#include "app/zones/scene_cells.h"
#include "app/zones/zone_setting.h"
#include "app/zones/zone_state.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab {

/// Makes an engine of the session's backend. Called and used on the worker's own thread.
using ZoneEngineFactory = std::function<std::unique_ptr<ghost::ZoneEngine>()>;

/// Does what the room "Ghost zones" asks for on a thread of its own: calibrates, predicts,
/// measures, and advances what is seen. Nothing of it overlaps, and none of it is done while
/// somebody else computes: see `allow`. Calls return at once; the newest wish counts.
class ZoneWorker {
public:
    explicit ZoneWorker(ZoneEngineFactory make);
    /// Ends what is being done, and waits for it: a launch, or a calibration.
    ~ZoneWorker();
    ZoneWorker(const ZoneWorker&) = delete;
    ZoneWorker& operator=(const ZoneWorker&) = delete;

    /// Another application, grid, tile or k; of a setting that is open and valid, and what its
    /// files hold. A measurement in progress of another one ends; what was measured is kept.
    void select(const ZoneSetting& setting, const ZoneCells& cells);
    /// Nothing more is to be done; engines and what they hold are given up.
    void close();
    /// Whether nobody else computes on the device now. Until then everything waits.
    void allow(bool allowed);

    /// Checks and times every k of what is selected.
    void measure();
    void cancel();

    /// The scene: so many steps, or until it is paused.
    void run(std::optional<std::int64_t> steps);
    void pause();
    void reset();
    /// Whether that is wished: the scene may not do it yet.
    bool running() const;
    void set_pacing(const PacingSetting& pacing);
    /// Of the scene, once they are there; an error where they will not be. A wish that was not
    /// answered yet gets one, where another follows it or another problem is selected.
    std::future<SceneCells> take_cells();

    /// Something is being computed, or will be without another wish.
    bool busy() const { return busy_; }
    /// Null before something was selected.
    std::shared_ptr<const ZoneState> state() const { return state_.get(); }

private:
    struct Wish;

    template <typename Change>
    void change(const Change& change);
    void follow();

    ZoneEngineFactory make_;
    PublishedState<ZoneState> state_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::unique_ptr<Wish> wish_;            ///< under the mutex
    std::atomic<bool> interrupted_{false};  ///< what is being measured is no longer wanted
    std::atomic<bool> busy_{false};
    std::thread thread_;
};

}  // namespace heatlab
