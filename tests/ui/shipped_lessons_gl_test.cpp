// Every shipped lesson is gone through in a window, step by step, at the sizes of a lecture room:
// nothing is refused, what is pointed at is on the screen, no text leaves its sheet.
#include <algorithm>

#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_player.h"
#include "app/share_folder.h"
#include "app/ui/lecture/lecture_room.h"
#include "app/ui/lesson/lesson_sheet.h"
#include "app/ui/lesson/places.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

std::vector<std::string> shipped() {
    std::vector<std::string> names;
    const LessonLibrary library({share_folder() / "assets" / "lessons"});
    for (const auto& lesson : library.lessons())
        names.push_back(lesson->name);
    return names;
}

class LessonWalk : public InterfaceTest, public testing::WithParamInterface<std::string> {
protected:
    void walk(const Form& form) {
        const LessonLibrary library({share_folder() / "assets" / "lessons"});
        const std::shared_ptr<const Lesson> lesson = library.find(GetParam());
        start(Settings{}, form);
        for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
            where_ = GetParam() + ", step " + std::to_string(step + 1);
            state().presenting = false;
            host().interface().open_lesson(lesson, step);
            see(form);
            if (lesson->steps[step].question) {
                where_ += ", answer";
                press(ImGuiKey_PageDown);
                while (!player().place().answer)  // a question may take several pages
                    press(ImGuiKey_PageDown);
                see(form);
            }
        }
    }

private:
    const LessonPlayer& player() { return host().interface().lesson_player(); }
    void press(ImGuiKey key) {
        ImGui::GetIO().AddKeyEvent(key, true);
        frames(1);
        ImGui::GetIO().AddKeyEvent(key, false);
        frames(1);
    }
    void see(const Form& form) {
        frames(12);
        if (const auto& notice = snapshot().notice) {
            EXPECT_NE(notice->kind, Notice::Kind::refused)
                << where_ << ": " << notice->title << " " << notice->text;
        }
        EXPECT_TRUE(host().interface().lesson_sheet().pages().fits) << where_;
        expect_points_seen(form);
        expect_field_in_sight();
        state().presenting = true;
        frames(3);
        expect_strip_fits();
        state().presenting = false;
        frames(2);
    }
    /// All where there is room for all panels, else one at least.
    void expect_points_seen(const Form& form) {
        const std::vector<std::string>& points = player().action().point;
        const auto seen = std::ranges::count_if(points, [&](const auto& p) { return is_seen(p); });
        const bool wide = form.width >= 1920 && form.scale == 1;
        for (const std::string& point : points) {
            EXPECT_TRUE(is_seen(point) || (!wide && seen > 0))
                << where_ << ": " << point << " is not on the screen";
        }
    }
    /// Beside the panels of a narrow window, not below them.
    void expect_field_in_sight() {
        if (snapshot().settings.zones.open)
            return;  // that room has sheets of its own
        EXPECT_GE(request().width * (request().height + request().curve_height), 100 * 100)
            << where_;
        const ImGuiWindow* panels = ImGui::FindWindowByName("Panels");
        const ImGuiWindow* field = ImGui::FindWindowByName("Field##narrow");
        if (panels != nullptr && panels->WasActive && field != nullptr && field->WasActive) {
            EXPECT_FALSE(panels->Rect().Overlaps(field->Rect())) << where_;
        }
    }
    bool is_seen(const std::string& point) {
        const auto& seen = host().interface().places().seen();
        return std::ranges::any_of(seen, [&](const auto& place) { return place.name == point; });
    }
    void expect_strip_fits() {
        const ui::LectureStrip& strip = host().interface().lecture_strip();
        const ImRect inside(strip.strip.Min, strip.strip.Max + ImVec2(1, 1));
        const std::pair<const char*, ImRect> parts[] = {{"r", strip.ratio},
                                                        {"the sentence", strip.sentence},
                                                        {"the second line", strip.second},
                                                        {"the control", strip.control}};
        for (const auto& [name, part] : parts) {
            const bool is_drawn = part.GetWidth() > 0;
            EXPECT_TRUE(!is_drawn || inside.Contains(part))
                << where_ << ", in presenter's mode: " << name << " ends at " << part.Max.x << ", "
                << part.Max.y;
        }
        EXPECT_LE(strip.sentence.Max.y, strip.control.Min.y + 1) << where_;
        EXPECT_LE(strip.second.Max.y, strip.control.Min.y + 1) << where_;
        EXPECT_LE(strip.ratio.Max.x, strip.sentence.Min.x) << where_;
    }

    std::string where_;
};

TEST_P(LessonWalk, At1280x720) {
    walk({.width = 1280, .height = 720, .visible = true});
}
TEST_P(LessonWalk, At1920x1080) {
    walk({.width = 1920, .height = 1080});
}
TEST_P(LessonWalk, At1920x1080AndTwiceTheSize) {
    walk({.width = 1920, .height = 1080, .scale = 2});
}

/// Dashes are not allowed in a test's name.
std::string test_name(const testing::TestParamInfo<std::string>& lesson) {
    std::string name = lesson.param;
    std::ranges::replace(name, '-', '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(All, LessonWalk, testing::ValuesIn(shipped()), test_name);

}  // namespace
}  // namespace heatlab
