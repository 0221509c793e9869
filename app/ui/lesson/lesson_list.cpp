#include "app/ui/lesson/lesson_list.h"

#include <algorithm>

#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/overlay_card.h"

namespace heatlab::ui {
namespace {

constexpr float card_width = 760;
constexpr float row_height = 58;

std::string length_of(const Lesson& lesson) {
    const std::string steps =
        std::to_string(lesson.steps.size()) + (lesson.steps.size() == 1 ? " step" : " steps");
    return lesson.minutes > 0 ? std::to_string(lesson.minutes) + " min, " + steps : steps;
}

bool draw_row(const Look& look, const Lesson& lesson, const ImRect& row, bool given) {
    const Press press = press_area(lesson.title.c_str(), row);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (given || press.hovered || press.held) {
        list->AddRectFilled(row.Min, row.Max,
                            press.hovered ? look.colour.control_hover
                            : given       ? look.colour.accent_tint
                                          : look.colour.control,
                            look.px(6));
    }
    const float left = row.Min.x + look.px(12);
    const float right = row.Max.x - look.px(12);
    const std::string length = length_of(lesson);
    const float words = text_size(look, Role::note, length).x;
    draw_text(look, ImVec2(right, row.Min.y + look.px(18)), Role::note, look.colour.text3, length,
              anchor_middle_right);
    draw_text_fitted(look, ImVec2(left, row.Min.y + look.px(18)), Role::title, look.colour.text,
                     lesson.title, right - left - words - look.px(16), anchor_middle_left);
    draw_text_fitted(look, ImVec2(left, row.Min.y + look.px(39)), Role::note, look.colour.text2,
                     lesson.sentence, right - left, anchor_middle_left);
    return press.pressed;
}

/// A sentence that something is wrong; returns its height.
float draw_problem(const Look& look, ImVec2 at, float width, const std::string& words) {
    draw_text(look, at, Role::note, look.colour.unstable, words, {}, width);
    return text_size(look, Role::note, words, width).y + look.px(8);
}

}  // namespace

std::shared_ptr<const Lesson> draw_lesson_list(const PanelContext& context,
                                               const LessonLibrary& library, const Lesson* given,
                                               const std::string& problem) {
    const Look& look = context.look;
    const float count = static_cast<float>(std::max<std::size_t>(1, library.lessons().size()));
    float height = count * look.px(row_height) + look.px(24);
    if (!problem.empty() || !library.problems().empty()) {
        height += look.px(64);
    }
    OverlayCard card(look, "Lessons", "Lessons", look.px(card_width), height);
    std::shared_ptr<const Lesson> chosen;
    if (card.begin_content()) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float width = card.content_width();
        float y = corner.y;
        if (!problem.empty()) {
            y += draw_problem(look, ImVec2(corner.x, y), width, problem);
        }
        if (library.lessons().empty()) {
            draw_text(look, ImVec2(corner.x, y), Role::body, look.colour.text2,
                      "There are no lessons in the program's folder.");
        }
        for (const auto& lesson : library.lessons()) {
            const ImRect row(corner.x, y, corner.x + width, y + look.px(row_height - 4));
            if (draw_row(look, *lesson, row, given != nullptr && given->name == lesson->name)) {
                chosen = lesson;
            }
            y += look.px(row_height);
        }
        for (const std::string& wrong : library.problems()) {
            y += draw_problem(look, ImVec2(corner.x, y), width, "Left out: " + wrong);
        }
        ImGui::SetCursorScreenPos(ImVec2(corner.x, y));
        ImGui::Dummy(ImVec2(1, 1));
    }
    OverlayCard::end_content();
    if (card.closed() || chosen != nullptr) {
        context.state.lessons_open = false;
    }
    return chosen;
}

}  // namespace heatlab::ui
