#include "app/ui/panels/grid_picker.h"

#include <algorithm>
#include <array>
#include <limits>

#include "app/format.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

constexpr std::array<GridSize, 10> common_sizes{{{32, 16},
                                                 {128, 64},
                                                 {256, 256},
                                                 {512, 256},
                                                 {1024, 512},
                                                 {2048, 1024},
                                                 {4096, 2048},
                                                 {4096, 4096},
                                                 {8192, 8192},
                                                 {16384, 16384}}};

const char* place_of(BackendKind kind) {
    return kind == BackendKind::cuda ? "on the device" : "in memory";
}

std::string size_text(GridSize grid) {
    return format_integer(grid.width) + " × " + format_integer(grid.height);
}

/// A side as typed; one that int does not hold is as large as it can be, which the session refuses
/// by the bytes or cells it would need.
int side_of(double typed) {
    constexpr double largest = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(typed, -largest, largest));
}

void draw_any_size(const PanelContext& context) {
    const Look& look = context.look;
    const GridSize grid = context.snapshot.settings.grid;
    menu_caption(look, "any other, width × height in cells");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = look.px(84);
    const ImRect left(at.x + look.px(8), at.y, at.x + look.px(8) + width, at.y + look.px(30));
    const ImRect right(left.Max.x + look.px(26), left.Min.y, left.Max.x + look.px(26) + width,
                       left.Max.y);
    const auto columns = number_field(look, "grid width", left, std::to_string(grid.width),
                                      {.numbers = Numbers::whole});
    draw_text(look, ImVec2((left.Max.x + right.Min.x) / 2, left.GetCenter().y), Role::body,
              look.colour.text2, "×", anchor_middle);
    const auto rows = number_field(look, "grid height", right, std::to_string(grid.height),
                                   {.numbers = Numbers::whole});
    if (columns || rows) {
        const GridSize wanted{columns ? side_of(*columns) : grid.width,
                              rows ? side_of(*rows) : grid.height};
        context.emit(command::SetGrid{wanted});
    }
    ImGui::SetCursorScreenPos(ImVec2(at.x, left.Max.y));
    ImGui::Dummy(ImVec2(1, look.px(6)));
}

}  // namespace

void draw_grid_picker(const PanelContext& context, const ImRect& row) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const float middle = row.GetCenter().y;
    draw_text(look, ImVec2(row.Min.x, middle), Role::title, look.colour.text, "Grid",
              anchor_middle_left);
    const ImRect box(row.Min.x + look.px(48), row.Min.y, row.Min.x + look.px(48) + look.px(140),
                     row.Max.y);
    ComboOptions options;
    options.popup_width = 260;
    options.tooltip = "Cells across and down; restarts from step 0";
    if (begin_combo(look, "grid", box, size_text(snapshot.settings.grid), options)) {
        for (const GridSize size : common_sizes) {
            MenuItemOptions item;
            item.selected = size == snapshot.settings.grid;
            const std::string bytes =
                format_bytes(static_cast<double>(simulation_bytes(size, snapshot.backend.kind)));
            item.right = bytes;
            if (menu_item(look, size_text(size).c_str(), item)) {
                context.emit(command::SetGrid{size});
            }
        }
        draw_any_size(context);
        end_combo();
    }
    const std::string memory = format_bytes(static_cast<double>(snapshot.memory_bytes)) + " " +
                               place_of(snapshot.backend.kind);
    draw_text(look, ImVec2(row.Max.x, middle), Role::caption, look.colour.text3, memory,
              anchor_middle_right);
}

}  // namespace heatlab::ui
