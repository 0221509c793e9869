#include "sim/cuda/field_comparer.h"

#include <bit>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sim/cuda/field_analyser.h"
#include "sim/cuda/kernels/difference_record.h"
#include "sim/cuda/simulation_state.h"

namespace heatlab::cuda {
namespace {

/// The texels of a picture on their way to the host.
class DrawnDifference {
public:
    void enqueue(FieldPicture plan, const float* first, const float* second,
                 const FieldLayout& layout, KernelSet& kernels, cudaStream_t stream) {
        plan_ = std::move(plan);
        bytes_ = static_cast<std::size_t>(plan_.width) * static_cast<std::size_t>(plan_.height) *
                 static_cast<std::size_t>(plan_.channels()) * sizeof(float);
        if (bytes_ == 0) {
            return;
        }
        texels_.reserve(bytes_);
        const PictureArguments arguments = picture_arguments(plan_);
        void* const texels = texels_.memory.get();
        if (plan_.block == 1) {
            kernels.entry("difference", "draw_cell_differences")
                .launch(cover(plan_.width, plan_.height, dim3(32, 8), 32, 8), stream, first, second,
                        layout, arguments, texels);
        } else {
            kernels.entry("difference", "draw_block_differences")
                .launch(picture_shape(arguments), stream, first, second, layout, arguments, texels);
        }
    }

    void enqueue_copy(cudaStream_t stream) {
        if (bytes_ > capacity_) {
            capacity_ = 0;
            copy_ = make_pinned_memory(bytes_);
            capacity_ = bytes_;
        }
        if (bytes_ > 0) {
            HEATLAB_CUDA_CHECK(cudaMemcpyAsync(copy_.get(), texels_.memory.get(), bytes_,
                                               cudaMemcpyDeviceToHost, stream));
        }
    }

    /// Once the stream has passed.
    std::shared_ptr<const FieldPicture> take() {
        auto picture = std::make_shared<FieldPicture>(std::move(plan_));
        const float* const texels = static_cast<const float*>(copy_.get());
        picture->texels.assign(texels, texels + bytes_ / sizeof(float));
        return picture;
    }

private:
    FieldPicture plan_;
    DeviceScratch texels_;
    PinnedMemory copy_;
    std::size_t capacity_ = 0;
    std::size_t bytes_ = 0;
};

class DeviceComparer final : public FieldComparer {
public:
    DeviceComparer(CudaSimulation& first, CudaSimulation& second)
        : first_(first), second_(second), layout_(first.layout()), kernels_(layout_) {
        first_.use_device();
        record_ = make_device_memory(sizeof(DifferenceRecord));
        copy_ = make_pinned_memory(sizeof(DifferenceRecord));
        begin_ = make_event();
        compared_ = make_event();
        end_ = make_event();
    }

    ~DeviceComparer() override {
        if (busy_) {  // what is being written must not go
            HEATLAB_CUDA_CHECK_NO_THROW(cudaStreamSynchronize(first_.stream().get()));
        }
    }

    void submit(const std::optional<PictureRequest>& request) override {
        if (busy_) {
            throw std::logic_error("FieldComparer::submit while busy");
        }
        const float* const first = first_.linear_field();
        const float* const second = second_.linear_field();
        busy_ = true;  // from here on there may be work that writes
        first_step_ = first_.step();
        second_step_ = second_.step();
        draws_ = request.has_value();
        try {
            enqueue(first, second, request);
        } catch (...) {
            HEATLAB_CUDA_CHECK_NO_THROW(cudaStreamSynchronize(first_.stream().get()));
            busy_ = false;
            throw;
        }
    }

    bool busy() const override { return busy_; }

    std::optional<FieldDifference> poll() override {
        if (!busy_) {
            return std::nullopt;
        }
        first_.use_device();
        const cudaError_t state = cudaEventQuery(end_.get());
        if (state == cudaErrorNotReady) {
            return std::nullopt;
        }
        busy_ = false;
        check(state, "cudaEventQuery");
        return result();
    }

private:
    void enqueue(const float* first, const float* second,
                 const std::optional<PictureRequest>& request) {
        const cudaStream_t stream = first_.stream().get();
        DifferenceRecord* const record = static_cast<DifferenceRecord*>(record_.get());
        HEATLAB_CUDA_CHECK(cudaEventRecord(begin_.get(), stream));
        HEATLAB_CUDA_CHECK(cudaMemsetAsync(record, 0, sizeof(DifferenceRecord), stream));
        kernels_.entry("difference", "compare_fields")
            .launch(analysis_shape(layout_), stream, first, second, layout_, record);
        kernels_.entry("difference", "finish_difference")
            .launch({dim3(1), dim3(1)}, stream, first, second, layout_, record);
        if (request) {
            FieldPicture plan = blank_picture(first_.grid(), *request);
            plan.step = second_step_;
            plan.serial = ++serial_;
            const PlaneCells a = planes_[0].plane(first, layout_, plan.plane, kernels_, stream);
            const PlaneCells b = planes_[1].plane(second, layout_, plan.plane, kernels_, stream);
            drawn_.enqueue(std::move(plan), a.cells, b.cells, a.layout, kernels_, stream);
        }
        HEATLAB_CUDA_CHECK(cudaEventRecord(compared_.get(), stream));
        HEATLAB_CUDA_CHECK(cudaMemcpyAsync(copy_.get(), record, sizeof(DifferenceRecord),
                                           cudaMemcpyDeviceToHost, stream));
        if (request) {
            drawn_.enqueue_copy(stream);
        }
        HEATLAB_CUDA_CHECK(cudaEventRecord(end_.get(), stream));
    }

    FieldDifference result() {
        const DifferenceRecord& record = *static_cast<const DifferenceRecord*>(copy_.get());
        FieldDifference difference;
        difference.first_step = first_step_;
        difference.second_step = second_step_;
        difference.cells = static_cast<std::int64_t>(record.cells);
        if (record.inverted_key != 0) {
            const CellKey key = ~record.inverted_key;
            difference.where =
                DifferingCell{{static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffu)},
                              record.first,
                              record.second};
        }
        difference.largest = std::bit_cast<float>(record.largest_bits);
        difference.seconds = seconds_between(begin_, compared_);
        if (draws_) {
            difference.picture = drawn_.take();
        }
        return difference;
    }

    CudaSimulation& first_;
    CudaSimulation& second_;
    FieldLayout layout_;
    KernelSet kernels_;
    DeviceMemory record_;
    PinnedMemory copy_;
    Event begin_;
    Event compared_;
    Event end_;
    Planes planes_[2];
    DrawnDifference drawn_;
    std::int64_t first_step_ = 0;
    std::int64_t second_step_ = 0;
    std::uint64_t serial_ = 0;
    bool draws_ = false;
    bool busy_ = false;
};

}  // namespace

std::unique_ptr<FieldComparer> make_device_comparer(CudaSimulation& first, CudaSimulation& second) {
    return std::make_unique<DeviceComparer>(first, second);
}

}  // namespace heatlab::cuda
