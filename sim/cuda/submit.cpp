// The part of CudaSimulation that runs batches.

#include <algorithm>
#include <string>
#include <utility>

#include "sim/cuda/profiler_range.h"
#include "sim/cuda/simulation_state.h"

namespace heatlab::cuda {
namespace {

void record(const Event& event, cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaEventRecord(event.get(), stream));
}

}  // namespace

std::unique_ptr<BatchSlot> CudaSimulation::take_slot() {
    if (in_flight_.size() >= most_in_flight) {
        HEATLAB_CUDA_CHECK(cudaEventSynchronize(in_flight_.front()->end.get()));
        finish_oldest();
    }
    if (free_slots_.empty()) {
        return std::make_unique<BatchSlot>();
    }
    auto slot = std::move(free_slots_.back());
    free_slots_.pop_back();
    return slot;
}

bool CudaSimulation::launch_linear(const StepKernel& kernel, cudaSurfaceObject_t shown) {
    const float* const from = buffers_.current();
    float* const to = buffers_.other();
    const bool stores = shown != 0 && kernel.advance_to_texture;
    if (stores) {
        kernel.advance_to_texture.launch(kernel.shape, stream_.get(), from, to, buffers_.layout(),
                                         r_.value(), r_.centre_weight(), shown);
    } else {
        kernel.advance.launch(kernel.shape, stream_.get(), from, to, buffers_.layout(), r_.value(),
                              r_.centre_weight());
    }
    // A row's kernels do without: only its own two ends are fixed, and they keep those.
    if (kernel.advances && grid_.dimensions == 2 && !boundaries_.all_dirichlet()) {
        launch_edges(from, to, stores ? shown : 0);
    }
    buffers_.swap();
    return stores;
}

std::int64_t CudaSimulation::launch_series(const StepKernel& kernel, std::int64_t launches) {
    const std::int64_t repeats = launches / LaunchGraph::launches;
    if (repeats == 0) {
        return 0;
    }
    const LaunchSeries series{kernel_, r_, boundaries_, buffers_.current()};
    if (!series_.holds(series)) {
        series_.record(series, stream_.get(), [&] {
            for (int i = 0; i < LaunchGraph::launches; ++i) {
                launch_linear(kernel, 0);
            }
        });
    }
    for (std::int64_t i = 0; i < repeats; ++i) {
        series_.launch(stream_.get());
    }
    return repeats * LaunchGraph::launches;
}

bool CudaSimulation::run_planned_steps(BatchReport& report, std::int64_t steps,
                                       cudaSurfaceObject_t shown) {
    const PlannedKernel::Done done = planned(*kernel_).advance(buffers_, steps, r_, stream_.get());
    const std::int64_t rest = steps - done.steps;
    report.launches += done.launches + rest;
    const StepKernel& single = kernels_.step_kernel(find_kernel("vector", BackendKind::cuda));
    std::int64_t step = report.warm_up ? 0 : launch_series(single, rest - 1);
    bool stored = false;
    for (; step < rest; ++step) {
        stored = launch_linear(single, step == rest - 1 ? shown : 0);
    }
    return stored;
}

bool CudaSimulation::run_linear_steps(BatchReport& report, std::int64_t steps,
                                      cudaSurfaceObject_t shown) {
    if (kernel_->plans_batches) {
        return run_planned_steps(report, steps, shown);
    }
    const StepKernel& kernel = kernels_.step_kernel(*kernel_);
    // What a kernel of several steps leaves over is done one step at a time.
    const StepKernel& single =
        kernel.steps_per_launch == 1 ? kernel : kernels_.step_kernel(plain_step());
    const std::int64_t whole = steps / kernel.steps_per_launch;
    report.launches = whole + steps % kernel.steps_per_launch;
    // A kernel is loaded by its first launch, which cannot be recorded; and the last one may store.
    std::int64_t launch = 0;
    if (!report.warm_up) {
        launch = launch_series(kernel, std::min(whole, report.launches - 1));
    }
    bool stored = false;
    for (; launch < report.launches; ++launch) {
        const bool last = launch == report.launches - 1;
        stored = launch_linear(launch < whole ? kernel : single, last ? shown : 0);
    }
    return stored;
}

bool CudaSimulation::run_copied_steps(BatchReport& report, std::int64_t steps,
                                      cudaSurfaceObject_t shown) {
    const StepKernel& kernel = kernels_.step_kernel(*kernel_);
    const StepKernel& single =
        kernel.steps_per_launch == 1 ? kernel : kernels_.step_kernel(plain_step());
    bool stored = false;
    for (std::int64_t done = 0; done < steps;) {
        const std::int64_t to_copy = host_copies_.setting().steps_to_copy(step_ + done);
        const std::int64_t next = std::min(to_copy, steps - done);
        done += next;
        const cudaSurfaceObject_t shown_now = done == steps ? shown : 0;
        host_copies_.before_launch(stream_.get());
        if (kernel_->plans_batches) {
            stored = run_planned_steps(report, next, shown_now);
        } else {
            const std::int64_t whole = next / kernel.steps_per_launch;
            const std::int64_t launches = whole + next % kernel.steps_per_launch;
            for (std::int64_t launch = 0; launch < launches; ++launch) {
                stored = launch_linear(launch < whole ? kernel : single,
                                       launch == launches - 1 ? shown_now : 0);
            }
            report.launches += launches;
        }
        if (next == to_copy) {
            host_copies_.take(buffers_.current(), stream_.get());
            ++report.host_copies;
        }
    }
    end_host_copies(report);
    return stored;
}

