// Runs every CUDA kernel on a few small grids and compares with the scheme written out, bit for
// bit. Short, and needs neither OpenGL nor files: this is what compute-sanitizer is run on.
//
// --every-lane-arrives: see sim/cuda/wavefront/passes.h; for racecheck.
// --float64: cells of float64 alone.
// Exit code 0: all agree; 1: something differs or fails; 2: bad arguments; 77: no CUDA device works
// here.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/device_probe.h"
#include "sim/reference.h"
#include "sim/text.h"
#include "tests/cuda/array_target.h"
#include "tests/cuda/field_comparison.h"
#include "tests/cuda/planned_kernels.h"

namespace heatlab::testing {
namespace {

struct Tally {
    int cases = 0;
    int failed = 0;

    void add(const std::string& name, const std::optional<std::string>& difference) {
        ++cases;
        if (difference) {
            ++failed;
            std::printf("FAILED %s: %s\n", name.c_str(), difference->c_str());
        }
    }
};

std::string case_name(const KernelInfo& kernel, GridSize grid, std::int64_t steps,
                      const char* shown) {
    return std::string(kernel.name) + " " + std::to_string(grid.width) + "x" +
           std::to_string(grid.height) + ", " + std::to_string(steps) + " steps, " + shown;
}

/// Steps, then what is shown; twice, so that a batch also starts from where another ended.
void run_kernel(Tally& tally, const KernelInfo& kernel, GridSize grid, std::int64_t steps) {
    const StepRatio r = StepRatio::from(0.23);
    const Field initial = noise_field(grid, 7);
    const Field expected = reference_steps(initial, r, kernel.advances ? 2 * steps : 0);

    ArrayTarget target(grid);
    const auto shown = make_cuda_simulation(
        grid, {.device = 0, .display = CudaDisplay::interop, .target = &target});
    const auto staged = make_cuda_simulation(grid, {.device = 0, .display = CudaDisplay::staged});
    for (Simulation* simulation : {shown.get(), staged.get()}) {
        simulation->load(initial, 0);
        simulation->set_step_ratio(r);
        simulation->set_kernel(kernel);
        simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
        simulation->set_probe(Cell{0, 0});
        run_batch(*simulation, {.steps = steps});
        run_batch(*simulation, {.steps = steps});
    }
    tally.add(case_name(kernel, grid, steps, "texture"),
              difference_text(expected, target.shown_cells()));
    tally.add(case_name(kernel, grid, steps, "staged picture"),
              difference_text(expected, *staged->picture()));
    tally.add(case_name(kernel, grid, steps, "read back"),
              difference_text(expected, shown->read_back()));
}

/// Everything that works on the field between batches, and blocks instead of cells.
void run_helpers(Tally& tally, GridSize grid) {
    const Field initial = noise_field(grid, 11);
    ArrayTarget target(grid);
    const auto simulation = make_cuda_simulation(
        grid, {.device = 0, .display = CudaDisplay::interop, .target = &target});
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    // Blocks of 4 x 4 cells, later of 301, which are more columns than a group has threads.
    simulation->set_picture_request(
        {.visible = {1, 1, grid.width, grid.height}, .max_width = grid.width / 4});
    simulation->checkpoint();
    simulation->paint({.row0 = 3, .col0 = 4, .row1 = 12, .col1 = 9, .radius = 5, .value = 2});
    simulation->set_walls({.top = 1, .right = 2, .bottom = 3, .left = 4});
    run_batch(*simulation, {.steps = 3});
    simulation->set_kernel(find_kernel("texture", BackendKind::cuda));
    run_batch(*simulation, {.steps = 3});
    simulation->measure_copy_bandwidth();
    simulation->set_picture_request(
        {.visible = {0, 0, grid.width, grid.height}, .max_width = grid.width / 300});
    simulation->restore_checkpoint();
    run_batch(*simulation, {.steps = 0});
    tally.add("undo of everything", difference_text(initial, simulation->read_back()));
}

/// Open sides, and all that the laboratory reads, on grids of one and of several strips.
void run_laboratory(Tally& tally, GridSize grid, const Boundaries& boundaries) {
    const StepRatio r = StepRatio::from(0.23);
    const Field initial = noise_field(grid, 13);
    ArrayTarget target(grid);
    const auto simulation = make_cuda_simulation(
        grid, {.device = 0, .display = CudaDisplay::interop, .target = &target});
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    simulation->set_boundaries(boundaries);
    simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
    simulation->set_loupe(CellRect{0, 0, 5, 5});
    const SeparableWeight ones{std::vector<float>(static_cast<std::size_t>(grid.width), 1.0f),
                               std::vector<float>(static_cast<std::size_t>(grid.height), 1.0f)};
    simulation->set_projections({ones, ones, ones});
    Batch batch{.steps = 3, .analysis = true};
    const CellRect updated = updated_cells(grid, boundaries);
    if (updated.width > 0 && updated.height > 0) {
        batch.changes = updated;
    }
    run_batch(*simulation, batch);
    batch.watch = ValueLimits{2.0f, 3.0f};  // all cells are below
    const BatchReport report = run_batch(*simulation, batch);
    run_batch(*simulation, {.steps = 140});  // recorded series of launches
    const Field seen = advance_cell_by_cell(initial, r, 6, boundaries);
    const std::string name = boundaries_text(boundaries) + " " + std::to_string(grid.width) + "x" +
                             std::to_string(grid.height) + ", ";
    const auto require = [&](bool holds, const char* what) {
        tally.add(name + what, holds ? std::nullopt : std::optional<std::string>("is not so"));
    };
    // But for denormals, which count as 0.
    require(std::abs(report.analysis->maximum.value - std::ranges::max(seen.cells())) <= 0x1p-126f,
            "maximum");
    require(report.crossing && report.crossing->step == 4, "a crossing at the first step");
    require(report.loupe->values.at(0) == seen.at(0, 0), "loupe");
    require(!batch.changes || report.changes->cells == updated, "changes");
    tally.add(name + "texture", difference_text(advance_cell_by_cell(seen, r, 140, boundaries),
                                                target.shown_cells()));
}

/// One and three dimensions: every kernel, and what works on the field between batches.
void run_line_or_box(Tally& tally, GridSize grid) {
    const StepRatio r = StepRatio::from(grid.dimensions == 1 ? 0.45 : 0.15, grid.dimensions);
    const Field initial = noise_field(grid, 17);
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(BackendKind::cuda) || !kernel.suits(grid.dimensions)) {
            continue;
        }
        const auto simulation = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
        simulation->load(initial, 0);
        simulation->set_step_ratio(r);
        simulation->set_kernel(kernel);
        simulation->set_probe(Cell{0, 0});
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            const GridSize size = plane_size(grid, axis);
            PictureRequest request{.visible = {0, 0, size.width, size.height}, .max_width = 9};
            request.plane = {axis, 0};
            simulation->set_picture_request(request);
            run_batch(*simulation, {.steps = 2, .analysis = true});
        }
        run_batch(*simulation, {.steps = 67});  // a recorded series of launches
        const std::int64_t steps = kernel.advances ? 3 * 2 + 67 : 0;
        tally.add(std::string(kernel.name) + " " + grid_text(grid),
                  difference_text(reference_steps(initial, r, steps), simulation->read_back()));
        simulation->checkpoint();
        simulation->set_walls({1, 2, 3, 4, 5, 6});
        simulation->paint({.row0 = 1, .col0 = 4, .row1 = 3, .col1 = 9, .radius = 5, .value = 2});
        simulation->restore_checkpoint();
        tally.add("undo on " + grid_text(grid),
                  difference_text(reference_steps(initial, r, steps), simulation->read_back()));
    }
}

