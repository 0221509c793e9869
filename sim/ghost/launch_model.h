#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sim/grid.h"

namespace heatlab::ghost {

/// A part of a launch's expected time. The parts add up to it.
struct ModelTerm {
    std::string_view name;      ///< "launch", "computing", "memory": of static storage
    std::string_view sentence;  ///< what it stands for
    double seconds = 0;
};

/// What a model expects of one launch of k steps.
struct Prediction {
    int steps = 1;  ///< k
    std::vector<ModelTerm> terms;

    double seconds() const;  ///< of the launch
    double seconds_per_step() const { return seconds() / steps; }
};

/// Expects times of one application in one tile shape on one device, from a calibration alone:
/// never from the times of the candidates it chooses among.
class LaunchModel {
public:
    virtual ~LaunchModel() = default;
    LaunchModel(const LaunchModel&) = delete;
    LaunchModel& operator=(const LaunchModel&) = delete;

    /// `steps` from 1 to most_steps().
    virtual Prediction predict(GridSize grid, int steps) const = 0;
    virtual int most_steps() const = 0;

protected:
    LaunchModel() = default;
};

/// The k with the least expected time per step among all up to most_steps(), or among those that
/// are offered (ascending, at least one); the smaller of two that are equal.
int choose_steps(const LaunchModel& model, GridSize grid);
int choose_steps(const LaunchModel& model, GridSize grid, std::span<const int> offered);

}  // namespace heatlab::ghost
