// Sectors counted on the device against known answers. A process can count one kernel only, so each
// case is a process of its own: a death test in the style that starts the program anew.

#include <gtest/gtest.h>
#include <heatlab_image_store_only.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>

#include "sim/cuda/device_probe.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/loader.h"
#include "sim/cuda/sectors/count_sectors.h"
#include "sim/cuda/sectors/sector_counter.h"
#include "sim/errors.h"
#include "sim/text.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

constexpr int million = 1 << 20;

constexpr int cannot_count = 77;

/// Ends the process: 0 where the count is `expected`, which standard error says in any case.
[[noreturn]] void judge(std::int64_t expected, const std::function<std::int64_t()>& count) {
    try {
        const std::int64_t sectors = count();
        std::fprintf(stderr, "%lld sectors, expected %lld\n", static_cast<long long>(sectors),
                     static_cast<long long>(expected));
        std::exit(sectors == expected ? 0 : 1);
    } catch (const DeviceError& problem) {
        std::fprintf(stderr, "cannot count: %s\n", problem.what());
        std::exit(cannot_count);
    }
}

/// Skips where nothing can be counted: no device, no CUPTI, no permission.
class CudaSectorsTest : public CudaTest {
protected:
    void SetUp() override {
        CudaTest::SetUp();
        GTEST_FLAG_SET(death_test_style, "threadsafe");
    }

    /// For EXPECT_EXIT: the process ended well, or could not count.
    auto agrees() {
        return [this](int status) {
            skipped_ = WIFEXITED(status) && WEXITSTATUS(status) == cannot_count;
            return skipped_ || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
        };
    }
    void expect_count_by_source(const KernelInfo& kernel, GridSize grid) {
        EXPECT_EXIT(judge(source_sectors(kernel, grid).sectors.value(),
                          [&] { return count_sectors(kernel, grid, 0).sectors; }),
                    agrees(), "")
            << kernel.stem() << " " << grid_text(grid);
    }

    bool skipped_ = false;
};

std::int64_t count_store_only() {
    const cuda::KernelLibrary library({heatlab_image_store_only, heatlab_image_store_only_size});
    const cuda::DeviceMemory cells = cuda::make_device_memory(million * sizeof(float));
    const cuda::Stream stream = cuda::make_stream();
    const cuda::Kernel kernel = library.kernel("store_only");
    const auto counter = cuda::SectorCounter::start(0);
    kernel.launch({dim3(million / 256), dim3(256)}, stream.get(), static_cast<float*>(cells.get()),
                  million);
    return counter->finish().sectors;
}

TEST_F(CudaSectorsTest, StoresAloneHaveTheKnownAnswer) {
    EXPECT_EXIT(judge(131'072, count_store_only), agrees(), "");
    if (skipped_) {
        GTEST_SKIP() << "sectors cannot be counted here";
    }
}

TEST_F(CudaSectorsTest, OneDimensionHasTheKnownAnswers) {
    // A kernel with a store in both branches, and one with a single store.
    for (const auto& [name, expected] :
         {std::pair("naive", 589'826), std::pair("halo_tile", 270'334)}) {
        const KernelInfo& kernel = find_kernel(name, BackendKind::cuda, 1);
        EXPECT_EXIT(
            judge(expected,
                  [&] { return count_sectors(kernel, GridSize::line(million), 0).sectors; }),
            agrees(), "");
    }
    if (skipped_) {
        GTEST_SKIP() << "sectors cannot be counted here";
    }
}

TEST_F(CudaSectorsTest, KernelsAskForWhatTheirSourcesSay) {
    for (const KernelInfo& kernel : kernel_table()) {
        for (const GridSize grid :
             {GridSize{1024, 1024}, GridSize{257, 255}, GridSize{1000, 3}, GridSize::line(1000),
              GridSize::line(33), GridSize::box(128, 128, 64), GridSize::box(1000, 3, 5),
              GridSize::box(33, 31, 35)}) {
            if (kernel.runs_on(BackendKind::cuda) && kernel.suits(grid.dimensions) &&
                source_sectors(kernel, grid).sectors) {
                expect_count_by_source(kernel, grid);
            }
        }
    }
    if (skipped_) {
        GTEST_SKIP() << "sectors cannot be counted here";
    }
}

}  // namespace
}  // namespace heatlab::testing
