// --kernel auto: the fastest of what was measured, kept between runs.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/backends.h"
#include "app/ranking_cache.h"
#include "sim/bench/kernel_choice.h"
#include "sim/compare.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

KernelTime time_of(const char* kernel, double seconds) {
    return {&find_kernel(kernel, BackendKind::cpu), {.median = seconds}};
}

TEST(KernelChoice, TakesTheFirstThatKeepsTheBoundaries) {
    const std::vector<KernelTime> ranking{time_of("wavefront", 1e-6), time_of("two_step", 2e-6),
                                          time_of("global", 3e-6)};
    EXPECT_EQ(fastest_of(ranking, {})->name, "wavefront");
    EXPECT_EQ(fastest_of(ranking, Boundaries::all(BoundaryKind::periodic))->name, "global");
    EXPECT_EQ(fastest_of({}, {}), nullptr);
}

TEST(KernelChoice, RanksWhatAdvancesByItsTime) {
    const auto simulation = make_cpu_simulation({96, 64}, {.threads = 1});
    simulation->load(Field({96, 64}, 1.0f), 0);
    const std::vector<KernelTime> ranking = rank_kernels(*simulation);
    std::size_t advancing = 0;
    for (const KernelInfo& kernel : kernel_table())
        advancing += kernel.on_cpu && kernel.advances && kernel.suits(2) ? 1 : 0;
    ASSERT_EQ(ranking.size(), advancing);
    for (std::size_t i = 1; i < ranking.size(); ++i)
        EXPECT_LE(ranking[i - 1].seconds_per_step.median, ranking[i].seconds_per_step.median);
}

class RankingCacheTest : public testing::Test {
protected:
    RankingCacheTest() { fs::remove_all(folder_); }
    ~RankingCacheTest() override { fs::remove_all(folder_); }

    fs::path folder_ = fs::path(testing::TempDir()) /
                       (std::string("heatlab-ranking-") +
                        testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::path file_ = folder_ / "heatlab" / "kernels.json";
    BackendInfo backend_ = cpu_backend_info({.threads = 1});
};

TEST_F(RankingCacheTest, KeepsARankingByDeviceAndGrid) {
    const RankingCache cache(file_);
    EXPECT_FALSE(cache.find(backend_, {64, 32}));
    cache.keep(backend_, {64, 32}, {time_of("tiled", 2e-6), time_of("global", 3e-6)});
    const auto found = RankingCache(file_).find(backend_, {64, 32});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 2u);
    EXPECT_EQ(found->front().kernel->name, "tiled");
    EXPECT_DOUBLE_EQ(found->front().seconds_per_step.median, 2e-6);
    EXPECT_FALSE(cache.find(backend_, {32, 64}));
    BackendInfo other = backend_;
    other.threads = 2;
    EXPECT_FALSE(cache.find(other, {64, 32}));
    EXPECT_FALSE(RankingCache(std::nullopt).find(backend_, {64, 32}));
}

TEST_F(RankingCacheTest, ADamagedFileCountsAsEmptyAndIsReplaced) {
    fs::create_directories(file_.parent_path());
    const RankingCache cache(file_);
    cache.keep(backend_, {64, 32}, {time_of("tiled", 2e-6)});
    std::string good;
    std::getline(std::ifstream(file_), good, '\0');
    for (const std::string& damage :
         {std::string("nonsense"), std::string("[]"), good.substr(0, good.size() / 2),
          std::string(good).replace(good.find("\"tiled\""), 7, "\"faded\""),
          std::string(good).replace(good.find("\"tiled\""), 7, "\"copy\" ")}) {
        std::ofstream(file_) << damage;
        EXPECT_FALSE(cache.find(backend_, {64, 32})) << damage;
        cache.keep(backend_, {64, 32}, {time_of("global", 1e-6)});
        EXPECT_EQ(cache.find(backend_, {64, 32})->front().kernel->name, "global");
    }
}

/// Sessions on the CPU backend, with a cache of their own.
class AutomaticKernelTest : public RankingCacheTest {
protected:
    AutomaticKernelTest() {
        setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
        settings_.grid = {64, 48};
        settings_.automatic_kernel = true;
    }
    ~AutomaticKernelTest() override { unsetenv("XDG_CACHE_HOME"); }

    Session session() { return {settings_, hidden_stage_factory({BackendKind::cpu, 0, ""}), ""}; }
    /// What later sessions find measured on the grid.
    void measured(std::vector<KernelTime> ranking) {
        RankingCache(ranking_cache_path()).keep(cpu_backend_info({}), settings_.grid, ranking);
    }

