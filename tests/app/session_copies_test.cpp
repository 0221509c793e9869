// Copies of the field to the host, as a session has them.

#include <algorithm>
#include <thread>

#include "app/backends.h"
#include "app/presets.h"
#include "sim/compare.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

constexpr double field_bytes_here = 64 * 32 * 4;

command::SetHostCopies copies(HostCopyPolicy policy, std::int64_t interval = 10) {
    return {{policy, interval}};
}

// 10 us a step, and 100 us for each copy.
TEST_F(SessionTest, CopiesShowWhatTheyMoveAndCost) {
    settings_.pacing.steps_per_frame = 20;
    apply(command::Play{});
    const Snapshot before = frames(12);
    EXPECT_EQ(before.host_copies.bytes_per_second, 0);
    EXPECT_NEAR(before.host_copies.steps_per_second.value(), 1e5, 1);
    EXPECT_EQ(before.host_copies.slowdown, 1);

    apply(copies(HostCopyPolicy::every_step));
    EXPECT_FALSE(session().snapshot().host_copies.bytes_per_second) << "of batches before it";
    EXPECT_EQ(script_.calls.back(), "set_host_copies 2");
    const Snapshot& each = frames(12);
    EXPECT_EQ(each.settings.host_copies.policy, HostCopyPolicy::every_step);
    EXPECT_NEAR(each.host_copies.bytes_per_second.value(), field_bytes_here / 110e-6, 1);
    EXPECT_NEAR(each.host_copies.steps_per_second.value(), 1 / 110e-6, 1);
    EXPECT_NEAR(each.host_copies.steps_per_second_without.value(), 1e5, 1);
    EXPECT_NEAR(each.host_copies.slowdown.value(), 11, 1e-6);
    // As it runs, while the kernel's own figures stay what they are.
    EXPECT_NEAR(each.timings.seconds_per_step.value(), 110e-6, 1e-12);
    const auto tiled = std::ranges::find_if(
        each.kernels, [](const KernelFigures& row) { return row.kernel->name == "tiled"; });
    EXPECT_NEAR(tiled->seconds_per_step.value(), 10e-6, 1e-12);

    apply(copies(HostCopyPolicy::every_n, 5));
    EXPECT_NEAR(frames(12).host_copies.slowdown.value(), 3, 1e-6);
    // Another n forgets what was measured under the one before.
    apply(copies(HostCopyPolicy::every_n, 10));
    EXPECT_NEAR(frames(12).host_copies.slowdown.value(), 2, 1e-6);
    apply(copies(HostCopyPolicy::never));
    EXPECT_EQ(frames(3).host_copies.slowdown, 1);
}

// Batches of 3 steps never hold a tenth step of their own.
TEST_F(SessionTest, CopiesEveryNthStepHoweverStepsAreDealtToFrames) {
    settings_.pacing.steps_per_frame = 3;
    settings_.host_copies = {HostCopyPolicy::every_n, 10};
    apply(command::Play{});
    const Snapshot& s = frames(60);
    EXPECT_NEAR(s.host_copies.bytes_per_second.value(), field_bytes_here / 10 / 20e-6,
                0.05 * field_bytes_here / 10 / 20e-6);
    EXPECT_FALSE(s.host_copies.slowdown) << "nothing was measured without copies";
}

TEST_F(SessionTest, CopiesStayWithAnotherGridAndAfterAReset) {
    apply(copies(HostCopyPolicy::overlapped));
    script_.calls.clear();
    apply(command::SetGrid{{48, 48}});
    EXPECT_EQ(count_calls("set_host_copies 3"), 1);
    apply(command::Reset{});
    EXPECT_EQ(count_calls("set_host_copies 3"), 2);
    EXPECT_EQ(session().snapshot().settings.host_copies.policy, HostCopyPolicy::overlapped);
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SessionTest, CopiesNeedAKernelThatHasABuffer) {
    script_.kind = BackendKind::cuda;
    apply(copies(HostCopyPolicy::every_step));
    const Snapshot refused = apply(command::SetKernel{"texture"});
    EXPECT_EQ(refused.settings.kernel, "tiled");
    ASSERT_TRUE(refused.notice);
    EXPECT_EQ(refused.notice->action_label, "Stop the copies");
    session().apply(refused.notice->action);
    EXPECT_EQ(session().snapshot().settings.kernel, "texture");
    EXPECT_FALSE(session().snapshot().settings.host_copies.active());

    const Snapshot again = apply(copies(HostCopyPolicy::every_n, 7));
    EXPECT_FALSE(again.settings.host_copies.active());
    ASSERT_TRUE(again.notice);
    EXPECT_EQ(again.notice->action_label, "Use tiled");
    session().apply(again.notice->action);
    EXPECT_EQ(session().snapshot().settings.kernel, "tiled");
    EXPECT_EQ(session().snapshot().settings.host_copies,
              (HostCopySetting{HostCopyPolicy::every_n, 7}));
}

