#include "app/ui/lesson/lesson_sheet.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/fixed_sheet.h"

namespace heatlab::ui {
namespace {

constexpr float header_height = 46;
constexpr float progress_height = 14;
constexpr float footer_height = 56;
constexpr float padding = 20;
constexpr float above_text = 10;
constexpr float button_side = 28;

bool is_shown(const LessonPlayer& player, SlidePages::Part part) {
    return part != SlidePages::Part::answer || player.place().answer;
}

/// Thin pieces, one a step; a click jumps to it.
LessonWish draw_progress(const Look& look, const LessonPlayer& player, const ImRect& row,
                         std::size_t& step) {
    const std::size_t count = player.lesson()->steps.size();
    LessonWish wish = LessonWish::none;
    for (std::size_t i = 0; i < count; ++i) {
        const ImRect piece =
            column_of(row, static_cast<int>(i), static_cast<int>(count), look.px(3));
        const std::string id = "Step " + std::to_string(i + 1);
        const Press press = press_area(id.c_str(), piece);
        item_tooltip(look, std::to_string(i + 1) + ". " + player.lesson()->steps[i].title);
        if (press.pressed) {
            step = i;
            wish = LessonWish::jump;
        }
        const std::size_t now = player.place().step;
        const Palette& p = look.colour;
        const ImU32 colour = i == now  ? p.accent
                             : i < now ? p.text3
                                       : (press.hovered ? p.control_active : p.control_hover);
        const float half = look.px(press.hovered ? 3 : 2);
        const float middle = std::floor(piece.GetCenter().y);
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(piece.Min.x, middle - half),
                                                  ImVec2(piece.Max.x, middle + half), colour, half);
    }
    return wish;
}

}  // namespace

std::size_t LessonSheet::last_page(const LessonPlayer& player) const {
    std::size_t last = 0;
    for (std::size_t i = 0; i < pages_.pages.size(); ++i) {
        for (const SlidePages::Item& item : pages_.pages[i].items) {
            if (is_shown(player, item.part)) {
                last = i;
            }
        }
    }
    return last;
}

bool LessonSheet::turn(const LessonPlayer& player, int direction) {
    const std::size_t last = last_page(player);
    if (direction > 0 && page_ < last) {
        ++page_;
        return true;
    }
    if (direction < 0 && page_ > 0) {
        --page_;
        return true;
    }
    return false;
}

void LessonSheet::lay(const PanelContext& context, const LessonPlayer& player, const ImRect& area) {
    const Laid wanted{player.visits(), area.GetWidth(), area.GetHeight(), context.look.scale,
                      player.notes_shown()};
    if (wanted == laid_) {
        return;
    }
    SlideOptions options;
    options.width = wanted.width;
    options.height = wanted.height;
    options.notes = wanted.notes;
    pages_ = lay_slide(context.look, player.step(), options);
    const bool arrived = std::exchange(laid_, wanted).visit != wanted.visit;
    if (arrived) {
        page_ = player.place().answer ? pages_.page_of(SlidePages::Part::answer) : 0;
    }
    page_ = std::min(page_, last_page(player));
}

LessonWish LessonSheet::draw_header(const PanelContext& context, const LessonPlayer& player,
                                    const ImRect& row) const {
    const Look& look = context.look;
    float right = row.Max.x;
    const auto place = [&] {
        const float top = std::floor(row.GetCenter().y - look.px(button_side) / 2);
        const ImRect box(right - look.px(button_side), top, right, top + look.px(button_side));
        right -= look.px(button_side + 2);
        return box;
    };
    LessonWish wish = LessonWish::none;
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.tooltip = "Leave the lesson; the field stays";
    if (icon_button(look, "Leave the lesson", icon::cross, place(), options)) {
        wish = LessonWish::leave;
    }
    options.tooltip = "Show something else; Page Down comes back to this step";
    options.key = key_of(KeyBinding::Action::lesson_aside);
    if (icon_button(look, "Set the lesson aside", icon::aside, place(), options)) {
        wish = LessonWish::aside;
    }
    if (!player.step().notes.empty()) {
        options.tooltip = player.notes_shown() ? "Hide the notes" : "Notes for the teacher";
        options.key = key_of(KeyBinding::Action::lesson_notes);
        options.selected = player.notes_shown();
        if (icon_button(look, "Notes", icon::notes, place(), options)) {
            wish = LessonWish::notes;
        }
        options.selected = false;
    }
    const std::string& title = player.lesson()->title;
    const float most = right - look.px(12) - row.Min.x;
    const float width =
        std::min(most, std::ceil(text_size(look, Role::title, title).x) + look.px(8 + 8 + 20));
    const float half = look.px(15);
    const ImRect box(row.Min.x - look.px(8), std::floor(row.GetCenter().y) - half,
                     row.Min.x - look.px(8) + width, std::floor(row.GetCenter().y) + half);
    const Press press = press_area("Lessons", box);
    if (press.hovered || press.held) {
        ImGui::GetWindowDrawList()->AddRectFilled(box.Min, box.Max, look.colour.control,
                                                  look.px(6));
    }
    draw_text_fitted(look, ImVec2(box.Min.x + look.px(8), box.GetCenter().y), Role::title,
                     look.colour.text, title, box.GetWidth() - look.px(36), anchor_middle_left);
    draw_text(look, ImVec2(box.Max.x - look.px(8), box.GetCenter().y), Role::caption,
              look.colour.text3, icon::chevron_down, anchor_middle_right);
    return press.pressed ? LessonWish::list : wish;
}

