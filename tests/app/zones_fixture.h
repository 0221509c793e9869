#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "sim/errors.h"
#include "tests/app/session_fixture.h"
#include "tests/sim/ghost/fake_zone_engine.h"

namespace heatlab {

/// Of a launch: k = 3 is the fastest per step, the model expects k = 2.
inline double time_of(int steps) {
    return 1e-6 * (4 + steps * steps * 0.5);
}
inline double expected_of(int steps) {
    return 1e-6 * (3 + steps * steps * 0.7);
}

/// The room of a session on engines that compute by the reference and take the time they are told.
class ZonesSession : public SessionTest {
protected:
    ZonesSession() {
        make_ = [this]() -> std::unique_ptr<ghost::ZoneEngine> {
            if (!refusal_.empty())
                throw DeviceError(refusal_);
            auto engine = std::make_unique<ghost::test::FakeZoneEngine>();
            engine->shapes = {{16, 16, 1}, {32, 32, 1}};
            engine->expected = [](GridSize, int steps) { return expected_of(steps); };
            engine->took = [this](const ghost::Zone& zone, int) {
                std::this_thread::sleep_for(nap_);
                return time_of(zone.steps);
            };
            engine->wrong_steps = wrong_steps_;
            engine->loads = [this](const ghost::Problem& problem) {
                const std::lock_guard lock(mutex_);
                loaded_.push_back(problem.start);
            };
            return engine;
        };
        setting_.open = true;
        setting_.grid = GridSize{40, 30};
        session_ = std::make_unique<Session>(settings_, fake_stages(script_), "", nullptr,
                                             std::nullopt, make_);
    }

    const ZoneState& zones() { return *session().snapshot().zones; }
    /// Frames until something holds; false after 20 seconds.
    bool until(const std::function<bool()>& holds) {
        for (int i = 0; i < 4000; ++i) {
            frame();
            if (session().snapshot().zones && holds())
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
    bool opened() {
        session().apply(command::SetZones{setting_});
        return until([&] { return zones().predicted() && zones().scene && zones().source; });
    }

    ZoneSetting setting_;
    std::string refusal_;
    int wrong_steps_ = 0;
    std::chrono::microseconds nap_{0};
    ZoneEngineFactory make_;
    std::mutex mutex_;
    std::vector<ghost::Cells> loaded_;  ///< starts, under the mutex; into any engine
};

}  // namespace heatlab
