// The window as a film: every frame, in order, to the last.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "app/window/window_recorder.h"
#include "tests/ui/share_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

/// Frames of one colour each, so that a film says which it holds. They are drawn in no time: fewer
/// than may wait for the writer, and none is left out.
class FilmTest : public ShareTest {
protected:
    FilmTest() {
        const char* path = std::getenv("PATH");
        path_ = path != nullptr ? path : "";
        setenv("PATH", folder_.c_str(), 1);  // no ffmpeg: a folder of pictures
        target_.emplace(GL_RGBA8);
        target_->resize(4, 3);
    }
    ~FilmTest() override { setenv("PATH", path_.c_str(), 1); }

    void draw(WindowRecorder& recorder, int level) {
        const FramebufferScope scope;
        glBindFramebuffer(GL_FRAMEBUFFER, target_->framebuffer());
        glClearColor(static_cast<float>(level) / 255, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        recorder.follow(session(), state(), target_->framebuffer(),
                        {target_->width(), target_->height()}, now_);
        now_ += 1.0 / 30;
    }
    /// Of the one film in the folder.
    std::vector<int> levels() {
        const fs::path film = folder_ / files().front();
        std::vector<fs::path> pictures;
        for (const auto& entry : fs::directory_iterator(film))
            pictures.push_back(entry.path());
        std::sort(pictures.begin(), pictures.end());
        std::vector<int> found;
        for (const fs::path& picture : pictures)
            found.push_back(read_png(picture).pixel(0, 0)[0]);
        return found;
    }
    void end(WindowRecorder& recorder) {
        state().share_wish = ui::ShareWish::record;
        for (int i = 0; i < 4000 && (i == 0 || recorder.busy()); ++i) {
            draw(recorder, 255);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        EXPECT_FALSE(recorder.busy());
    }

    std::string path_;
    std::optional<RenderTarget> target_;
    double now_ = 10;
};

TEST_F(FilmTest, HoldsEveryFrameInOrderToTheLast) {
    start(small_settings());
    WindowRecorder recorder(folder_);
    state().share_wish = ui::ShareWish::record;
    std::vector<int> drawn;
    for (int i = 0; i < 7; ++i) {
        draw(recorder, 30 * i + 1);
        drawn.push_back(30 * i + 1);
    }
    end(recorder);
    EXPECT_EQ(levels(), drawn);
}

TEST_F(FilmTest, KeepsWhatWasDrawnBeforeTheSizeChanged) {
    start(small_settings());
    WindowRecorder recorder(folder_);
    state().share_wish = ui::ShareWish::record;
    for (int i = 0; i < 3; ++i)
        draw(recorder, 50 * i + 5);
    target_->resize(6, 3);
    for (int i = 0; i < 4000 && recorder.busy(); ++i) {
        draw(recorder, 255);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(levels(), (std::vector<int>{5, 55, 105}));
    ASSERT_TRUE(snapshot().notice);
    EXPECT_NE(snapshot().notice->text.find("changed its size"), std::string::npos);
}

TEST_F(FilmTest, IsWholeWhereTheWindowCloses) {
    start(small_settings());
    {
        WindowRecorder recorder(folder_);
        state().share_wish = ui::ShareWish::record;
        for (int i = 0; i < 4; ++i)
            draw(recorder, 40 * i + 2);
    }
    EXPECT_EQ(levels(), (std::vector<int>{2, 42, 82, 122}));
}

TEST_F(FilmTest, RunsUntilTheKeyIsPressedAgain) {
    start(small_settings());
    WindowRecorder recorder(folder_);
    state().share_wish = ui::ShareWish::record;
    for (int i = 0; i < 6; ++i)
        draw(recorder, i);
    EXPECT_TRUE(state().recording);
    drive([](ImGuiTestContext& engine) { engine.KeyPress(ImGuiKey_V); });
    EXPECT_EQ(state().share_wish, ui::ShareWish::record);
    end(recorder);
    EXPECT_FALSE(state().recording);
    EXPECT_EQ(levels().size(), 6u);
    ASSERT_TRUE(snapshot().notice);
    EXPECT_EQ(snapshot().notice->title, "Recorded");
    EXPECT_NE(snapshot().notice->text.find("ffmpeg is not installed"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
