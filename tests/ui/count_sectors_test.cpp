// Sectors counted from the kernel's card, on a real device: this program is its own counting
// process.

#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string_view>
#include <thread>

#include "app/commands/commands.h"
#include "app/cuda_stage.h"
#include "app/options.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

constexpr const char* count_button = "//Kernels/Count##sectors";

class CountSectorsTest : public InterfaceTest {
protected:
    CountSectorsTest() : InterfaceTest(EglPreference::any) {}

    void SetUp() override {
        if (const DeviceListing device = cuda_stage::probe(0); !device.usable)
            GTEST_SKIP() << device.reason;
    }

    const KernelSectors& sectors_of(const char* kernel) {
        table_ = snapshot().sectors;
        return *table_->find(find_kernel(kernel, BackendKind::cuda));
    }
    /// Frames until it has been counted, or not; at most a minute.
    const KernelSectors& counted(const char* kernel, ImGuiTestContext& engine) {
        const auto begin = std::chrono::steady_clock::now();
        do {
            engine.Yield(2);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        } while (sectors_of(kernel).state != KernelSectors::State::idle &&
                 std::chrono::steady_clock::now() - begin < std::chrono::minutes(1));
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return sectors_of(kernel);
    }
    /// Where HEATLAB_TEST_PICTURES names a folder, what the window shows goes there.
    void keep_picture(const std::string& name) {
        if (const char* folder = std::getenv("HEATLAB_TEST_PICTURES"))
            write_png(std::filesystem::path(folder) / (name + ".png"), picture());
    }

    std::shared_ptr<const SectorTable> table_;
    double seconds_ = 0;
};

TEST_F(CountSectorsTest, TheCardShowsWhatTheDeviceCountedAndTheRunGoesOn) {
    Settings settings = small_settings();
    settings.grid = {1024, 512};
    start(settings, {.visible = true, .backend = BackendChoice::cuda});
    drive([this](ImGuiTestContext& engine) {
        engine.WindowFocus("//Kernels");
        session().apply(command::Play{});
        for (const char* kernel : {"tiled", "two_step", "vector", "wavefront"}) {
            SCOPED_TRACE(kernel);
            session().apply(command::SetKernel{kernel});
            engine.Yield(4);
            keep_picture(std::string(kernel) + "-by-source");
            engine.ItemClick(count_button);
            EXPECT_FALSE(snapshot().running);
            keep_picture(std::string(kernel) + "-counting");
            const KernelSectors& found = counted(kernel, engine);
            ASSERT_TRUE(found.counted) << found.problem;
            std::cout << kernel << ": " << found.counted->sectors << " sectors in " << seconds_
                      << " s\n";
            EXPECT_GT(found.counted->sectors, 0);
            EXPECT_FALSE(found.differs());
            engine.Yield(4);
            EXPECT_TRUE(snapshot().running);
            EXPECT_EQ(engine.ItemInfo(count_button, ImGuiTestOpFlags_NoError).ID, 0U);
            keep_picture(std::string(kernel) + "-counted");
        }
    });
}

TEST_F(CountSectorsTest, WithoutCuptiTheCardSaysSo) {
    ASSERT_EQ(::setenv("HEATLAB_CUPTI", "/nonesuch/libcupti.so", 1), 0);
    Settings settings = small_settings();
    start(settings, {.visible = true, .backend = BackendChoice::cuda});
    drive([this](ImGuiTestContext& engine) {
        engine.WindowFocus("//Kernels");
        engine.Yield(4);
        engine.ItemClick(count_button);
        const KernelSectors& found = counted("tiled", engine);
        EXPECT_FALSE(found.counted);
        EXPECT_NE(found.problem.find("/nonesuch/libcupti.so"), std::string::npos) << found.problem;
        EXPECT_TRUE(found.source_rate());
        engine.Yield(4);
        keep_picture("tiled-without-cupti");
    });
    ::unsetenv("HEATLAB_CUPTI");
}

/// What `heatlab sectors` does.
int count(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments, std::cout, std::cerr);
    if (const auto* finished = std::get_if<Finished>(&parsed))
        return finished->exit_code;
    return run_command(std::get<SectorsCommand>(std::get<Invocation>(parsed)));
}

}  // namespace
}  // namespace heatlab

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == "sectors") {
        try {
            return heatlab::count({argv + 1, argv + argc});
        } catch (const std::exception& problem) {
            std::cerr << "heatlab: " << problem.what() << "\n";
            return heatlab::exit_failed;
        }
    }
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
