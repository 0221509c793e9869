#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/backend.h"
#include "sim/simulation.h"

namespace heatlab {

/// A backend to be checked, and how to make a simulation on it.
struct CheckBackend {
    BackendInfo info;
    std::function<std::unique_ptr<Simulation>(GridSize, CellType)> make;
};

/// The first cell of a case that is not as it has to be.
struct CheckFailure {
    std::string kernel;
    std::string backend;  ///< "cpu", "cuda"
    GridSize grid;
    CellType type = CellType::float32;
    Boundaries boundaries;
    std::string field;  ///< name of the initial field
    double r = 0;
    std::int64_t steps = 0;
    int row = -1;  ///< -1 where there is no cell to name: the simulation could not run
    int col = -1;
    double value = 0;
    double expected = 0;
    std::string what;  ///< what was expected, in words
};

/// A case is one kernel, backend, type of cells, grid, boundary, field, r and step count.
struct CheckReport {
    std::int64_t cases = 0;
    std::int64_t failed = 0;
    std::vector<std::string> backends;
    std::vector<std::string> kernels;  ///< all that ran on at least one backend
    std::vector<std::string> types;    ///< of cells
    std::vector<CheckFailure> failures;

    bool passed() const { return failed == 0 && cases > 0; }
};

/// Called before each case.
using CheckProgress = std::function<void(std::int64_t done, std::int64_t total)>;

/// Runs every kernel of every backend on awkward grids and step counts, with all boundaries that it
/// supports, with cells of each of `types` that it knows. Each field must equal, bit
/// for bit, the update carried out cell by cell (so all kernels and backends agree with each other,
/// at every r), and at r <= 1/4 lie within the stated tolerance of the reference in more precision.
/// Fixed cells must keep their bits; a kernel that does not advance must leave the field.
CheckReport run_check(const std::vector<CheckBackend>& backends, const CheckProgress& progress = {},
                      const std::vector<CellType>& types = {CellType::float32, CellType::float64});

/// One line: kernel, backend, case, first cell that disagrees with both values.
std::string failure_text(const CheckFailure& failure);

}  // namespace heatlab
