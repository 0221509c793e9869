#include "app/ui/panels/grid_picker.h"

#include <array>
#include <vector>

#include "app/format.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/grid_sides.h"

namespace heatlab::ui {
namespace {

constexpr std::array<GridSize, 9> plates{{{32, 16},
                                          {128, 64},
                                          {256, 256},
                                          {512, 256},
                                          {1024, 512},
                                          {2048, 1024},
                                          {4096, 2048},
                                          {8192, 8192},
                                          {16384, 16384}}};
constexpr std::array<int, 6> rods{32, 128, 512, 1024, 4096, 1 << 20};
constexpr std::array<int, 6> blocks{16, 32, 64, 128, 256, 512};
constexpr std::array<const char*, 3> dimension_names{"1-D", "2-D", "3-D"};

std::vector<GridSize> common_sizes(int dimensions) {
    std::vector<GridSize> sizes;
    if (dimensions == 2)
        return {plates.begin(), plates.end()};
    for (const int side : dimensions == 1 ? rods : blocks)
        sizes.push_back(dimensions == 1 ? GridSize::line(side) : GridSize::box(side, side, side));
    return sizes;
}

const char* place_of(BackendKind kind) {
    return kind == BackendKind::cuda ? "on the device" : "in memory";
}

void draw_any_size(const PanelContext& context) {
    const Look& look = context.look;
    const GridSize grid = context.snapshot.settings.grid;
    constexpr std::array<const char*, 3> captions{"any other, in cells",
                                                  "any other, width × height in cells",
                                                  "any other, width × height × depth in cells"};
    menu_caption(look, captions.at(static_cast<std::size_t>(grid.dimensions) - 1));
    if (const auto wanted = grid_sides(look, grid, {"grid width", "grid height", "grid depth"}))
        context.emit(command::SetGrid{*wanted});
}

/// A rod, a plate or a block, the type of its cells beside; another one begins with the usual grid.
void draw_dimensions(const PanelContext& context) {
    const Look& look = context.look;
    const Settings& settings = context.snapshot.settings;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 first = at + ImVec2(look.px(8), look.px(4));
    if (const auto chosen = segmented(look, "Dimensions", first, dimension_names,
                                      settings.grid.dimensions - 1, look.px(28), 12))
        context.emit(command::SetGrid{default_grid(static_cast<int>(*chosen) + 1)});
    if (settings.grid.dimensions == 2) {  // elsewhere there is no choice of types
        std::vector<const char*> names;
        for (const CellTypeInfo& info : cell_types())
            names.push_back(info.name.data());
        const float beside = segmented_width(look, dimension_names, 12) + look.px(12);
        if (const auto chosen = segmented(look, "Type of cells", first + ImVec2(beside, 0), names,
                                          static_cast<int>(settings.type), look.px(28), 12))
            context.emit(
                command::SetCellType{cell_types()[static_cast<std::size_t>(*chosen)].type});
    }
    ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + look.px(36)));
    ImGui::Dummy(ImVec2(1, look.px(2)));
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
    options.popup_width = 336;
    options.tooltip = "Dimensions, cells and their type; restarts from step 0";
    if (begin_combo(look, "grid", box, sides_text(snapshot.settings.grid), options)) {
        draw_dimensions(context);
        for (const GridSize size : common_sizes(snapshot.settings.grid.dimensions)) {
            MenuItemOptions item;
            item.selected = size == snapshot.settings.grid;
            const std::string bytes = format_bytes(static_cast<double>(
                simulation_bytes(size, snapshot.backend.kind, snapshot.settings.type)));
            item.right = bytes;
            if (menu_item(look, sides_text(size).c_str(), item)) {
                context.emit(command::SetGrid{size});
            }
        }
        draw_any_size(context);
        end_combo();
    }
    // The usual type goes without saying; another takes the place of where the memory is.
    const CellType type = snapshot.settings.type;
    const std::string bytes = format_bytes(static_cast<double>(snapshot.memory_bytes));
    const std::string memory = type == CellType::float32
                                   ? bytes + " " + place_of(snapshot.backend.kind)
                                   : std::string(to_string(type)) + ", " + bytes;
    draw_text(look, ImVec2(row.Max.x, middle), Role::caption, look.colour.text3, memory,
              anchor_middle_right);
}

}  // namespace heatlab::ui
