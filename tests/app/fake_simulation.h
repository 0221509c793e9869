#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/session.h"
#include "sim/simulation.h"

namespace heatlab {

/// A simulation without a field: its statistics are a function of the step, its speed and when
/// batches finish are set by the test, and it records what it was asked for.
class FakeSimulation final : public Simulation {
public:
    /// What the tests set and look at; outlives the simulation.
    struct Script {
        std::function<FieldStatistics(std::int64_t step)> statistics;
        double seconds_per_step = 1e-5;
        bool finish_at_once = true;  ///< else batches finish by `finish_one`
        bool fail = false;           ///< every call throws DeviceError
        std::string refused;         ///< the call of that name throws InputError
        int checkpoint_capacity = 2;
        std::optional<double> empty_launch;
        std::uint64_t memory_bytes = 0;  ///< of the device
        double seconds_per_copy = 1e-4;  ///< to the host
        int alive = 0;                   ///< simulations
        BackendKind kind = BackendKind::cpu;
        SectorMeans sectors;
        std::vector<Batch> submitted;
        std::vector<std::int64_t> published_steps;
        std::vector<std::string> calls;
        int allowed_to_finish = 0;
        int largest_in_flight = 0;
        std::int64_t copies_measured = 0;
    };

    FakeSimulation(GridSize grid, Script& script);
    ~FakeSimulation() override { --script_.alive; }

    const BackendInfo& backend() const override { return info_; }
    GridSize grid() const override { return grid_; }
    void load(const Field& initial, std::int64_t step) override;
    void set_kernel(const KernelInfo& kernel) override;
    void set_step_ratio(StepRatio r) override;
    void set_walls(const Walls& walls) override;
    void paint(const BrushDab& dab) override;
    void checkpoint() override;
    bool restore_checkpoint() override;
    int checkpoint_capacity() const override { return script_.checkpoint_capacity; }
    void set_picture_request(const PictureRequest& request) override;
    void set_probe(std::optional<Cell> cell) override;
    void set_boundaries(const Boundaries&) override { called("set_boundaries"); }
    void set_loupe(std::optional<CellRect>) override { called("set_loupe"); }
    void set_projections(std::vector<SeparableWeight>) override { called("set_projections"); }
    void set_host_copies(const HostCopySetting& setting) override;
    std::optional<Field> newest_host_copy() override { return std::nullopt; }
    void submit(const Batch& batch) override;
    std::optional<BatchReport> poll() override;
    int batches_in_flight() const override { return static_cast<int>(reports_.size()); }
    void wait() override { script_.allowed_to_finish = 1 << 20; }
    std::int64_t step() const override { return step_; }
    Field read_back() override { return Field(grid_); }
    std::shared_ptr<const FieldPicture> picture() const override { return nullptr; }
    std::uint64_t field_bytes_to_host() const override { return 0; }
    double measure_copy_bandwidth() override;
    std::optional<double> measure_empty_launch() override { return script_.empty_launch; }

private:
    void called(const std::string& name);

    Script& script_;
    GridSize grid_;
    BackendInfo info_;
    const KernelInfo* kernel_ = nullptr;
    std::optional<Cell> probe_;
    HostCopySetting host_copies_;
    bool warm_ = false;
    std::int64_t step_ = 0;
    std::vector<std::int64_t> checkpoints_;
    std::deque<BatchReport> reports_;
};

/// Statistics of a quiet field between 0 and 1.
FieldStatistics quiet_statistics(std::int64_t step);

StageFactory fake_stages(FakeSimulation::Script& script);

/// 64 x 32 cells, no pacing surprises: one step a frame.
Settings small_settings();

}  // namespace heatlab
