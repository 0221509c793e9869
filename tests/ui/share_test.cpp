// The Share popup, its keys, and what comes of them.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include <imgui_internal.h>

#include "app/opened_file.h"
#include "app/window/sharer.h"
#include "app/window/window_recorder.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

class ShareTest : public InterfaceTest {
protected:
    ShareTest()
        : folder_(fs::temp_directory_path() / ("heatlab-share-" + std::to_string(::getpid()))),
          sharer_(std::in_place, folder_, std::nullopt) {
        fs::create_directories(folder_);
    }
    ~ShareTest() override { fs::remove_all(folder_); }

    /// As the window does after each frame.
    void follow() {
        sharer_->follow(
            session(), state(), [this] { return picture(); },
            [this](const std::string& text) { clipboard_ = text; });
    }
    /// Until all that was asked for is done; what was said.
    Notice done() {
        do {
            follow();
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        } while (sharer_->busy());
        const Notice notice = snapshot().notice.value_or(Notice{});
        session().apply(command::DismissNotice{notice.id});
        return notice;
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::directory_iterator(folder_))
            all.push_back(entry.path().filename());
        std::sort(all.begin(), all.end());
        return all;
    }

    fs::path folder_;
    std::optional<Sharer> sharer_;
    std::string clipboard_;
};

TEST_F(ShareTest, PopupAndKeysAskForTheSame) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        for (const auto& [label, wish] :
             {std::pair("Copy as a command", ui::ShareWish::copy_command),
              std::pair("Save the state", ui::ShareWish::save_state),
              std::pair("Save a picture", ui::ShareWish::save_picture)}) {
            state().share_wish.reset();
            engine.ItemClick("//heatlab/Share");
            engine.Yield(2);
            EXPECT_TRUE(state().share_open);
            engine.ItemClick((std::string("//$FOCUSED/") + label).c_str());
            engine.Yield(2);
            EXPECT_EQ(state().share_wish, wish) << label;
            EXPECT_FALSE(state().share_open);
        }
        for (const auto& [key, wish] :
             {std::pair(ImGuiMod_Ctrl | ImGuiKey_C, ui::ShareWish::copy_command),
              std::pair(ImGuiMod_Ctrl | ImGuiKey_S, ui::ShareWish::save_state),
              std::pair(0 | ImGuiKey_F12, ui::ShareWish::save_picture)}) {
            state().share_wish.reset();
            engine.KeyPress(key);
            engine.Yield(2);
            EXPECT_EQ(state().share_wish, wish);
        }
        EXPECT_EQ(snapshot().step, 0) << "S alone is a step";
        EXPECT_FALSE(snapshot().settings.comparison.open) << "C alone is Compare";
    });
}

TEST_F(ShareTest, AMomentIsCopiedSavedAndPictured) {
    Settings settings = small_settings();
    settings.init.name = "hot-square";
    settings.r = 0.24;
    start(settings, {.visible = true});
    session().apply(command::RunSteps{6});
    frames(20);
    ASSERT_EQ(snapshot().step, 6);
    state().share_wish = ui::ShareWish::copy_command;
    done();
    EXPECT_NE(clipboard_.find("--init hot-square --r 0.24"), std::string::npos) << clipboard_;
    EXPECT_NE(clipboard_.find("--steps 6"), std::string::npos) << clipboard_;
    for (int i = 0; i < 2; ++i) {
        state().share_wish = ui::ShareWish::save_state;
        EXPECT_NE(done().text.find("heatlab-hot-square-r0.24-step6"), std::string::npos);
    }
    state().share_wish = ui::ShareWish::save_picture;
    EXPECT_EQ(done().kind, Notice::Kind::done);
    EXPECT_EQ(files(), (std::vector<fs::path>{"heatlab-hot-square-r0.24-step6-2.json",
                                              "heatlab-hot-square-r0.24-step6.json",
                                              "heatlab-hot-square-r0.24-step6.png"}));
    for (const fs::path& name : files()) {
        const SharedState state = read_state(folder_ / name);
        EXPECT_EQ(state.settings, shared_state(snapshot()).settings) << name;
        EXPECT_EQ(state.step, 6);
    }
    EXPECT_EQ(read_png(folder_ / "heatlab-hot-square-r0.24-step6.png").width, 1920);
    // Dropped again, the picture brings its moment back.
    const Field before = field();
    session().apply({command::SetStepRatio{0.1}, command::SetGrid{{20, 20}}});
    take_dropped(session(), {folder_ / "heatlab-hot-square-r0.24-step6.png"});
    frames(20);
    EXPECT_EQ(snapshot().step, 6);
    EXPECT_TRUE(same_bits(field(), before));
}

