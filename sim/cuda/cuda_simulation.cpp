#include "sim/cuda/cuda_simulation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "sim/cuda/device_info.h"
#include "sim/cuda/field_comparer.h"
#include "sim/cuda/grid_ends.h"
#include "sim/cuda/kernels/paint_arguments.h"
#include "sim/cuda/simulation_state.h"

namespace heatlab {
namespace cuda {
namespace {

BackendInfo select_device(int index) {
    HEATLAB_CUDA_CHECK(cudaSetDevice(index));
    return device_info(index);
}

SharedStream stream_beside(const CudaOptions& options) {
    if (options.beside == nullptr) {
        return SharedStream(make_stream());
    }
    const auto* const other = dynamic_cast<const CudaSimulation*>(options.beside);
    if (other == nullptr || other->device() != options.device) {
        throw std::invalid_argument(
            "CudaOptions::beside is a simulation of another backend or device");
    }
    return other->stream();
}

/// The cells of `updated` within reach of the dab; empty (last before first) where it misses them.
PaintArguments paint_arguments(const BrushDab& dab, GridSize grid, const CellRect& updated) {
    const auto first = [&](float a, float b, int begin, int count) {
        const double cell = std::floor(double{std::min(a, b)} - dab.radius);
        return static_cast<int>(std::clamp<double>(cell, begin, double{1} * begin + count));
    };
    const auto last = [&](float a, float b, int begin, int count) {
        const double cell = std::ceil(double{std::max(a, b)} + dab.radius);
        const double before = double{1} * begin - 1;
        return static_cast<int>(std::clamp<double>(cell, before, before + count));
    };
    PaintArguments arguments{};
    arguments.row0 = dab.row0;
    arguments.col0 = dab.col0;
    arguments.row1 = dab.row1;
    arguments.col1 = dab.col1;
    arguments.slice0 = dab.slice0;
    arguments.slice1 = dab.slice1;
    arguments.radius = dab.radius;
    arguments.value = dab.value;
    arguments.first_row = first(dab.row0, dab.row1, updated.row, updated.height);
    arguments.last_row = last(dab.row0, dab.row1, updated.row, updated.height);
    arguments.first_col = first(dab.col0, dab.col1, updated.col, updated.width);
    arguments.last_col = last(dab.col0, dab.col1, updated.col, updated.width);
    if (grid.dimensions == 3) {  // between front and back
        const int slices = std::max(0, grid.depth - 2);
        arguments.first_slice = first(dab.slice0, dab.slice1, 1, slices);
        arguments.last_slice = last(dab.slice0, dab.slice1, 1, slices);
    }
    return arguments;
}

}  // namespace

CudaSimulation::CudaSimulation(GridSize grid, const CudaOptions& options)
    : grid_(grid),
      options_(options),
      backend_(select_device(options.device)),
      stream_(stream_beside(options)),
      buffers_(grid, backend_.device, stream_.get(), options.type),
      textures_(buffers_.layout(), options.target),
      checkpoints_(buffers_.bytes()),
      kernels_(buffers_.layout(), options.type),
      readings_(buffers_.layout()),
      analyser_(buffers_.layout()),
      watch_(buffers_.layout()),
      staged_fields_(buffers_.layout()),
      staged_float64_fields_(buffers_.layout()),
      kernel_(&default_kernel(grid.dimensions)),
      boundaries_(fixed_walls(grid.dimensions)) {}

CudaSimulation::~CudaSimulation() {
    // The target's textures must not be in use when it goes; neither must our own memory.
    HEATLAB_CUDA_CHECK_NO_THROW(cudaSetDevice(options_.device));
    HEATLAB_CUDA_CHECK_NO_THROW(cudaStreamSynchronize(stream_.get()));
}

void CudaSimulation::use_device() const {
    HEATLAB_CUDA_CHECK(cudaSetDevice(options_.device));
}

void CudaSimulation::copy_to_linear() {
    if (array_holds_newest()) {
        textures_.store(buffers_.seen(), stream_.get());
        linear_is_copy_ = true;
    }
}

void CudaSimulation::bring_to_sight() {
    copy_to_linear();
    if (std::exchange(seen_is_old_, false)) {
        buffers_.round(kernels_, stream_.get());
    }
}

void CudaSimulation::move_to_linear() {
    copy_to_linear();
    home_ = Home::linear;
}

void CudaSimulation::move_to_textures() {
    if (home_ == Home::linear) {
        textures_.load(buffers_.seen(), stream_.get());
        home_ = Home::textures;
        linear_is_copy_ = true;
    }
}

void CudaSimulation::copy_to_linear_mapped() {
    use_device();
    MappedTarget mapped(options_.target,
                        {.cells = array_holds_newest() && textures_.on_screen(), .blocks = false},
                        stream_.get());
    copy_to_linear();
    mapped.unmap();
}

const float* CudaSimulation::linear_field() {
    copy_to_linear_mapped();
    bring_to_sight();
    return buffers_.seen();
}

template <typename Real>
void CudaSimulation::load_own(const BasicField<Real>& initial, std::int64_t step) {
    use_device();
    checkpoints_.clear();
    buffers_.load(initial, stream_.get());
    home_ = Home::linear;
    seen_is_old_ = true;
    step_ = step;
}

void CudaSimulation::load(const Field& initial, std::int64_t step) {
    if (options_.type == CellType::float64) {
        load_own(widened(initial), step);
    } else {
        load_own(initial, step);
    }
}

void CudaSimulation::load_float64(const Field64& initial, std::int64_t step) {
    if (options_.type == CellType::float32) {
        Simulation::load_float64(initial, step);
    }
    load_own(initial, step);
}

void CudaSimulation::set_host_copies(const HostCopySetting& setting) {
    validate_host_copies(setting, *kernel_, options_.type);
    use_device();
    host_copies_.set(setting, buffers_.layout());
}

std::optional<Field> CudaSimulation::newest_host_copy() {
    use_device();
    return host_copies_.newest();
}

std::optional<KernelResources> CudaSimulation::kernel_resources(const KernelInfo& kernel) {
    use_device();
    if (kernel.plans_batches) {
        return planned(kernel).resources();
    }
    const StepKernel& step = kernels_.step_kernel(kernel);
    const int threads = kernel.cuda.block_width * kernel.cuda.block_height;
    const int shared = kernel.cuda.shared_bytes;
    const int blocks = step.advance.resources(threads, shared).blocks_per_multiprocessor;
    return cuda::kernel_resources(step.advance, threads, shared, blocks);
}

PlannedKernel& CudaSimulation::planned(const KernelInfo& kernel) {
    std::unique_ptr<PlannedKernel>& made = planned_[kernel.name];
    if (!made) {
        made = make_planned_kernel(kernel, buffers_.layout(), kernels_);
    }
    return *made;
}

void CudaSimulation::set_kernel(const KernelInfo& kernel) {
    require_kernel(kernel, BackendKind::cuda, grid_.dimensions, options_.type);
    require_support(kernel, boundaries_, "--kernel");
    validate_host_copies(host_copies_.setting(), kernel, options_.type);
    use_device();
    kernels_.step_kernel(kernel);
    if (kernel.in_texture) {
        textures_.reserve();
    }
    if (kernel.plans_batches) {
        planned(kernel);
    }
    warm_up_ = warm_up_ || &kernel != kernel_;
    kernel_ = &kernel;
}

void CudaSimulation::set_walls(const Walls& walls) {
    bring_to_linear();
    seen_is_old_ = true;
    const FieldLayout layout = buffers_.layout();
    with_cell_type(options_.type, [&](auto zero) {
        const auto held = [](double value) { return static_cast<decltype(zero)>(value); };
        if (grid_.dimensions == 3) {
            kernels_.entry_for_cells("ring", "set_faces")
                .launch(cover(layout.width, layout.height, dim3(32, 8), 32, 8), stream_.get(),
                        buffers_.current(), buffers_.other(), layout, held(walls.top),
                        held(walls.right), held(walls.bottom), held(walls.left), held(walls.front),
                        held(walls.back));
            return;
        }
        const std::int64_t cells = 2 * (std::int64_t{layout.width} + layout.height);
        kernels_.entry_for_cells("ring", "set_ring")
            .launch(cover(cells, 1, dim3(256), 256, 1), stream_.get(), buffers_.current(),
                    buffers_.other(), layout, grid_ends(boundaries_), held(walls.top),
                    held(walls.right), held(walls.bottom), held(walls.left));
    });
}

void CudaSimulation::paint(const BrushDab& dab) {
    if (!(dab.radius > 0)) {
        return;
    }
    const PaintArguments arguments = paint_arguments(dab, grid_, updated_cells(grid_, boundaries_));
    const std::int64_t rows = arguments.last_row - arguments.first_row + 1;
    const std::int64_t columns = arguments.last_col - arguments.first_col + 1;
    const std::int64_t slices = arguments.last_slice - arguments.first_slice + 1;
    if (rows < 1 || columns < 1 || slices < 1) {
        return;
    }
    bring_to_linear();
    seen_is_old_ = true;
    kernels_.entry_for_cells("paint", "paint_dab")
        .launch(cover(columns, rows * slices, dim3(32, 8), 32, 8), stream_.get(),
                buffers_.current(), buffers_.layout(), arguments);
}

void CudaSimulation::checkpoint() {
    bring_to_linear();
    checkpoints_.push(buffers_.current(), step_, stream_.get());
}

bool CudaSimulation::restore_checkpoint() {
    use_device();
    // The checkpoint's ring goes into both buffers: walls may have changed since.
    const auto step = checkpoints_.pop(buffers_.current(), stream_.get());
    if (!step) {
        return false;
    }
    buffers_.copy_to_other(stream_.get());
    home_ = Home::linear;
    seen_is_old_ = true;
    step_ = *step;
    return true;
}

Field CudaSimulation::read_back() {
    bring_to_linear();
    if (options_.type == CellType::float64) {
        return rounded(buffers_.read_back<double>(stream_.get()));
    }
    return buffers_.read_back(stream_.get());
}

Field64 CudaSimulation::read_back_float64() {
    if (options_.type == CellType::float32) {
        return Simulation::read_back_float64();
    }
    use_device();
    return buffers_.read_back<double>(stream_.get());
}

std::unique_ptr<PendingField> CudaSimulation::request_field(Field memory) {
    const float* const field = linear_field();
    return staged_fields_.request(field, std::move(memory), options_.device, stream_.get());
}

std::unique_ptr<PendingField64> CudaSimulation::request_field_float64(Field64 memory) {
    if (options_.type == CellType::float32) {
        return Simulation::request_field_float64(std::move(memory));
    }
    use_device();
    return staged_float64_fields_.request(static_cast<const double*>(buffers_.current()),
                                          std::move(memory), options_.device, stream_.get());
}

std::unique_ptr<FieldComparer> CudaSimulation::make_comparer_with(Simulation& second) {
    auto* const other = dynamic_cast<CudaSimulation*>(&second);
    // The device compares float32; other fields are compared on the host, as they are.
    const bool takes_turns = other != nullptr && other->stream().get() == stream_.get() &&
                             cell_type() == CellType::float32 &&
                             other->cell_type() == CellType::float32;
    return takes_turns ? make_device_comparer(*this, *other) : nullptr;
}

double CudaSimulation::seconds_per_copy(int launches) {
    const StepKernel& copy = kernels_.step_kernel(find_kernel("copy", BackendKind::cuda));
    const void* const from = buffers_.current();
    const Event begin = make_event();
    const Event end = make_event();
    HEATLAB_CUDA_CHECK(cudaEventRecord(begin.get(), stream_.get()));
    with_cell_type(options_.type, [&](auto zero) {
        for (int i = 0; i < launches; ++i) {
            copy.advance.launch(copy.shape, stream_.get(), from, buffers_.other(),
                                buffers_.layout(), zero, zero);
        }
    });
    HEATLAB_CUDA_CHECK(cudaEventRecord(end.get(), stream_.get()));
    HEATLAB_CUDA_CHECK(cudaEventSynchronize(end.get()));
    return seconds_between(begin, end) / launches;
}

double CudaSimulation::measure_copy_bandwidth() {
    use_device();
    // From the current buffer to the other one, which the next step writes anyway and whose ring is
    // the same: the field stays as it is, and no third buffer is needed.
    constexpr double seconds_per_sample = 1e-3;
    seconds_per_copy(3);
    const double once = seconds_per_copy(5);
    const int launches = std::clamp(static_cast<int>(seconds_per_sample / once), 1, 500);
    std::array<double, 21> samples{};
    for (double& sample : samples) {
        sample = seconds_per_copy(launches);
    }
    const auto middle = samples.begin() + samples.size() / 2;
    std::nth_element(samples.begin(), middle, samples.end());
    return required_bytes_per_cell_per_launch(options_.type) * static_cast<double>(grid_.cells()) /
           *middle;
}

}  // namespace cuda

std::unique_ptr<Simulation> make_cuda_simulation(GridSize grid, const CudaOptions& options) {
    require_memory(grid, 0, 0, "");  // refuses sides below 1
    require_cell_type(options.type, grid.dimensions);
    if (options.display == CudaDisplay::interop && options.target == nullptr) {
        throw std::invalid_argument("CudaDisplay::interop needs a target");
    }
    return std::make_unique<cuda::CudaSimulation>(grid, options);
}

}  // namespace heatlab
