#include "sim/cuda/cupti_library.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "sim/errors.h"
#include "tests/cuda/environment_variable.h"

namespace heatlab::testing {
namespace {

std::string problem_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const DeviceError& problem) {
        return problem.what();
    }
    return "";
}

TEST(CuptiLibrary, SaysWhichFileIsNotThere) {
    const EnvironmentVariable given("HEATLAB_CUPTI", "/no/such/libcupti.so");
    const std::string problem = problem_of([] { cuda::open_cupti(); });
    EXPECT_NE(problem.find("/no/such/libcupti.so"), std::string::npos) << problem;
    EXPECT_NE(problem.find("CUDA Toolkit"), std::string::npos) << problem;
}

TEST(CuptiLibrary, SaysWhichFunctionItLacks) {
    // Any library serves: this one is always there, and is no CUPTI.
    const EnvironmentVariable given("HEATLAB_CUPTI", "libc.so.6");
    const cuda::ToolkitLibrary library = cuda::open_cupti();
    int (*absolute)(int) = nullptr;
    library.find("abs", absolute);
    EXPECT_EQ(absolute(-3), 3);
    const std::string problem = problem_of([&] { library.find("cuptiNoSuch", absolute); });
    EXPECT_NE(problem.find("cuptiNoSuch"), std::string::npos) << problem;
}

}  // namespace
}  // namespace heatlab::testing
