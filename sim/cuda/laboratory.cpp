// The part of CudaSimulation that serves the stability laboratory.

#include <utility>

#include "sim/cuda/grid_ends.h"
#include "sim/cuda/simulation_state.h"

namespace heatlab::cuda {

void CudaSimulation::set_boundaries(const Boundaries& boundaries) {
    validate_boundaries(boundaries);
    require_support(*kernel_, boundaries, "--boundary");
    // The kernel of the edges is loaded by its first launch, which cannot be recorded.
    warm_up_ = warm_up_ || boundaries != boundaries_;
    boundaries_ = boundaries;
}

void CudaSimulation::set_projections(std::vector<SeparableWeight> weights) {
    validate_projections(weights, grid_);
    use_device();
    analyser_.set_projections(weights, stream_.get());
}

void CudaSimulation::launch_edges(const void* from, void* to, cudaSurfaceObject_t shown) {
    const FieldLayout layout = buffers_.layout();
    const std::int64_t cells = 2 * (std::int64_t{layout.width} + layout.height);
    const LaunchShape shape = cover(cells, 1, dim3(256), 256, 1);
    const GridEnds ends = grid_ends(boundaries_);
    with_cell_type(options_.type, [&](auto zero) {
        using Real = decltype(zero);
        const Real r = r_.value_as<Real>();
        const Real centre_weight = r_.centre_weight_as<Real>();
        if (shown != 0) {
            kernels_.entry_for_cells("edges", "advance_edges_to_texture")
                .launch(shape, stream_.get(), from, to, layout, ends, r, centre_weight, shown);
        } else {
            kernels_.entry_for_cells("edges", "advance_edges")
                .launch(shape, stream_.get(), from, to, layout, ends, r, centre_weight);
        }
    });
}

bool CudaSimulation::run_compared_steps(BatchSlot& slot, std::int64_t steps,
                                        cudaSurfaceObject_t shown) {
    const bool single = kernel_->steps_per_launch == 1 && !kernel_->in_texture;
    const StepKernel& kernel = kernels_.step_kernel(single ? *kernel_ : plain_step());
    watch_.begin(stream_.get());
    const HostCopySetting& copies = host_copies_.setting();
    bool stored = false;
    for (std::int64_t step = 1; step <= steps; ++step) {
        const bool copied = copies.active() && copies.steps_to_copy(step_ + step - 1) == 1;
        host_copies_.before_launch(stream_.get());
        stored = launch_linear(kernel, step == steps ? shown : 0);
        if (copied) {
            host_copies_.take(buffers_.seen(), stream_.get());
            ++slot.report.host_copies;
        }
        buffers_.round(kernels_, stream_.get());
        watch_.compare(buffers_.seen(), *slot.compared, step_ + step, kernels_, stream_.get());
    }
    watch_.finish(kernels_, &slot.laboratory()->watch, stream_.get());
    if (copies.active()) {
        end_host_copies(slot.report);
    }
    slot.report.launches = steps;
    return stored;
}

void CudaSimulation::read_for_laboratory(BatchSlot& slot, const Batch& batch) {
    const float* const field = buffers_.seen();
    const FieldLayout& layout = buffers_.layout();
    if (batch.analysis) {
        slot.analysis = analyser_.projections();
        analyser_.enqueue(field, boundaries_, kernels_, &slot.laboratory()->analysis,
                          stream_.get());
    }
    if (batch.changes) {
        slot.changes.enqueue_changes(field, layout, boundaries_, *batch.changes, kernels_,
                                     changes_scratch_, stream_.get());
    }
    if (loupe_) {
        slot.loupe.enqueue_cells(field, layout, *loupe_, stream_.get());
    }
}

void CudaSimulation::report_laboratory(BatchSlot& slot, GridSize grid) {
    BatchReport& report = slot.report;
    if (slot.has_laboratory) {
        report.analysis_seconds = seconds_between(slot.readings_end, slot.end);
    }
    if (slot.compared) {
        report.crossing = LimitWatch::crossing(slot.laboratory()->watch, *slot.compared);
    }
    if (const auto projections = std::exchange(slot.analysis, std::nullopt)) {
        report.analysis = FieldAnalyser::analysis(slot.laboratory()->analysis, *projections, grid,
                                                  slot.boundaries, report.step);
    }
    if (slot.changes.waits()) {
        report.changes = slot.changes.take(report.step);
    }
    if (slot.loupe.waits()) {
        report.loupe = slot.loupe.take(report.step);
    }
}

}  // namespace heatlab::cuda
