// Times every CUDA kernel and writes the medians as JSON. One process, one grid, one copy measured
// on it: figures to be compared with each other, as docs/measuring.md says.
//
// Exit code 0; 1: something failed; 2: bad arguments; 77: no CUDA device works here.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/device_probe.h"
#include "sim/cuda/handles.h"
#include "sim/initial_field.h"

namespace heatlab::testing {
namespace {

using Json = nlohmann::ordered_json;

constexpr int batches = 41;
constexpr double seconds_per_batch = 5e-3;
constexpr int copies_per_sample = 10;
constexpr int skipped = 77;

struct Arguments {
    int width = 8'192;
    int height = 8'192;
    std::string json;
};

std::string date_now() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

BatchReport timed(Simulation& simulation, std::int64_t steps) {
    simulation.submit({.steps = steps, .publish = false, .statistics = false});
    simulation.wait();
    return simulation.poll().value();
}

/// Seconds per launch: median over batches of about `seconds_per_batch`.
double seconds_per_launch(Simulation& simulation, const KernelInfo& kernel) {
    simulation.set_kernel(kernel);
    timed(simulation, 10 * kernel.steps_per_launch);
    const BatchReport guess = timed(simulation, 10 * kernel.steps_per_launch);
    const double launches = std::clamp(
        seconds_per_batch * static_cast<double>(guess.launches) / guess.seconds, 1.0, 2'000.0);
    std::vector<double> times;
    for (int i = 0; i < batches; ++i) {
        const BatchReport report =
            timed(simulation, static_cast<std::int64_t>(launches) * kernel.steps_per_launch);
        times.push_back(report.seconds / static_cast<double>(report.launches));
    }
    std::ranges::nth_element(times, times.begin() + batches / 2);
    return times[batches / 2];
}

/// What the driver's own copy between two buffers of the grid's size reaches, for comparison with
/// the kernel `copy`.
double driver_copy_rate(GridSize grid) {
    const std::size_t bytes = static_cast<std::size_t>(grid.cells()) * sizeof(float);
    const cuda::DeviceMemory from = cuda::make_device_memory(bytes);
    const cuda::DeviceMemory to = cuda::make_device_memory(bytes);
    const cuda::Stream stream = cuda::make_stream();
    HEATLAB_CUDA_CHECK(cudaMemsetAsync(from.get(), 0x3c, bytes, stream.get()));
    std::vector<double> times;
    for (int i = 0; i < batches; ++i) {
        const cuda::Event begin = cuda::make_event();
        const cuda::Event end = cuda::make_event();
        HEATLAB_CUDA_CHECK(cudaEventRecord(begin.get(), stream.get()));
        for (int copy = 0; copy < copies_per_sample; ++copy) {
            HEATLAB_CUDA_CHECK(cudaMemcpyAsync(to.get(), from.get(), bytes,
                                               cudaMemcpyDeviceToDevice, stream.get()));
        }
        HEATLAB_CUDA_CHECK(cudaEventRecord(end.get(), stream.get()));
        HEATLAB_CUDA_CHECK(cudaEventSynchronize(end.get()));
        float milliseconds = 0;
        HEATLAB_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()));
        times.push_back(milliseconds * 1e-3 / copies_per_sample);
    }
    std::ranges::nth_element(times, times.begin() + batches / 2);
    return 2.0 * static_cast<double>(bytes) / times[batches / 2];
}

Json kernel_row(const KernelInfo& kernel, GridSize grid, double launch, double copy_rate) {
    const double cells = static_cast<double>(grid.cells());
    const double step = launch / kernel.steps_per_launch;
    const double rate = required_bytes_per_cell_per_launch * cells / launch;
    Json row;
    row["kernel"] = kernel.name;
    row["seconds_per_launch"] = launch;
    row["seconds_per_step"] = step;
    row["cells_per_second"] = cells / step;
    row["required_bytes_per_second"] = rate;
    row["fraction_of_copy"] = rate / copy_rate;
    return row;
}

int run(const Arguments& arguments) {
    const CudaDevice device = probe_cuda_device(0);
    if (!device.usable) {
        std::cout << "skipped: " << device.reason << '\n';
        return skipped;
    }
    const GridSize grid{arguments.width, arguments.height};
    const auto simulation = make_cuda_simulation(grid);
    // Not a field of zeros: some devices move and add those faster.
    InitialFieldSpec noise;
    noise.name = "random";
    simulation->load(make_initial_field(grid, noise, std::nullopt), 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    const double copy_rate = simulation->measure_copy_bandwidth();
    Json result;
    result["device"] = device.info->device;
    result["driver"] = device.info->driver;
    result["date"] = date_now();
    result["grid_width"] = grid.width;
    result["grid_height"] = grid.height;
    result["copy_bytes_per_second"] = copy_rate;
    result["driver_copy_bytes_per_second"] = driver_copy_rate(grid);
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(BackendKind::cuda)) {
            result["kernels"].push_back(
                kernel_row(kernel, grid, seconds_per_launch(*simulation, kernel), copy_rate));
        }
    }
    std::cout << result.dump(2) << '\n';
    if (!arguments.json.empty()) {
        std::ofstream(arguments.json) << result.dump(2) << '\n';
    }
    return 0;
}

}  // namespace
}  // namespace heatlab::testing

int main(int argc, char** argv) {
    heatlab::testing::Arguments arguments;
    CLI::App app("Times of every CUDA kernel on one grid");
    app.add_option("--width", arguments.width)->check(CLI::Range(1, 1'000'000));
    app.add_option("--height", arguments.height)->check(CLI::Range(1, 1'000'000));
    app.add_option("--json", arguments.json, "File for the result");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return app.exit(problem) == 0 ? 0 : 2;
    }
    try {
        return heatlab::testing::run(arguments);
    } catch (const std::exception& problem) {
        std::cout << "FAILED: " << problem.what() << '\n';
        return 1;
    }
}