/// Passes on grids that are too small for a planner to choose them.
void run_wavefront(Tally& tally, GridSize grid, bool every_lane_arrives) {
    const StepRatio r = StepRatio::from(0.23);
    const Field initial = noise_field(grid, 7);
    const std::vector<std::int64_t> kinds = steps_of_wavefront_kinds(grid, every_lane_arrives);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        tally.add("wavefront " + std::to_string(grid.width) + "x" + std::to_string(grid.height) +
                      ", kind " + std::to_string(kind),
                  difference_text(reference_steps(initial, r, 2 * kinds[kind]),
                                  after_wavefront_passes(initial, r, kind, 2, every_lane_arrives)));
    }
}

/// Cells of float64: every kernel that knows them, each kind of pass, and what works on the field
/// between batches.
void run_float64(Tally& tally, GridSize grid, bool every_lane_arrives) {
    const StepRatio r = StepRatio::from(0.23, 2, CellType::float64);
    const Field64 initial = noise_field64(grid, 7);
    const std::string on = ", float64, " + grid_text(grid);
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(BackendKind::cuda, CellType::float64) || !kernel.suits(2)) {
            continue;
        }
        ArrayTarget target(grid);
        const auto simulation = make_cuda_simulation(
            grid, {.type = CellType::float64, .display = CudaDisplay::interop, .target = &target});
        simulation->load_float64(initial, 0);
        simulation->set_step_ratio(r);
        simulation->set_kernel(kernel);
        simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
        simulation->set_probe(Cell{0, 0});
        run_batch(*simulation, {.steps = 3, .analysis = true});
        simulation->checkpoint();
        run_batch(*simulation, {.steps = 140});  // recorded series of launches
        const Field64 expected = reference_steps(initial, r, kernel.advances ? 143 : 0);
        tally.add(std::string(kernel.name) + on,
                  difference_text(expected, simulation->read_back_float64()));
        tally.add(std::string(kernel.name) + on + ", texture",
                  difference_text(rounded(expected), target.shown_cells()));
        simulation->paint({.row0 = 3, .col0 = 4, .row1 = 12, .col1 = 9, .radius = 5, .value = 2});
        simulation->set_walls({.top = 1, .right = 2, .bottom = 3, .left = 4});
        run_batch(*simulation, {.steps = 1, .watch = ValueLimits{2.0f, 3.0f}});
        simulation->measure_copy_bandwidth();
        simulation->restore_checkpoint();
        tally.add(std::string(kernel.name) + on + ", undone",
                  difference_text(reference_steps(initial, r, kernel.advances ? 3 : 0),
                                  simulation->read_back_float64()));
    }
    const std::vector<std::int64_t> kinds =
        steps_of_wavefront_kinds(grid, every_lane_arrives, CellType::float64);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        tally.add("wavefront" + on + ", kind " + std::to_string(kind),
                  difference_text(reference_steps(initial, r, 2 * kinds[kind]),
                                  after_wavefront_passes(initial, r, kind, 2, every_lane_arrives)));
    }
}