TEST_F(SessionTest, CopiesAreAtLeastOneStepApart) {
    EXPECT_NE(refusal_of(copies(HostCopyPolicy::every_n, 0)).find("The copies were not changed"),
              std::string::npos);
    EXPECT_FALSE(session().snapshot().settings.host_copies.active());
}

// The first batch after the switch must not be as long as those without copies.
TEST_F(SessionTest, CopiesStartWithAShortBatch) {
    settings_.pacing = {};
    script_.seconds_per_step = 1e-6;
    script_.seconds_per_copy = 1e-2;
    apply(command::Play{});
    frames(30);
    ASSERT_GT(script_.submitted.back().steps, 1000);
    apply(copies(HostCopyPolicy::every_step));
    const std::size_t first = script_.submitted.size();
    frames(3);
    ASSERT_GT(script_.submitted.size(), first);
    EXPECT_LT(script_.submitted[first].steps, 10);
}

TEST(HostCopiesOfASession, LeaveTheFieldBitForBitAsItIs) {
    for (const char* kernel : {"tiled", "two_step", "wavefront"}) {
        std::optional<Field> expected;
        for (const HostCopyInfo& policy : host_copy_policies()) {
            Settings settings = small_settings();
            settings.grid = {131, 67};
            settings.kernel = kernel;
            settings.r = 0.26;
            settings.steps = 203;
            settings.host_copies = {policy.policy, 7};
            Session session(settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "");
            session.finish();
            ASSERT_EQ(session.snapshot().step, 203);
            const Field field = session.simulation().read_back();
            const std::optional<Field> copy = session.simulation().newest_host_copy();
            EXPECT_EQ(copy.has_value(), policy.policy != HostCopyPolicy::never);
            if (!expected)
                expected = field.clone();
            EXPECT_FALSE(first_difference(field, *expected)) << kernel << ", " << policy.name;
            if (copy) {  // 203 is a multiple of 7
                EXPECT_FALSE(first_difference(*copy, *expected)) << kernel << ", " << policy.name;
            }
        }
    }
}

// Changed while it runs, in every order.
TEST(HostCopiesOfASession, MayChangeWhileItRuns) {
    Settings settings = small_settings();
    settings.grid = {131, 67};
    settings.pacing.steps_per_frame = 9;
    const auto advanced = [&](bool changes) {
        Session session(settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "");
        session.apply(command::RunSteps{400});
        for (int frame = 0; session.snapshot().step < 400 && frame < 20'000; ++frame) {
            if (changes)
                session.apply(copies(static_cast<HostCopyPolicy>(frame * 7 % 4), 1 + frame % 5));
            session.begin_frame(frame / 60.0);
            session.end_frame({}, {});
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        EXPECT_EQ(session.snapshot().step, 400);
        return session.simulation().read_back();
    };
    EXPECT_FALSE(first_difference(advanced(true), advanced(false)));
}

TEST(HostCopiesOfAPreset, AreAKeyOfItsState) {
    Preset preset;
    const PresetVariant with{"with", {{"--host-copies", "every_n:20"}}};
    const PresetVariant without{"without", {}};
    const Settings shown = with_preset({}, preset, with);
    EXPECT_EQ(shown.host_copies, (HostCopySetting{HostCopyPolicy::every_n, 20}));
    EXPECT_FALSE(with_preset(shown, preset, without).host_copies.active());
}

}  // namespace
}  // namespace heatlab
