// What the session does while sectors are counted.

#include <chrono>
#include <thread>

#include "tests/app/session_fixture.h"
#include "tests/app/shell_child.h"

namespace heatlab {
namespace {

class SectorsSession : public SessionTest {
protected:
    SectorsSession() {
        settings_.kernel = "tiled";
        script_.kind = BackendKind::cuda;
        script_.sectors.by_source = [](const KernelInfo&, GridSize) {
            SourceSectors source;
            source.sectors = 1000;
            return source;
        };
        script_.sectors.count = [this](const KernelInfo& kernel, GridSize grid) {
            ++started_;
            steps_when_started_ = session().snapshot().step;
            if (!child_.empty())
                return shell_child(child_);
            return shell_child("echo '{\"kernel\": \"" + std::string(kernel.name) +
                               "\", \"grid\": \"" + std::to_string(grid.width) + "x" +
                               std::to_string(grid.height) +
                               "\", \"launches\": 1, \"steps\": 1, \"sectors\": 1000}'");
        };
    }

    const KernelSectors& row(const char* kernel = "tiled") {
        table_ = session().snapshot().sectors;
        return *table_->find(find_kernel(kernel, BackendKind::cuda));
    }
    bool counting(const char* kernel = "tiled") {
        return row(kernel).state != KernelSectors::State::idle;
    }
    void frames_until_counted(const char* kernel = "tiled") {
        for (int i = 0; i < 2000 && counting(kernel); ++i) {
            frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ASSERT_FALSE(counting(kernel));
    }
    /// A child that runs until it is ended, under way.
    void count_without_end() {
        child_ = pid_.script();
        apply(command::CountSectors{"tiled"});
        frame();
        pid_.wait_until_written();
    }

    PidFile pid_;
    std::string child_;
    int started_ = 0;
    std::int64_t steps_when_started_ = -1;
    std::shared_ptr<const SectorTable> table_;
};

TEST_F(SectorsSession, TheRunWaitsAndGoesOn) {
    apply(command::Play{});
    frames(3);
    apply(command::CountSectors{"tiled"});
    EXPECT_FALSE(session().snapshot().running);
    EXPECT_TRUE(counting());
    frames_until_counted();
    EXPECT_EQ(row().counted.value().sectors, 1000);
    frame();
    EXPECT_TRUE(session().snapshot().running);
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SectorsSession, NothingStepsWhileItCounts) {
    apply(command::Play{});
    frames(3);
    count_without_end();
    const std::size_t submitted = script_.submitted.size();
    frames(20);
    for (std::size_t i = submitted; i < script_.submitted.size(); ++i)
        EXPECT_EQ(script_.submitted[i].steps, 0);
    EXPECT_EQ(session().snapshot().step, steps_when_started_);
    apply(command::CancelSectors{});
    frames_until_counted();
    EXPECT_FALSE(row().counted);
    EXPECT_EQ(row().problem, "");
}

TEST_F(SectorsSession, WhatWasSubmittedIsTimedToItsEndBefore) {
    script_.finish_at_once = false;
    apply(command::Play{});
    frames(2);
    apply(command::CountSectors{"tiled"});
    frames(5);
    EXPECT_EQ(started_, 0);
    EXPECT_EQ(row().state, KernelSectors::State::waiting);
    script_.finish_at_once = true;
    frames_until_counted();
    EXPECT_EQ(started_, 1);
}

TEST_F(SectorsSession, PlayWaitsUntilItIsOver) {
    count_without_end();
    const Snapshot& asked = apply(command::RunSteps{5});
    EXPECT_FALSE(asked.running);
    ASSERT_TRUE(asked.notice);
    EXPECT_EQ(asked.notice->title, "The run waits");
    EXPECT_EQ(asked.notice->action_label, "Stop counting");
    session().apply(asked.notice->action);
    frames_until_counted();
    frame();
    EXPECT_TRUE(session().snapshot().running);
    EXPECT_TRUE(session().snapshot().steps_left.has_value());
}

TEST_F(SectorsSession, AKernelChosenMeanwhileLeavesTheCountToItsKernel) {
    count_without_end();
    apply(command::SetKernel{"global"});
    EXPECT_TRUE(counting());
    EXPECT_FALSE(counting("global"));
    EXPECT_NE(refusal_of(command::CountSectors{"global"}).find("those of tiled"),
              std::string::npos);
    apply(command::CancelSectors{});
    frames_until_counted();
    child_.clear();
    apply(command::CountSectors{"tiled"});
    apply(command::SetKernel{"vector"});
    frames_until_counted();
    EXPECT_TRUE(row().counted);
    EXPECT_FALSE(row("vector").counted);
}

TEST_F(SectorsSession, WhatIsTimedEndsTheCount) {
    for (const Command& timed :
         {Command(command::MeasureCopy{}), Command(command::SetGrid{{48, 48}}),
          Command(command::StartSizeSweep{{32, 32, 1}})}) {
        session_.reset();
        count_without_end();
        const std::int64_t copies = script_.copies_measured;
        apply(timed);
        EXPECT_FALSE(pid_.is_alive());
        apply(command::CancelSizeSweep{});
        if (std::holds_alternative<command::MeasureCopy>(timed)) {
            EXPECT_EQ(script_.copies_measured, copies + 1);
        }
        if (session().snapshot().settings.grid == settings_.grid) {
            EXPECT_NE(row().problem.find("timed"), std::string::npos);
        }
    }
}

TEST_F(SectorsSession, IsRememberedThroughGridsAndNotCountedAgain) {
    apply(command::CountSectors{"tiled"});
    frames_until_counted();
    apply(command::SetGrid{{48, 48}});
    EXPECT_FALSE(row().counted);
    apply(command::SetGrid{settings_.grid});
    EXPECT_TRUE(row().counted);
    EXPECT_NE(refusal_of(command::CountSectors{"tiled"}).find("have been counted"),
              std::string::npos);
    EXPECT_EQ(started_, 1);
}

TEST_F(SectorsSession, AFailureIsSaidAndTheRunGoesOn) {
    apply(command::Play{});
    frame();
    child_ = "echo 'heatlab: no CUPTI' >&2; exit 1";
    apply(command::CountSectors{"tiled"});
    frames_until_counted();
    EXPECT_EQ(row().problem, "no CUPTI");
    frame();
    EXPECT_TRUE(session().snapshot().running);
}

TEST_F(SectorsSession, QuittingEndsTheProcess) {
    count_without_end();
    EXPECT_TRUE(pid_.is_alive());
    session_.reset();
    EXPECT_FALSE(pid_.is_alive());
}

TEST_F(SectorsSession, NothingIsCountedWhileSizesAreTimed) {
    script_.kind = BackendKind::cpu;
    apply(command::StartSizeSweep{{64, 8192, 8}});
    EXPECT_NE(refusal_of(command::CountSectors{"tiled"}).find("being timed"), std::string::npos);
    EXPECT_FALSE(counting());
    apply(command::CancelSizeSweep{});
}

TEST_F(SectorsSession, WithoutADeviceItIsRefused) {
    script_.sectors.count = nullptr;
    EXPECT_FALSE(session().snapshot().sectors->countable);
    EXPECT_TRUE(row().source_rate());
    EXPECT_NE(refusal_of(command::CountSectors{"tiled"}).find("The sectors are not counted"),
              std::string::npos);
    EXPECT_NE(refusal_of(command::CountSectors{"nonesuch"}).find("nonesuch"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
