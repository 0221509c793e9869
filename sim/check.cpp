#include "sim/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "sim/any_field.h"
#include "sim/compare.h"
#include "sim/initial_field.h"
#include "sim/initial_shapes.h"
#include "sim/reference.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::array<std::int64_t, 5> step_counts = {1, 2, 3, 7, 100};
constexpr std::array<double, 3> ratios = {0.1, 0.25, 0.26};
// Below, at and past 1/2, and about 1/6, where the centre weight is rounded too.
constexpr std::array<double, 3> line_ratios = {0.24, 0.5, 0.51};
constexpr std::array<double, 4> box_ratios = {0.07, 1.0 / 6, 0.17, 0.41};
// Without interior, with one cell of it, one thread's, a tile's, a vector's width and beside it,
// wide, tall.
constexpr std::array<GridSize, 17> grids = {{{1, 1},
                                             {2, 2},
                                             {3, 3},
                                             {1, 7},
                                             {7, 1},
                                             {2, 9},
                                             {33, 2},
                                             {64, 3},
                                             {3, 70},
                                             {17, 18},
                                             {31, 33},
                                             {34, 10},
                                             {100, 37},
                                             {257, 255},
                                             {511, 513},
                                             {3000, 5},
                                             {5, 3000}}};

// In one and three dimensions: without and with one updated cell, a warp's, a block's and a
// vector's length and beside it, a slice no thicker than its walls, many slices.
constexpr std::array<int, 12> lines = {1, 2, 3, 31, 33, 255, 256, 257, 258, 1000, 4099, 20000};
struct Box {
    int width;
    int height;
    int depth;
};
constexpr std::array<Box, 14> boxes = {{{1, 1, 1},
                                        {2, 2, 2},
                                        {3, 3, 3},
                                        {31, 33, 2},
                                        {2, 31, 33},
                                        {33, 1, 31},
                                        {31, 33, 3},
                                        {3, 31, 33},
                                        {34, 10, 4},
                                        {33, 255, 3},
                                        {257, 3, 33},
                                        {1000, 3, 5},
                                        {5, 3, 1000},
                                        {65, 67, 66}}};

// Beside fixed walls: all alike, each side alone beside others, and one axis unlike the other.
constexpr BoundaryKind fixed = BoundaryKind::dirichlet;
constexpr BoundaryKind insulated = BoundaryKind::insulated;
constexpr BoundaryKind periodic = BoundaryKind::periodic;
constexpr std::array<Boundaries, 9> open_boundaries = {{
    {insulated, insulated, insulated, insulated},
    {periodic, periodic, periodic, periodic},
    {insulated, fixed, fixed, fixed},
    {fixed, insulated, fixed, fixed},
    {fixed, fixed, insulated, insulated},
    {periodic, fixed, periodic, fixed},
    {fixed, periodic, fixed, periodic},
    {insulated, periodic, insulated, periodic},
    {periodic, insulated, periodic, fixed},
}};
constexpr std::array<std::int64_t, 4> open_step_counts = {1, 2, 7, 20};
// No centre weight of 0 among them, which would hide a mistake in it.
constexpr std::array<double, 2> open_ratios = {0.24, 0.26};

/// One initial field on one grid at one r; all step counts start from it.
struct Scenario {
    GridSize grid;
    Boundaries boundaries;
    std::string field;
    double r = 0;
    std::vector<std::int64_t> steps;

    CellType type = CellType::float32;

    bool suits(const KernelInfo& kernel, BackendKind backend) const {
        return kernel.runs_on(backend, type) && kernel.suits(grid.dimensions) &&
               kernel.supports(boundaries);
    }
};

void add_lines_and_boxes(std::vector<Scenario>& list) {
    const std::vector<std::int64_t> steps(step_counts.begin(), step_counts.end());
    for (const int cells : lines)
        for (const double r : line_ratios)
            list.push_back({GridSize::line(cells), fixed_walls(1), "random", r, steps});
    for (const Box& box : boxes)
        for (const double r : box_ratios)
            list.push_back(
                {GridSize::box(box.width, box.height, box.depth), {}, "random", r, steps});
}

std::vector<Scenario> scenarios_of_float32() {
    std::vector<Scenario> list;
    for (const GridSize grid : grids) {
        for (const double r : ratios) {
            list.push_back({grid, {}, "random", r, {step_counts.begin(), step_counts.end()}});
        }
        for (const Boundaries& boundaries : open_boundaries) {
            for (const double r : open_ratios) {
                list.push_back({grid,
                                boundaries,
                                "random",
                                r,
                                {open_step_counts.begin(), open_step_counts.end()}});
            }
        }
        if (grid == GridSize{257, 255}) {
            // Tails of denormal size.
            for (const double r : ratios) {
                list.push_back({grid, {}, "hot-pixel", r, {100}});
                list.push_back({grid, {}, "hot-square", r, {100}});
            }
        }
    }
    add_lines_and_boxes(list);
    return list;
}

