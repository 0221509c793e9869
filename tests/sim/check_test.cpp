#include "sim/check.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "sim/cpu/cpu_simulation.h"
#include "sim/text.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/faulty_simulation.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

class CheckOfInstructionSet : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(InstructionSets, CheckOfInstructionSet, testing::Values(0, 1, 2));

TEST_P(CheckOfInstructionSet, EveryKernelPasses) {
    const InstructionSet& set = instruction_sets()[static_cast<std::size_t>(GetParam())];
    if (!set.supported)
        GTEST_SKIP() << "this processor lacks " << set.title;
    const CheckBackend backend{cpu_backend_info({}, set), [&](GridSize grid, CellType type) {
                                   return make_cpu_simulation(grid, {.type = type}, set);
                               }};
    std::int64_t calls = 0;
    const CheckReport report = run_check({backend}, [&](std::int64_t done, std::int64_t total) {
        EXPECT_EQ(done, calls++);
        EXPECT_LT(done, total);
    });
    for (const CheckFailure& failure : report.failures)
        ADD_FAILURE() << failure_text(failure);
    EXPECT_TRUE(report.passed());
    EXPECT_EQ(report.cases, calls);
    EXPECT_GT(report.cases, 4 * 5 * 3 * 12 + 3 * 9 * 2 * 4 * 12);
    EXPECT_EQ(report.backends, (std::vector<std::string>{"cpu"}));
    EXPECT_EQ(report.types, (std::vector<std::string>{"float32", "float64"}));
    EXPECT_EQ(report.kernels, (std::vector<std::string>{"copy", "global", "tiled", "two_step",
                                                        "wavefront", "naive", "halo_tile"}));
}

using test::Fault;
using test::FaultySimulation;

CheckReport check_with(const Fault& fault) {
    return run_check({{cpu_backend_info(),
                       [&](GridSize grid, CellType) {
                           return std::make_unique<FaultySimulation>(grid, fault);
                       }}},
                     {}, {CellType::float32});
}

float one_bit_up(float value) {
    return std::nextafter(value, INFINITY);
}

TEST(Check, FindsOneBitInOneCellOfOneKernel) {
    const Cell cell{20, 12};
    const CheckReport report = check_with({"tiled", 7, cell, one_bit_up});
    EXPECT_FALSE(report.passed());
    EXPECT_EQ(report.failed, std::ssize(report.failures));
    std::set<std::string> grids;
    std::set<std::string> boundaries;
    for (const CheckFailure& failure : report.failures) {
        EXPECT_EQ(failure.kernel, "tiled");
        EXPECT_EQ(failure.backend, "cpu");
        EXPECT_GE(failure.steps, 7);
        EXPECT_EQ(failure.row, 20);
        EXPECT_EQ(failure.col, 12);
        EXPECT_EQ(static_cast<float>(failure.value),
                  one_bit_up(static_cast<float>(failure.expected)));
        grids.insert(grid_text(failure.grid));
        boundaries.insert(boundaries_text(failure.boundaries));
    }
    // All grids that have the cell, at each r, and nothing else.
    EXPECT_EQ(grids, (std::set<std::string>{"31x33", "100x37", "257x255", "511x513", "31x33x2",
                                            "31x33x3", "33x255x3", "65x67x66"}));
    EXPECT_EQ(boundaries.size(), 10u);
    EXPECT_EQ(report.failed, 4 * 3 * 2 + 3 * 2 + 4 * 9 * 2 * 2 + 4 * 4 * 2);
    EXPECT_CONTAINS(failure_text(report.failures.front()),
                    "tiled on cpu, grid 31x33, random, r 0.1, 7 steps: row 20 col 12 is ");
}

TEST(Check, FindsAChangedRing) {
    const CheckReport report = check_with({"two_step", 100, {0, 2}, one_bit_up});
    ASSERT_FALSE(report.failures.empty());
    for (const CheckFailure& failure : report.failures) {
        EXPECT_EQ(failure.kernel, "two_step");
        EXPECT_EQ(failure.row, 0);
        EXPECT_CONTAINS(failure.what, "boundary ring");
    }
}