void LessonSheet::draw_page(const Look& look, const LessonPlayer& player,
                            const ImRect& area) const {
    if (page_ >= pages_.pages.size()) {
        return;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(ImVec2(area.Min.x - look.px(padding), area.Min.y),
                      ImVec2(area.Max.x + look.px(padding), area.Max.y), true);
    const auto& items = pages_.pages[page_].items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const SlidePages::Item& item = items[i];
        if (!is_shown(player, item.part)) {
            continue;
        }
        const bool notes = item.part == SlidePages::Part::notes;
        if (item.at.x > 0) {
            const bool joins = i + 1 < items.size() && items[i + 1].part == item.part;
            const float end = joins ? items[i + 1].at.y : item.at.y + item.block.size.y;
            const ImU32 bar = notes ? look.colour.line2 : look.colour.accent;
            list.AddRectFilled(ImVec2(area.Min.x, area.Min.y + item.at.y),
                               ImVec2(area.Min.x + look.px(3), area.Min.y + end), bar);
        }
        draw_block(look, item.block, area.Min + item.at, notes, list);
    }
    list.PopClipRect();
}

LessonWish LessonSheet::draw_footer(const PanelContext& context, const LessonPlayer& player,
                                    const ImRect& row) const {
    const Look& look = context.look;
    LessonWish wish = LessonWish::none;
    const float top = std::floor(row.GetCenter().y - look.px(16));
    const auto box = [&](float left, float width) {
        return ImRect(left, top, left + width, top + look.px(32));
    };
    ButtonOptions back;
    back.key = "Page Up";
    back.tooltip = "The step before, and its state";
    back.disabled_reason = player.at_first() && page_ == 0 ? "This is the first step" : "";
    const float back_width = button_width(look, "Back", back);
    if (button(look, "Back", box(row.Min.x, back_width), back)) {
        wish = LessonWish::previous;
    }
    const bool more = page_ < last_page(player);
    const bool question = player.step().question && !player.place().answer;
    const char* label = more ? "Next page" : question ? "Answer" : "Next";
    ButtonOptions next;
    next.key = "Page Down";
    next.tooltip = more ? "The rest of this step" : question ? "Show the answer" : "The next step";
    next.disabled_reason =
        player.at_last() && !more ? "This is the end; Leave closes the lesson" : "";
    const float next_width = std::max(look.px(84), button_width(look, label, next));
    const std::string id = std::string(label) + "##next";
    if (button(look, id.c_str(), box(row.Max.x - next_width, next_width), next)) {
        wish = LessonWish::next;
    }
    std::string where = "step " + std::to_string(player.place().step + 1) + " of " +
                        std::to_string(player.lesson()->steps.size());
    if (last_page(player) > 0) {
        where +=
            ", page " + std::to_string(page_ + 1) + " of " + std::to_string(last_page(player) + 1);
    }
    const float left = row.Min.x + back_width + look.px(10);
    const float right = row.Max.x - next_width - look.px(10);
    draw_text_fitted(look, ImVec2((left + right) / 2, row.GetCenter().y), Role::note,
                     look.colour.text3, where, right - left, anchor_middle);
    return wish;
}

LessonWish LessonSheet::draw(const PanelContext& context, const LessonPlayer& player,
                             const ImRect& area, ImGuiWindowFlags flags, std::size_t& step) {
    const Look& look = context.look;
    const FixedSheet sheet(look, lesson_window, area, flags);
    const float pad = look.px(padding);
    Rows rows(ImRect(area.Min.x + pad, area.Min.y, area.Max.x - pad, area.Max.y));
    ImRect header = rows.take(look.px(header_height));
    header.Max.x += look.px(8);
    LessonWish wish = draw_header(context, player, header);
    const LessonWish jump = draw_progress(look, player, rows.take(look.px(progress_height)), step);
    rows.skip(look.px(above_text));
    const ImRect text = rows.take(rows.remaining() - look.px(footer_height));
    lay(context, player, text);
    draw_page(look, player, text);
    const ImRect footer = rows.take(look.px(footer_height));
    draw_rule(look, ImVec2(area.Min.x, footer.Min.y), area.GetWidth(), true, look.colour.line);
    const LessonWish move = draw_footer(context, player, footer);
    if (jump != LessonWish::none) {
        wish = jump;
    }
    return move != LessonWish::none ? move : wish;
}

}  // namespace heatlab::ui
