#include "app/lesson/lesson_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

#include "app/lesson/lesson_names.h"
#include "sim/any_field.h"
#include "sim/errors.h"
#include "sim/initial_field.h"
#include "sim/kernel_table.h"
#include "sim/memory.h"
#include "sim/simulation.h"
#include "sim/stability.h"
#include "sim/stability_run.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr std::int64_t most_first_steps = 100'000;
constexpr double bytes_per_mib = 1024.0 * 1024.0;

/// A run's beginning on the CPU backend, with the cells that the settings name. All kernels agree
/// bit for bit: one that does not run there gives its place to the default one.
struct Start {
    std::unique_ptr<Simulation> simulation;
    AnyField field;
};

Start start(const Settings& settings) {
    Start result{make_cpu_simulation(settings.grid, {.type = settings.type}),
                 make_any_initial_field(settings.type, settings.grid, settings.init, settings.walls,
                                        settings.boundaries)};
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == settings.kernel && kernel.runs_on(BackendKind::cpu, settings.type) &&
            kernel.suits(settings.grid.dimensions))
            result.simulation->set_kernel(kernel);
    result.simulation->set_boundaries(settings.boundaries);
    result.simulation->set_step_ratio(settings.step_ratio());
    return result;
}

AnyField field_after(const Settings& settings, std::int64_t steps) {
    Start run = start(settings);
    if (steps == 0)
        return std::move(run.field);
    load_field(*run.simulation, run.field, 0);
    run_steps(*run.simulation, steps);
    return read_field_as_it_is(*run.simulation);
}

template <typename Real>
double mean(const BasicField<Real>& field) {
    double sum = 0;
    for (const Real value : field.cells())
        sum += static_cast<double>(value);
    return sum / static_cast<double>(field.size().cells());
}

/// Measures that read the field; none for another name.
template <typename Real>
std::optional<double> of_field(const std::string& name, const BasicField<Real>& field) {
    const auto cells = field.cells();
    const auto less = [](Real a, Real b) { return a < b; };
    if (const std::optional<Cell> cell = cell_of(name)) {
        if (cell->row >= field.size().height || cell->col >= field.size().width)
            throw InputError("measure", name, "lies outside of the grid");
        return field.at(cell->row, cell->col);
    }
    if (name == "minimum")
        return *std::ranges::min_element(cells, less);
    if (name == "maximum")
        return *std::ranges::max_element(cells, less);
    if (name == "mean")
        return mean(field);
    if (name == "max_abs")
        return std::abs(*std::ranges::max_element(
            cells, [](Real a, Real b) { return std::abs(a) < std::abs(b); }));
    return std::nullopt;
}

std::optional<double> first(const std::optional<std::int64_t>& step) {
    return step ? std::optional(static_cast<double>(*step)) : std::nullopt;
}

/// Measures that follow a run step by step.
std::optional<double> of_run(const Settings& settings, const std::string& name,
                             std::int64_t steps) {
    Start run = start(settings);
    StabilityRunRequest request;
    request.r = settings.step_ratio();
    request.boundaries = settings.boundaries;
    request.steps = steps > 0 ? steps : most_first_steps;
    const StabilityRun result = std::visit(
        [&](const auto& field) { return run_stability(*run.simulation, field, request); },
        run.field);
    if (name == "growth")
        return result.growth_measured;
    return first(name == "overshoot_step" ? result.first_overshoot_step
                                          : result.first_non_finite_step);
}

/// The kernel of "MEASURE KERNEL", of those that the settings' grid has if one is; null for another
/// name.
const KernelInfo* measured_kernel(const std::string& name, const Settings& settings) {
    const std::size_t space = name.find(' ');
    if (space == std::string::npos)
        return nullptr;
    const KernelInfo* found = nullptr;
    for (const KernelInfo& kernel : kernel_table()) {
        if (name.substr(space + 1) != kernel.name)
            continue;
        if (kernel.suits(settings.grid.dimensions))
            return &kernel;
        found = found != nullptr ? found : &kernel;
    }
    return found;
}

/// "MEASURE KERNEL"; none for another name.
std::optional<double> of_kernel(const std::string& name, const Settings& settings) {
    const KernelInfo* const kernel = measured_kernel(name, settings);
    if (kernel == nullptr)
        return std::nullopt;
    const std::string what = name.substr(0, name.find(' '));
    if (what == "reads_per_cell")
        return kernel->reads_per_cell_per_launch_of(settings.type);
    if (what == "writes_per_cell")
        return kernel->writes_per_cell_per_launch;
    if (what == "steps_per_launch")
        return kernel->steps_per_launch;
    if (what == "tile_cells")
        return kernel->tile_width * kernel->tile_height;
    if (what == "tile_loads")
        return kernel->tile_loads();
    if (what == "tile_bytes")
        return static_cast<double>(bytes_of(settings.type)) * kernel->tile_loads();
    return std::nullopt;
}

