#include <stdexcept>

#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/cuda/cuda_test_fixture.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/difference_test_support.h"

namespace heatlab::testing {
namespace {

using CudaCompareTest = CudaTest;
using CudaTurnsTest = CudaTest;

struct TwoSimulations {
    explicit TwoSimulations(GridSize grid)
        : first(make_cuda_simulation(grid)),
          second(make_cuda_simulation(grid, {.beside = first.get()})),
          comparer(make_field_comparer(*first, *second)) {}

    void load(const Field& field) {
        first->load(field, 0);
        second->load(field, 0);
    }

    std::unique_ptr<Simulation> first;
    std::unique_ptr<Simulation> second;
    std::unique_ptr<FieldComparer> comparer;
};

/// All pairs, plainly and in all pictures.
void expect_all_pairs(Simulation& first, Simulation& second) {
    const GridSize grid = first.grid();
    const auto comparer = make_field_comparer(first, second);
    std::uint64_t serial = 0;
    for (const test::FieldPair& pair : test::field_pairs(test::random_field(grid))) {
        SCOPED_TRACE(pair.name + std::string(", grid ") + std::to_string(grid.width));
        first.load(pair.first, 3);
        second.load(pair.second, 4);
        const FieldDifference plain = test::compare(*comparer);
        EXPECT_EQ(plain.first_step, 3);
        EXPECT_EQ(plain.second_step, 4);
        EXPECT_FALSE(plain.picture);
        test::expect_difference(plain, pair.first, pair.second);
        for (const PictureRequest& request : test::picture_requests(grid)) {
            const FieldDifference drawn = test::compare(*comparer, request);
            ASSERT_TRUE(drawn.picture);
            EXPECT_EQ(drawn.picture->step, 4);
            EXPECT_EQ(drawn.picture->cells, clipped(request.visible, grid));
            EXPECT_GT(drawn.picture->serial, serial);
            serial = drawn.picture->serial;
            test::expect_difference(drawn, pair.first, pair.second);
        }
    }
}

TEST_F(CudaCompareTest, FindsWhatABruteForceFinds) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 1}, GridSize{31, 33}, GridSize{700, 3},
                                GridSize{5, 401}, GridSize{1'100, 70}}) {
        TwoSimulations two(grid);
        EXPECT_TRUE(two.first->make_comparer_with(*two.second)) << "on the device";
        expect_all_pairs(*two.first, *two.second);
    }
}

TEST_F(CudaCompareTest, OthersMeetOnTheHost) {
    const GridSize grid{131, 67};
    const auto cuda = make_cuda_simulation(grid);
    const auto other = make_cuda_simulation(grid);
    const auto cpu = make_cpu_simulation(grid, {.threads = 2});
    EXPECT_FALSE(cuda->make_comparer_with(*other)) << "two streams";
    EXPECT_FALSE(cuda->make_comparer_with(*cpu));
    expect_all_pairs(*cuda, *other);
    expect_all_pairs(*cuda, *cpu);
    expect_all_pairs(*cpu, *cuda);
    EXPECT_EQ(cuda->field_bytes_to_host(), 0u);
}

TEST_F(CudaCompareTest, LargeAndTallGrids) {
    // More strips than blocks are launched; more rows than blocks along y.
    for (const GridSize grid : {GridSize{8'300, 8'330}, GridSize{2, 600'000}}) {
        SCOPED_TRACE(grid.width);
        TwoSimulations two(grid);
        const Field first = test::random_field(grid);
        Field second = first.clone();
        two.load(first);
        EXPECT_EQ(test::compare(*two.comparer).cells, 0);
        second.at(grid.height - 1, grid.width - 1) += 1;
        second.at(grid.height / 2, 1) -= 2;
        two.second->load(second, 0);
        test::expect_difference(test::compare(*two.comparer, test::whole(grid, 900)), first,
                                second);
        PictureRequest tall;
        tall.visible = {0, 0, 2, grid.height};
        tall.max_height = grid.height;
        test::expect_difference(test::compare(*two.comparer, tall), first, second);
        for (float& cell : second.cells())
            cell = 1 - cell;
        two.second->load(second, 0);
        test::expect_difference(test::compare(*two.comparer), first, second);
    }
}

TEST_F(CudaCompareTest, DenormalsDifferButHaveNoSize) {
    TwoSimulations two({40, 40});
    two.first->load(Field({40, 40}, -std::numeric_limits<float>::denorm_min()), 0);
    two.second->load(Field({40, 40}), 0);
    for (const int texels : {40, 10}) {
        const FieldDifference found = test::compare(*two.comparer, test::whole({40, 40}, texels));
        EXPECT_EQ(found.cells, 1600);
        EXPECT_EQ(found.largest, 0);
        for (const float texel : found.picture->texels)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(texel), 0u);
    }
}

TEST_F(CudaCompareTest, EveryKernelAgreesWithTheOthers) {
    const GridSize grid{301, 203};
    const Field initial = test::random_field(grid);
    const StepRatio r = StepRatio::from(0.24);
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (!kernel->advances) {
            continue;
        }
        SCOPED_TRACE(std::string(kernel->name));
        // `texture` advances in the target's textures.
        ArrayTarget target(grid);
        const auto first =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
        const auto second = make_cuda_simulation(grid, {.beside = first.get()});
        const auto comparer = make_field_comparer(*first, *second);
        first->set_kernel(*kernel);
        for (Simulation* simulation : {first.get(), second.get()}) {
            simulation->load(initial, 0);
            simulation->set_step_ratio(r);
            simulation->submit({.steps = 37});
        }
        const FieldDifference same = test::compare(*comparer, test::whole(grid, 64));
        EXPECT_EQ(same.first_step, 37);
        EXPECT_EQ(same.second_step, 37);
        EXPECT_EQ(same.cells, 0);
        EXPECT_FALSE(same.where);
        EXPECT_EQ(first->batches_in_flight(), 1) << "reports are the simulation's own";
        // The comparison left the field where it was.
        first->submit({.steps = 4});
        const FieldDifference ahead = test::compare(*comparer, test::whole(grid, 64));
        const Field reached = advance_cell_by_cell(initial, r, 41);
        EXPECT_GT(ahead.cells, 0);
        test::expect_difference(ahead, reached, advance_cell_by_cell(initial, r, 37));
        EXPECT_TRUE(same_cells(reached, first->read_back()));
    }
}

