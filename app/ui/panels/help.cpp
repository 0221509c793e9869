#include "app/ui/panels/help.h"

#include <cfloat>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

using Group = KeyBinding::Group;

constexpr float row_height = 30;
constexpr float title_height = 32;
constexpr float group_gap = 14;
constexpr float padding = 24;
constexpr float card_width = 880;
constexpr float caps_width = 176;

constexpr std::array<std::array<Group, 3>, 2> columns{
    {{Group::run, Group::physics, Group::paint}, {Group::view, Group::window, Group::window}}};
constexpr std::array<int, 2> groups_in_column{3, 2};

int rows_of(Group group) {
    return static_cast<int>(
        std::count_if(key_bindings().begin(), key_bindings().end(),
                      [group](const KeyBinding& b) { return b.group == group; }));
}

float column_height(const Look& look, std::size_t column) {
    float height = 0;
    for (int i = 0; i < groups_in_column[column]; ++i) {
        const Group group = columns[column][static_cast<std::size_t>(i)];
        height += look.px(title_height) + static_cast<float>(rows_of(group)) * look.px(row_height) +
                  (i > 0 ? look.px(group_gap) : 0);
    }
    return height;
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

/// The card's content, as wide as `width`.
void draw_columns(const Look& look, ImVec2 at, float width, bool two) {
    const float gap = look.px(32);
    const float column_width = two ? (width - gap) / 2 : width;
    float y = at.y;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const float x = two ? at.x + static_cast<float>(c) * (column_width + gap) : at.x;
        Rows rows(ImRect(x, two ? at.y : y, x + column_width, FLT_MAX));
        for (int i = 0; i < groups_in_column[c]; ++i) {
            if (i > 0 || (!two && c > 0)) {
                rows.skip(look.px(group_gap));
            }
            draw_group(look, rows, columns[c][static_cast<std::size_t>(i)]);
        }
        y = rows.y();
        ImGui::SetCursorScreenPos(ImVec2(x, y));
        ImGui::Dummy(ImVec2(1, 1));
    }
}

}  // namespace

void draw_help(const PanelContext& context) {
    if (!context.state.help_open) {
        return;
    }
    const Look& look = context.look;
    const Palette& p = look.colour;
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000, 140));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin("Help", nullptr, flags);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    if (ImGui::IsWindowAppearing()) {
        ImGui::SetWindowFocus();
    }
    const float margin = look.px(16);
    const float width = std::min(look.px(card_width), viewport.Size.x - 2 * margin);
    const bool two = width >= look.px(700);
    const float inner = two ? std::max(column_height(look, 0), column_height(look, 1))
                            : column_height(look, 0) + column_height(look, 1) + look.px(group_gap);
    const float height = std::min(inner + look.px(44) + 2 * look.px(padding) - look.px(8),
                                  viewport.Size.y - 2 * margin);
    const ImVec2 corner(std::floor((viewport.Size.x - width) / 2),
                        std::floor((viewport.Size.y - height) / 2));
    const ImRect card(corner, corner + ImVec2(width, height));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(card.Min, card.Max, p.panel, look.px(8));
    list->AddRect(card.Min, card.Max, p.line2, look.px(8), look.hairline());
    const float pad = look.px(padding);
    draw_text(look, card.Min + ImVec2(pad, pad - look.px(4)), Role::counter, p.text,
              "Keys and mouse");
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.key = "Esc";
    const ImVec2 close(card.Max.x - look.px(16) - look.px(28), card.Min.y + look.px(16));
    const bool closed =
        icon_button(look, "Close", icon::cross,
                    ImRect(close, close + ImVec2(look.px(28), look.px(28))), options);
    ImGui::SetCursorScreenPos(card.Min + ImVec2(pad, look.px(56)));
    const ImVec2 room(width - pad - look.px(8), height - look.px(56) - look.px(12));
    if (ImGui::BeginChild("keys", room, ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground)) {
        draw_columns(look, ImGui::GetCursorScreenPos(), width - 2 * pad, two);
    }
    ImGui::EndChild();
    const bool outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                         !card.Contains(ImGui::GetMousePos()) && !ImGui::IsWindowAppearing();
    if (closed || outside || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
        context.state.help_open = false;
    }
    ImGui::End();
}

}  // namespace heatlab::ui
