// Lessons and presenter's mode in the window, driven as a teacher does it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_player.h"
#include "app/ui/lecture/lecture_room.h"
#include "app/ui/lesson/lesson_sheet.h"
#include "app/ui/lesson/places.h"
#include "app/ui/notices.h"
#include "app/ui/widgets/banner.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

class LessonInWindow : public InterfaceTest {
protected:
    void give(std::size_t step = 0) {
        lesson_ = std::make_shared<const Lesson>(
            read_lesson(std::filesystem::path(HEATLAB_TEST_DATA) / "checkerboard.md"));
        host().interface().open_lesson(lesson_, step);
        frames(14);
    }
    LessonPlace place() { return host().interface().lesson_player().place(); }
    bool away() { return host().interface().lesson_player().away(); }
    bool given() { return host().interface().lesson_player().active(); }
    std::vector<std::string> rings() {
        std::vector<std::string> names;
        for (const ui::Places::Place& seen : host().interface().places().seen())
            names.push_back(seen.name);
        return names;
    }
    static bool is_drawn(const char* window) {
        const ImGuiWindow* found = ImGui::FindWindowByName(window);
        return found != nullptr && found->Active;
    }

    std::shared_ptr<const Lesson> lesson_;
};

TEST_F(LessonInWindow, ClickerGoesThroughQuestionAnswerAndBack) {
    start(small_settings());
    give();
    EXPECT_EQ(snapshot().settings.grid, (GridSize{64, 64}));
    EXPECT_EQ(snapshot().settings.r, 0.2);
    EXPECT_EQ(rings(), (std::vector<std::string>{"badge", "r"}));
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_PageDown);
        engine.Yield(3);
        EXPECT_EQ(place(), (LessonPlace{1, false}));
        EXPECT_EQ(snapshot().settings.r, 0.26);
        EXPECT_FALSE(snapshot().running);
        engine.KeyPress(ImGuiKey_PageDown);
        engine.Yield(3);
        EXPECT_EQ(place(), (LessonPlace{1, true}));
        EXPECT_TRUE(snapshot().running);  // the field itself answers
        engine.KeyPress(ImGuiKey_PageDown);
        engine.Yield(16);
        EXPECT_EQ(place(), (LessonPlace{2, false}));
        EXPECT_EQ(snapshot().step, 12);
        EXPECT_FALSE(snapshot().running);
        EXPECT_EQ(rings(), (std::vector<std::string>{"cell 20,30", "kernel-card"}));
        engine.KeyPress(ImGuiKey_PageUp);
        engine.Yield(3);
        EXPECT_EQ(place(), (LessonPlace{1, true}));
        EXPECT_EQ(snapshot().settings.r, 0.26);
        engine.ItemClick("//Lesson/Back");
        engine.Yield(3);
        EXPECT_EQ(place(), (LessonPlace{1, false}));
        EXPECT_EQ(snapshot().step, 0);
        engine.ItemClick("//Lesson/Step 4");
        engine.Yield(3);
        EXPECT_EQ(place(), (LessonPlace{3, false}));
    });
}

TEST_F(LessonInWindow, OneKeyReturnsAfterSomethingElseWasShown) {
    start(small_settings());
    give(1);
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_End);
        engine.Yield(4);
        EXPECT_TRUE(away());
        EXPECT_FALSE(is_drawn(ui::lesson_window));
        EXPECT_TRUE(rings().empty());
        engine.KeyPress(ImGuiKey_LeftBracket);
        engine.KeyPress(ImGuiKey_S);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.13, 1e-7);
        EXPECT_EQ(snapshot().step, 1);
        engine.KeyPress(ImGuiKey_Home);
        engine.Yield(4);
        EXPECT_FALSE(away());
        EXPECT_TRUE(is_drawn(ui::lesson_window));
        EXPECT_EQ(snapshot().settings.r, 0.26);
        EXPECT_EQ(snapshot().step, 0);
        engine.ItemClick("//Lesson/Set the lesson aside");
        engine.Yield(3);
        EXPECT_TRUE(away());
        engine.ItemClick("//heatlab/Back to the lesson, step 2##return");
        engine.Yield(3);
        EXPECT_FALSE(away());
        engine.ItemClick("//Lesson/Leave the lesson");
        engine.Yield(3);
        EXPECT_FALSE(given());
        EXPECT_FALSE(is_drawn(ui::lesson_window));
        EXPECT_EQ(snapshot().settings.r, 0.26);
    });
}

