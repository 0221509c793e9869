// The Share popup, its keys, and what comes of them.
#include <imgui_internal.h>

#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "app/opened_file.h"
#include "tests/ui/share_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

TEST_F(ShareTest, PopupAndKeysAskForTheSame) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        for (const auto& [label, wish] :
             {std::pair("Copy as a command", ui::ShareWish::copy_command),
              std::pair("Save the state", ui::ShareWish::save_state),
              std::pair("Save a picture", ui::ShareWish::save_picture),
              std::pair("Field as NPY", ui::ShareWish::save_field),
              std::pair("Field, 16-bit PNG", ui::ShareWish::save_grey),
              std::pair("Field, colour PNG", ui::ShareWish::save_coloured),
              std::pair("History as CSV", ui::ShareWish::save_traces)}) {
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
              std::pair(ImGuiMod_Ctrl | ImGuiKey_E, ui::ShareWish::save_field),
              std::pair(ImGuiMod_Ctrl | ImGuiKey_G, ui::ShareWish::save_grey),
              std::pair(ImGuiMod_Ctrl | ImGuiKey_P, ui::ShareWish::save_coloured),
              std::pair(ImGuiMod_Ctrl | ImGuiKey_T, ui::ShareWish::save_traces),
              std::pair(0 | ImGuiKey_F12, ui::ShareWish::save_picture)}) {
            state().share_wish.reset();
            engine.KeyPress(key);
            engine.Yield(2);
            EXPECT_EQ(state().share_wish, wish);
        }
        EXPECT_EQ(snapshot().step, 0) << "S alone is a step";
        EXPECT_EQ(state().theme, ui::ThemeKind::dark) << "T alone is the theme";
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
    EXPECT_TRUE(same_bits(std::get<Field>(*state.field->field), field()));
}

TEST_F(ShareTest, WhatCannotBeWrittenIsSaid) {
    start(small_settings());
    sharer_.emplace(colormaps_, folder_ / "none", std::nullopt);
    for (const ui::ShareWish wish :
         {ui::ShareWish::save_state, ui::ShareWish::save_picture, ui::ShareWish::save_field,
          ui::ShareWish::save_grey, ui::ShareWish::save_coloured}) {
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

}  // namespace
}  // namespace heatlab