TEST(Check, FindsAChangeAtAnyKindOfSide) {
    const CheckReport report = check_with({"global", 20, {0, 1}, one_bit_up});
    std::set<std::string> complaints;
    for (const CheckFailure& failure : report.failures) {
        if (failure.grid.width < 3 || failure.grid.height < 2)
            continue;  // the cell belongs to another side too
        const bool fixed = failure.boundaries.top == BoundaryKind::dirichlet;
        const bool all_fixed = failure.boundaries.all_dirichlet();
        EXPECT_EQ(failure.what, all_fixed ? "changed the boundary ring"
                                : fixed   ? "changed a fixed side"
                                          : "differs from the update carried out cell by cell")
            << failure_text(failure);
        complaints.insert(failure.what);
    }
    EXPECT_EQ(complaints.size(), 3u);
    Boundaries boundaries;
    boundaries.left = boundaries.right = BoundaryKind::periodic;
    CheckFailure failure;
    failure.boundaries = boundaries;
    EXPECT_CONTAINS(failure_text(failure), ", boundary dirichlet,periodic,dirichlet,periodic, ");
}

/// Lets heat flow where the sides should be closed.
class FixedSimulation final : public FaultySimulation {
public:
    explicit FixedSimulation(GridSize grid) : FaultySimulation(grid, {}) {}
    void set_boundaries(const Boundaries&) override {}
};

TEST(Check, FindsABackendThatKeepsTheWallsFixed) {
    const CheckReport report = run_check(
        {{cpu_backend_info(),
          [](GridSize grid, CellType) { return std::make_unique<FixedSimulation>(grid); }}},
        {}, {CellType::float32});
    std::set<std::string> found;
    for (const CheckFailure& failure : report.failures)
        found.insert(boundaries_text(failure.boundaries));
    EXPECT_EQ(found.size(), 9u);
    EXPECT_FALSE(found.contains("dirichlet"));
}

TEST(Check, FindsACopyThatChangesTheField) {
    const CheckReport report = check_with({"copy", 3, {1, 1}, [](float) { return 5.0f; }});
    ASSERT_FALSE(report.failures.empty());
    EXPECT_EQ(report.failures.front().value, 5.0);
    EXPECT_CONTAINS(report.failures.front().what, "has to leave");
}

TEST(Check, FindsNan) {
    const CheckReport report = check_with({"global", 1, {1, 1}, [](float) { return NAN; }});
    ASSERT_FALSE(report.failures.empty());
    EXPECT_TRUE(std::isnan(report.failures.front().value));
}

TEST(Check, ReportsADeviceThatBreaksAndGoesOn) {
    const CheckReport report = check_with({"global", 100, {}, {}, true});
    ASSERT_FALSE(report.failures.empty());
    EXPECT_LT(report.failed, report.cases / 4);
    EXPECT_EQ(report.failures.front().row, -1);
    EXPECT_EQ(report.failures.front().what, "the device is gone");
    EXPECT_EQ(failure_text(report.failures.front()),
              "global on cpu, grid 1x1, random, r 0.1, 100 steps: the device is gone");
}

TEST(Check, FindsStepsOfFloat32InAFieldOfFloat64) {
    /// Takes its steps in float32.
    class NarrowSimulation final : public FaultySimulation {
    public:
        explicit NarrowSimulation(GridSize grid) : FaultySimulation(grid, {}) {}
        CellType cell_type() const override { return CellType::float64; }
        void load_float64(const Field64& initial, std::int64_t step) override {
            load(rounded(initial), step);
        }
    };
    const CheckReport report = run_check(
        {{cpu_backend_info(),
          [](GridSize grid, CellType) { return std::make_unique<NarrowSimulation>(grid); }}},
        {}, {CellType::float64});
    EXPECT_EQ(report.types, (std::vector<std::string>{"float64"}));
    EXPECT_GT(report.failed, report.cases * 99 / 100) << "but for zeros and ones";
    EXPECT_CONTAINS(failure_text(report.failures.front()), " on cpu, float64, grid 1x1, ");
}

