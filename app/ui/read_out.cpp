#include "app/ui/read_out.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/field_numbers.h"

namespace heatlab::ui {
namespace {

constexpr float tile_width = 54;
constexpr float tile_height = 26;
constexpr float tile_gap = 3;
constexpr float padding = 12;
constexpr float offset = 34;  ///< from the pointer, sideways
constexpr float rise = 14;    ///< and downwards

struct Tile {
    int column;
    int row;
    float value;
    bool centre;
};

/// Whether the update reads something there. A reading cannot say: NaN is also a value of a field
/// that is not finite.
bool exists(const Tile& tile, Cell cell, const Settings& settings, Axis across) {
    if (settings.grid.dimensions == 1 && tile.row != 1)
        return false;
    const auto open = [](BoundaryKind kind) { return kind != BoundaryKind::dirichlet; };
    const GridSize grid =
        settings.grid.dimensions == 3 ? plane_size(settings.grid, across) : settings.shown_grid();
    const Boundaries& sides = settings.boundaries;
    const int row = cell.row + tile.row - 1;
    const int col = cell.col + tile.column - 1;
    return (row >= 0 || open(sides.top)) && (row < grid.height || open(sides.bottom)) &&
           (col >= 0 || open(sides.left)) && (col < grid.width || open(sides.right));
}

void draw_tile(const PanelContext& context, ImDrawList& list, ImVec2 origin, const Tile& tile) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ImVec2 low{origin.x + static_cast<float>(tile.column) * look.px(tile_width + tile_gap),
                     origin.y + static_cast<float>(tile.row) * look.px(tile_height + tile_gap)};
    const ImRect rect(low.x, low.y, low.x + look.px(tile_width), low.y + look.px(tile_height));
    const ColorMap& map = context.colormaps.find(snapshot.settings.colormap);
    const ImU32 fill = value_colour(map, tile.value, snapshot.range_low, snapshot.range_high,
                                    snapshot.settings.range.mode == RangeMode::locked);
    list.AddRectFilled(rect.Min, rect.Max, fill, look.px(3));
    if (tile.centre) {
        const float out = look.px(1);
        list.AddRect({rect.Min.x - out, rect.Min.y - out}, {rect.Max.x + out, rect.Max.y + out},
                     rgb(0xFFFFFF), look.px(4), look.px(2));
    }
    draw_text(look, rect.GetCenter(), tile.centre ? Role::note_strong : Role::note, ink_on(fill),
              read_out_number(tile.value, snapshot.range_low, snapshot.range_high), anchor_middle);
}

/// The cell and its neighbours as they lie in the picture, and in three dimensions those before and
/// behind it.
struct Neighbourhood {
    std::array<Tile, 5> tiles;
    std::optional<std::array<float, 2>> across;
};

Neighbourhood neighbourhood_of(const ProbeReading& reading, const Settings& settings,
                               Axis seen_across) {
    const auto tiles = [&](float above, float before, float after, float below) {
        return std::array<Tile, 5>{{{1, 0, above, false},
                                    {0, 1, before, false},
                                    {2, 1, after, false},
                                    {1, 2, below, false},
                                    {1, 1, reading.centre, true}}};
    };
    using Pair = std::array<float, 2>;
    const auto& [cell, step, centre, north, east, south, west, up, down] = reading;
    if (settings.grid.dimensions != 3)
        return {tiles(north, west, east, south), std::nullopt};
    switch (seen_across) {
        case Axis::x:
            return {tiles(north, up, down, south), Pair{west, east}};
        case Axis::y:
            return {tiles(up, west, east, down), Pair{north, south}};
        case Axis::z:
            break;
    }
    return {tiles(north, west, east, south), Pair{up, down}};
}

/// "row 12", "col 40"; of a rod the cell in the middle of what a place shows, of a block what the
/// rows and columns of the plane are, and among several planes which one that is.
std::vector<std::string> place_words(Cell cell, const Snapshot& snapshot) {
    const Settings& settings = snapshot.settings;
    if (settings.grid.dimensions == 1)
        return {"cell " + format_integer(settings.cell_of_shown(cell).col)};
    const bool block = settings.grid.dimensions == 3;
    const Axis across = snapshot.probe_plane.across;
    std::vector<std::string> words = {
        (block && across == Axis::y ? "slice " : "row ") + format_integer(cell.row),
        (block && across == Axis::x ? "slice " : "col ") + format_integer(cell.col)};
    if (block && shows_volume(settings.show)) {
        const char* name = across == Axis::x ? "col " : across == Axis::y ? "row " : "slice ";
        words.push_back(name + format_integer(snapshot.probe_plane.index));
    }
    return words;
}

}  // namespace