    Settings settings_ = small_settings();
};

TEST_F(AutomaticKernelTest, FollowsWhatWasMeasuredAndTheBoundaries) {
    measured({time_of("wavefront", 1e-6), time_of("global", 2e-6), time_of("tiled", 3e-6)});
    Session session = this->session();
    EXPECT_EQ(session.snapshot().settings.kernel, "wavefront");
    session.apply(command::SetBoundaries{Boundaries::all(BoundaryKind::periodic)});
    EXPECT_EQ(session.snapshot().settings.kernel, "global");
    EXPECT_FALSE(session.snapshot().notice);
    session.apply(command::SetBoundaries{});
    EXPECT_EQ(session.snapshot().settings.kernel, "wavefront");
    session.apply(command::SetKernel{"tiled"});
    EXPECT_FALSE(session.snapshot().settings.automatic_kernel);
    session.apply(command::Reset{});
    EXPECT_EQ(session.snapshot().settings.kernel, "tiled");
    session.apply(command::SetKernel{"auto"});
    EXPECT_EQ(session.snapshot().settings.kernel, "wavefront");
}

TEST_F(AutomaticKernelTest, MeasuringLeavesFieldAndStep) {
    settings_.automatic_kernel = false;
    settings_.init.name = "random";
    Session measuring = session();
    Session other = session();
    for (Session* each : {&measuring, &other}) {
        each->apply(command::RunSteps{7});
        each->finish();
    }
    measuring.apply(command::SetKernel{"auto"});
    EXPECT_TRUE(fs::exists(file_));
    EXPECT_TRUE(measuring.snapshot().settings.automatic_kernel);
    EXPECT_EQ(measuring.simulation().step(), 7);
    for (Session* each : {&measuring, &other}) {
        each->apply(command::RunSteps{6});
        each->finish();
    }
    EXPECT_FALSE(
        first_difference(measuring.simulation().read_back(), other.simulation().read_back()));
    EXPECT_EQ(measuring.snapshot().step, 13);
}

TEST_F(AutomaticKernelTest, AnotherGridIsAnotherMeasurement) {
    measured({time_of("tiled", 1e-6)});
    Session session = this->session();
    EXPECT_EQ(session.snapshot().settings.kernel, "tiled");
    settings_.grid = {80, 48};
    measured({time_of("two_step", 1e-6), time_of("tiled", 2e-6)});
    session.apply(command::SetGrid{{80, 48}});
    EXPECT_EQ(session.snapshot().settings.kernel, "two_step");
}

/// A scripted session whose kernels were measured: two_step before tiled.
class AutomaticStateTest : public SessionTest {
protected:
    AutomaticStateTest() {
        fs::remove_all(folder_);
        setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
        RankingCache(ranking_cache_path())
            .keep(session().simulation().backend(), settings_.grid,
                  {time_of("two_step", 1e-6), time_of("tiled", 2e-6)});
        apply(command::SetKernel{"auto"});
    }
    ~AutomaticStateTest() override {
        unsetenv("XDG_CACHE_HOME");
        fs::remove_all(folder_);
    }
    /// What ran since the grid was made.
    std::vector<std::string> kernels_that_ran() {
        apply(command::Play{});
        std::vector<std::string> names;
        for (const KernelFigures& figures : frames(20).kernels)
            if (figures.seconds_per_step && figures.kernel->advances)
                names.emplace_back(figures.kernel->name);
        return names;
    }

    fs::path folder_ = fs::path(testing::TempDir()) /
                       (std::string("heatlab-automatic-") +
                        testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(AutomaticStateTest, AStateRunsTheKernelThatItNames) {
    Settings next = session().snapshot().settings;
    ASSERT_EQ(next.kernel, "two_step");
    next.kernel = "global";
    next.automatic_kernel = false;
    EXPECT_EQ(apply(command::SetState{next, true, {}}).settings.kernel, "global");
    EXPECT_EQ(kernels_that_ran(), std::vector<std::string>{"global"});
}

TEST_F(AutomaticStateTest, AnAutomaticStateRunsTheFastest) {
    Settings next = session().snapshot().settings;
    next.kernel = "tiled";  // as --kernel auto leaves it
    EXPECT_EQ(apply(command::SetState{next, true, {}}).settings.kernel, "two_step");
    EXPECT_EQ(kernels_that_ran(), std::vector<std::string>{"two_step"});
}

}  // namespace
}  // namespace heatlab