// Numbers that are false of the field do not stand beside it.
TEST_F(LessonInWindow, OtherCellsSetTheLessonAside) {
    start(small_settings());
    give(1);
    session().apply(command::SetCellType{CellType::float64});
    drive([this](ImGuiTestContext& engine) {
        engine.Yield(4);
        EXPECT_EQ(snapshot().settings.type, CellType::float64);
        EXPECT_TRUE(away());
        EXPECT_FALSE(is_drawn(ui::lesson_window));
        engine.ItemClick("//heatlab/Back to the lesson, step 2##return");
        engine.Yield(6);
        EXPECT_FALSE(away());
        EXPECT_EQ(snapshot().settings.type, CellType::float32);
        EXPECT_TRUE(is_drawn(ui::lesson_window));
    });
}

TEST_F(LessonInWindow, NotesAreHiddenUntilAskedFor) {
    start(small_settings());
    give();
    const auto has_notes = [this] {
        for (const auto& page : host().interface().lesson_sheet().pages().pages)
            for (const auto& item : page.items)
                if (item.part == ui::SlidePages::Part::notes)
                    return true;
        return false;
    };
    drive([&](ImGuiTestContext& engine) {
        EXPECT_FALSE(has_notes());
        engine.KeyPress(ImGuiKey_O);
        engine.Yield(2);
        EXPECT_TRUE(has_notes());
        engine.ItemClick("//Lesson/Notes");
        engine.Yield(2);
        EXPECT_FALSE(has_notes());
    });
}

TEST_F(LessonInWindow, IsChosenFromTheList) {
    start(small_settings());
    host().interface().set_lessons(std::make_shared<const LessonLibrary>(
        std::vector<std::filesystem::path>{std::filesystem::path(HEATLAB_TEST_DATA)}));
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_I);
        engine.Yield(3);
        EXPECT_TRUE(state().lessons_open);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(2);
        EXPECT_FALSE(state().lessons_open);
        EXPECT_FALSE(given());
        engine.ItemClick("//heatlab/Lessons");
        engine.Yield(3);
        engine.ItemClick("//Lessons/**/The checkerboard");
        engine.Yield(4);
        EXPECT_TRUE(given());
        EXPECT_FALSE(state().lessons_open);
    });
}

TEST_F(LessonInWindow, PresentersModeShowsTheFieldOneSentenceAndOneControl) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_L);
        engine.Yield(4);
        EXPECT_TRUE(state().presenting);
        EXPECT_TRUE(is_drawn(ui::lecture_window));
        EXPECT_FALSE(is_drawn("Physics"));
        const ImGuiTestItemInfo slider = engine.ItemInfo("//Lecture/Step ratio");
        EXPECT_GE(slider.RectFull.GetHeight(), 44);
        engine.ItemClick("//Lecture/Run");
        engine.Yield(3);
        EXPECT_TRUE(snapshot().running);
        engine.KeyPress(ImGuiKey_RightArrow);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.201, 1e-7);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(3);
        EXPECT_FALSE(state().presenting);
        EXPECT_TRUE(is_drawn("Physics"));
        engine.ItemClick("//heatlab/Mode/Lecture");
        engine.Yield(3);
        EXPECT_TRUE(state().presenting);
    });
}

class NoticeInLecture : public LessonInWindow,
                        public testing::WithParamInterface<std::pair<int, int>> {};

TEST_P(NoticeInLecture, IsSeenAndClosedByAKey) {
    const auto [width, height] = GetParam();
    start(small_settings(), {.width = width, .height = height});
    state().presenting = true;
    frames(4);
    const float unit = static_cast<float>(height) / 1080;
    drive([&](ImGuiTestContext& engine) {
        const ImRect whole = engine.ItemInfo("//Lecture/**/Field").RectFull;
        session().apply(command::SetStepRatio{3});
        engine.Yield(4);
        ASSERT_TRUE(snapshot().notice);
        EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
        const ImRect close = engine.ItemInfo("//Lecture/**/Close").RectFull;
        EXPECT_GE(close.GetHeight(), 44 * unit);
        EXPECT_GE(close.Min.y, 0);
        // The field moves down, below what is said, and the strip stays where it is.
        const ImRect pushed = engine.ItemInfo("//Lecture/**/Field").RectFull;
        EXPECT_GT(pushed.Min.y, close.Max.y);
        EXPECT_GT(pushed.Min.y, whole.Min.y);
        EXPECT_LE(pushed.Max.y, host().interface().lecture_strip().strip.Min.y + 1);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(4);
        EXPECT_FALSE(snapshot().notice);
        EXPECT_TRUE(state().presenting) << "the first Esc is the notice's";
        EXPECT_EQ(engine.ItemInfo("//Lecture/**/Field").RectFull.Min.y, whole.Min.y);
        session().apply(command::SetStepRatio{3});
        engine.Yield(4);
        engine.ItemClick("//Lecture/**/Close");
        engine.Yield(3);
        EXPECT_FALSE(snapshot().notice);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(2);
        EXPECT_FALSE(state().presenting);
    });
}
INSTANTIATE_TEST_SUITE_P(Sizes, NoticeInLecture,
                         testing::Values(std::pair(1280, 720), std::pair(1920, 1080)));

