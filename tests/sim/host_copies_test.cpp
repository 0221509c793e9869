#include "sim/host_copies.h"

#include "sim/bench/copy_policy.h"
#include "sim/errors.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab {
namespace {

using test::random_field;
using test::run;
using test::same_field;
using test::simulation_of;

TEST(HostCopies, HaveARowForEachPolicyInItsOrder) {
    const auto policies = host_copy_policies();
    ASSERT_EQ(policies.size(), 4u);
    for (std::size_t i = 0; i < policies.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(policies[i].policy), i);
        EXPECT_EQ(find_host_copy_policy(policies[i].name).policy, policies[i].policy);
    }
    EXPECT_EQ(policies[1].name, "every_n");
    EXPECT_THROW(find_host_copy_policy("sometimes"), InputError);
}

// Steps, and copies that follow: 23 steps hold 23 single ones, or two whole tens.
TEST(HostCopies, AreTakenAsOftenAsThePolicySays) {
    const GridSize grid{67, 41};
    const Field initial = random_field(grid);
    for (const char* kernel : {"global", "tiled", "two_step", "wavefront"}) {
        const Field expected = [&] {
            auto plain = simulation_of(initial, 0.2, kernel);
            run(*plain, {.steps = 23});
            return plain->read_back();
        }();
        for (const auto& [policy, copies] :
             {std::pair{HostCopyPolicy::never, 0}, std::pair{HostCopyPolicy::every_n, 2},
              std::pair{HostCopyPolicy::every_step, 23},
              std::pair{HostCopyPolicy::overlapped, 23}}) {
            auto simulation = simulation_of(initial, 0.2, kernel);
            simulation->set_host_copies({policy, 10});
            const BatchReport report = run(*simulation, {.steps = 23});
            EXPECT_EQ(report.steps, 23);
            EXPECT_EQ(report.host_copies, copies);
            EXPECT_EQ(report.host_copy_bytes, static_cast<std::uint64_t>(copies) * 67 * 41 * 4);
            EXPECT_TRUE(same_field(simulation->read_back(), expected)) << kernel;
        }
    }
}

TEST(HostCopies, HoldTheFieldOfTheStepTheyFollow) {
    const Field initial = random_field({130, 50});
    for (const HostCopyPolicy policy : {HostCopyPolicy::every_step, HostCopyPolicy::overlapped}) {
        auto simulation = simulation_of(initial, 0.23);
        simulation->set_host_copies({policy, 1});
        EXPECT_FALSE(simulation->newest_host_copy());
        for (const int steps : {1, 2, 7}) {
            run(*simulation, {.steps = steps});
            const std::optional<Field> copy = simulation->newest_host_copy();
            ASSERT_TRUE(copy);
            EXPECT_TRUE(same_field(*copy, simulation->read_back()));
        }
    }
    auto simulation = simulation_of(initial, 0.23);
    simulation->set_host_copies({HostCopyPolicy::every_n, 4});
    run(*simulation, {.steps = 4});
    const Field fourth = simulation->read_back();
    run(*simulation, {.steps = 3});
    EXPECT_TRUE(same_field(simulation->newest_host_copy().value(), fourth));
    simulation->set_host_copies({});
    EXPECT_FALSE(simulation->newest_host_copy());
}

TEST(HostCopies, WorkOnTheSmallestGrids) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 9}, GridSize{3, 3}}) {
        auto simulation = simulation_of(random_field(grid), 0.2);
        simulation->set_host_copies({HostCopyPolicy::overlapped, 1});
        EXPECT_EQ(run(*simulation, {.steps = 5}).host_copies, 5);
        EXPECT_TRUE(same_field(simulation->newest_host_copy().value(), simulation->read_back()));
    }
}

TEST(HostCopies, RefuseAnIntervalWithoutSteps) {
    auto simulation = simulation_of(random_field({8, 8}), 0.2);
    EXPECT_THROW(simulation->set_host_copies({HostCopyPolicy::every_n, 0}), InputError);
}

TEST(HostCopies, ArePartOfTheBench) {
    const Field initial = random_field({64, 64});
    auto simulation = simulation_of(initial, 0.2);
    const auto results = time_copy_policies(*simulation, find_kernel("tiled", BackendKind::cpu),
                                            initial, StepRatio::from(0.2), 40, 10);
    ASSERT_EQ(results.size(), 4u);
    const std::uint64_t field = 64 * 64 * 4;
    const std::uint64_t bytes[] = {0, 4 * field, 40 * field, 40 * field};
    for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(results[i].bytes_to_host, bytes[i]);
        EXPECT_TRUE(results[i].bit_identical);
        EXPECT_GT(results[i].total_seconds, 0);
    }
    EXPECT_EQ(results[0].ratio, 1);
}

}  // namespace
}  // namespace heatlab
