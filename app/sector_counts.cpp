#include "app/sector_counts.h"

#include <stdexcept>
#include <utility>

#include "app/sector_process.h"
#include "sim/errors.h"

namespace heatlab {

SectorCounts::Key SectorCounts::key_of(const KernelInfo& kernel, GridSize grid) {
    return {&kernel, grid.dimensions, grid.width, grid.height, grid.depth};
}

KernelSectors& SectorCounts::row_of(const KernelInfo& kernel, GridSize grid) {
    const Key key = key_of(kernel, grid);
    if (const auto found = known_.find(key); found != known_.end())
        return found->second;
    KernelSectors row;
    row.kernel = &kernel;
    row.grid = grid;
    row.source = means_.by_source(kernel, grid);
    return known_.emplace(key, std::move(row)).first->second;
}

void SectorCounts::show(GridSize grid, SectorMeans means) {
    grid_ = grid;
    means_ = std::move(means);
    publish();
}

void SectorCounts::publish() {
    if (!means_.by_source) {
        table_.reset();
        return;
    }
    SectorTable table;
    table.countable = means_.count != nullptr;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(BackendKind::cuda) && kernel.suits(grid_.dimensions))
            table.kernels.push_back(row_of(kernel, grid_));
    table_ = std::make_shared<const SectorTable>(std::move(table));
}

void SectorCounts::ask(const KernelInfo& kernel) {
    const std::string name(kernel.name);
    if (!table_ || !table_->countable)
        throw InputError("sectors", name, "they are counted on a CUDA device");
    const KernelSectors* row = table_->find(kernel);
    if (row == nullptr)
        throw InputError("sectors", name, "it does not run here on a CUDA device");
    if (row->counted)
        throw InputError("sectors", name, "they have been counted on this grid");
    if (busy())
        throw InputError("sectors", name,
                         "those of " + std::string(asked_->kernel->name) + " are being counted");
    asked_ = Asked{&kernel, grid_, nullptr};
    KernelSectors& known = row_of(kernel, grid_);
    known.state = KernelSectors::State::waiting;
    known.problem.clear();
    publish();
}

void SectorCounts::begin() {
    try {
        asked_->process = means_.count(*asked_->kernel, asked_->grid);
    } catch (const std::runtime_error& failed) {
        return end(std::nullopt, failed.what());
    }
    row_of(*asked_->kernel, asked_->grid).state = KernelSectors::State::counting;
    publish();
}

void SectorCounts::follow(bool may_begin) {
    if (!asked_)
        return;
    if (asked_->process == nullptr) {
        if (asked_->cancelled)
            end(std::nullopt, "");
        else if (may_begin)
            begin();
        return;
    }
    if (const std::optional<ChildProcess::End> ended = asked_->process->poll())
        asked_->cancelled ? end(std::nullopt, "") : end(ended, "");
}

void SectorCounts::end(const std::optional<ChildProcess::End>& end, const std::string& problem) {
    KernelSectors& row = row_of(*asked_->kernel, asked_->grid);
    row.state = KernelSectors::State::idle;
    row.problem = problem;
    try {
        if (end)
            row.counted = read_count(*end, *asked_->kernel, asked_->grid);
    } catch (const std::runtime_error& failed) {
        row.problem = failed.what();
    }
    asked_.reset();
    publish();
}

void SectorCounts::cancel() {
    if (!asked_)
        return;
    asked_->cancelled = true;
    if (asked_->process != nullptr)
        asked_->process->kill();
}

void SectorCounts::stop(const std::string& why) {
    if (!asked_)
        return;
    asked_->process.reset();
    end(std::nullopt, why);
}

}  // namespace heatlab
