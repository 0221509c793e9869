#include "tests/app/fake_simulation.h"

#include <algorithm>

#include "sim/errors.h"

namespace heatlab {

FakeSimulation::FakeSimulation(GridSize grid, Script& script) : script_(script), grid_(grid) {
    ++script.alive;
    info_.kind = script.kind;
    info_.device = "fake";
    info_.memory_bytes = script.memory_bytes;
}

void FakeSimulation::called(const std::string& name) {
    if (script_.fail)
        throw DeviceError("the fake device failed in " + name);
    if (script_.refused == name)
        throw InputError("--host-copies", name, "is refused by the test");
    script_.calls.push_back(name);
}

void FakeSimulation::load(const Field&, std::int64_t step) {
    called("load");
    step_ = step;
    checkpoints_.clear();
}

void FakeSimulation::set_kernel(const KernelInfo& kernel) {
    called("set_kernel");
    kernel_ = &kernel;
    warm_ = false;
}

void FakeSimulation::set_step_ratio(StepRatio) {
    called("set_step_ratio");
}
void FakeSimulation::set_walls(const Walls&) {
    called("set_walls");
}
void FakeSimulation::paint(const BrushDab&) {
    called("paint");
}

void FakeSimulation::checkpoint() {
    called("checkpoint");
    checkpoints_.push_back(step_);
    if (static_cast<int>(checkpoints_.size()) > script_.checkpoint_capacity)
        checkpoints_.erase(checkpoints_.begin());
}

bool FakeSimulation::restore_checkpoint() {
    called("restore_checkpoint");
    if (checkpoints_.empty())
        return false;
    step_ = checkpoints_.back();
    checkpoints_.pop_back();
    return true;
}

void FakeSimulation::set_picture_request(const PictureRequest&) {
    called("set_picture_request");
}

void FakeSimulation::set_probe(std::optional<Cell> cell) {
    called("set_probe");
    probe_ = cell;
}

void FakeSimulation::set_host_copies(const HostCopySetting& setting) {
    validate_host_copies(setting, kernel_ ? *kernel_ : default_kernel());
    called("set_host_copies " + std::to_string(static_cast<int>(setting.policy)));
    host_copies_ = setting;
}

void FakeSimulation::submit(const Batch& batch) {
    called("submit");
    script_.submitted.push_back(batch);
    BatchReport report;
    for (std::int64_t step = step_; host_copies_.active() && kernel_->advances;) {
        step += host_copies_.steps_to_copy(step);
        if (step > step_ + batch.steps)
            break;
        ++report.host_copies;
    }
    report.host_copy_bytes = static_cast<std::uint64_t>(report.host_copies * grid_.cells()) * 4;
    step_ += batch.steps;
    report.step = step_;
    report.steps = batch.steps;
    report.launches = (batch.steps + kernel_->steps_per_launch - 1) / kernel_->steps_per_launch;
    report.kernel = kernel_;
    report.seconds = static_cast<double>(batch.steps) * script_.seconds_per_step +
                     static_cast<double>(report.host_copies) * script_.seconds_per_copy;
    report.warm_up = batch.steps > 0 && !warm_;
    warm_ = warm_ || batch.steps > 0;
    report.published = batch.publish;
    if (batch.publish)
        script_.published_steps.push_back(step_);
    if (batch.statistics) {
        report.statistics =
            script_.statistics ? script_.statistics(step_) : quiet_statistics(step_);
        report.statistics->step = step_;
    }
    if (batch.analysis) {
        report.analysis = FieldAnalysis{};
        report.analysis->step = step_;
    }
    if (probe_)
        report.probe = ProbeReading{*probe_, step_, 1, 0, 0, 0, 0};
    reports_.push_back(report);
    script_.largest_in_flight =
        std::max(script_.largest_in_flight, static_cast<int>(reports_.size()));
}

std::optional<BatchReport> FakeSimulation::poll() {
    if (script_.fail)
        throw DeviceError("the fake device failed in poll");
    if (script_.refused == "poll")
        throw InputError("--grid", "poll", "is refused by the test");
    if (reports_.empty() || (!script_.finish_at_once && script_.allowed_to_finish <= 0))
        return std::nullopt;
    --script_.allowed_to_finish;
    BatchReport report = reports_.front();
    reports_.pop_front();
    return report;
}

double FakeSimulation::measure_copy_bandwidth() {
    called("measure_copy_bandwidth");
    ++script_.copies_measured;
    return 1e9;
}

FieldStatistics quiet_statistics(std::int64_t step) {
    FieldStatistics statistics;
    statistics.step = step;
    statistics.maximum = 1;
    return statistics;
}

StageFactory fake_stages(FakeSimulation::Script& script) {
    return [&script](const StageRequest& request) {
        Stage stage;
        stage.simulation = std::make_unique<FakeSimulation>(request.grid, script);
        stage.sectors = script.sectors;
        return stage;
    };
}

Settings small_settings() {
    Settings settings;
    settings.grid = {64, 32};
    settings.init.name = "hot-square";
    settings.pacing.mode = PacingMode::steps_per_frame;
    settings.pacing.steps_per_frame = 1;
    return settings;
}

}  // namespace heatlab
