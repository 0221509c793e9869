#include "app/ui/panels/kernel_facts.h"

#include <cmath>

#include "app/format.h"

namespace heatlab::ui {
namespace {

std::string cells_text(double value) {
    return value == std::floor(value) ? format_fixed(value, 0)
           : value < 0.1              ? format_significant(value, 1)
                                      : format_fixed(value, 2);
}

std::string block_text(const KernelFigures& figures) {
    const CudaLaunchShape& shape = figures.kernel->cuda;
    // A kernel that plans its batches chooses how many rows of threads a block has.
    const int rows = figures.kernel->plans_batches && figures.resources
                         ? figures.resources->threads_per_block / shape.block_width
                         : shape.block_height;
    return std::to_string(shape.block_width) + thin_space + "×" + thin_space + std::to_string(rows);
}

}  // namespace

std::vector<KernelFact> kernel_facts(const KernelFigures& figures, const BackendInfo& backend,
                                     CellType type, const KernelSectors* sectors) {
    const KernelInfo& kernel = *figures.kernel;
    const double reads = kernel.reads_per_cell_per_launch_of(type);
    std::vector<KernelFact> facts;
    if (const auto& found = figures.resources) {
        facts.push_back({"registers", std::to_string(found->registers_per_thread)});
        facts.push_back({"shared", format_integer(found->shared_bytes_per_block) + " B"});
        facts.push_back({"occupancy", format_percent(found->occupancy)});
    }
    if (backend.kind == BackendKind::cuda) {
        const double steps = kernel.steps_per_launch_on(backend.kind);
        facts.push_back({"reads/cell", cells_text(reads / steps)});
        facts.push_back({"writes/cell", cells_text(kernel.writes_per_cell_per_launch / steps)});
        facts.push_back({"threads", block_text(figures)});
    }
    facts.push_back({"steps/launch", (kernel.plans_batches ? "to " : "") +
                                         std::to_string(kernel.steps_per_launch_on(backend.kind))});
    facts.push_back(
        {"halo", std::to_string(kernel.halo) + (kernel.halo == 1 ? " cell" : " cells")});
    if (backend.kind == BackendKind::cpu) {
        if (kernel_tile(kernel)) {
            facts.push_back({"GPU reads/cell", cells_text(reads / kernel.steps_per_launch)});
        }
        facts.push_back({"vectors", backend.instruction_set});
        facts.push_back({"threads", std::to_string(backend.threads)});
        if (const auto rate = sectors != nullptr ? sectors->source_rate() : std::nullopt) {
            facts.push_back({"GPU sectors/cell", cells_text(*rate)});
        }
    }
    return facts;
}

std::string resources_sentence(const KernelFigures& figures, BackendKind backend) {
    if (backend == BackendKind::cpu) {
        return kernel_tile(*figures.kernel)
                   ? "Drawn is a block of this kernel on a GPU. On the CPU the kernel of that name "
                     "walks along rows, and caches share what was read."
                   : "";
    }
    const auto& found = figures.resources;
    if (!found) {
        return {};
    }
    const bool one = found->blocks_per_multiprocessor == 1;
    return "A block of " + block_text(figures) + " threads takes " +
           std::to_string(found->registers_per_thread) + " registers a thread and " +
           format_integer(found->shared_bytes_per_block) + " B of shared memory. " +
           std::to_string(found->blocks_per_multiprocessor) + (one ? " block is" : " blocks are") +
           " resident on a multiprocessor, " + format_percent(found->occupancy) +
           " of the threads it can hold. Reads and writes are per cell and step.";
}

std::optional<KernelTile> kernel_tile(const KernelInfo& kernel) {
    if (kernel.tile_width <= 0 || kernel.tile_height <= 0) {
        return std::nullopt;
    }
    const int cells = kernel.tile_width * kernel.tile_height;
    const int rows = kernel.tile_loads() / (kernel.tile_width + 2 * kernel.halo);
    const auto loads = static_cast<int>(std::lround(kernel.reads_per_cell_per_launch * cells));
    return KernelTile{kernel.tile_width, kernel.tile_height, kernel.halo, rows, loads};
}

}  // namespace heatlab::ui
