// Fields of float64 on the device: the same steps as written out on the host, and what is seen of
// them in float32.

#include <cmath>
#include <limits>

#include "sim/any_field.h"
#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/cuda/cuda_test_fixture.h"
#include "tests/cuda/planned_kernels.h"

namespace heatlab::testing {
namespace {

constexpr CellType float64 = CellType::float64;

class CudaFloat64Test : public CudaTest {
protected:
    static std::vector<const KernelInfo*> kernels() {
        std::vector<const KernelInfo*> found;
        for (const KernelInfo& kernel : kernel_table()) {
            if (kernel.runs_on(BackendKind::cuda, float64)) {
                found.push_back(&kernel);
            }
        }
        return found;
    }
    static std::unique_ptr<Simulation> simulation_of(const KernelInfo& kernel,
                                                     const Field64& initial, StepRatio r,
                                                     CudaOptions options = {}) {
        options.type = float64;
        auto simulation = make_cuda_simulation(initial.size(), options);
        simulation->load_float64(initial, 0);
        simulation->set_step_ratio(r);
        simulation->set_kernel(kernel);
        return simulation;
    }
    static Field64 advanced(const KernelInfo& kernel, const Field64& initial, StepRatio r,
                            std::int64_t steps) {
        const auto simulation = simulation_of(kernel, initial, r);
        run_steps(*simulation, steps);
        return simulation->read_back_float64();
    }
    static StepRatio ratio(double r) { return StepRatio::from(r, 2, float64); }
    static const KernelInfo& kernel(const char* name) {
        return find_kernel(name, BackendKind::cuda, 2, float64);
    }
};

::testing::AssertionResult same_cells(const Field64& expected, const Field64& actual) {
    if (const auto difference = difference_text(expected, actual)) {
        return ::testing::AssertionFailure() << *difference;
    }
    return ::testing::AssertionSuccess();
}

TEST_F(CudaFloat64Test, EveryKernelEqualsTheScheme) {
    ASSERT_GE(kernels().size(), 6u);
    for (const GridSize grid : {GridSize{1, 1}, GridSize{3, 3}, GridSize{2, 9}, GridSize{31, 33},
                                GridSize{130, 67}, GridSize{511, 513}}) {
        Field64 initial = noise_field64(grid, 5);
        if (grid.width > 100) {
            initial.at(20, 20) = std::numeric_limits<double>::infinity();
            initial.at(40, 60) = std::numeric_limits<double>::quiet_NaN();
        }
        for (const double r : {0.1, 0.25, 0.3}) {
            const Field64 expected = reference_steps(initial, ratio(r), 7);
            for (const KernelInfo* one : kernels()) {
                EXPECT_TRUE(same_cells(one->advances ? expected : initial,
                                       advanced(*one, initial, ratio(r), 7)))
                    << one->name << " " << grid.width << "x" << grid.height << " r " << r;
            }
        }
    }
}

TEST_F(CudaFloat64Test, DenormalsAreKept) {
    Field64 initial({64, 64});
    initial.at(32, 32) = 0x1p-1030;  // below the smallest normal number
    const Field64 expected = reference_steps(initial, ratio(0.2), 3);
    ASSERT_GT(expected.at(32, 33), 0.0);
    for (const char* name : {"global", "vector"}) {
        EXPECT_TRUE(same_cells(expected, advanced(kernel(name), initial, ratio(0.2), 3))) << name;
    }
}

TEST_F(CudaFloat64Test, EachKindOfPassEqualsTheScheme) {
    const StepRatio r = ratio(0.23);
    for (const GridSize grid : {GridSize{513, 211}, GridSize{382, 50}, GridSize{1000, 37},
                                GridSize{640, 9}, GridSize{1031, 160}}) {
        const Field64 initial = noise_field64(grid, 17);
        for (const bool every_lane : {false, true}) {
            const auto kinds = steps_of_wavefront_kinds(grid, every_lane, float64);
            EXPECT_GE(kinds.size(), 6u);
            for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
                EXPECT_TRUE(same_cells(reference_steps(initial, r, 3 * kinds[kind]),
                                       after_wavefront_passes(initial, r, kind, 3, every_lane)))
                    << grid.width << "x" << grid.height << ", kind " << kind;
            }
        }
    }
}

TEST_F(CudaFloat64Test, EveryStepCountEqualsTheScheme) {
    const Field64 initial = noise_field64({513, 511}, 3);
    Field64 expected = initial.clone();
    for (std::int64_t steps = 1; steps <= 70; ++steps) {
        expected = reference_steps(expected, ratio(0.25), 1);
        ASSERT_TRUE(
            same_cells(expected, advanced(kernel("wavefront"), initial, ratio(0.25), steps)))
            << steps;
    }
}

TEST_F(CudaFloat64Test, AwkwardGridsEqualThePlainKernel) {
    for (const GridSize grid : {GridSize{8193, 2191}, GridSize{3000, 4000}, GridSize{1000, 37},
                                GridSize{37, 1000}, GridSize{300, 8190}, GridSize{2050, 3}}) {
        const Field64 initial = noise_field64(grid, 5);
        for (const std::int64_t steps : {33, 70}) {
            const StepRatio r = ratio(steps == 33 ? 0.1 : 0.26);
            const Field64 plain = advanced(kernel("global"), initial, r, steps);
            for (const char* name : {"vector", "wavefront"}) {
                EXPECT_TRUE(same_cells(plain, advanced(kernel(name), initial, r, steps)))
                    << name << " " << grid.width << "x" << grid.height << ", " << steps << " steps";
            }
        }
    }
}

TEST_F(CudaFloat64Test, OpenSidesEditsAndUndoAreThoseOfTheProcessor) {
    const GridSize grid{131, 77};
    const Field64 initial = noise_field64(grid, 9);
    const Boundaries sides{BoundaryKind::insulated, BoundaryKind::periodic, BoundaryKind::dirichlet,
                           BoundaryKind::periodic};
    const auto cuda = simulation_of(kernel("global"), initial, ratio(0.24));
    const auto cpu = make_cpu_simulation(grid, {.type = float64});
    cpu->load_float64(initial, 0);
    cpu->set_step_ratio(ratio(0.24));
    for (Simulation* simulation : {cuda.get(), cpu.get()}) {
        simulation->set_boundaries(sides);
        run_steps(*simulation, 5);
        simulation->checkpoint();
        simulation->set_walls({.top = 0.1, .right = 0.2, .bottom = 0.3, .left = 0.4});
        run_steps(*simulation, 40);
    }
    EXPECT_TRUE(same_cells(cpu->read_back_float64(), cuda->read_back_float64()));
    EXPECT_EQ(cuda->read_back_float64().at(76, 50), 0.3) << "not 0.3f";
    for (Simulation* simulation : {cuda.get(), cpu.get()}) {
        simulation->restore_checkpoint();
    }
    EXPECT_TRUE(same_cells(cpu->read_back_float64(), cuda->read_back_float64()));
    EXPECT_TRUE(same_cells(advance_cell_by_cell(initial, ratio(0.24), 5, sides),
                           cuda->read_back_float64()));
}

TEST_F(CudaFloat64Test, WhatIsSeenIsTheRoundedField) {
    const GridSize grid{300, 200};
    Field64 initial = noise_field64(grid, 2);
    initial.at(100, 100) = 1e200;  // finite here, and beyond float32
    for (const KernelInfo* one : kernels()) {
        ArrayTarget target(grid);
        const auto shown = simulation_of(*one, initial, ratio(0.2),
                                         {.display = CudaDisplay::interop, .target = &target});
        const auto staged =
            simulation_of(*one, initial, ratio(0.2), {.display = CudaDisplay::staged});
        std::int64_t steps = 0;
        for (const std::int64_t more : {1, 64, 33}) {
            steps += more;
            const Field seen =
                rounded(reference_steps(initial, ratio(0.2), one->advances ? steps : 0));
            for (Simulation* simulation : {shown.get(), staged.get()}) {
                simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
                const BatchReport report =
                    run_batch(*simulation, {.steps = more, .analysis = true});
                EXPECT_EQ(report.statistics->non_finite_cells, 0);
                EXPECT_EQ(report.statistics->maximum, std::ranges::max(seen.cells()));
                EXPECT_EQ(report.analysis->maximum.value, std::ranges::max(seen.cells()));
            }
            EXPECT_FALSE(difference_text(seen, target.shown_cells())) << one->name << steps;
            EXPECT_FALSE(difference_text(seen, *staged->picture())) << one->name << steps;
            EXPECT_FALSE(difference_text(seen, shown->read_back())) << one->name << steps;
        }
    }
}

TEST_F(CudaFloat64Test, AWatchedBatchStopsWhereTheProcessorsDoes) {
    const Field64 initial = noise_field64({200, 130}, 4);
    Batch batch{.steps = 60, .publish = false};
    batch.watch = ValueLimits{-0.5f, 1.5f};
    const auto cuda = simulation_of(kernel("vector"), initial, ratio(0.4));
    const auto cpu = make_cpu_simulation(initial.size(), {.type = float64});
    cpu->load_float64(initial, 0);
    cpu->set_step_ratio(ratio(0.4));
    const BatchReport on_cuda = run_batch(*cuda, batch);
    const BatchReport on_cpu = run_batch(*cpu, batch);
    ASSERT_TRUE(on_cuda.crossing && on_cpu.crossing);
    EXPECT_EQ(on_cuda.crossing->step, on_cpu.crossing->step);
    EXPECT_EQ(on_cuda.crossing->extreme.cell, on_cpu.crossing->extreme.cell);
    EXPECT_EQ(on_cuda.crossing->extreme.value, on_cpu.crossing->extreme.value);
}

TEST_F(CudaFloat64Test, TwoFieldsAreComparedAsTheyAre) {
    Field64 first = noise_field64({70, 50}, 8);
    Field64 second = first.clone();
    second.at(20, 30) = std::nextafter(second.at(20, 30), 2.0);  // alike in float32
    const auto one = simulation_of(kernel("global"), first, ratio(0.2));
    const auto other = make_cuda_simulation(first.size(), {.type = float64, .beside = one.get()});
    other->load_float64(second, 0);
    const auto comparer = make_field_comparer(*one, *other);
    comparer->submit(std::nullopt);
    std::optional<FieldDifference> found;
    while (!found) {
        found = comparer->poll();
    }
    EXPECT_EQ(found->cells, 1);
    EXPECT_EQ(found->where->cell, (Cell{20, 30}));
    EXPECT_EQ(found->largest, second.at(20, 30) - first.at(20, 30));
}

TEST_F(CudaFloat64Test, RefusesWhatDoesNotExist) {
    const auto simulation = make_cuda_simulation({64, 64}, {.type = float64});
    for (const char* name : {"resident", "texture"}) {
        EXPECT_THROW(simulation->set_kernel(find_kernel(name, BackendKind::cuda)), InputError)
            << name;
    }
    EXPECT_THROW(simulation->set_host_copies({HostCopyPolicy::every_step}), InputError);
    EXPECT_THROW(make_cuda_simulation(GridSize::line(64), {.type = float64}), InputError);
    EXPECT_THROW(make_cuda_simulation({64, 64})->load_float64(Field64({64, 64}), 0),
                 std::invalid_argument);
}

TEST_F(CudaFloat64Test, CountsTheBytesOfItsType) {
    const GridSize grid{4096, 4096};
    const double wide = make_cuda_simulation(grid, {.type = float64})->measure_copy_bandwidth();
    const double narrow = make_cuda_simulation(grid)->measure_copy_bandwidth();
    EXPECT_GT(wide, 0.7 * narrow);
    EXPECT_LT(wide, 1.4 * narrow);
}

}  // namespace
}  // namespace heatlab::testing
