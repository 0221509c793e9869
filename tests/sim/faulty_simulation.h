#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "sim/errors.h"
#include "sim/simulation.h"

namespace heatlab::test {

/// What is wrong with a simulation.
struct Fault {
    std::string kernel;
    std::int64_t from_step = 0;
    Cell cell;
    std::function<float(float)> change;
    bool breaks = false;
};

/// The real CPU backend, but for one cell of what is read back.
class FaultySimulation : public Simulation {
public:
    FaultySimulation(GridSize grid, Fault fault)
        : real_(make_cpu_simulation(grid, {.threads = 1})), fault_(std::move(fault)) {}

    const BackendInfo& backend() const override { return real_->backend(); }
    GridSize grid() const override { return real_->grid(); }
    void load(const Field& initial, std::int64_t step) override { real_->load(initial, step); }
    void set_kernel(const KernelInfo& kernel) override {
        kernel_ = kernel.name;
        launches_ = 0;
        real_->set_kernel(kernel);
    }
    void set_step_ratio(StepRatio r) override { real_->set_step_ratio(r); }
    void set_walls(const Walls& walls) override { real_->set_walls(walls); }
    void paint(const BrushDab& dab) override { real_->paint(dab); }
    void checkpoint() override { real_->checkpoint(); }
    bool restore_checkpoint() override { return real_->restore_checkpoint(); }
    int checkpoint_capacity() const override { return real_->checkpoint_capacity(); }
    void set_picture_request(const PictureRequest& r) override { real_->set_picture_request(r); }
    void set_probe(std::optional<Cell> cell) override { real_->set_probe(cell); }
    void set_boundaries(const Boundaries& boundaries) override {
        real_->set_boundaries(boundaries);
    }
    void set_loupe(std::optional<CellRect> cells) override { real_->set_loupe(cells); }
    void set_projections(std::vector<SeparableWeight> weights) override {
        real_->set_projections(std::move(weights));
    }
    void set_host_copies(const HostCopySetting& s) override { real_->set_host_copies(s); }
    std::optional<Field> newest_host_copy() override { return real_->newest_host_copy(); }
    void submit(const Batch& batch) override {
        launches_ += batch.steps;
        real_->submit(batch);
    }
    std::optional<BatchReport> poll() override { return real_->poll(); }
    int batches_in_flight() const override { return real_->batches_in_flight(); }
    void wait() override { real_->wait(); }
    std::int64_t step() const override { return real_->step(); }
    Field read_back() override {
        Field field = real_->read_back();
        if (kernel_ != fault_.kernel || launches_ < fault_.from_step)
            return field;
        if (fault_.breaks)
            throw DeviceError("the device is gone");
        if (fault_.cell.row < grid().height && fault_.cell.col < grid().width) {
            float& cell = field.at(fault_.cell.row, fault_.cell.col);
            cell = fault_.change(cell);
        }
        return field;
    }
    std::shared_ptr<const FieldPicture> picture() const override { return real_->picture(); }
    std::uint64_t field_bytes_to_host() const override { return 0; }
    double measure_copy_bandwidth() override { return real_->measure_copy_bandwidth(); }

private:
    std::unique_ptr<Simulation> real_;
    Fault fault_;
    std::string kernel_;
    std::int64_t launches_ = 0;
};

}  // namespace heatlab::test
