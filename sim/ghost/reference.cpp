#include "sim/ghost/reference.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "sim/cpu/denormals.h"
#include "sim/ghost/visit_application.h"
#include "sim/parallel.h"

namespace heatlab::ghost {
namespace {

/// Cells of a grid by column, row and slice; one beyond an edge is the nearest inside.
template <typename Value>
class ClampedCells {
public:
    ClampedCells(const Value* values, GridSize grid) : values_(values), grid_(grid) {}

    Value operator()(int x, int y = 0, int z = 0) const {
        x = std::clamp(x, 0, grid_.width - 1);
        y = std::clamp(y, 0, grid_.height - 1);
        z = std::clamp(z, 0, grid_.depth - 1);
        return values_[(std::int64_t{z} * grid_.height + y) * grid_.width + x];
    }

private:
    const Value* values_;
    GridSize grid_;
};

template <typename T>
typename T::Value updated(const ClampedCells<typename T::Value>& u, int x, int y, int z,
                          typename T::Value source, const float* coefficients) {
    using Value = typename T::Value;
    if constexpr (T::dimensions == 1) {
        return T::template updated<Value>(u(x - 1), u(x), u(x + 1), source, coefficients);
    } else if constexpr (T::dimensions == 2) {
        return T::template updated<Value>(u(x, y), u(x, y - 1), u(x + 1, y), u(x, y + 1),
                                          u(x - 1, y), source, coefficients);
    } else {
        const auto part = [&](int slice) {
            Value cells[3][3];
            for (int row = 0; row < 3; ++row)
                for (int col = 0; col < 3; ++col)
                    cells[row][col] = u(x + col - 1, y + row - 1, slice);
            return T::template part<Value>(cells);
        };
        return T::template updated<Value>(part(z - 1), part(z), part(z + 1), source, coefficients);
    }
}

/// The source that a step reads: as a grid of its own where it has a row per step.
template <typename T>
ClampedCells<typename T::Value> source_of(const Problem& problem, std::int64_t step) {
    using Values = std::vector<typename T::Value>;
    if constexpr (T::has_source) {
        const auto& source = std::get<Values>(problem.source);
        if (problem.source_rows > 0)
            return {source.data() + step % problem.source_rows * problem.grid.width, problem.grid};
        return {source.data(), problem.grid};
    }
    return {nullptr, problem.grid};
}

template <typename T>
void take_step(const Problem& problem, std::int64_t step,
               const std::vector<typename T::Value>& before,
               std::vector<typename T::Value>& after) {
    const GridSize grid = problem.grid;
    const ClampedCells<typename T::Value> u(before.data(), grid);
    const auto source = source_of<T>(problem, step);
    const auto update = [&](int x, int y, int z) {
        typename T::Value here{};
        if constexpr (T::has_source)
            here = source(x, y, z);
        after[static_cast<std::size_t>((std::int64_t{z} * grid.height + y) * grid.width + x)] =
            updated<T>(u, x, y, z, here, problem.coefficients.data());
    };
    if (grid.rows() == 1) {
        parallel_ranges(grid.width, 1, [&](int first, int last) {
            const FlushDenormals flush;
            for (int x = first; x < last; ++x)
                update(x, 0, 0);
        });
        return;
    }
    parallel_ranges(grid.rows(), grid.width, [&](int first, int last) {
        const FlushDenormals flush;
        for (int row = first; row < last; ++row)
            for (int x = 0; x < grid.width; ++x)
                update(x, row % grid.height, row / grid.height);
    });
}

}  // namespace

Cells reference_after(const Problem& problem, std::int64_t steps) {
    return *reference_after(problem, steps, [](std::int64_t) { return true; });
}

std::optional<Cells> reference_after(const Problem& problem, std::int64_t steps,
                                     const ReferenceWatcher& watcher) {
    return visit_application(
        *problem.application, [&]<typename T>(std::type_identity<T>) -> std::optional<Cells> {
            auto cells = std::get<std::vector<typename T::Value>>(problem.start);
            auto next = cells;
            for (std::int64_t step = 0; step < steps; ++step) {
                if (!watcher(step))
                    return std::nullopt;
                take_step<T>(problem, step, cells, next);
                std::swap(cells, next);
            }
            return Cells(std::move(cells));
        });
}

}  // namespace heatlab::ghost
