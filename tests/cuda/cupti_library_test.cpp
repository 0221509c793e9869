#include "sim/cuda/cupti_library.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "sim/errors.h"

namespace heatlab::testing {
namespace {

/// HEATLAB_CUPTI has this value while it lives.
class GivenCupti {
public:
    explicit GivenCupti(const char* file) {
        if (const char* const before = std::getenv(name)) {
            before_ = before;
        }
        setenv(name, file, 1);
    }
    ~GivenCupti() {
        if (before_.empty()) {
            unsetenv(name);
        } else {
            setenv(name, before_.c_str(), 1);
        }
    }
    GivenCupti(const GivenCupti&) = delete;
    GivenCupti& operator=(const GivenCupti&) = delete;

private:
    static constexpr const char* name = "HEATLAB_CUPTI";
    std::string before_;
};

std::string problem_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const DeviceError& problem) {
        return problem.what();
    }
    return "";
}

TEST(CuptiLibrary, SaysWhichFileIsNotThere) {
    const GivenCupti given("/no/such/libcupti.so");
    const std::string problem = problem_of([] { cuda::open_cupti(); });
    EXPECT_NE(problem.find("/no/such/libcupti.so"), std::string::npos) << problem;
    EXPECT_NE(problem.find("CUDA Toolkit"), std::string::npos) << problem;
}

TEST(CuptiLibrary, SaysWhichFunctionItLacks) {
    // Any library serves: this one is always there, and is no CUPTI.
    const GivenCupti given("libc.so.6");
    const cuda::ToolkitLibrary library = cuda::open_cupti();
    int (*absolute)(int) = nullptr;
    library.find("abs", absolute);
    EXPECT_EQ(absolute(-3), 3);
    const std::string problem = problem_of([&] { library.find("cuptiNoSuch", absolute); });
    EXPECT_NE(problem.find("cuptiNoSuch"), std::string::npos) << problem;
}

}  // namespace
}  // namespace heatlab::testing
