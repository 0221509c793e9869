// The strip below the field in presenter's mode.

#include <algorithm>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/stability_text.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/lecture/lecture_control.h"
#include "app/ui/lecture/lecture_room.h"
#include "app/ui/lesson/slide_text.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

// For a strip 308 high.
constexpr float left_margin = 53;
constexpr float disc_side = 72;
constexpr float ratio_middle = 76;
constexpr float sentence_left = 450;
constexpr float words_top = 20;
constexpr float words_bottom = 146;
constexpr float control_top = 150;
constexpr float second_disc = 40;
constexpr float largest_question = 42;
constexpr float smallest_question = 32;
constexpr float largest_paragraph = 52;
constexpr float smallest_paragraph = 34;

/// What the strip says: a sentence, and below it what r does, or a question.
struct Words {
    std::string sentence;
    std::string second;                     ///< what r does
    const LessonBlock* question = nullptr;  ///< in its place, before the answer
    const LessonBlock* answer = nullptr;    ///< in the sentence's place, where it has none
};

/// The paragraph that matters: the last of a question, the first of an answer.
const LessonBlock* paragraph_of(const LessonText& text, bool last) {
    const LessonBlock* found = nullptr;
    for (const LessonBlock& block : text) {
        if (block.kind == LessonBlock::Kind::paragraph && (last || found == nullptr)) {
            found = &block;
        }
    }
    return found;
}

/// The same of the ghost zones: what a launch does, and what it takes.
LectureText zone_text(const Snapshot& snapshot) {
    LectureText text;
    const ZoneState* state = snapshot.zones.get();
    if (state == nullptr || !state->predicted()) {
        text.sentence = "Tiles with ghost zones";
        return text;
    }
    const int steps = steps_in_force(*state, snapshot.settings.zones.steps);
    text.sentence = "One launch, " + format_integer(steps) + (steps == 1 ? " step" : " steps");
    text.second = times_text(*state, steps);
    return text;
}

Words words_of(const PanelContext& context, const LessonPlayer& player) {
    const LectureText own = room_of(context.snapshot) == Room::zones
                                ? zone_text(context.snapshot)
                                : describe_for_lecture(context.snapshot);
    if (!player.active() || player.away()) {
        return {own.sentence, own.second};
    }
    const LessonStep& step = player.step();
    const LessonAction& action = player.action();
    const bool answered = player.place().answer;
    Words words{action.sentence, own.second};
    if (words.sentence.empty()) {
        words.sentence = step.action.sentence.empty() ? step.title : step.action.sentence;
    }
    if (step.question && !answered) {
        words.question = paragraph_of(step.question->text, true);
    } else if (answered && action.sentence.empty()) {
        words.answer = paragraph_of(step.question->answer, false);
    }
    return words;
}

/// A paragraph as large as it fits, formulas and all.
struct FittedBlock {
    SlideBlock block;
    bool fits = false;
};

FittedBlock fit(const Look& look, const LessonBlock& source, float largest, float smallest,
                float width, float height) {
    FittedBlock best;
    for (float size = largest; size >= smallest; size -= 2) {
        best.block = set_block(look, source, {look.px(size), false}, width);
        best.fits = best.block.size.y <= height && best.block.size.x <= width + 1;
        if (best.fits) {
            break;
        }
    }
    return best;
}

/// A face and the size at which words fit.
struct Fitted {
    Role role = Role::lecture_sentence;
    float share = 1;  ///< of the role's size
    ImVec2 size;
};

/// As large as fits into `width` and `height`, in `lines` at most, down to `least` of its size.
Fitted fit(const Look& look, Role role, const std::string& words, float width, float height,
           int lines, float least) {
    Fitted best{role, least, {}};
    for (float share = 1; share >= least; share -= 0.04f) {
        Look sized = look;
        sized.scale *= share;
        const ImVec2 size = text_size(sized, role, words, width);
        best = {role, share, size};
        const bool few = size.y <= static_cast<float>(lines) * sized.text_px(role) + 1;
        if (few && size.y <= height && size.x <= width) {
            break;
        }
    }
    return best;
}

void draw_fitted(const Look& look, const Fitted& fitted, ImVec2 at, ImU32 ink,
                 const std::string& words, float width) {
    Look sized = look;
    sized.scale *= fitted.share;
    draw_text(sized, at, fitted.role, ink, words, {}, width);
}

/// The state's colour on a disc, its mark on it. Returns the right edge.
float draw_disc(const Look& look, FieldState state, ImVec2 centre, float side) {
    const ImU32 colour = state_colour(look.colour, state);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(centre, side / 2, colour);
    Look sized = look;
    sized.scale *= side / look.px(disc_side) * 1.1f;
    draw_text(sized, centre, Role::lecture_line, ink_on(colour), state_icon(state), anchor_middle);
    return centre.x + side / 2;
}

/// "3 / 9" at the right end of the words.
float draw_progress(const Look& look, const LessonPlayer& player, const ImRect& area) {
    if (!player.active() || player.away()) {
        return 0;
    }
    const std::string text = std::to_string(player.place().step + 1) + " / " +
                             std::to_string(player.lesson()->steps.size());
    return draw_text(look, ImVec2(area.Max.x, area.Min.y + look.px(words_top + 12)),
                     Role::lecture_mark, look.colour.text2, text, anchor_right)
               .x +
           look.px(32);
}

ImRect box_of(ImVec2 at, ImVec2 size) {
    return {at, at + size};
}

