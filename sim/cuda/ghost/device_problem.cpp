#include "sim/cuda/ghost/device_problem.h"

#include <algorithm>
#include <string>

#include "sim/cuda/device_memory.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

constexpr std::size_t cell_bytes = 4;

const void* data_of(const Cells& cells) {
    return std::visit([](const auto& values) { return static_cast<const void*>(values.data()); },
                      cells);
}

std::size_t bytes_of(const Cells& cells) {
    return std::visit([](const auto& values) { return values.size() * cell_bytes; }, cells);
}

/// Of a source that goes through the cache: `own_rows` as often as it takes, but in no case many
/// for narrow grids, or more than a quarter of what the device has left.
int streamed_rows(int own_rows, std::size_t row_bytes, std::size_t cache_bytes) {
    constexpr std::size_t most_rows = 8192;
    const std::size_t most_bytes = cuda::free_device_memory() / 4;
    const std::size_t wanted =
        std::min({streamed_caches * cache_bytes / row_bytes, most_rows, most_bytes / row_bytes});
    const auto own = static_cast<std::size_t>(own_rows);
    return static_cast<int>(std::max<std::size_t>(1, wanted / own) * own);
}

}  // namespace

DeviceProblem::DeviceProblem(const Problem& problem, std::size_t cache_bytes, cudaStream_t stream)
    : application_(problem.application), grid_(problem.grid), coefficients_(problem.coefficients) {
    const std::size_t needed = 4 * bytes() + bytes_of(problem.source);
    if (const std::size_t free = cuda::free_device_memory(); needed > free) {
        constexpr std::size_t megabyte = 1'000'000;
        throw InputError("--grid", std::to_string(grid_.width) + "x" + std::to_string(grid_.rows()),
                         "needs " + std::to_string(needed / megabyte) + " MB, and the device has " +
                             std::to_string(free / megabyte) + " MB left");
    }
    for (cuda::DeviceMemory* array : {&start_, &cells_, &next_, &timed_}) {
        *array = cuda::make_device_memory(bytes());
    }
    HEATLAB_CUDA_CHECK(cudaMemcpyAsync(start_.get(), data_of(problem.start), bytes(),
                                       cudaMemcpyHostToDevice, stream));
    if (application_->has_source()) {
        load_source(problem, cache_bytes, stream);
    }
    restart(stream);
}

std::size_t DeviceProblem::bytes() const {
    return static_cast<std::size_t>(grid_.cells()) * cell_bytes;
}

void DeviceProblem::load_source(const Problem& problem, std::size_t cache_bytes,
                                cudaStream_t stream) {
    std::size_t given = bytes_of(problem.source);
    std::size_t wanted = given;
    if (application_->source == SourceKind::per_step) {
        const std::size_t row = static_cast<std::size_t>(grid_.width) * cell_bytes;
        source_rows_ = streamed_rows(problem.source_rows, row, cache_bytes);
        given = static_cast<std::size_t>(problem.source_rows) * row;
        wanted = static_cast<std::size_t>(source_rows_ + repeated_source_rows) * row;
    }
    source_ = cuda::make_device_memory(wanted);
    auto* const to = static_cast<std::byte*>(source_.get());
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(to, data_of(problem.source), given, cudaMemcpyHostToDevice, stream));
    for (std::size_t filled = given; filled < wanted;) {
        const std::size_t next = std::min(filled, wanted - filled);
        HEATLAB_CUDA_CHECK(
            cudaMemcpyAsync(to + filled, to, next, cudaMemcpyDeviceToDevice, stream));
        filled += next;
    }
}

void DeviceProblem::restart(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(cells_.get(), start_.get(), bytes(), cudaMemcpyDeviceToDevice, stream));
}

const void* DeviceProblem::source_at(std::int64_t step) const {
    if (source_rows_ == 0) {
        return source_.get();
    }
    const auto row = static_cast<std::size_t>(step % source_rows_);
    return static_cast<const std::byte*>(source_.get()) +
           row * static_cast<std::size_t>(grid_.width) * cell_bytes;
}

ZoneArrays DeviceProblem::arrays(std::int64_t step) const {
    return {cells_.get(), source_at(step), next_.get()};
}

void DeviceProblem::copy_for_timing(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(timed_.get(), cells_.get(), bytes(), cudaMemcpyDeviceToDevice, stream));
}

ZoneArrays DeviceProblem::timing_arrays(std::int64_t step, int i) const {
    const bool forth = i % 2 == 0;
    return {forth ? timed_.get() : next_.get(), source_at(step),
            forth ? next_.get() : timed_.get()};
}

Cells DeviceProblem::read_back(cudaStream_t stream) const {
    const auto copied = [&](auto cells) {
        cells.resize(static_cast<std::size_t>(grid_.cells()));
        HEATLAB_CUDA_CHECK(
            cudaMemcpyAsync(cells.data(), cells_.get(), bytes(), cudaMemcpyDeviceToHost, stream));
        HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream));
        return Cells(std::move(cells));
    };
    return application_->cells == CellKind::real ? copied(std::vector<float>())
                                                 : copied(std::vector<std::int32_t>());
}

}  // namespace heatlab::ghost