/// The same for each type, as far as it has such grids.
std::vector<Scenario> scenarios(const std::vector<CellType>& types) {
    std::vector<Scenario> list;
    for (const CellType type : types) {
        for (Scenario& scenario : scenarios_of_float32()) {
            if (type == CellType::float64 && scenario.grid.dimensions != 2)
                continue;
            scenario.type = type;
            list.push_back(std::move(scenario));
        }
    }
    return list;
}

template <typename Real>
BasicField<Real> initial_field_of(const Scenario& scenario) {
    if (scenario.field == "random") {
        // The ring is random too: four equal walls would hide a mistake in it. A third, so that
        // numbers of float64 have all their bits.
        BasicField<Real> field(scenario.grid);
        draw_random(field, std::is_same_v<Real, double> ? Real{1} / 3 : Real{1}, 1);
        return field;
    }
    InitialFieldSpec spec;
    spec.name = scenario.field;
    return make_initial_field<Real>(scenario.grid, spec, std::nullopt);
}

/// What a step count has to lead to.
template <typename Real>
struct Expectation {
    std::int64_t steps = 0;
    BasicField<Real> exact;
    std::optional<ReferenceFor<Real>> reference;  ///< at r <= 1/4
};

template <typename Real>
std::vector<Expectation<Real>> expectations_of(const Scenario& scenario,
                                               const BasicField<Real>& initial, StepRatio r) {
    std::vector<Expectation<Real>> list;
    BasicField<Real> exact = initial.clone();
    ReferenceFor<Real> reference(initial, scenario.boundaries);
    const bool stable = r.neighbours() * r.value_as<double>() <= 1.0;
    std::int64_t done = 0;
    for (const std::int64_t steps : scenario.steps) {
        exact = advance_cell_by_cell(exact, r, steps - done, scenario.boundaries);
        if (stable)
            reference.advance(r, steps - done);
        done = steps;
        list.push_back({steps, exact.clone(), stable ? std::optional(reference) : std::nullopt});
    }
    return list;
}

class Checker {
public:
    Checker(const std::vector<CheckBackend>& backends, const CheckProgress& progress)
        : backends_(backends), progress_(progress), simulations_(backends.size()) {}

    CheckReport run(const std::vector<CellType>& types) {
        const std::vector<Scenario> all = scenarios(types);
        name_what_runs(types);
        for (const Scenario& scenario : all) {
            total_ += static_cast<std::int64_t>(scenario.steps.size()) * kernels_for(scenario);
        }
        for (const Scenario& scenario : all)
            with_cell_type(scenario.type,
                           [&](auto zero) { run_scenario<decltype(zero)>(scenario); });
        return std::move(report_);
    }

private:
    void name_what_runs(const std::vector<CellType>& types) {
        for (const CellType type : types)
            report_.types.emplace_back(to_string(type));
        for (const CheckBackend& backend : backends_) {
            report_.backends.emplace_back(to_string(backend.info.kind));
        }
        for (const KernelInfo& kernel : kernel_table()) {
            const auto runs = std::ranges::count_if(backends_, [&](const CheckBackend& backend) {
                return std::ranges::any_of(
                    types, [&](CellType type) { return kernel.runs_on(backend.info.kind, type); });
            });
            const bool known = std::ranges::find(report_.kernels, kernel.name) !=
                               report_.kernels.end();  // in other dimensions
            if (runs > 0 && !known)
                report_.kernels.emplace_back(kernel.name);
        }
    }

    /// Of all backends together.
    std::int64_t kernels_for(const Scenario& scenario) const {
        std::int64_t count = 0;
        for (const CheckBackend& backend : backends_) {
            count += std::ranges::count_if(kernel_table(), [&](const KernelInfo& kernel) {
                return scenario.suits(kernel, backend.info.kind);
            });
        }
        return count;
    }