TEST_F(CudaCompareTest, SeesTheFieldsAsTheyWereAtSubmit) {
    const GridSize grid{190, 170};
    const Field initial = test::random_field(grid);
    TwoSimulations two(grid);
    two.load(initial);
    two.first->set_step_ratio(StepRatio::from(0.2));
    two.second->set_step_ratio(StepRatio::from(0.21));
    two.first->submit({.steps = 11});
    two.second->submit({.steps = 11});
    two.comparer->submit(test::whole(grid, 50));
    EXPECT_TRUE(two.comparer->busy());
    EXPECT_THROW(two.comparer->submit(std::nullopt), std::logic_error);
    two.first->submit({.steps = 5});
    two.second->load(Field(grid, 9.0f), 100);
    const FieldDifference found = test::result_of(*two.comparer);
    EXPECT_FALSE(two.comparer->busy());
    EXPECT_FALSE(two.comparer->poll());
    EXPECT_GT(found.cells, 0);
    test::expect_difference(found, advance_cell_by_cell(initial, StepRatio::from(0.2), 11),
                            advance_cell_by_cell(initial, StepRatio::from(0.21), 11));
    two.comparer->submit(test::whole(grid, 50));
    two.comparer.reset();  // while busy
    EXPECT_TRUE(same_cells(Field(grid, 9.0f), two.second->read_back()));
}

TEST_F(CudaCompareTest, SeveralCopiesMayBeUnderWay) {
    const GridSize grid{190, 170};
    const Field initial = test::random_field(grid);
    const StepRatio r = StepRatio::from(0.2);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    std::vector<std::unique_ptr<PendingField>> pending;
    for (int step = 0; step < 4; ++step) {
        pending.push_back(simulation->request_field({}));
        simulation->submit({.steps = 1});
    }
    for (int step = 3; step >= 0; --step) {
        EXPECT_TRUE(same_cells(advance_cell_by_cell(initial, r, step),
                               pending[static_cast<std::size_t>(step)]->take()));
    }
    pending.clear();
    simulation->request_field({});  // let go before it has arrived
    EXPECT_TRUE(same_cells(advance_cell_by_cell(initial, r, 4),
                           simulation->request_field(Field(grid))->take()));
}

TEST_F(CudaTurnsTest, BothRunAsAlone) {
    const GridSize grid{301, 203};
    const Field initial = test::random_field(grid);
    const StepRatio r = StepRatio::from(0.23);
    for (const bool first_goes_first : {true, false}) {
        auto first = make_cuda_simulation(grid);
        auto second = make_cuda_simulation(grid, {.beside = first.get()});
        auto third = make_cuda_simulation(grid, {.beside = second.get()});
        std::int64_t steps = 0;
        for (Simulation* simulation : {first.get(), second.get(), third.get()}) {
            simulation->load(initial, 0);
            simulation->set_step_ratio(r);
        }
        second->set_kernel(find_kernel("two_step", BackendKind::cuda));
        third->set_kernel(find_kernel("texture", BackendKind::cuda));
        for (const std::int64_t batch : {1, 64, 129, 1, 200}) {
            steps += batch;
            for (Simulation* simulation : {first.get(), second.get(), third.get()})
                simulation->submit({.steps = batch});
        }
        const Field expected = advance_cell_by_cell(initial, r, steps);
        EXPECT_TRUE(same_cells(expected, second->read_back()));
        if (first_goes_first) {
            first.reset();
        } else {
            EXPECT_TRUE(same_cells(expected, first->read_back()));
            second.reset();
        }
        third->submit({.steps = 3});
        EXPECT_TRUE(same_cells(advance_cell_by_cell(expected, r, 3), third->read_back()));
    }
}

TEST_F(CudaTurnsTest, TheWaitIsNotCounted) {
    const GridSize small{128, 128};
    const auto first = make_cuda_simulation({8'192, 8'192});
    const auto second = make_cuda_simulation(small, {.beside = first.get()});
    for (Simulation* simulation : {first.get(), second.get()})
        run_batch(*simulation, {.steps = 70});
    first->submit({.steps = 640});
    second->submit({.steps = 64});
    first->wait();
    second->wait();
    const double long_seconds = first->poll()->seconds;
    const double short_seconds = second->poll()->seconds;
    EXPECT_GT(long_seconds, 10 * short_seconds);
}

TEST_F(CudaTurnsTest, OnlyWithTheSameBackend) {
    const GridSize grid{20, 20};
    const auto cuda = make_cuda_simulation(grid);
    const auto cpu = make_cpu_simulation(grid, {.threads = 1});
    EXPECT_THROW(make_cuda_simulation(grid, {.beside = cpu.get()}), std::invalid_argument);
    EXPECT_THROW(make_cpu_simulation(grid, {.threads = 1, .beside = cuda.get()}),
                 std::invalid_argument);
}

}  // namespace
}  // namespace heatlab::testing
