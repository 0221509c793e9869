#include "sim/difference.h"

#include <stdexcept>

#include "sim/reference.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/difference_test_support.h"
#include "tests/sim/test_support.h"

namespace heatlab::test {
namespace {

struct TwoSimulations {
    explicit TwoSimulations(GridSize grid)
        : first(make_cpu_simulation(grid, {.threads = 2})),
          second(make_cpu_simulation(grid, {.threads = 1, .beside = first.get()})),
          comparer(make_field_comparer(*first, *second)) {}

    std::unique_ptr<Simulation> first;
    std::unique_ptr<Simulation> second;
    std::unique_ptr<FieldComparer> comparer;
};

TEST(FieldDifference, FindsWhatABruteForceFinds) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 1}, GridSize{31, 33}, GridSize{700, 3},
                                GridSize{5, 401}, GridSize{130, 129}}) {
        TwoSimulations two(grid);
        for (const FieldPair& pair : field_pairs(random_field(grid))) {
            SCOPED_TRACE(pair.name + std::string(", grid ") + std::to_string(grid.width));
            two.first->load(pair.first, 3);
            two.second->load(pair.second, 4);
            const FieldDifference plain = compare(*two.comparer);
            EXPECT_EQ(plain.first_step, 3);
            EXPECT_EQ(plain.second_step, 4);
            EXPECT_FALSE(plain.picture);
            expect_difference(plain, pair.first, pair.second);
            for (const PictureRequest& request : picture_requests(grid)) {
                const FieldDifference drawn = compare(*two.comparer, request);
                ASSERT_TRUE(drawn.picture);
                EXPECT_EQ(drawn.picture->step, 4);
                EXPECT_EQ(drawn.picture->grid, grid);
                EXPECT_EQ(drawn.picture->cells, clipped(request.visible, grid));
                expect_difference(drawn, pair.first, pair.second);
            }
        }
    }
}

TEST(FieldDifference, KnowsDenormalsApartButGivesThemNoSize) {
    const Field first({4, 4}, std::numeric_limits<float>::denorm_min());
    const Field second({4, 4});
    TwoSimulations two({4, 4});
    two.first->load(first, 0);
    two.second->load(second, 0);
    const FieldDifference found = compare(*two.comparer, whole({4, 4}, 4));
    EXPECT_EQ(found.cells, 16);
    EXPECT_EQ(found.largest, 0);
    EXPECT_EQ(found.where->first, std::numeric_limits<float>::denorm_min());
    for (const float texel : found.picture->texels)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(texel), 0u);
}

TEST(FieldDifference, PicturesAreNumbered) {
    const GridSize grid{40, 30};
    TwoSimulations two(grid);
    const auto before = compare(*two.comparer, whole(grid, 64)).picture;
    const auto after = compare(*two.comparer, whole(grid, 8)).picture;
    EXPECT_LT(before->serial, after->serial);
    EXPECT_EQ(before->block, 1);
    EXPECT_EQ(after->block, 5);
}

TEST(FieldDifference, DifferentKernelsAgreeAfterSteps) {
    const GridSize grid{301, 203};
    const Field initial = random_field(grid);
    TwoSimulations two(grid);
    for (Simulation* simulation : {two.first.get(), two.second.get()}) {
        simulation->load(initial, 0);
        simulation->set_step_ratio(StepRatio::from(0.24));
    }
    two.first->set_kernel(find_kernel("two_step", BackendKind::cpu));
    two.second->set_kernel(find_kernel("wavefront", BackendKind::cpu));
    two.first->submit({.steps = 37});
    two.second->submit({.steps = 37});
    const FieldDifference found = compare(*two.comparer);
    EXPECT_EQ(found.first_step, 37);
    EXPECT_EQ(found.second_step, 37);
    EXPECT_EQ(found.cells, 0);
    EXPECT_FALSE(found.where);
    EXPECT_EQ(found.largest, 0);
    EXPECT_EQ(two.first->batches_in_flight(), 1) << "reports are the simulation's own";
    EXPECT_EQ(two.first->poll()->step, 37);
}