// Whoever gives a lesson is not told which key to begin with.
TEST_F(LessonInWindow, TheStartCardIsShownWithoutALessonOnly) {
    start(small_settings());
    const auto is_shown = [this] {
        bool shown = false;
        drive([&shown](ImGuiTestContext& engine) {
            shown = engine.ItemInfo("//Field/Space", ImGuiTestOpFlags_NoError).ID != 0;
        });
        return shown;
    };
    EXPECT_TRUE(is_shown());
    give();
    EXPECT_FALSE(snapshot().anything_ran);
    EXPECT_FALSE(is_shown());
    drive([](ImGuiTestContext& engine) { engine.KeyPress(ImGuiKey_End); });
    EXPECT_FALSE(is_shown());
}

TEST_F(LessonInWindow, LessonGoesOnInPresentersMode) {
    start(small_settings());
    give(1);
    state().presenting = true;
    frames(4);
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_PageDown);
        engine.KeyPress(ImGuiKey_PageDown);
        engine.Yield(4);
        EXPECT_EQ(place(), (LessonPlace{2, false}));
        // The control of that step: the kernels.
        engine.ItemClick("//Lecture/two_step");
        engine.Yield(3);
        EXPECT_EQ(snapshot().settings.kernel, "two_step");
    });
}

TEST_F(LessonInWindow, BlackScreenIsLiftedByAnyKeyOfAClickerAndDoesNothingElse) {
    start(small_settings());
    give(1);
    drive([this](ImGuiTestContext& engine) {
        for (const ImGuiKey key : {ImGuiKey_PageDown, ImGuiKey_B, ImGuiKey_Space}) {
            engine.KeyPress(ImGuiKey_B);
            engine.Yield(3);
            EXPECT_TRUE(state().blacked_out);
            engine.KeyPress(ImGuiKey_N);
            engine.Yield(2);
            EXPECT_TRUE(state().blacked_out);
            engine.KeyPress(key);
            engine.Yield(3);
            EXPECT_FALSE(state().blacked_out);
            EXPECT_EQ(place(), (LessonPlace{1, false}));
            EXPECT_EQ(snapshot().step, 0);
            EXPECT_FALSE(snapshot().running);
        }
        // As some clickers send it; elsewhere a full stop is one step.
        state().presenting = true;
        engine.Yield(2);
        engine.KeyPress(ImGuiKey_Period);
        engine.Yield(2);
        EXPECT_TRUE(state().blacked_out);
        EXPECT_EQ(snapshot().step, 0);
    });
}

/// Pixels of a finished frame that are not black.
std::size_t lit(const Image& image) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        count += image.rgba[i] + image.rgba[i + 1] + image.rgba[i + 2] > 0 ? 1 : 0;
    return count;
}

TEST_F(LessonInWindow, BlackScreenIsBlack) {
    start(small_settings(), {.width = 640, .height = 360, .visible = true});
    frames(4);
    EXPECT_GT(lit(picture()), 10000u);
    state().blacked_out = true;
    frames(3);
    EXPECT_EQ(lit(picture()), 0u);
}

/// Relative luminance after WCAG 2.
double luminance(ImU32 colour) {
    const auto channel = [](ImU32 value) {
        const double c = (value & 255) / 255.0;
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(colour) + 0.7152 * channel(colour >> 8) +
           0.0722 * channel(colour >> 16);
}

TEST(LectureContrast, IsAtLeastSevenForWordsAndMarks) {
    for (const ui::ThemeKind theme : {ui::ThemeKind::dark, ui::ThemeKind::light}) {
        const ui::Palette& p = ui::palette_of(theme);
        const ImU32 ground = p.dark() ? p.canvas : p.panel;
        const auto contrast = [](ImU32 a, ImU32 b) {
            const double high = std::max(luminance(a), luminance(b));
            const double low = std::min(luminance(a), luminance(b));
            return (high + 0.05) / (low + 0.05);
        };
        EXPECT_GE(contrast(p.text, ground), 7);     // r, sentence, second line, bands
        EXPECT_GE(contrast(p.text2, ground), 7);    // marks
        EXPECT_GE(contrast(p.text, p.control), 7);  // buttons
        EXPECT_GE(contrast(p.on_scrim, p.scrim | IM_COL32_A_MASK), 7);  // pills
        for (const Notice::Kind kind :
             {Notice::Kind::information, Notice::Kind::fallback, Notice::Kind::refused,
              Notice::Kind::done, Notice::Kind::unstable, Notice::Kind::not_finite}) {
            const ImU32 tint = ui::notice_colour(p, kind);
            EXPECT_GE(contrast(p.text, ui::banner_ground(p, tint)), 7);         // words
            EXPECT_GE(contrast(p.text, ui::banner_button_ground(p, tint)), 7);  // remedy
        }
    }
}

}  // namespace
}  // namespace heatlab