ImVec2 beside_pointer(const Look& look, const ImRect& area, ImVec2 pointer, ImVec2 size) {
    const float margin = look.px(8);
    ImVec2 at{pointer.x + look.px(offset), pointer.y + look.px(rise)};
    if (at.x + size.x > area.Max.x - margin)
        at.x = pointer.x - look.px(offset) - size.x;
    if (at.y + size.y > area.Max.y - margin)
        at.y = pointer.y - look.px(rise) - size.y;
    at.x = std::clamp(at.x, area.Min.x + margin,
                      std::max(area.Min.x + margin, area.Max.x - margin - size.x));
    at.y = std::clamp(at.y, area.Min.y + margin,
                      std::max(area.Min.y + margin, area.Max.y - margin - size.y));
    return {std::floor(at.x), std::floor(at.y)};
}

void draw_read_out(const PanelContext& context, const FieldCanvas& canvas, ImVec2 pointer,
                   bool pinned) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    if (!snapshot.probe)
        return;
    const ProbeReading& reading = *snapshot.probe;
    const Neighbourhood around =
        neighbourhood_of(reading, snapshot.settings, snapshot.probe_plane.across);
    const float across_height = around.across ? look.px(22) : 0.0f;
    const ImVec2 size{look.px(2 * padding) + 3 * look.px(tile_width) + 2 * look.px(tile_gap),
                      look.px(151) + across_height};
    const ImVec2 at = beside_pointer(look, canvas.area, pointer, size);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& colour = look.colour;
    // Denser than the scrim: it may lie on other words.
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, colour.scrim | rgb(0, 232), look.px(8));
    const float left = at.x + look.px(padding);
    const float right = at.x + size.x - look.px(padding);

    const float head_y = at.y + look.px(19);
    float x = left;
    for (const std::string& word : place_words(reading.cell, snapshot))
        x += look.px(8) + draw_text(look, {x, head_y}, Role::note_strong, colour.on_scrim, word,
                                    anchor_middle_left)
                              .x;
    if (pinned)
        draw_text(look, {right, head_y}, Role::caption, fade(colour.on_scrim, 0.78f), "pinned",
                  anchor_middle_right);

    const ImVec2 origin{left, at.y + look.px(34)};
    for (const Tile& tile : around.tiles)
        if (exists(tile, reading.cell, snapshot.settings, snapshot.probe_plane.across))
            draw_tile(context, list, origin, tile);

    if (around.across) {
        const float y = at.y + look.px(131);
        const auto number = [&](float value) {
            return std::isnan(value)
                       ? std::string("–")
                       : read_out_number(value, snapshot.range_low, snapshot.range_high);
        };
        draw_text(look, {left, y}, Role::note, fade(colour.on_scrim, 0.78f), "across",
                  anchor_middle_left);
        draw_text(look, {right, y}, Role::note, colour.on_scrim,
                  number((*around.across)[0]) + "  " + number((*around.across)[1]),
                  anchor_middle_right);
    }
    const float foot_y = at.y + look.px(132) + across_height;
    const bool held = !snapshot.probe_next;
    draw_text(look, {left, foot_y}, Role::note, fade(colour.on_scrim, 0.78f),
              held ? "edge" : "next step", anchor_middle_left);
    draw_text(look, {right, foot_y}, Role::note_strong, colour.on_scrim,
              held ? "held"
                   : read_out_number(*snapshot.probe_next, snapshot.range_low, snapshot.range_high),
              anchor_middle_right);
}

}  // namespace heatlab::ui
