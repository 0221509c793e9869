#include "sim/cpu/cache_size.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace heatlab {
namespace {

/// A folder as the kernel lays it out, of made-up processors.
class CacheSize : public ::testing::Test {
protected:
    CacheSize()
        : folder_(std::filesystem::path(::testing::TempDir()) /
                  (std::string("heatlab-caches-") +
                   ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~CacheSize() override { std::filesystem::remove_all(folder_); }

    void add(const std::string& processor, int index, const std::string& level,
             const std::string& type, const std::string& size, const std::string& sharing) {
        const auto cache = folder_ / processor / "cache" / ("index" + std::to_string(index));
        std::filesystem::create_directories(cache);
        std::ofstream(cache / "level") << level << "\n";
        std::ofstream(cache / "type") << type << "\n";
        std::ofstream(cache / "size") << size << "\n";
        std::ofstream(cache / "shared_cpu_list") << sharing << "\n";
    }

    std::filesystem::path folder_;
};

TEST_F(CacheSize, CountsACacheThatIsSharedOnce) {
    for (const char* processor : {"cpu0", "cpu1"}) {
        add(processor, 0, "1", "Data", "48K", processor == std::string("cpu0") ? "0" : "1");
        add(processor, 1, "1", "Instruction", "32K", "0");
        add(processor, 2, "2", "Unified", "2M", processor == std::string("cpu0") ? "0" : "1");
        add(processor, 3, "3", "Unified", "32768K", "0-1");
    }
    EXPECT_EQ(last_cache_bytes(folder_), 33554432u);
}

TEST_F(CacheSize, AddsThoseOfSeveralChiplets) {
    add("cpu0", 3, "3", "Unified", "16M", "0-3");
    add("cpu4", 3, "3", "Unified", "16M", "4-7");
    add("cpu10", 3, "3", "Unified", "16M", "8-11");
    EXPECT_EQ(last_cache_bytes(folder_), 3u * 16777216u);
}

TEST_F(CacheSize, TakesTheSecondLevelWhereItIsTheLast) {
    add("cpu0", 0, "1", "Data", "32K", "0");
    add("cpu0", 2, "2", "Unified", "512K", "0-1");
    add("cpufreq", 3, "3", "Unified", "1M", "0");  // no processor
    EXPECT_EQ(last_cache_bytes(folder_), 524288u);
}

TEST_F(CacheSize, IsNotKnownWhereNothingTells) {
    EXPECT_EQ(last_cache_bytes(folder_), 0u);
    EXPECT_EQ(last_cache_bytes(folder_ / "none"), 0u);
}

}  // namespace
}  // namespace heatlab
