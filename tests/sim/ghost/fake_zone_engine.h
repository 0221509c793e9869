#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/ghost/reference.h"
#include "sim/ghost/zone_engine.h"

namespace heatlab::ghost::test {

/// Expects what a function says, all of it computing.
class FakeModel final : public LaunchModel {
public:
    using Seconds = std::function<double(GridSize, int steps)>;
    FakeModel(Seconds seconds, int most_steps)
        : seconds_(std::move(seconds)), most_steps_(most_steps) {}

    Prediction predict(GridSize grid, int steps) const override {
        return {steps, {{"computing", "all of it", seconds_(grid, steps)}}};
    }
    int most_steps() const override { return most_steps_; }

private:
    Seconds seconds_;
    int most_steps_;
};

/// Computes by the reference, and takes the time it is told.
class FakeZoneEngine final : public ZoneEngine {
public:
    std::vector<TileShape> shapes = {{32, 32, 1}};
    std::vector<int> offered = {1, 2, 3, 4};
    FakeModel::Seconds expected;                        ///< of a launch
    std::function<double(const Zone&, int call)> took;  ///< call: how many times it was asked
    int wrong_steps = 0;                                ///< this k spoils the last cell
    TimingHabit habit;
    std::vector<std::string> log;               ///< what was called, in order
    std::function<void(const Problem&)> loads;  ///< told what is loaded

    const BackendInfo& backend() const override { return info_; }
    std::span<const TileShape> tiles(const Application&) const override { return shapes; }
    int most_steps(const Application&, const TileShape&) const override { return offered.back(); }
    std::span<const int> offered_steps(const Application&, const TileShape&) const override {
        return offered;
    }
    std::string source(const Application&, const Zone&) const override { return "source"; }

    void prepare(const Application& application, const TileShape&) override {
        log.push_back("prepare " + std::string(application.name));
    }
    void load(const Problem& problem) override {
        log.emplace_back("load");
        if (loads)
            loads(problem);
        problem_ = problem;
        restart();
        log.pop_back();
    }
    void restart() override {
        log.emplace_back("restart");
        step_ = 0;
        spoiled_ = false;
    }
    std::int64_t step() const override { return step_; }
    void advance(const Zone& zone, std::int64_t steps) override {
        log.push_back("advance " + std::to_string(zone.steps));
        step_ += steps;
        spoiled_ |= zone.steps == wrong_steps;
    }
    Cells read_back() override {
        Cells cells = reference_after(problem_, step_);
        if (spoiled_)
            std::visit([](auto& values) { values.back() += 1; }, cells);
        return cells;
    }
    TimingHabit timing_habit() const override { return habit; }
    double time_launch(const Zone& zone) override {
        log.push_back("time " + std::to_string(zone.steps));
        return took(zone, calls_[zone.steps]++);
    }
    Calibrated calibrate(const Application& application, const TileShape&) override {
        log.push_back("calibrate " + std::string(application.name));
        return {std::make_unique<FakeModel>(expected, offered.back()), 0.25};
    }

private:
    BackendInfo info_;
    Problem problem_;
    std::int64_t step_ = 0;
    bool spoiled_ = false;
    std::map<int, int> calls_;
};

}  // namespace heatlab::ghost::test
