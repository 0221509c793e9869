#include "sim/turn.h"

#include <array>
#include <thread>
#include <vector>

#include "sim/cpu/cpu_simulation.h"
#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab::test {
namespace {

const std::atomic<bool> going{false};

TEST(Turn, IsOnesAtATimeAndInTheOrderOfAsking) {
    Turn turn;
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    std::vector<int> order;
    std::vector<std::thread> others;
    {
        const HeldTurn held(&turn, going);
        EXPECT_TRUE(held);
        for (int i = 0; i < 5; ++i) {
            others.emplace_back([&, i] {
                const HeldTurn own(&turn, going);
                most = std::max(most.load(), ++inside);
                order.push_back(i);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                --inside;
            });
            while (turn.asking() < std::size_t(i) + 2)
                std::this_thread::yield();
        }
        EXPECT_TRUE(order.empty());
    }
    for (std::thread& other : others)
        other.join();
    EXPECT_EQ(most, 1);
    EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

TEST(Turn, CanBeGivenUpWhileWaiting) {
    Turn turn;
    std::atomic<bool> stop{false};
    bool came = true;
    {
        const HeldTurn held(&turn, going);
        std::thread other([&] { came = static_cast<bool>(HeldTurn(&turn, stop)); });
        while (turn.asking() < 2)
            std::this_thread::yield();
        stop = true;
        turn.wake();
        other.join();
    }
    EXPECT_FALSE(came);
    EXPECT_EQ(turn.asking(), 0u) << "the queue has forgotten who gave up";
}

TEST(Turn, NobodyToWaitFor) {
    const HeldTurn one(nullptr, going);
    const HeldTurn other(nullptr, going);
    EXPECT_TRUE(one && other);
}

// Simulations that record who computes while another does. They are told apart by r.

constexpr double first_r = 0.125;
constexpr double second_r = 0.25;
std::atomic<int> computing[2];
std::atomic<int> launches[2];
std::atomic<int> overlaps;

void watched_kernel(const CpuLaunch& launch, int first, int last) {
    const int self = launch.r == static_cast<float>(first_r) ? 0 : 1;
    ++computing[self];
    ++launches[self];
    if (computing[1 - self] > 0)
        ++overlaps;
    // Long enough for the other one to come in between, even on a single core.
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    best_instruction_set().kernel("global")(launch, first, last);
    if (computing[1 - self] > 0)
        ++overlaps;
    --computing[self];
}

std::unique_ptr<Simulation> watched_simulation(const Field& initial, double r,
                                               const Simulation* beside) {
    static const std::array entries{BasicCpuKernelEntry<float>{"global", watched_kernel}};
    static const InstructionSet instructions = [] {
        InstructionSet set = best_instruction_set();
        set.float32.kernels = entries;
        return set;
    }();
    auto simulation =
        make_cpu_simulation(initial.size(), {.threads = 1, .beside = beside}, instructions);
    simulation->set_kernel(find_kernel("global", BackendKind::cpu));
    simulation->set_step_ratio(StepRatio::from(r));
    simulation->load(initial, 0);
    return simulation;
}

/// How often the two met.
int overlaps_of(Simulation& first, Simulation& second) {
    overlaps = 0;
    for (int batch = 0; batch < 10; ++batch) {
        first.submit({.steps = 9});
        second.submit({.steps = 9});
    }
    first.wait();
    second.wait();
    return overlaps;
}

TEST(CpuTurns, SimulationsBesideEachOtherNeverComputeTogether) {
    const Field initial = random_field({60, 50});
    const auto first = watched_simulation(initial, first_r, nullptr);
    const auto second = watched_simulation(initial, second_r, first.get());
    EXPECT_EQ(first->turn(), second->turn());
    EXPECT_EQ(overlaps_of(*first, *second), 0);
    EXPECT_GE(launches[0], 90);
    EXPECT_GE(launches[1], 90);
    EXPECT_TRUE(same_field(first->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(first_r), 90)));
    EXPECT_TRUE(same_field(second->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(second_r), 90)));
}

TEST(CpuTurns, OthersDo) {
    const Field initial = random_field({60, 50});
    const auto first = watched_simulation(initial, first_r, nullptr);
    const auto second = watched_simulation(initial, second_r, nullptr);
    EXPECT_GT(overlaps_of(*first, *second), 0) << "else the test above could not fail";
}

TEST(CpuTurns, TheWaitIsNotCounted) {
    const Field initial = random_field({60, 50});
    const auto first = watched_simulation(initial, first_r, nullptr);
    const auto second = watched_simulation(initial, second_r, first.get());
    std::atomic<bool> stop{false};
    second->wait();
    first->wait();
    BatchReport report;
    const auto start = std::chrono::steady_clock::now();
    {
        const HeldTurn held(first->turn().get(), stop);
        second->submit({.steps = 1});
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        EXPECT_FALSE(second->poll()) << "it waits for its turn";
    }
    second->wait();
    report = second->poll().value();
    const double all =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_LE(report.seconds, all - 0.3);
    EXPECT_GT(report.seconds, 1e-4);
}

TEST(CpuTurns, EitherMayGoFirst) {
    const Field initial = random_field({60, 50});
    for (const bool first_goes : {true, false}) {
        auto first = watched_simulation(initial, first_r, nullptr);
        auto second = watched_simulation(initial, second_r, first.get());
        first->submit({.steps = 20});
        second->submit({.steps = 20});
        (first_goes ? first : second).reset();
        Simulation& left = first_goes ? *second : *first;
        EXPECT_TRUE(same_field(
            left.read_back(),
            advance_cell_by_cell(initial, StepRatio::from(first_goes ? second_r : first_r), 20)));
    }
}

TEST(CpuTurns, OneThatWaitsForItsTurnCanGo) {
    const Field initial = random_field({60, 50});
    const auto first = watched_simulation(initial, first_r, nullptr);
    auto second = watched_simulation(initial, second_r, first.get());
    std::atomic<bool> stop{false};
    second->wait();
    const HeldTurn held(first->turn().get(), stop);
    second->submit({.steps = 20});
    const auto pending = second->request_field({});
    EXPECT_FALSE(pending->ready());
    second.reset();
    EXPECT_TRUE(pending->ready());
    EXPECT_THROW(pending->take(), DeviceError);
}

}  // namespace
}  // namespace heatlab::test
