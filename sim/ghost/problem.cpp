#define HEATLAB_APPLICATION_DATA  // of all files of applications
#include "sim/ghost/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "sim/cpu/cache_size.h"
#include "sim/errors.h"
#include "sim/ghost/application.h"
#include "sim/ghost/visit_application.h"
#include "sim/memory.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

template <typename... Listed>
constexpr auto infos_of(ApplicationList<Listed...>) {
    return std::array{ApplicationData<Listed>::info...};
}

constexpr auto table = infos_of(AllApplications{});

/// Of the random numbers that make a source: others than those of the start.
std::uint64_t source_seed(std::uint64_t seed) {
    return splitmix64(seed, std::numeric_limits<std::uint64_t>::max());
}

template <typename Value>
void repeat_first_rows(std::vector<Value>& source, int width) {
    const std::size_t cells = std::size_t{repeated_source_rows} * static_cast<std::size_t>(width);
    const std::size_t rows_end = source.size() - cells;
    std::copy_n(source.begin(), cells, source.begin() + static_cast<std::ptrdiff_t>(rows_end));
}

/// Of the source, with the rows that are repeated.
GridSize source_grid(const Application& application, GridSize grid) {
    if (application.source != SourceKind::per_step)
        return grid;
    return {grid.width, rows_of_source(grid.width) + repeated_source_rows};
}

void require_host_memory(const Application& application, GridSize grid) {
    std::uint64_t needed = field_bytes(grid);
    if (application.has_source())
        needed += field_bytes(source_grid(application, grid));
    require_memory(grid, needed, available_host_memory(), "this machine");
}

template <typename T>
constexpr bool has_time_step = requires(GridSize grid) {
    ApplicationData<T>::time_step_bound(grid);
};

void require_division(const Application& application, int division, bool divisible) {
    const auto refuse = [&](const std::string& allowed) {
        throw InputError("--divide-time-step", std::to_string(division), allowed);
    };
    if (division < 1)
        refuse("the time step is divided by a whole number from 1");
    if (division > 1 && !divisible)
        refuse(std::string(application.name) + " has no time step that could be divided");
}

}  // namespace

int rows_of_source(int width) {
    constexpr std::int64_t usual = 1 << 26;
    constexpr std::int64_t most = 1 << 14;
    constexpr std::int64_t cell_bytes = 4;
    const auto cached =
        static_cast<std::int64_t>(last_cache_bytes("/sys/devices/system/cpu")) / cell_bytes;
    return static_cast<int>(
        std::clamp(std::max(usual, 2 * cached) / width, std::int64_t{repeated_source_rows}, most));
}

std::span<const Application> application_table() {
    return table;
}

void require_grid(const Application& application, GridSize grid) {
    if (grid.dimensions != application.dimensions) {
        throw InputError(
            "--grid", grid_text(grid),
            std::string(application.name) + " has " + dimensions_text(application.dimensions));
    }
    if (grid.width < 1 || grid.height < 1 || grid.depth < 1)
        throw InputError("--grid", grid_text(grid), "each side is at least 1 cell");
}

Problem make_problem(const Application& application, GridSize grid, std::uint64_t seed,
                     int time_division) {
    require_grid(application, grid);
    require_host_memory(application, grid);
    Problem problem{.application = &application, .grid = grid, .time_division = time_division};
    visit_application(application, [&]<typename T>(std::type_identity<T>) {
        using Data = ApplicationData<T>;
        require_division(application, time_division, has_time_step<T>);
        problem.start = Data::start(grid, seed);
        problem.coefficients = Data::coefficients(grid, time_division);
        if constexpr (T::has_source) {
            const GridSize rows = source_grid(application, grid);
            auto source = Data::source(rows, source_seed(seed));
            if constexpr (Data::info.source == SourceKind::per_step) {
                problem.source_rows = rows.height - repeated_source_rows;
                repeat_first_rows(source, grid.width);
            }
            problem.source = std::move(source);
        }
    });
    return problem;
}

int stable_time_division(const Application& application, GridSize grid) {
    require_grid(application, grid);
    return visit_application(application, [&]<typename T>(std::type_identity<T>) {
        if constexpr (has_time_step<T>) {
            const double parts = std::ceil(1 / ApplicationData<T>::time_step_bound(grid));
            return static_cast<int>(
                std::clamp(parts, 1.0, double{std::numeric_limits<int>::max()}));
        }
        return 1;
    });
}

std::optional<int> largest_stable_edge(const Application& application) {
    return visit_application(
        application, [&]<typename T>(std::type_identity<T>) -> std::optional<int> {
            if constexpr (!has_time_step<T>)
                return std::nullopt;
            int stable = 1;
            int unstable = 1 << 20;
            while (unstable - stable > 1) {
                const int middle = stable + (unstable - stable) / 2;
                const bool holds = stable_time_division(application, {middle, middle}) == 1;
                (holds ? stable : unstable) = middle;
            }
            return stable;
        });
}

}  // namespace heatlab::ghost
