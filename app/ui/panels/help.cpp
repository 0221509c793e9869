#include "app/ui/panels/help.h"

#include <cfloat>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/ui/keys.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/widgets/overlay_card.h"

namespace heatlab::ui {
namespace {

using Group = KeyBinding::Group;

constexpr float row_height = 28;
constexpr float title_height = 32;
constexpr float group_gap = 14;
constexpr float card_width = 1240;
constexpr float column_gap = 32;
constexpr float caps_width = 136;
/// A column is at least so wide.
constexpr float narrowest_column = caps_width + help_meaning_width;

using Column = std::vector<Group>;

/// The groups in one, two or three columns of about the same height.
std::vector<Column> columns_for(int count) {
    switch (count) {
        case 3:
            return {{Group::run, Group::physics, Group::paint},
                    {Group::view, Group::lecture},
                    {Group::window, Group::share}};
        case 2:
            return {{Group::run, Group::physics, Group::paint, Group::view},
                    {Group::lecture, Group::window, Group::share}};
        default:
            return {{Group::run, Group::physics, Group::paint, Group::view, Group::lecture,
                     Group::window, Group::share}};
    }
}

int rows_of(Group group) {
    return static_cast<int>(
        std::count_if(key_bindings().begin(), key_bindings().end(),
                      [group](const KeyBinding& b) { return b.group == group; }));
}

float column_height(const Look& look, const Column& column) {
    float height = 0;
    for (const Group group : column) {
        height += look.px(title_height) + static_cast<float>(rows_of(group)) * look.px(row_height) +
                  look.px(group_gap);
    }
    return height - look.px(group_gap);
}

/// "Shift + Drag" and "S or .": caps with the words between them. Returns the x after them.
float draw_caps(const Look& look, ImVec2 at, float middle, std::string_view caps) {
    while (!caps.empty()) {
        const std::size_t plus = caps.find(" + ");
        const std::size_t either = caps.find(" or ");
        const std::size_t end = std::min(plus, either);
        at.x += draw_key_cap(look, ImVec2(at.x, std::floor(middle - key_cap_height(look) / 2)),
                             caps.substr(0, end));
        if (end == std::string_view::npos) {
            break;
        }
        const std::string_view word = plus < either ? "+" : "or";
        at.x += look.px(5);
        at.x += draw_text(look, ImVec2(at.x, middle), Role::caption, look.colour.text3, word,
                          anchor_middle_left)
                    .x;
        at.x += look.px(5);
        caps.remove_prefix(end + (plus < either ? 3 : 4));
    }
    return at.x;
}

void draw_group(const Look& look, Rows& rows, Group group) {
    const ImRect title = rows.take(look.px(title_height));
    draw_text(look, ImVec2(title.Min.x, title.GetCenter().y), Role::title, look.colour.text,
              group_title(group), anchor_middle_left);
    for (const KeyBinding& binding : key_bindings()) {
        if (binding.group != group) {
            continue;
        }
        const ImRect row = rows.take(look.px(row_height));
        const float middle = row.GetCenter().y;
        draw_caps(look, row.Min, middle, binding.caps);
        draw_text(look, ImVec2(row.Min.x + look.px(caps_width), middle), Role::body,
                  look.colour.text2, binding.meaning, anchor_middle_left);
    }
}

void draw_columns(const Look& look, ImVec2 at, float width, const std::vector<Column>& columns) {
    const float gap = look.px(column_gap);
    const auto count = static_cast<float>(columns.size());
    const float column_width = std::floor((width - gap * (count - 1)) / count);
    float x = at.x;
    for (const Column& column : columns) {
        Rows rows(ImRect(x, at.y, x + column_width, FLT_MAX));
        for (const Group group : column) {
            draw_group(look, rows, group);
            rows.skip(look.px(group_gap));
        }
        ImGui::SetCursorScreenPos(ImVec2(x, rows.y() - look.px(group_gap)));
        ImGui::Dummy(ImVec2(1, 1));
        x += column_width + gap;
    }
}

}  // namespace

void draw_help(const PanelContext& context) {
    if (!context.state.help_open) {
        return;
    }
    const Look& look = context.look;
    const float width = overlay_card_width(look, look.px(card_width));
    const int count =
        std::clamp(static_cast<int>(width / look.px(narrowest_column + column_gap)), 1, 3);
    const std::vector<Column> columns = columns_for(count);
    float height = 0;
    for (const Column& column : columns) {
        height = std::max(height, column_height(look, column));
    }
    OverlayCard card(look, "Help", "Keys and mouse", width, height + look.px(8));
    if (card.begin_content()) {
        draw_columns(look, ImGui::GetCursorScreenPos(), card.content_width(), columns);
    }
    OverlayCard::end_content();
    if (card.closed()) {
        context.state.help_open = false;
    }
}

}  // namespace heatlab::ui
