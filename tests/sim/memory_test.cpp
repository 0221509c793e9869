#include "sim/memory.h"

#include <limits>

#include "sim/simulation.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::refusal;

TEST(Memory, AvailableIsSomeOfTheTotal) {
    EXPECT_GT(available_host_memory(), 1u << 20);
    EXPECT_LE(available_host_memory(), total_host_memory());
}

TEST(RequireMemory, NamesBothAmounts) {
    const std::string words = refusal([] {
        require_memory({100, 50}, 40'000, 39'999, "the device");
    });
    EXPECT_CONTAINS(words, "--grid 100x50: ");
    EXPECT_CONTAINS(words, "40000 bytes (40 kB)");
    EXPECT_CONTAINS(words, "the device has 39999 bytes (40 kB)");
    EXPECT_EQ(refusal([] { require_memory({100, 50}, 40'000, 40'000, "the device"); }), "");
}

TEST(RequireMemory, RefusesSidesBelowOne) {
    EXPECT_CONTAINS(refusal([] { require_memory({0, 5}, 0, 1, "x"); }), "--grid 0x5: ");
    EXPECT_CONTAINS(refusal([] { require_memory({5, -1}, 0, 1, "x"); }), "at least 1 cell");
}

TEST(SimulationBytes, AreTwoBuffersAndCountIn64Bits) {
    for (const BackendKind kind : {BackendKind::cpu, BackendKind::cuda}) {
        const std::uint64_t dense = 2 * 4 * std::uint64_t{8192} * 8192;
        EXPECT_GE(simulation_bytes({8192, 8192}, kind), dense);
        EXPECT_LE(simulation_bytes({8192, 8192}, kind), dense + dense / 100);
        EXPECT_EQ(simulation_bytes({2'147'483'647, 2'147'483'647}, kind),
                  std::numeric_limits<std::uint64_t>::max());
        EXPECT_GE(simulation_bytes({1'000'000'000, 1'000'000'000}, kind),
                  8'000'000'000'000'000'000u);
    }
}

TEST(MakeCpuSimulation, RefusesWhatDoesNotFitInWords) {
    const std::string words = refusal([] { make_cpu_simulation({1'000'000, 1'000'000}); });
    EXPECT_CONTAINS(words, "--grid 1000000x1000000: needs 160");
    EXPECT_CONTAINS(words, "this machine has ");
    EXPECT_CONTAINS(refusal([] { make_cpu_simulation({0, 0}); }), "at least 1 cell");
    EXPECT_CONTAINS(refusal([] { make_cpu_simulation({4, 4}, {.threads = -2}); }), "threads -2");
}

}  // namespace
}  // namespace heatlab
