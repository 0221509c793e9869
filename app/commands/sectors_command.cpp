#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/measured.h"
#include "app/commands/sectors_report.h"
#include "app/commands/terminal_progress.h"
#include "app/cuda_stage.h"
#include "app/sector_process.h"
#include "app/text_file.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

using Json = nlohmann::ordered_json;

/// 2^20 cells.
GridSize default_grid(int dimensions) {
    return dimensions == 1   ? GridSize::line(1 << 20)
           : dimensions == 3 ? GridSize::box(128, 128, 64)
                             : GridSize{1024, 1024};
}

std::vector<const KernelInfo*> kernels_of(const SectorsCommand& command) {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(BackendKind::cuda) &&
            (!command.kernel || kernel.name == *command.kernel) &&
            (!command.dimensions || kernel.suits(*command.dimensions)))
            kernels.push_back(&kernel);
    if (kernels.empty())  // copy is there in every dimension, so a name was given
        find_kernel(command.kernel.value(), BackendKind::cuda,
                    command.dimensions.value_or(2));  // throws, in words
    return kernels;
}

Json count_here(const KernelInfo& kernel, GridSize grid, int device) {
    const SectorCount count = cuda_stage::count_sectors(kernel, grid, device);
    return sectors_json(kernel, grid, count, cuda_stage::source_sectors(kernel, grid));
}

/// In a process of its own. Throws std::runtime_error with what that process said.
Json count_elsewhere(const KernelInfo& kernel, GridSize grid, int device) {
    return written_count(start_counting(kernel, grid, device)->wait());
}

struct Counted {
    std::vector<Json> all;
    std::string failures;
};

Counted count_all(const SectorsCommand& command, const std::vector<const KernelInfo*>& kernels) {
    Counted counted;
    const TerminalProgress progress;
    for (const KernelInfo* kernel : kernels) {
        const GridSize grid =
            command.grid.value_or(default_grid(command.dimensions.value_or(kernel->dimensions)));
        progress.say("counting " + std::string(kernel->name),
                     static_cast<std::int64_t>(counted.all.size()),
                     static_cast<std::int64_t>(kernels.size()));
        try {
            counted.all.push_back(kernels.size() == 1
                                      ? count_here(*kernel, grid, command.device)
                                      : count_elsewhere(*kernel, grid, command.device));
        } catch (const std::runtime_error& problem) {
            if (kernels.size() == 1)
                throw;
            counted.failures += std::string(kernel->name) + ": " + problem.what() + "\n";
        }
    }
    return counted;
}

void write_files(const std::filesystem::path& folder, const std::vector<Json>& counted) {
    std::filesystem::create_directories(folder);
    for (const Json& one : counted) {
        const std::string name = "sectors-" + one.at("kernel").get<std::string>() + "-" +
                                 std::to_string(one.at("dimensions").get<int>()) + "d.json";
        write_text_file(folder / name, json_text(one));
    }
}

}  // namespace

int run_command(const SectorsCommand& command) {
    require_outputs({{"--json", command.json}});
    const std::vector<const KernelInfo*> kernels = kernels_of(command);
    if (const DeviceListing device = cuda_stage::probe(command.device); !device.usable)
        throw DeviceError("sectors are counted on a CUDA device: " + device.reason);
    const Counted counted = count_all(command, kernels);
    std::cerr << counted.failures;
    (command.json == "-" ? std::cerr : std::cout) << sectors_text(counted.all);
    if (command.json)
        write_text(*command.json,
                   json_text(command.kernel && counted.all.size() == 1 ? counted.all.front()
                                                                       : Json(counted.all)));
    if (command.folder)
        write_files(*command.folder, counted.all);
    const bool agree = std::ranges::all_of(counted.all, agrees_with_source);
    return agree && counted.failures.empty() ? exit_done : exit_failed;
}

}  // namespace heatlab
