#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/bench/kernel_times.h"
#include "sim/kernel_table.h"

namespace heatlab {

/// $XDG_CACHE_HOME/heatlab/kernels.json, or ~/.cache/heatlab/kernels.json; none without either.
std::optional<std::filesystem::path> ranking_cache_path();

/// What `rank_kernels` found, kept between runs: by device, driver, threads, grid, type of cells,
/// and the kernels' own texts, so that a change of any of them is measured anew.
class RankingCache {
public:
    /// `file`: none: nothing is kept. One that is damaged counts as empty, and is replaced.
    explicit RankingCache(std::optional<std::filesystem::path> file) : file_(std::move(file)) {}

    std::optional<std::vector<KernelTime>> find(const BackendInfo& backend, GridSize grid,
                                                CellType type = CellType::float32) const;
    /// What cannot be written is measured again next time.
    void keep(const BackendInfo& backend, GridSize grid, const std::vector<KernelTime>& ranking,
              CellType type = CellType::float32) const;

private:
    std::optional<std::filesystem::path> file_;
};

}  // namespace heatlab