void CudaSimulation::end_host_copies(BatchReport& report) {
    host_copies_.join(stream_.get());
    report.host_copy_bytes =
        static_cast<std::uint64_t>(report.host_copies) * host_copies_.bytes_each();
}

void CudaSimulation::run_texture_steps(BatchSlot& slot, std::int64_t steps) {
    const StepKernel& kernel = kernels_.step_kernel(*kernel_);
    const cudaTextureObject_t read[2] = {slot.texture_of(textures_.array(0)),
                                         slot.texture_of(textures_.array(1))};
    const cudaSurfaceObject_t written[2] = {slot.surface_of(textures_.array(0)),
                                            slot.surface_of(textures_.array(1))};
    for (std::int64_t step = 0; step < steps; ++step) {
        const int from = textures_.current();
        kernel.advance.launch(kernel.shape, stream_.get(), read[from], written[1 - from],
                              buffers_.layout(), r_.value(), r_.centre_weight());
        textures_.swap();
    }
    slot.report.launches = steps;
    linear_is_copy_ = false;
}

FieldPicture CudaSimulation::requested_picture() const {
    FieldPicture plan = blank_picture(grid_, request_);
    plan.step = step_;
    return plan;
}

CudaSimulation::ShownIn CudaSimulation::reserve_shown() {
    if (options_.display != CudaDisplay::interop) {
        return ShownIn::host;
    }
    const FieldPicture plan = requested_picture();
    if (plan.slices > 0) {
        return options_.target->reserve_volume() ? ShownIn::volume : ShownIn::host;
    }
    // The target's cells are those of a whole field, and a plane is not.
    if (grid_.dimensions != 3 && plan.block == 1 && options_.target->reserve_cells(1)) {
        return ShownIn::cells;
    }
    options_.target->reserve_blocks(plan.width, plan.height, stream_.get());
    return ShownIn::blocks;
}

void CudaSimulation::publish_blocks(BatchSlot& slot) {
    copy_to_linear();
    const FieldPicture plan = requested_picture();
    if (plan.width > 0 && plan.height > 0) {
        const PictureArguments arguments = picture_arguments(plan);
        const PlaneCells seen = planes_.plane(buffers_.current(), buffers_.layout(), plan.plane,
                                              kernels_, stream_.get());
        kernels_.entry("picture", "reduce_to_texture")
            .launch(picture_shape(arguments), stream_.get(), seen.cells, seen.layout, arguments,
                    slot.surface_of(options_.target->blocks()));
    }
    options_.target->present_blocks(plan);
}

void CudaSimulation::publish_cells(bool stored) {
    int index = 0;
    if (home_ == Home::textures && textures_.on_screen()) {
        index = textures_.current();
    } else if (!stored) {
        copy_to_linear();
        copy_to_array(options_.target->cells(0), buffers_.current(), buffers_.layout(),
                      stream_.get());
    }
    options_.target->present_cells(index, step_);
}

void CudaSimulation::publish_staged(BatchSlot& slot) {
    copy_to_linear();
    const FieldPicture plan = requested_picture();
    PlaneCells seen{buffers_.current(), buffers_.layout()};  // a volume is all rows
    if (plan.slices == 0) {
        seen = planes_.plane(seen.cells, seen.layout, plan.plane, kernels_, stream_.get());
    }
    slot.picture.enqueue(seen.cells, seen.layout, plan, kernels_, picture_scratch_,
                         picture_scratch_bytes_, stream_.get());
    slot.has_picture = true;
    field_bytes_to_host_ += slot.picture.bytes();
}

void CudaSimulation::publish_volume() {
    copy_to_linear();
    copy_to_volume(options_.target->volume(), buffers_.current(), buffers_.layout(), stream_.get());
    options_.target->present_volume(step_);
}

void CudaSimulation::publish(BatchSlot& slot, ShownIn place, bool stored) {
    slot.report.published = true;
    if (place != ShownIn::host) {
        picture_.reset();  // one that was staged before is shown no more
    }
    switch (place) {
        case ShownIn::host:
            return publish_staged(slot);
        case ShownIn::cells:
            return publish_cells(stored);
        case ShownIn::blocks:
            return publish_blocks(slot);
        case ShownIn::volume:
            return publish_volume();
    }
}

