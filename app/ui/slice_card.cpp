#include "app/ui/slice_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "app/format.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float card_width = 252;
constexpr float row_height = 30;
constexpr float padding = 8;
constexpr float letter_side = 26;
constexpr float number_width = 84;

struct AxisRow {
    Axis axis;
    const char* label;  ///< of its button
    const char* letter;
    const char* slider;
    const char* tooltip;
    int cells;
    int index;
    bool active;  ///< its plane is seen
};

/// A track with a knob; the index that the pointer is at while it is held.
std::optional<int> index_slider(const Look& look, const AxisRow& row, const ImRect& area) {
    const Press press = press_area(row.slider, area);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float knob = look.px(7);
    const float left = area.Min.x + knob;
    const float length = std::max(1.0f, area.GetWidth() - 2 * knob);
    const float middle = std::floor(area.GetCenter().y);
    const ImU32 ink = fade(look.colour.on_scrim, row.active ? 1.0f : 0.45f);
    const float half = look.px(2);
    list.AddRectFilled({left, middle - half}, {left + length, middle + half},
                       fade(look.colour.on_scrim, 0.25f), half);
    const float part =
        row.cells > 1 ? static_cast<float>(row.index) / static_cast<float>(row.cells - 1) : 0.5f;
    list.AddCircleFilled({left + part * length, middle}, press.hovered ? knob : knob - 1, ink);
    if (!press.held || row.cells < 2)
        return std::nullopt;
    const float at = std::clamp((ImGui::GetIO().MousePos.x - left) / length, 0.0f, 1.0f);
    const int wanted = static_cast<int>(std::lround(at * static_cast<float>(row.cells - 1)));
    return wanted == row.index ? std::nullopt : std::optional(wanted);
}

void choose(const PanelContext& context, Axis axis, std::optional<int> index) {
    const Settings& settings = context.snapshot.settings;
    if (settings.show != ShowMode::slices) {
        context.emit(command::SetSlice{{axis, index}});
        return;
    }
    const CrossingCell now = crossing_cell(settings.crossing, settings.grid);
    CrossingSetting next{now.col, now.row, now.slice};
    (axis == Axis::x ? next.col : axis == Axis::y ? next.row : next.slice) = index;
    context.emit(command::SetCrossing{next});
}

void draw_row(const PanelContext& context, const AxisRow& row, const ImRect& area) {
    const Look& look = context.look;
    const float side = look.px(letter_side);
    const float top = std::floor(area.GetCenter().y - side / 2);
    const ImRect letter(area.Min.x, top, area.Min.x + side, top + side);
    const bool single = context.snapshot.settings.show != ShowMode::slices;
    if (single && row.active)
        ImGui::GetWindowDrawList()->AddRectFilled(letter.Min, letter.Max, rgb(0xFFFFFF, 46),
                                                  look.px(6));
    if (icon_button(look, row.label, row.letter, letter,
                    {.kind = ButtonKind::scrim,
                     .icon_colour = look.colour.on_scrim,
                     .tooltip = row.tooltip}) &&
        single && !row.active)
        choose(context, row.axis, std::nullopt);
    const ImRect track(letter.Max.x + look.px(8), top, area.Max.x - look.px(number_width),
                       top + side);
    if (const std::optional<int> index = index_slider(look, row, track))
        choose(context, row.axis, *index);
    const std::string number = format_integer(row.index) + " of " + format_integer(row.cells);
    draw_text(look, {area.Max.x, area.GetCenter().y}, Role::note,
              fade(look.colour.on_scrim, row.active ? 1.0f : 0.6f), number, anchor_middle_right);
}

}  // namespace

void draw_slice_card(const PanelContext& context, const FieldCanvas& canvas) {
    const Settings& settings = context.snapshot.settings;
    if (settings.grid.dimensions != 3 || settings.show == ShowMode::volume)
        return;
    const bool all = settings.show == ShowMode::slices;
    const Plane plane = settings.plane();
    const CrossingCell crossing = crossing_cell(settings.crossing, settings.grid);
    const auto row = [&](Axis axis, const char* label, const char* letter, const char* slider,
                         const char* tooltip, int cells, int crosses) {
        const bool seen = plane.across == axis;
        return AxisRow{axis,
                       label,
                       letter,
                       slider,
                       tooltip,
                       cells,
                       all ? crosses : seen ? plane.index : cells / 2,
                       all || seen};
    };
    const std::array<AxisRow, 3> rows{
        row(Axis::x, "Across x", "x", "Column of the slice", "The plane across x: rows and slices",
            settings.grid.width, crossing.col),
        row(Axis::y, "Across y", "y", "Row of the slice", "The plane across y: columns and slices",
            settings.grid.height, crossing.row),
        row(Axis::z, "Across z", "z", "Slice", "The plane across z: columns and rows",
            settings.grid.depth, crossing.slice)};
    const Look& look = context.look;
    const float inset = look.px(12);
    const float height = 3 * look.px(row_height) + 2 * look.px(padding);
    const ImVec2 corner{canvas.overlay.Max.x - inset, canvas.overlay.Min.y + inset};
    const ImRect box(corner.x - look.px(card_width), corner.y, corner.x, corner.y + height);
    if (box.Min.x < canvas.overlay.Min.x)
        return;
    // Takes the pointer: a press between two controls must not paint.
    ImGui::SetNextItemAllowOverlap();
    ImGui::SetCursorScreenPos(box.Min);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    ImGui::InvisibleButton("##slices", box.GetSize());
    ImGui::PopItemFlag();
    ImGui::GetWindowDrawList()->AddRectFilled(box.Min, box.Max, look.colour.scrim, look.px(8));
    Rows lines(ImRect(box.Min.x + look.px(padding), box.Min.y + look.px(padding),
                      box.Max.x - look.px(padding + 4), box.Max.y));
    for (const AxisRow& each : rows)
        draw_row(context, each, lines.take(look.px(row_height)));
}

}  // namespace heatlab::ui
