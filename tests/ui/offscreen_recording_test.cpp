// Videos without a window: each frame is the picture of its step, whoever draws it and how often.

#include "app/recording/offscreen_recording.h"

#include <gtest/gtest.h>

#include <vector>

#include "app/share_folder.h"
#include "render/egl_context.h"

namespace heatlab {
namespace {

/// Keeps the frames.
class KeptFrames final : public FrameSink {
public:
    void write(const Image& frame) override { frames.push_back(frame); }
    void finish() override { finished = true; }
    std::uint64_t bytes() const override { return 0; }
    const std::filesystem::path& path() const override { return path_; }

    std::vector<Image> frames;
    bool finished = false;

private:
    std::filesystem::path path_;
};

class OffscreenRecording : public testing::Test {
protected:
    OffscreenRecording() {
        EglRequest request;
        request.preference = EglPreference::software;
        context_ = EglContext::create(request);
        settings_.grid = {48, 32};
        settings_.init.name = "hot-square";
        settings_.backend = BackendChoice::cpu;
        options_.share = share_folder();
        options_.size = {96, 64};
        options_.with_interface = false;
    }
    LiveSession session(std::int64_t steps) {
        Settings settings = settings_;
        settings.steps = steps;
        return {settings, {BackendKind::cpu, 0, ""}};
    }
    RecordedFrames record(const RecordingPlan& plan, KeptFrames& kept, std::int64_t steps = 0) {
        LiveSession live = session(steps);
        return record_offscreen(live, options_, plan, kept);
    }
    Image picture_at(std::int64_t steps) {
        LiveSession live = session(steps);
        return render_offscreen(live, options_).image;
    }

    std::unique_ptr<EglContext> context_;
    Settings settings_;
    OffscreenOptions options_;
};

TEST_F(OffscreenRecording, EachFrameIsThePictureOfItsStep) {
    settings_.r = 0.1;
    KeptFrames kept;
    const RecordedFrames recorded = record({.frames = 5, .steps_per_frame = 7}, kept, 11);
    EXPECT_EQ(recorded.frames, 5);
    EXPECT_EQ(recorded.snapshot.step, 11 + 4 * 7);
    EXPECT_TRUE(kept.finished);
    ASSERT_EQ(kept.frames.size(), 5u);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(compare_images(kept.frames[static_cast<std::size_t>(i)], picture_at(11 + 7 * i))
                      .maximum,
                  0)
            << i;
    EXPECT_GT(compare_images(kept.frames[0], kept.frames[4]).maximum, 0);
}

TEST_F(OffscreenRecording, TheCheckerboardDoesNotFlash) {
    settings_.r = 0.26;
    settings_.init.name = "checkerboard";
    KeptFrames guarded;
    record({.frames = 5, .steps_per_frame = 1}, guarded, 3);
    EXPECT_EQ(compare_images(guarded.frames[0], guarded.frames[1]).maximum, 0);
    EXPECT_EQ(compare_images(guarded.frames[4], picture_at(7)).maximum, 0);
    settings_.flash_guard = FlashGuardMode::every_step;
    KeptFrames all;
    record({.frames = 2, .steps_per_frame = 1}, all, 3);
    EXPECT_EQ(compare_images(all.frames[1], picture_at(4)).maximum, 0);
    EXPECT_GT(compare_images(all.frames[0], all.frames[1]).maximum, 100);
}

TEST_F(OffscreenRecording, EndsWhereTheNumbersDo) {
    settings_.r = 1;
    KeptFrames kept;
    const RecordedFrames recorded = record({.frames = 100, .steps_per_frame = 10}, kept);
    EXPECT_LT(recorded.frames, 100);
    EXPECT_TRUE(recorded.snapshot.non_finite_step);
    EXPECT_EQ(kept.frames.size(), static_cast<std::size_t>(recorded.frames));
    EXPECT_TRUE(kept.finished);
}

}  // namespace
}  // namespace heatlab