/// The whole room for one paragraph. Returns what it takes.
ImRect draw_alone(const Look& look, const LessonBlock& paragraph, const ImRect& area) {
    const FittedBlock fitted = fit(look, paragraph, largest_paragraph, smallest_paragraph,
                                   area.GetWidth(), area.GetHeight());
    draw_block(look, fitted.block, area.Min, false, *ImGui::GetWindowDrawList());
    return box_of(area.Min, fitted.block.size);
}

/// What r does, beside its disc.
void draw_second(const PanelContext& context, const std::string& words, const ImRect& area,
                 LectureStrip& places) {
    if (words.empty()) {
        return;
    }
    const Look& look = context.look;
    const float mark = look.px(second_disc);
    float left = area.Min.x;
    if (room_of(context.snapshot) != Room::zones)
        left = draw_disc(look, field_state(context.snapshot),
                         ImVec2(area.Min.x + mark / 2, area.Min.y + look.px(21)), mark) +
               look.px(16);
    const ImVec2 at(left, area.Min.y);
    const float width = area.Max.x - left;
    const Fitted line = fit(look, Role::lecture_line, words, width, area.GetHeight(), 1, 0.7f);
    draw_fitted(look, line, at, look.colour.text, words, width);
    places.second = box_of(at, line.size);
}

/// The same words in the weight of a sentence.
LessonBlock strong(LessonBlock block) {
    for (LessonSpan& span : block.spans) {
        span.strong = true;
    }
    return block;
}

/// Sentence and second line; where a question is too long beside a sentence it stands alone.
void draw_words(const PanelContext& context, const Words& words, const ImRect& area,
                LectureStrip& places) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const float width = area.GetWidth();
    const float half = std::floor(area.GetHeight() / 2);
    const ImVec2 under(area.Min.x, area.Min.y + half + look.px(4));
    if (words.answer != nullptr) {
        const FittedBlock answer =
            fit(look, strong(*words.answer), largest_paragraph, largest_question, width, half);
        if (!answer.fits) {
            places.sentence = draw_alone(look, *words.answer, area);
            return;
        }
        draw_block(look, answer.block, area.Min, false, *ImGui::GetWindowDrawList());
        places.sentence = box_of(area.Min, answer.block.size);
        draw_second(context, words.second, ImRect(under, area.Max), places);
        return;
    }
    FittedBlock question;
    if (words.question != nullptr) {
        question = fit(look, *words.question, largest_question, smallest_question, width,
                       area.Max.y - under.y);
        if (!question.fits) {
            places.sentence = draw_alone(look, *words.question, area);
            return;
        }
    }
    const Fitted line = fit(look, Role::lecture_sentence, words.sentence, width, half, 1, 0.7f);
    const bool one_line = line.size.y <= half;
    const Fitted sentence = one_line ? line
                                     : fit(look, Role::lecture_sentence, words.sentence, width,
                                           area.GetHeight(), 2, 0.6f);
    draw_fitted(look, sentence, area.Min, p.text, words.sentence, width);
    places.sentence = box_of(area.Min, sentence.size);
    if (!one_line) {
        return;
    }
    if (words.question != nullptr) {
        draw_block(look, question.block, under, false, *ImGui::GetWindowDrawList());
        places.second = box_of(under, question.block.size);
        return;
    }
    draw_second(context, words.second, ImRect(under, area.Max), places);
}

}  // namespace

LectureStrip draw_lecture_strip(const PanelContext& context, const LessonPlayer& player,
                                const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const Snapshot& snapshot = context.snapshot;
    LectureStrip places;
    places.strip = area;
    ImGui::GetWindowDrawList()->AddRectFilled(area.Min, area.Max, p.dark() ? p.canvas : p.panel);
    const ImRect inside(area.Min.x + look.px(left_margin), area.Min.y,
                        area.Max.x - look.px(left_margin), area.Max.y);
    const FieldState state = field_state(snapshot);
    const float side = look.px(disc_side);
    const float middle = std::floor(area.Min.y + look.px(ratio_middle));
    const bool of_zones = room_of(snapshot) == Room::zones;
    float x = inside.Min.x;
    if (!of_zones)
        x = draw_disc(look, state, ImVec2(inside.Min.x + side / 2, middle), side) + look.px(24);
    std::string ratio = format_step_ratio(snapshot.settings.r);
    while (ratio.size() > 4 && ratio.ends_with('0')) {
        ratio.pop_back();
    }
    ratio = "r = " + ratio;
    if (of_zones)
        ratio = snapshot.zones
                    ? steps_text(steps_in_force(*snapshot.zones, snapshot.settings.zones.steps))
                    : std::string("k");
    const ImVec2 ratio_size = text_size(look, Role::lecture_ratio, ratio);
    draw_text(look, ImVec2(x, middle), Role::lecture_ratio, p.text, ratio, anchor_middle_left);
    places.ratio = box_of(ImVec2(x, middle - ratio_size.y / 2), ratio_size);
    x = std::max(inside.Min.x + look.px(sentence_left), x + ratio_size.x + look.px(48));

    const float width = inside.Max.x - x - draw_progress(look, player, inside);
    const ImRect area_of_words(x, area.Min.y + look.px(words_top), x + width,
                               area.Min.y + look.px(words_bottom));
    draw_words(context, words_of(context, player), area_of_words, places);
    places.control = ImRect(inside.Min.x, area.Min.y + look.px(control_top), inside.Max.x,
                            area.Max.y - look.px(12));
    const std::string control =
        player.active() && !player.away() ? player.state().control : std::string("r");
    draw_lecture_control(context, control, places.control);
    return places;
}

}  // namespace heatlab::ui