    template <typename Real>
    void run_scenario(const Scenario& scenario) {
        const StepRatio r =
            StepRatio::from(scenario.r, scenario.grid.dimensions, cell_type_of<Real>());
        const auto initial = initial_field_of<Real>(scenario);
        const auto expectations = expectations_of(scenario, initial, r);
        for (std::size_t i = 0; i < backends_.size(); ++i) {
            for (const KernelInfo& kernel : kernel_table()) {
                if (!scenario.suits(kernel, backends_[i].info.kind))
                    continue;
                for (const Expectation<Real>& expected : expectations) {
                    if (progress_)
                        progress_(report_.cases, total_);
                    CheckFailure failure;
                    failure.kernel = kernel.name;
                    failure.backend = to_string(backends_[i].info.kind);
                    failure.grid = scenario.grid;
                    failure.type = scenario.type;
                    failure.boundaries = scenario.boundaries;
                    failure.field = scenario.field;
                    failure.r = scenario.r;
                    failure.steps = expected.steps;
                    run_case(i, kernel, r, initial, expected, failure);
                }
            }
        }
    }

    /// `failure` names the case; it is completed and kept where the case fails.
    template <typename Real>
    void run_case(std::size_t backend, const KernelInfo& kernel, StepRatio r,
                  const BasicField<Real>& initial, const Expectation<Real>& expected,
                  CheckFailure& failure) {
        ++report_.cases;
        try {
            std::unique_ptr<Simulation>& simulation = simulations_[backend];
            if (!simulation || simulation->grid() != failure.grid ||
                simulation->cell_type() != failure.type) {
                simulation = nullptr;
                simulation = backends_[backend].make(failure.grid, failure.type);
            }
            simulation->set_step_ratio(r);
            // Fixed walls suit every kernel, on either side of the switch.
            simulation->set_boundaries(fixed_walls(failure.grid.dimensions));
            simulation->set_kernel(kernel);
            simulation->set_boundaries(failure.boundaries);
            load_field(*simulation, initial, 0);
            run_steps(*simulation, expected.steps);
            judge(read_field<Real>(*simulation), kernel, initial, expected, failure);
        } catch (const std::exception& error) {
            simulations_[backend] = nullptr;  // the next case starts afresh
            failure.what = error.what();
        }
        if (failure.what.empty())
            return;
        ++report_.failed;
        report_.failures.push_back(failure);
    }

    template <typename Real>
    static void judge(const BasicField<Real>& field, const KernelInfo& kernel,
                      const BasicField<Real>& initial, const Expectation<Real>& expected,
                      CheckFailure& failure) {
        const auto fail = [&](const CellDifference& difference, const std::string& what) {
            failure.row = difference.cell.row;
            failure.col = difference.cell.col;
            failure.value = difference.value;
            failure.expected = difference.expected;
            failure.what = what;
        };
        if (field.size() != failure.grid) {
            failure.what = "the field read back has size " + grid_text(field.size());
        } else if (!kernel.advances) {
            if (const auto found = first_difference(field, initial)) {
                fail(*found, "changed the field, which it has to leave as it is");
            }
        } else if (const auto ring = first_ring_difference(field, initial, failure.boundaries)) {
            fail(*ring, failure.boundaries.all_dirichlet() ? "changed the boundary ring"
                                                           : "changed a fixed side");
        } else if (const auto found = first_difference(field, expected.exact)) {
            fail(*found, "differs from the update carried out cell by cell");
        } else if (expected.reference) {
            const double tolerance =
                reference_tolerance(expected.steps, largest_magnitude(initial), failure.type);
            if (const auto far = first_beyond(field, *expected.reference, tolerance)) {
                fail(*far, "further than " + number_text(tolerance) +
                               " from the reference in more precision");
            }
        }
    }

    const std::vector<CheckBackend>& backends_;
    const CheckProgress& progress_;
    std::vector<std::unique_ptr<Simulation>> simulations_;  ///< of the last grid, per backend
    CheckReport report_;
    std::int64_t total_ = 0;
};

}  // namespace

CheckReport run_check(const std::vector<CheckBackend>& backends, const CheckProgress& progress,
                      const std::vector<CellType>& types) {
    return Checker(backends, progress).run(types);
}

std::string failure_text(const CheckFailure& failure) {
    std::string text =
        failure.kernel + " on " + failure.backend +
        (failure.type == CellType::float32 ? "" : ", float64") + ", grid " +
        grid_text(failure.grid) +
        (failure.boundaries.all_dirichlet() ? ""
                                            : ", boundary " + boundaries_text(failure.boundaries)) +
        ", " + failure.field + ", r " + number_text(failure.r) + ", " +
        std::to_string(failure.steps) + (failure.steps == 1 ? " step: " : " steps: ");
    if (failure.row >= 0) {
        text += "row " + std::to_string(failure.row) + " col " + std::to_string(failure.col) +
                " is " + number_text(failure.value) + ", expected " +
                number_text(failure.expected) + ": ";
    }
    return text + failure.what;
}

}  // namespace heatlab
