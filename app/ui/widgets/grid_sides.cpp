#include "app/ui/widgets/grid_sides.h"

#include <algorithm>
#include <limits>

#include "app/format.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

int side_of(double typed) {
    constexpr double largest = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(typed, -largest, largest));
}

}  // namespace

std::string sides_text(GridSize grid) {
    std::string text = format_integer(grid.width);
    if (grid.dimensions > 1)
        text += " × " + format_integer(grid.height);
    if (grid.dimensions > 2)
        text += " × " + format_integer(grid.depth);
    return text;
}

std::optional<GridSize> grid_sides(const Look& look, GridSize grid,
                                   const std::array<const char*, 3>& ids) {
    constexpr float height = 30;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = look.px(grid.dimensions == 3 ? 62 : 84);
    const float gap = look.px(grid.dimensions == 3 ? 20 : 26);
    bool typed = false;
    const auto side = [&](int index, int& cells) {
        const float left = at.x + look.px(8) + static_cast<float>(index) * (width + gap);
        const ImRect box(left, at.y, left + width, at.y + look.px(height));
        if (index > 0)
            draw_text(look, ImVec2(left - gap / 2, box.GetCenter().y), Role::body,
                      look.colour.text2, "×", anchor_middle);
        const char* id = ids.at(static_cast<std::size_t>(index));
        if (const auto number =
                number_field(look, id, box, std::to_string(cells), {.numbers = Numbers::whole})) {
            cells = side_of(*number);
            typed = true;
        }
    };
    side(0, grid.width);
    if (grid.dimensions > 1)
        side(1, grid.height);
    if (grid.dimensions > 2)
        side(2, grid.depth);
    ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + look.px(height)));
    ImGui::Dummy(ImVec2(1, look.px(6)));
    return typed ? std::optional(grid) : std::nullopt;
}

}  // namespace heatlab::ui
