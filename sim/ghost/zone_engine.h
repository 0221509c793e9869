#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/backend.h"
#include "sim/ghost/application.h"
#include "sim/ghost/launch_model.h"
#include "sim/ghost/problem.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// A model, and what it took to make it.
struct Calibrated {
    std::unique_ptr<LaunchModel> model;
    double seconds = 0;  ///< of measuring
};

/// How times of launches are to be taken so that they hold.
struct TimingHabit {
    int rounds = 3;  ///< in which each k is timed once
    /// What disturbs a launch only makes it longer, and often: of the rounds the lower quartile is
    /// taken, instead of the median.
    bool only_added = false;
};

/// Advances applications in tiles with ghost zones on a backend. For one thread at a time; every
/// call blocks. May throw DeviceError, or InputError for a zone that is not offered.
///
/// The result after any number of steps is the same to the bit for every tile and k.
class ZoneEngine {
public:
    virtual ~ZoneEngine() = default;
    ZoneEngine(const ZoneEngine&) = delete;
    ZoneEngine& operator=(const ZoneEngine&) = delete;

    virtual const BackendInfo& backend() const = 0;
    /// Tiles that are offered for an application, the preferred one first.
    virtual std::span<const TileShape> tiles(const Application& application) const = 0;
    /// The largest k offered there, at most most_zone_steps().
    virtual int most_steps(const Application& application, const TileShape& tile) const = 0;
    /// Which k can be had: all up to most_steps(), or where kernels cannot be compiled at run time
    /// those that are built in. Ascending, from 1.
    virtual std::span<const int> offered_steps(const Application& application,
                                               const TileShape& tile) const = 0;
    /// Why not every k can be had; empty where it can.
    virtual std::string limitation() const { return {}; }
    /// What the user should know beside that (a folder that cannot be written), each said once.
    virtual std::vector<std::string> take_notices() { return {}; }
    /// The source that runs for `zone`, as generated; a compiler for it need not be there.
    virtual std::string source(const Application& application, const Zone& zone) const = 0;

    /// Has at hand whatever running all zones of `tile` needs: kernels that have to be compiled
    /// are, several at a time. Without it, each is made ready when it is first needed.
    virtual void prepare(const Application& application, const TileShape& tile) = 0;

    /// Begins with `problem.start`, at step 0.
    virtual void load(const Problem& problem) = 0;
    /// From step 0 again, without the transfer. Something has to be loaded.
    virtual void restart() = 0;
    virtual std::int64_t step() const = 0;
    /// Takes `steps` steps in launches of zone.steps; the last one takes what is left, with the
    /// same zone.
    virtual void advance(const Zone& zone, std::int64_t steps) = 0;
    virtual Cells read_back() = 0;

    /// Seconds of a launch of `zone` on the problem that is loaded, from enough launches in a row
    /// for a clock: one look, see timing_habit(). Leaves cells and step as they are.
    virtual double time_launch(const Zone& zone) = 0;
    virtual TimingHabit timing_habit() const { return {}; }
    /// Measures what a model of this application and tile needs, in about a second at most. What is
    /// loaded is forgotten.
    virtual Calibrated calibrate(const Application& application, const TileShape& tile) = 0;

protected:
    ZoneEngine() = default;
};

/// Tiles with ghost zones on this machine's processors. `threads`: 0 for one per core. Throws
/// InputError (argument "threads").
std::unique_ptr<ZoneEngine> make_cpu_zone_engine(int threads = 0);

}  // namespace heatlab::ghost