void CudaSimulation::submit(const Batch& batch) {
    validate_batch(batch, grid_, boundaries_);
    use_device();
    const ProfilerRange range(std::string(kernel_->name) + ", " + std::to_string(batch.steps) +
                              " steps from " + std::to_string(step_));
    auto slot = take_slot();
    const bool steps = batch.steps > 0;
    const bool compares = steps && batch.watch && kernel_->advances;
    const bool in_textures = steps && kernel_->in_texture && !compares;
    const bool publishes = batch.publish && options_.display != CudaDisplay::none;
    const bool reads = batch.statistics || probe_;
    const bool laboratory = batch.analysis || batch.changes || loupe_;
    slot->report = BatchReport{};
    slot->report.step = step_ + (kernel_->advances ? batch.steps : 0);
    slot->report.steps = batch.steps;
    slot->report.kernel = kernel_;
    slot->report.watched = batch.watch.has_value();
    if (steps) {
        // Compared steps may be those of another kernel: then this one is still to be loaded.
        slot->report.warm_up = std::exchange(warm_up_, warm_up_ && compares);
    }
    slot->has_statistics = batch.statistics;
    slot->has_picture = false;
    slot->probe = probe_;
    slot->boundaries = boundaries_;
    slot->compared = compares ? batch.watch : std::nullopt;

    // Mapping waits for OpenGL, so it comes before the clock starts.
    const ShownIn place = publishes ? reserve_shown() : ShownIn::host;
    const bool shows_cells = place == ShownIn::cells;
    const bool uses_textures = in_textures || home_ == Home::textures;
    MappedTarget mapped(options_.target,
                        {.cells = shows_cells || (uses_textures && textures_.on_screen()),
                         .blocks = place == ShownIn::blocks,
                         .volume = place == ShownIn::volume},
                        stream_.get());
    if (in_textures) {
        move_to_textures();
    } else if (steps) {
        move_to_linear();
    }
    const cudaSurfaceObject_t shown =
        shows_cells && steps && !in_textures ? slot->surface_of(options_.target->cells(0)) : 0;
    record(slot->begin, stream_.get());
    bool stored = false;
    if (in_textures) {
        run_texture_steps(*slot, batch.steps);
    } else if (compares) {
        stored = run_compared_steps(*slot, batch.steps, shown);
    } else if (steps && kernel_->advances && host_copies_.setting().active()) {
        stored = run_copied_steps(slot->report, batch.steps, shown);
    } else if (steps) {
        stored = run_linear_steps(slot->report, batch.steps, shown);
    }
    record(slot->steps_end, stream_.get());
    step_ = slot->report.step;
    if (publishes) {
        publish(*slot, place, stored);
    }
    record(slot->display_end, stream_.get());
    if (reads || laboratory) {
        copy_to_linear();
    }
    mapped.unmap();
    if (reads) {
        readings_.enqueue(buffers_.current(), boundaries_, batch.statistics, probe_, request_,
                          kernels_, slot->readings(), stream_.get());
    }
    slot->has_laboratory = laboratory;
    if (laboratory) {
        record(slot->readings_end, stream_.get());
        read_for_laboratory(*slot, batch);
    }
    record(slot->end, stream_.get());
    in_flight_.push_back(std::move(slot));
}

void CudaSimulation::finish_oldest() {
    auto slot = std::move(in_flight_.front());
    in_flight_.pop_front();
    BatchReport& report = slot->report;
    report.seconds = seconds_between(slot->begin, slot->steps_end);
    report.display_seconds = seconds_between(slot->steps_end, slot->display_end);
    report.statistics_seconds =
        seconds_between(slot->display_end, slot->has_laboratory ? slot->readings_end : slot->end);
    if (slot->has_statistics) {
        report.statistics = FieldReadings::statistics(*slot->readings(), report.step);
    }
    if (slot->probe) {
        report.probe = FieldReadings::probe(*slot->readings(), *slot->probe, report.step);
    }
    report_laboratory(*slot, grid_);
    if (slot->has_picture) {
        picture_ = slot->picture.take(++picture_serial_);
    }
    slot->surfaces.clear();
    slot->textures.clear();
    finished_.push_back(std::move(report));
    free_slots_.push_back(std::move(slot));
}

std::optional<BatchReport> CudaSimulation::poll() {
    if (finished_.empty() && !in_flight_.empty()) {
        use_device();
        const cudaError_t state = cudaEventQuery(in_flight_.front()->end.get());
        if (state == cudaErrorNotReady) {
            return std::nullopt;
        }
        check(state, "cudaEventQuery");
        finish_oldest();
    }
    if (finished_.empty()) {
        return std::nullopt;
    }
    BatchReport report = std::move(finished_.front());
    finished_.pop_front();
    return report;
}

int CudaSimulation::batches_in_flight() const {
    return static_cast<int>(in_flight_.size() + finished_.size());
}

void CudaSimulation::wait() {
    use_device();
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream_.get()));
    while (!in_flight_.empty()) {
        finish_oldest();
    }
}

}  // namespace heatlab::cuda