TEST_F(ShareTest, APaintedFieldIsSavedAlong) {
    start(small_settings());
    session().apply(command::Paint{{5, 5, 9, 9, 3, 2}});
    frames(3);
    state().share_wish = ui::ShareWish::copy_command;
    const Notice refused = done();
    EXPECT_EQ(refused.kind, Notice::Kind::refused);
    EXPECT_NE(refused.text.find("painted"), std::string::npos);
    EXPECT_EQ(clipboard_, "");
    state().share_wish = ui::ShareWish::save_state;
    done();
    ASSERT_EQ(files().size(), 2U);
    const SharedState state = read_state(folder_ / files().front());
    ASSERT_TRUE(state.field);
    EXPECT_TRUE(same_bits(*state.field->field, field()));
}

TEST_F(ShareTest, WhatCannotBeWrittenIsSaid) {
    start(small_settings());
    sharer_.emplace(folder_ / "none", std::nullopt);
    for (const ui::ShareWish wish : {ui::ShareWish::save_state, ui::ShareWish::save_picture}) {
        state().share_wish = wish;
        const Notice said = done();
        EXPECT_EQ(said.kind, Notice::Kind::refused);
        EXPECT_NE(said.text.find("No such file"), std::string::npos) << said.text;
    }
}

// A right click on a plot, its figures and its picture.
TEST_F(ShareTest, PlotsAreSavedAsFiguresAndAsPictures) {
    start(small_settings(), {.visible = true});
    session().apply(command::RunSteps{20});
    frames(40);
    const auto choose = [&](const char* item) {
        drive([&](ImGuiTestContext& engine) {
            const ImGuiWindow* sheet = ImGui::FindWindowByName("Growth");
            IM_CHECK(sheet != nullptr);
            engine.MouseMoveToPos(sheet->Rect().GetCenter());
            engine.MouseClick(ImGuiMouseButton_Right);
            engine.ItemClick((std::string("//$FOCUSED/") + item).c_str());
        });
    };
    choose("Save figures as CSV");
    EXPECT_EQ(done().kind, Notice::Kind::done);
    choose("Save as picture");
    EXPECT_EQ(done().kind, Notice::Kind::done);
    ASSERT_EQ(files().size(), 2u);
    const auto of = [&](const char* extension) {
        for (const fs::path& file : files())
            if (file.extension() == extension)
                return folder_ / file;
        return fs::path();
    };
    std::ifstream table(of(".csv"));
    std::string head;
    std::getline(table, head);
    EXPECT_EQ(head, "step,wave_amplitude,max_abs,min,max,energy\r");
    const Image image = read_png(of(".png"));
    const ImGuiWindow* sheet = ImGui::FindWindowByName("Growth");
    EXPECT_EQ(image.width, static_cast<int>(sheet->Size.x));
    EXPECT_EQ(image.height, static_cast<int>(sheet->Size.y));
}

// A recording is a folder of pictures where there is no ffmpeg.
TEST_F(ShareTest, TheWindowIsRecordedUntilAskedAgain) {
    const char* path = std::getenv("PATH");
    const std::string before = path != nullptr ? path : "";
    setenv("PATH", folder_.c_str(), 1);
    start(small_settings());
    WindowRecorder recorder(folder_);
    double now = 0;
    const auto step = [&] {
        frames(1);
        recorder.follow(session(), state(), {4, 3}, now += 0.04, [] {
            return Image{4, 3, std::vector<std::uint8_t>(48, 255)};
        });
    };
    state().share_wish = ui::ShareWish::record;
    for (int i = 0; i < 10; ++i)
        step();
    EXPECT_TRUE(state().recording);
    drive([](ImGuiTestContext& engine) { engine.KeyPress(ImGuiKey_V); });
    EXPECT_EQ(state().share_wish, ui::ShareWish::record);
    for (int i = 0; i < 2000 && (i == 0 || recorder.busy()); ++i) {
        step();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    setenv("PATH", before.c_str(), 1);
    EXPECT_FALSE(recorder.busy());
    EXPECT_FALSE(state().recording);
    ASSERT_TRUE(snapshot().notice);
    EXPECT_EQ(snapshot().notice->title, "Recorded");
    EXPECT_NE(snapshot().notice->text.find("ffmpeg is not installed"), std::string::npos);
    ASSERT_EQ(files().size(), 1u);
    int pictures = 0;
    for (const auto& entry : fs::directory_iterator(folder_ / files().front()))
        pictures += entry.path().extension() == ".png" ? 1 : 0;
    EXPECT_GE(pictures, 9);
}

}  // namespace
}  // namespace heatlab