void run_resident(Tally& tally, GridSize grid, std::int64_t steps) {
    const StepRatio r = StepRatio::from(0.23);
    const Field initial = noise_field(grid, 7);
    std::int64_t left = 0;
    const Field field = after_resident_batch(initial, r, steps, left);
    tally.add("resident " + std::to_string(grid.width) + "x" + std::to_string(grid.height),
              difference_text(reference_steps(initial, r, steps - left), field));
}

void run_all_float64(Tally& tally, bool every_lane_arrives) {
    for (const GridSize grid :
         {GridSize{1, 1}, GridSize{2, 5}, GridSize{33, 31}, GridSize{401, 37}, GridSize{1100, 9}}) {
        run_float64(tally, grid, every_lane_arrives);
    }
}

void run_all_float32(Tally& tally, bool every_lane_arrives) {
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(BackendKind::cuda) || !kernel.suits(2)) {
            continue;
        }
        for (const GridSize grid :
             {GridSize{1, 1}, GridSize{2, 5}, GridSize{33, 31}, GridSize{131, 37}}) {
            for (const std::int64_t steps : {1, 2, 3}) {
                run_kernel(tally, kernel, grid, steps);
            }
        }
        run_kernel(tally, kernel, {33, 31}, 140);  // recorded series of launches
    }
    run_helpers(tally, {601, 45});
    for (const GridSize grid : {GridSize::line(1), GridSize::line(300), GridSize::line(1025),
                                GridSize::box(1, 2, 3), GridSize::box(33, 17, 19)}) {
        run_line_or_box(tally, grid);
    }
    run_wavefront(tally, {401, 37}, every_lane_arrives);
    run_wavefront(tally, {1100, 9}, every_lane_arrives);
    run_resident(tally, {201, 90}, 61);
    run_resident(tally, {300, 130}, 35);
    for (const GridSize grid :
         {GridSize{1, 1}, GridSize{2, 5}, GridSize{131, 37}, GridSize{600, 70}}) {
        for (const Boundaries& boundaries :
             {Boundaries{}, Boundaries::all(BoundaryKind::insulated),
              Boundaries::all(BoundaryKind::periodic),
              Boundaries{BoundaryKind::insulated, BoundaryKind::periodic, BoundaryKind::dirichlet,
                         BoundaryKind::periodic}}) {
            run_laboratory(tally, grid, boundaries);
        }
    }
}

int run(bool every_lane_arrives, bool float64_alone) {
    const CudaDevice device = probe_cuda_device(0);
    if (!device.usable) {
        std::printf("skipped: %s\n", device.reason.c_str());
        return 77;
    }
    Tally tally;
    if (!float64_alone) {
        run_all_float32(tally, every_lane_arrives);
    }
    run_all_float64(tally, every_lane_arrives);
    std::printf("%s, %s: %d cases, %d failed\n", device.info->device.c_str(),
                device.info->driver.c_str(), tally.cases, tally.failed);
    return tally.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace heatlab::testing

int main(int argc, char** argv) {
    bool every_lane_arrives = false;
    bool float64_alone = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        every_lane_arrives = every_lane_arrives || argument == "--every-lane-arrives";
        float64_alone = float64_alone || argument == "--float64";
        if (argument != "--every-lane-arrives" && argument != "--float64") {
            std::printf("usage: cuda_smoke [--every-lane-arrives] [--float64]\n");
            return 2;
        }
    }
    try {
        return heatlab::testing::run(every_lane_arrives, float64_alone);
    } catch (const std::exception& problem) {
        std::printf("FAILED: %s\n", problem.what());
        return 1;
    }
}
