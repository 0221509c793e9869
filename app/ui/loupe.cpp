#include "app/ui/loupe.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/field_numbers.h"
#include "app/ui/read_out.h"

namespace heatlab::ui {
namespace {

constexpr float tile_width = 48;
constexpr float tile_height = 22;
constexpr float tile_gap = 2;
constexpr float padding = 12;
constexpr float head = 34;
constexpr float foot = 30;

ImVec2 card_size(const Look& look, int columns, int rows) {
    const auto extent = [&look](int count, float size) {
        return static_cast<float>(count) * look.px(size) +
               static_cast<float>(count - 1) * look.px(tile_gap);
    };
    return {2 * look.px(padding) + extent(columns, tile_width),
            look.px(head) + extent(rows, tile_height) + look.px(foot)};
}

/// With as many digits as a tile has room for.
std::string tile_number(const Look& look, float value, double low, double high) {
    std::string text = read_out_number(value, low, high);
    const float room = look.px(tile_width - 4);
    if (text_size(look, Role::caption, text).x <= room) {
        return text;
    }
    for (int digits = 3; digits > 1; --digits) {
        text = format_significant(static_cast<double>(value), digits);
        if (text_size(look, Role::caption, text).x <= room) {
            break;
        }
    }
    return text;
}

void draw_tile(const PanelContext& context, ImDrawList& list, const ImRect& tile, float value,
               bool centre) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ColorMap& map = context.colormaps.find(snapshot.settings.colormap);
    const ImU32 fill = value_colour(map, value, snapshot.range_low, snapshot.range_high,
                                    snapshot.settings.range.mode == RangeMode::locked);
    list.AddRectFilled(tile.Min, tile.Max, fill, look.px(2));
    if (centre) {
        const ImVec2 out(look.px(1), look.px(1));
        list.AddRect(tile.Min - out, tile.Max + out, rgb(0xFFFFFF), look.px(3), look.px(2));
    }
    draw_text(look, tile.GetCenter(), Role::caption, ink_on(fill),
              tile_number(look, value, snapshot.range_low, snapshot.range_high), anchor_middle);
}

}  // namespace

int loupe_side(const Look& look, const FieldCanvas& canvas) {
    for (const int side : {9, 7}) {
        const ImVec2 size = card_size(look, side, side);
        if (size.x + look.px(60) <= canvas.area.GetWidth() &&
            size.y + look.px(16) <= canvas.area.GetHeight()) {
            return side;
        }
    }
    return 5;
}

CellRect loupe_cells(GridSize grid, Cell centre, int side) {
    const int col = std::max(0, centre.col - side / 2);
    const int row = std::max(0, centre.row - side / 2);
    return {col, row, std::min(grid.width, centre.col + side / 2 + 1) - col,
            std::min(grid.height, centre.row + side / 2 + 1) - row};
}

void draw_loupe(const PanelContext& context, const FieldCanvas& canvas, ImVec2 pointer,
                bool pinned) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const CellBlock* block = snapshot.laboratory.loupe.get();
    if (block == nullptr || !snapshot.probe || block->cells.width < 1 || block->cells.height < 1) {
        return;
    }
    const CellRect& cells = block->cells;
    // Both count the rows of the grid's memory, through all slices.
    const Cell probed = snapshot.settings.cell_of_shown(snapshot.probe->cell);
    const ImVec2 size = card_size(look, std::max(5, cells.width), cells.height);
    const ImVec2 at = beside_pointer(look, canvas.area, pointer, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 ink = look.colour.on_scrim;
    list.AddRectFilled(at, at + size, look.colour.scrim | rgb(0, 240), look.px(8));
    const float left = at.x + look.px(padding);
    const float right = at.x + size.x - look.px(padding);
    const float head_y = at.y + look.px(18);
    draw_text(look, {left, head_y}, Role::note_strong, ink,
              format_cell(probed, snapshot.settings.grid), anchor_middle_left);
    if (pinned) {
        draw_text(look, {right, head_y}, Role::caption, fade(ink, 0.78f), "pinned",
                  anchor_middle_right);
    }
    for (int row = 0; row < cells.height; ++row) {
        for (int col = 0; col < cells.width; ++col) {
            const auto index =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width) +
                static_cast<std::size_t>(col);
            if (index >= block->values.size()) {
                return;
            }
            const ImVec2 corner(
                left + static_cast<float>(col) * (look.px(tile_width) + look.px(tile_gap)),
                at.y + look.px(head) +
                    static_cast<float>(row) * (look.px(tile_height) + look.px(tile_gap)));
            const ImRect tile(corner, corner + ImVec2(look.px(tile_width), look.px(tile_height)));
            draw_tile(context, list, tile, block->values[index],
                      cells.row + row == probed.row && cells.col + col == probed.col);
        }
    }
    const float foot_y = at.y + size.y - look.px(foot) / 2 + look.px(1);
    draw_text(look, {left, foot_y}, Role::note, fade(ink, 0.78f),
              "step " + format_integer(block->step), anchor_middle_left);
    const std::string next =
        snapshot.probe_next ? "next " + read_out_number(*snapshot.probe_next, snapshot.range_low,
                                                        snapshot.range_high)
                            : "edge, held";
    draw_text(look, {right, foot_y}, Role::note_strong, ink, next, anchor_middle_right);
}

}  // namespace heatlab::ui