/// "MEASURE TILE K"; none for another name.
std::optional<double> of_zone(const std::string& name) {
    const std::optional<MeasuredZone> measured = zone_of(name);
    if (!measured)
        return std::nullopt;
    const ghost::Zone& zone = measured->zone;
    const auto cells_inside = [&](int rim) {
        double cells = zone.tile.width - 2 * rim;
        if (measured->dimensions > 1)
            cells *= zone.tile.height - 2 * rim;
        if (measured->dimensions > 2)
            cells *= zone.tile.depth - 2 * rim;
        return cells;
    };
    double updates = 0;
    for (int step = 1; step <= zone.steps; ++step)
        updates += cells_inside(step);
    const std::string what = name.substr(0, name.find(' '));
    if (what == "zone_tile_cells")
        return cells_inside(0);
    if (what == "zone_result_cells")
        return cells_inside(zone.steps);
    if (what == "zone_updates")
        return updates;
    if (what == "zone_redundancy")
        return updates / (zone.steps * cells_inside(zone.steps));
    return std::nullopt;
}

/// Measures that follow from the settings alone; none for another name.
std::optional<double> of_settings(const std::string& name, const Settings& settings) {
    const Stability stability =
        assess_stability(settings.grid, settings.boundaries, settings.step_ratio());
    const std::array<std::pair<std::string_view, std::optional<double>>, 7> values{{
        {"centre_weight", stability.centre_weight},
        {"checkerboard_factor", stability.checkerboard_factor},
        {"bound", stability.bound},
        {"fastest_factor", stability.fastest_factor},
        {"time_step", settings.time_step()},
        {"cells", static_cast<double>(settings.grid.cells())},
        {"buffer_mib",
         static_cast<double>(field_bytes(settings.grid, settings.type)) / bytes_per_mib},
    }};
    const auto found = std::ranges::find(values, name, &decltype(values)::value_type::first);
    return found == values.end() ? std::nullopt : found->second;
}

bool follows_run(const std::string& name) {
    return name == "growth" || name == "overshoot_step" || name == "non_finite_step";
}

bool reads_field(const std::string& name) {
    constexpr std::array<std::string_view, 4> names{"max_abs", "minimum", "maximum", "mean"};
    return std::ranges::find(names, name) != names.end() || cell_of(name).has_value();
}

}  // namespace

void require_measurable(const Settings& settings, const std::string& name, std::int64_t steps) {
    const KernelInfo* const measured = measured_kernel(name, settings);
    if (measured != nullptr && settings.type == CellType::float64 &&
        measured->float64 == Float64Support::none)
        throw InputError("measure", name,
                         "the cells are float64 here, and the kernel " +
                             std::string(measured->name) + " does not exist with them");
    if (!follows_run(name) && !(reads_field(name) && steps > 0))
        return;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.name == settings.kernel && !kernel.advances)
            throw InputError("measure", name,
                             "follows the steps of a run, and the kernel " + settings.kernel +
                                 " takes none: it leaves the field as it is");
}

std::optional<double> measure(const Settings& settings, const std::string& name,
                              std::int64_t steps) {
    if (!is_lesson_measure(name))
        throw InputError("measure", name,
                         "the measures are " + name_list(lesson_measures(), &LessonName::name));
    require_measurable(settings, name, steps);
    if (follows_run(name))
        return of_run(settings, name, steps);
    if (reads_field(name))
        return std::visit([&](const auto& field) { return of_field(name, field); },
                          field_after(settings, steps));
    if (const std::optional<double> of_table = of_kernel(name, settings))
        return of_table;
    if (const std::optional<double> of_tile = of_zone(name))
        return of_tile;
    return of_settings(name, settings);
}

std::vector<ClaimResult> check_claims(const Lesson& lesson) {
    std::vector<ClaimResult> results;
    for (const LessonPlace place : lesson_places(lesson)) {
        const LessonAction& action = action_at(lesson, place);
        if (action.claims.empty())
            continue;
        const Settings settings = lesson_state(lesson, Settings{}, place).settings;
        for (const LessonClaim& claim : action.claims) {
            ClaimResult result{place, claim, measure(settings, claim.measure, claim.steps), false};
            result.holds =
                result.measured && std::abs(*result.measured - claim.value) <= claim.tolerance;
            results.push_back(std::move(result));
        }
    }
    return results;
}

}  // namespace heatlab
