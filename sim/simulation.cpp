#include "sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

std::string rect_text(const CellRect& cells) {
    return grid_text({cells.width, cells.height}) + " cells from row " + std::to_string(cells.row) +
           ", column " + std::to_string(cells.col);
}

std::int64_t cells_in(const CellRect& cells) {
    return std::int64_t{cells.width} * cells.height;
}

bool holds(const CellRect& outer, const CellRect& inner) {
    return inner.width > 0 && inner.height > 0 && inner.col >= outer.col &&
           inner.row >= outer.row &&
           std::int64_t{inner.col} + inner.width <= std::int64_t{outer.col} + outer.width &&
           std::int64_t{inner.row} + inner.height <= std::int64_t{outer.row} + outer.height;
}

/// A copy that was made at once.
template <typename Real>
class CopiedField final : public BasicPendingField<Real> {
public:
    explicit CopiedField(BasicField<Real> field) : field_(std::move(field)) {}

    bool ready() override { return true; }
    BasicField<Real> take() override { return std::move(field_); }

private:
    BasicField<Real> field_;
};

}  // namespace

std::unique_ptr<PendingField> Simulation::request_field(Field memory) {
    memory = read_back();
    return std::make_unique<CopiedField<float>>(std::move(memory));
}

std::unique_ptr<PendingField64> Simulation::request_field_float64(Field64 memory) {
    memory = read_back_float64();
    return std::make_unique<CopiedField<double>>(std::move(memory));
}

void Simulation::load_float64(const Field64&, std::int64_t) {
    throw std::invalid_argument("a field of float64 is loaded into one of float32");
}

std::unique_ptr<FieldComparer> Simulation::make_comparer_with(Simulation&) {
    return nullptr;
}

void validate_batch(const Batch& batch, GridSize grid, const Boundaries& boundaries) {
    if (batch.changes && grid.dimensions == 3) {
        throw InputError("changes", rect_text(*batch.changes),
                         "are read in one and two dimensions alone");
    }
    if (batch.changes) {
        const CellRect updated = updated_cells(grid, boundaries);
        if (!holds(updated, *batch.changes)) {
            throw InputError("changes", rect_text(*batch.changes),
                             "must be among the cells that a step changes, " + rect_text(updated));
        }
        if (cells_in(*batch.changes) > most_changes) {
            throw InputError("changes", rect_text(*batch.changes),
                             "at most " + std::to_string(most_changes) + " cells");
        }
    }
    if (batch.watch && (std::isnan(batch.watch->low) || std::isnan(batch.watch->high))) {
        throw InputError("watch",
                         number_text(batch.watch->low) + " to " + number_text(batch.watch->high),
                         "limits are numbers");
    }
}

void validate_projections(const std::vector<SeparableWeight>& weights, GridSize grid) {
    if (grid.dimensions == 3 && !weights.empty()) {
        throw InputError("projections", std::to_string(weights.size()),
                         "a field of three dimensions is not projected on waves");
    }
    if (weights.size() > std::size_t{most_projections}) {
        throw InputError("projections", std::to_string(weights.size()),
                         "at most " + std::to_string(most_projections));
    }
    for (const SeparableWeight& weight : weights) {
        if (std::ssize(weight.columns) != grid.width || std::ssize(weight.rows) != grid.height) {
            throw InputError("projections",
                             std::to_string(weight.columns.size()) + " columns and " +
                                 std::to_string(weight.rows.size()) + " rows",
                             "a weight has one value for each of the grid, " + grid_text(grid));
        }
    }
}

void validate_host_copies(const HostCopySetting& setting, const KernelInfo& kernel, CellType type) {
    if (setting.policy != HostCopyPolicy::never && type == CellType::float64) {
        throw InputError(
            "--host-copies", std::string(host_copy_policies()[std::size_t(setting.policy)].name),
            "copies are a lesson on fields of float32; never is allowed with --type float64");
    }
    if (setting.policy != HostCopyPolicy::never && kernel.in_texture) {
        throw InputError(
            "--host-copies", std::string(host_copy_policies()[std::size_t(setting.policy)].name),
            "the kernel " + std::string(kernel.name) +
                " keeps the field in the displayed textures; never is allowed with it");
    }
    if (setting.interval < 1) {
        throw InputError("--host-copies", std::to_string(setting.interval),
                         "copies are at least 1 step apart");
    }
}

CellRect clipped(const CellRect& cells, GridSize grid) {
    const auto clip = [](std::int64_t begin, std::int64_t length, int most, int& out_begin,
                         int& out_length) {
        const std::int64_t first = std::clamp<std::int64_t>(begin, 0, most);
        const std::int64_t last = std::clamp<std::int64_t>(begin + length, first, most);
        out_begin = static_cast<int>(first);
        out_length = static_cast<int>(last - first);
    };
    CellRect result;
    clip(cells.col, cells.width, grid.width, result.col, result.width);
    clip(cells.row, cells.height, grid.height, result.row, result.height);
    return result;
}

std::optional<CellRect> loupe_cells(const std::optional<CellRect>& cells, GridSize grid) {
    if (!cells)
        return std::nullopt;
    const CellRect inside = clipped(*cells, grid.sheet());
    if (cells_in(inside) > most_loupe_cells) {
        throw InputError("loupe", rect_text(inside),
                         "at most " + std::to_string(most_loupe_cells) + " cells");
    }
    return cells_in(inside) > 0 ? std::optional(inside) : std::nullopt;
}

BatchReport run_batch(Simulation& simulation, const Batch& batch) {
    simulation.submit(batch);
    simulation.wait();
    BatchReport last;
    while (auto report = simulation.poll())
        last = std::move(*report);
    return last;
}

BatchReport run_steps(Simulation& simulation, std::int64_t steps) {
    return run_batch(
        simulation,
        {.steps = std::max<std::int64_t>(0, steps), .publish = false, .statistics = false});
}

}  // namespace heatlab