TEST(Check, NothingCheckedIsNoPass) {
    EXPECT_FALSE(run_check({}).passed());
}

TEST(Compare, AnyNanEqualsAnyNanAndAllElseIsBits) {
    EXPECT_TRUE(same_value(std::bit_cast<float>(0x7fc00001u), std::bit_cast<float>(0xffc12345u)));
    EXPECT_FALSE(same_value(0.0f, -0.0f));
    EXPECT_FALSE(same_value(INFINITY, NAN));
    EXPECT_TRUE(same_value(INFINITY, INFINITY));
    EXPECT_FALSE(same_value(1.0f, one_bit_up(1.0f)));
}

TEST(Compare, TheRingIsOfTheCellsThatAreFixed) {
    const Field zero({4, 3});
    Boundaries boundaries = Boundaries::all(BoundaryKind::insulated);
    const auto differs_at = [&](int row, int col) {
        Field field({4, 3});
        field.at(row, col) = 1;
        return first_ring_difference(field, zero, boundaries).has_value();
    };
    EXPECT_FALSE(differs_at(0, 0));
    EXPECT_FALSE(differs_at(2, 3));
    boundaries.right = BoundaryKind::dirichlet;
    EXPECT_FALSE(differs_at(0, 2));
    EXPECT_TRUE(differs_at(0, 3)) << "a corner is fixed where one of its sides is";
    EXPECT_TRUE(differs_at(1, 3));
    boundaries = {};
    EXPECT_TRUE(differs_at(0, 2));
    EXPECT_FALSE(differs_at(1, 2));
}

TEST(Reference, MatchesAStepDoneByHand) {
    Field field({3, 3});
    field.at(0, 1) = 1;
    field.at(1, 2) = 2;
    field.at(2, 1) = 4;
    field.at(1, 0) = 8;
    field.at(1, 1) = 16;
    ReferenceField reference(field);
    reference.advance(StepRatio::from(0.125), 2);
    // 16 + (15 - 64) / 8 = 9.875; 9.875 + (15 - 39.5) / 8 = 6.8125
    EXPECT_EQ(reference.at(1, 1), 6.8125);
    EXPECT_EQ(reference.at(1, 0), 8.0);
    EXPECT_EQ(advance_cell_by_cell(field, StepRatio::from(0.125), 2).at(1, 1), 6.8125f);
}

TEST(Reference, MatchesStepsDoneByHandAtEverySide) {
    const StepRatio r = StepRatio::from(0.125);
    const auto expect_row = [&](const Boundaries& boundaries, std::vector<float> expected) {
        Field field({3, 1});
        field.at(0, 0) = 8;
        field.at(0, 2) = 16;
        ReferenceField reference(field, boundaries);
        reference.advance(r, 1);
        const Field exact = advance_cell_by_cell(field, r, 1, boundaries);
        for (int col = 0; col < 3; ++col) {
            EXPECT_EQ(reference.at(0, col), expected[std::size_t(col)])
                << boundaries_text(boundaries) << " " << col;
            EXPECT_EQ(exact.at(0, col), expected[std::size_t(col)])
                << boundaries_text(boundaries) << " " << col;
        }
    };
    using enum BoundaryKind;
    expect_row({}, {8, 0, 16});
    expect_row({insulated, dirichlet, insulated, dirichlet}, {8, 3, 16});
    // 8 + (8 + 8 + 8 + 0 - 32) / 8 = 7; 16 + (0 + 16 + 16 + 16 - 64) / 8 = 14
    expect_row(Boundaries::all(insulated), {7, 3, 14});
    expect_row({insulated, dirichlet, insulated, insulated}, {7, 3, 16});
    // 8 + (8 + 8 + 16 + 0 - 32) / 8 = 8; 16 + (0 + 8 + 16 + 16 - 64) / 8 = 13
    expect_row(Boundaries::all(periodic), {8, 3, 13});
    expect_row({dirichlet, periodic, dirichlet, periodic}, {8, 0, 16});
}

}  // namespace
}  // namespace heatlab