TEST(FieldDifference, SeesTheFieldsAsTheyWereAtSubmit) {
    const GridSize grid{90, 70};
    const Field initial = random_field(grid);
    TwoSimulations two(grid);
    two.first->load(initial, 0);
    two.second->load(initial, 0);
    two.first->set_step_ratio(StepRatio::from(0.2));
    two.second->set_step_ratio(StepRatio::from(0.21));
    two.first->submit({.steps = 11});
    two.second->submit({.steps = 12});
    two.comparer->submit(whole(grid, 20));
    two.first->submit({.steps = 5});
    two.second->load(Field(grid, 9.0f), 100);
    const FieldDifference found = result_of(*two.comparer);
    EXPECT_EQ(found.first_step, 11);
    EXPECT_EQ(found.second_step, 12);
    EXPECT_GT(found.cells, 0);
    expect_difference(found, advance_cell_by_cell(initial, StepRatio::from(0.2), 11),
                      advance_cell_by_cell(initial, StepRatio::from(0.21), 12));
}

TEST(FieldDifference, IsBusyUntilTheResultIsTaken) {
    TwoSimulations two({60, 50});
    EXPECT_FALSE(two.comparer->busy());
    EXPECT_FALSE(two.comparer->poll());
    two.comparer->submit(std::nullopt);
    EXPECT_TRUE(two.comparer->busy());
    EXPECT_THROW(two.comparer->submit(std::nullopt), std::logic_error);
    two.first->wait();
    two.second->wait();
    EXPECT_TRUE(two.comparer->busy());
    EXPECT_EQ(result_of(*two.comparer).cells, 0);
    EXPECT_FALSE(two.comparer->busy());
    EXPECT_FALSE(two.comparer->poll());
    EXPECT_EQ(compare(*two.comparer).cells, 0);
}

TEST(FieldDifference, MayGoWhileBusy) {
    const GridSize grid{1000, 900};
    const Field initial = random_field(grid);
    for (int polls = 0; polls < 4; ++polls) {
        TwoSimulations two(grid);
        two.first->load(initial, 0);
        two.first->set_step_ratio(StepRatio::from(0.25));
        two.first->submit({.steps = 3});
        two.comparer->submit(whole(grid, 100));
        if (polls > 0)
            two.first->wait();
        for (int i = 0; i < polls; ++i)
            two.comparer->poll();
        two.comparer.reset();
        EXPECT_TRUE(same_field(two.first->read_back(),
                               advance_cell_by_cell(initial, StepRatio::from(0.25), 3)));
    }
}

TEST(FieldDifference, RefusesDifferentGrids) {
    const auto first = make_cpu_simulation({20, 10}, {.threads = 1});
    const auto second = make_cpu_simulation({10, 20}, {.threads = 1});
    const std::string text = refusal([&] { make_field_comparer(*first, *second); });
    EXPECT_CONTAINS(text, "--grid 10x20");
    EXPECT_CONTAINS(text, "20x10");
}

TEST(FieldDifference, NeedsNoTurnInCommon) {
    const Field field = random_field({64, 64});
    const auto first = simulation_of(field, 0.2);
    const auto second = simulation_of(field, 0.2);
    EXPECT_NE(first->turn(), second->turn());
    const auto comparer = make_field_comparer(*first, *second);
    const auto back = make_field_comparer(*second, *first);
    comparer->submit(std::nullopt);
    back->submit(std::nullopt);
    EXPECT_EQ(result_of(*comparer).cells, 0);
    EXPECT_EQ(result_of(*back).cells, 0);
}

TEST(FieldDifference, StopsWhenAsked) {
    const Field field = random_field({64, 64});
    EXPECT_TRUE(field_difference(field, field, nullptr, std::atomic<bool>(false)));
    EXPECT_FALSE(field_difference(field, field, nullptr, std::atomic<bool>(true)));
}

TEST(PendingField, UsesTheMemoryItIsGiven) {
    const Field field = random_field({50, 40});
    const auto simulation = simulation_of(field, 0.2);
    Field memory({50, 40}, 8.0f);
    const float* const place = memory.cells().data();
    auto pending = simulation->request_field(std::move(memory));
    const Field copy = pending->take();
    EXPECT_EQ(copy.cells().data(), place);
    EXPECT_TRUE(same_field(copy, field));
    EXPECT_TRUE(same_field(simulation->request_field(Field({3, 3}))->take(), field));
    EXPECT_TRUE(same_field(simulation->request_field({})->take(), field));
}

}  // namespace
}  // namespace heatlab::test
