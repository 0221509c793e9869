#include "app/ui/widgets/tabs.h"

#include "app/ui/widgets/button.h"

namespace heatlab::ui {

std::optional<int> tab_row(const Look& look, const ImRect& row, std::span<const char* const> titles,
                           int front) {
    const Palette& p = look.colour;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::optional<int> chosen;
    float x = row.Min.x + look.px(16);
    for (int i = 0; i < static_cast<int>(titles.size()); ++i) {
        const char* title = titles[static_cast<std::size_t>(i)];
        const float width = std::ceil(text_size(look, Role::note_strong, title).x);
        const ImRect tab(x - look.px(6), row.Min.y + look.px(6), x + width + look.px(6),
                         row.Max.y - look.px(4));
        const Press press = press_area(title, tab);
        if (press.hovered && i != front)
            list.AddRectFilled(tab.Min, tab.Max, p.control_hover, look.px(6));
        draw_text(look, {x, row.GetCenter().y}, Role::note_strong, i == front ? p.text : p.text2,
                  title, anchor_middle_left);
        if (i == front) {
            const float top = row.Max.y - look.px(3);
            list.AddRectFilled({x, top}, {x + width, top + look.px(2)}, p.accent);
        }
        if (press.pressed && i != front)
            chosen = i;
        x += width + look.px(14);
    }
    return chosen;
}

}  // namespace heatlab::ui
