#include "sim/cpu/thread_team.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "sim/cpu/clock.h"
#include "sim/cpu/processors.h"
#include "sim/parallel.h"

namespace heatlab {
namespace {

TEST(ThreadTeam, EachMemberWorksOnceACall) {
    ThreadTeam team(4);
    ASSERT_EQ(team.size(), 4);
    for (int members = 1; members <= 4; ++members) {
        for (int repeat = 0; repeat < 200; ++repeat) {
            std::vector<std::atomic<int>> calls(4);
            team.run(members, [&](int member) { ++calls[static_cast<std::size_t>(member)]; });
            for (int member = 0; member < 4; ++member) {
                ASSERT_EQ(calls[static_cast<std::size_t>(member)], member < members ? 1 : 0);
            }
        }
    }
}

/// Where each member is when it works, if all wait for each other.
std::vector<int> processors_of(ThreadTeam& team) {
    std::vector<int> processors(static_cast<std::size_t>(team.size()));
    TeamBarrier together(team.size());
    team.run(team.size(), [&](int member) {
        together.arrive([] {});
        processors[static_cast<std::size_t>(member)] = ::sched_getcpu();
    });
    return processors;
}

TEST(ThreadTeam, HasAProcessorForEachMemberWhereThereAreAsMany) {
    const std::vector<int> allowed = allowed_processors();
    if (allowed.size() < 2)
        GTEST_SKIP() << "one processor";
    ThreadTeam team(static_cast<int>(allowed.size()));
    const auto stay = team.keep_caller();
    ASSERT_NE(stay, nullptr);
    for (int repeat = 0; repeat < 50; ++repeat)
        ASSERT_EQ(processors_of(team), allowed);
}

TEST(ThreadTeam, LeavesItsCallerFree) {
    const std::vector<int> allowed = allowed_processors();
    ThreadTeam team(static_cast<int>(allowed.size()));
    processors_of(team);
    EXPECT_EQ(allowed_processors(), allowed);
    {
        const auto stay = team.keep_caller();
        EXPECT_EQ(allowed_processors().size(), 1U);
    }
    EXPECT_EQ(allowed_processors(), allowed);
}

TEST(ThreadTeam, OfAnotherSizeIsWhereTheSystemPutsIt) {
    ThreadTeam team(static_cast<int>(allowed_processors().size()) + 1);
    EXPECT_EQ(team.keep_caller(), nullptr);
    std::vector<std::vector<int>> may(static_cast<std::size_t>(team.size()));
    team.run(team.size(),
             [&](int member) { may[static_cast<std::size_t>(member)] = allowed_processors(); });
    for (const std::vector<int>& processors : may)
        EXPECT_EQ(processors, allowed_processors());
}

TEST(ThreadTeam, SpinsLongOnlyWhereEachMemberHasAProcessor) {
    const int processors = static_cast<int>(allowed_processors().size());
    EXPECT_EQ(ThreadTeam(processors).spinning_seconds(), TeamBarrier::long_spinning);
    EXPECT_EQ(ThreadTeam(processors + 1).spinning_seconds(), TeamBarrier::short_spinning);
}

TEST(TeamBarrier, TheLastToArriveActsBeforeAnyGoesOn) {
    constexpr int members = 3;
    ThreadTeam team(members);
    TeamBarrier barrier(members);
    std::atomic<int> arrived{0};
    int completions = 0;
    std::atomic<int> errors{0};
    team.run(members, [&](int) {
        for (int turn = 1; turn <= 2000; ++turn) {
            ++arrived;
            barrier.arrive([&] {
                if (arrived != turn * members)
                    ++errors;
                ++completions;
            });
            if (completions != turn)
                ++errors;
            barrier.arrive([] {});
        }
    });
    EXPECT_EQ(errors, 0);
    EXPECT_EQ(completions, 2000);
}

// Members spin for a while before they sleep. The last one arrives at every moment around that,
// with many writes on their way: whoever it does not wake keeps this test waiting until its time is
// up. A barrier that loses wakes does so within seconds on a dozen processors, and rarely on two.
TEST(TeamBarrier, WakesWhoFallsAsleepWhileTheLastArrives) {
    constexpr int meetings = 3'000;
    constexpr std::size_t far_apart = 4096 + 64;
    const int members = std::max(2, static_cast<int>(allowed_processors().size()));
    ThreadTeam team(members);
    TeamBarrier barrier(members);
    std::vector<char> cells(64 * far_apart);
    int completions = 0;
    team.run(members, [&](int member) {
        for (int meeting = 0; meeting < meetings; ++meeting) {
            if (member == meeting % members) {
                const double seconds =
                    TeamBarrier::long_spinning * (0.9 + 0.2 * (meeting % 257) / 257);
                for (const auto start = Clock::now(); seconds_since(start) < seconds;)
                    continue;
            }
            barrier.arrive([&] {
                for (std::size_t i = 0; i < 64; ++i)
                    cells[i * far_apart] = static_cast<char>(meeting);
                ++completions;
            });
        }
    });
    EXPECT_EQ(completions, meetings);
}

TEST(RowShares, DealEveryRowOnceWhoeverTakesIt) {
    for (const int members : {1, 2, 3, 7}) {
        for (const int rows : {0, 1, 5, 64, 1000}) {
            for (const int piece : {1, 8, 300}) {
                RowShares shares(members);
                shares.deal(3, 3 + rows, piece);
                std::vector<int> taken(static_cast<std::size_t>(rows) + 4);
                int first = 0;
                int last = 0;
                // The last member alone helps all others.
                while (shares.take(members - 1, first, last)) {
                    ASSERT_LE(last - first, piece);
                    for (int row = first; row < last; ++row)
                        ++taken[static_cast<std::size_t>(row)];
                }
                ASSERT_EQ(std::accumulate(taken.begin() + 3, taken.end() - 1, 0), rows);
                for (int row = 3; row < 3 + rows; ++row) {
                    ASSERT_EQ(taken[static_cast<std::size_t>(row)], 1);
                }
            }
        }
    }
}

TEST(ParallelRanges, CoverEverythingOnceAndPassErrorsOn) {
    std::vector<int> seen(1000);
    parallel_ranges(1000, 1 << 20, [&](int first, int last) {
        for (int i = first; i < last; ++i)
            ++seen[static_cast<std::size_t>(i)];
    });
    EXPECT_EQ(std::vector<int>(1000, 1), seen);
    EXPECT_THROW(parallel_ranges(100, 1 << 20, [](int, int) { throw std::runtime_error("x"); }),
                 std::runtime_error);
    parallel_ranges(0, 1, [](int, int) { ADD_FAILURE() << "nothing to do"; });
}

}  // namespace
}  // namespace heatlab
