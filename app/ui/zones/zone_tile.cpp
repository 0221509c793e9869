#include "app/ui/zones/zone_tile.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/count_slider.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

constexpr float header_height = 40;
constexpr float legend_row = 22;
constexpr float room_for_legend = 150;  ///< of the whole sheet
constexpr float controls_row = 54;
constexpr float seconds_per_step = 0.6f;
constexpr float least_pitch_with_gaps = 4;

/// The colours of cells by what they still are.
struct CellColours {
    ImU32 result;
    ImU32 ghost;
    ImU32 lost;
};

CellColours colours_of(const Palette& p) {
    return {mix(p.card, p.accent, 0.62f), p.series[2], p.line2};
}

/// Cells of a square ring: from `inset` cells inside the edges, in rows and columns of the tile.
struct Box {
    float left;
    float top;
    float right;
    float bottom;
};

/// A plate's tile: what is right after `done` steps, the result after k, and what is lost.
void draw_plate(const Look& look, const ghost::Zone& zone, int done, const ImRect& area) {
    const CellColours colours = colours_of(look.colour);
    const auto width = static_cast<float>(zone.tile.width);
    const auto height = static_cast<float>(zone.tile.height);
    const float pitch =
        std::max(1.0f, std::floor(std::min(area.GetWidth() / width, area.GetHeight() / height)));
    const float scale =
        pitch > 1 ? pitch : std::min({1.0f, area.GetWidth() / width, area.GetHeight() / height});
    const ImVec2 origin(std::floor(area.GetCenter().x - scale * width / 2),
                        std::floor(area.GetCenter().y - scale * height / 2));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto corner = [&](float col, float row) {
        return origin + ImVec2(std::floor(col * scale), std::floor(row * scale));
    };
    const auto box_of = [&](int inset) {
        const auto in = static_cast<float>(inset);
        return ImRect(corner(in, in), corner(width - in, height - in));
    };
    const ImRect whole = box_of(0);
    const ImRect right = box_of(done);
    const ImRect result = box_of(zone.steps);
    list.AddRect(whole.Min, whole.Max, colours.lost, 0, look.hairline());
    if (done > 0) {
        // The lost rim, faintly, so that the tile keeps its size.
        list.AddRectFilled(whole.Min, whole.Max, fade(colours.lost, 0.25f));
    }
    list.AddRectFilled(right.Min, right.Max, look.colour.panel);
    list.AddRectFilled(right.Min, right.Max, colours.ghost);
    list.AddRectFilled(result.Min, result.Max, look.colour.panel);
    list.AddRectFilled(result.Min, result.Max, colours.result);
    if (scale < least_pitch_with_gaps)
        return;
    // Gaps between the cells.
    const ImU32 gap = look.colour.panel;
    for (int col = 1; col < zone.tile.width; ++col) {
        const float x = corner(static_cast<float>(col), 0).x - look.hairline();
        list.AddRectFilled(ImVec2(x, whole.Min.y), ImVec2(x + look.hairline(), whole.Max.y), gap);
    }
    for (int row = 1; row < zone.tile.height; ++row) {
        const float y = corner(0, static_cast<float>(row)).y - look.hairline();
        list.AddRectFilled(ImVec2(whole.Min.x, y), ImVec2(whole.Max.x, y + look.hairline()), gap);
    }
}

/// A rod's tile and its neighbours: a row for each step, the first one below; it narrows by a cell
/// at each end with each step.
void draw_rod(const Look& look, const ghost::Zone& zone, int done, const ImRect& area) {
    const CellColours colours = colours_of(look.colour);
    const auto cells = static_cast<float>(zone.tile.width);
    const auto inner = static_cast<float>(zone.tile.width - 2 * zone.steps);
    // A third of a neighbour's result is seen at each side.
    const float margin = std::max(static_cast<float>(zone.steps), inner / 3);
    const float scale = area.GetWidth() / (cells + 2 * margin);
    const int rows = zone.steps + 1;
    const float height =
        std::min(look.px(22), std::floor(area.GetHeight() / static_cast<float>(rows)));
    const float foot = std::floor(area.GetCenter().y + height * static_cast<float>(rows) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.Min, area.Max, true);
    const auto x_of = [&](float cell) {
        return std::floor(area.Min.x + (margin + cell) * scale + 0.5f);
    };
    const float gap = height >= 4 ? look.hairline() : 0.0f;
    for (int step = 0; step < rows; ++step) {
        const float bottom = foot - height * static_cast<float>(step);
        const float top = bottom - height + gap;
        const auto in = static_cast<float>(step);
        const auto stretch = [&](float from, float to, ImU32 colour) {
            list.AddRectFilled(ImVec2(x_of(from), top), ImVec2(x_of(to), bottom), colour);
        };
        const bool seen = step <= done;
        // Neighbours: the same tile, moved by what each of them contributes.
        for (const float moved : {-inner, inner}) {
            const ImRect other(ImVec2(x_of(moved + in), top),
                               ImVec2(x_of(moved + cells - in), bottom));
            list.AddRect(other.Min, other.Max, fade(colours.lost, seen ? 1.0f : 0.4f), 0,
                         look.hairline());
        }
        const float shown = seen ? 1.0f : 0.18f;
        stretch(in, cells - in, look.colour.panel);
        stretch(in, static_cast<float>(zone.steps), fade(colours.ghost, shown));
        stretch(cells - static_cast<float>(zone.steps), cells - in, fade(colours.ghost, shown));
        stretch(static_cast<float>(zone.steps), cells - static_cast<float>(zone.steps),
                fade(colours.result, shown));
    }
    list.PopClipRect();
}

/// Where two rods' tiles meet, where a whole one has too many cells for its zone to be seen: the
/// stretch that both compute narrows with each step.
void draw_rod_edge(const Look& look, const ghost::Zone& zone, int done, const ImRect& area) {
    const CellColours colours = colours_of(look.colour);
    const auto zone_width = static_cast<float>(zone.steps);
    const float shown = 3 * zone_width;  // cells to each side
    const float scale = area.GetWidth() / (2 * shown);
    const int rows = zone.steps + 1;
    const float height =
        std::min(look.px(22), std::floor(area.GetHeight() / static_cast<float>(rows)));
    const float foot = std::floor(area.GetCenter().y + height * static_cast<float>(rows) / 2);
    const float middle = std::floor(area.GetCenter().x);
    const float gap = height >= 4 ? look.hairline() : 0.0f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int step = 0; step < rows; ++step) {
        const float bottom = foot - height * static_cast<float>(step);
        const float top = bottom - height + gap;
        const float half = std::floor(scale * static_cast<float>(zone.steps - step));
        const float seen = step <= done ? 1.0f : 0.18f;
        list.AddRectFilled(ImVec2(area.Min.x, top), ImVec2(area.Max.x, bottom),
                           fade(colours.result, seen));
        list.AddRectFilled(ImVec2(middle - half, top), ImVec2(middle + half, bottom),
                           look.colour.panel);
        list.AddRectFilled(ImVec2(middle - half, top), ImVec2(middle + half, bottom),
                           fade(colours.ghost, seen));
    }
    const float top = foot - height * static_cast<float>(rows);
    list.AddRectFilled(ImVec2(middle, top - look.px(4)),
                       ImVec2(middle + look.hairline(), foot + look.px(4)), look.colour.text);
}

bool edge_alone(const Look& look, const ghost::Zone& zone, float width) {
    return width / static_cast<float>(zone.tile.width) < look.px(2);
}

std::string sides_after(const ghost::TileShape& tile, int dimensions, int inset) {
    ghost::TileShape inner = tile;
    inner.width -= 2 * inset;
    if (dimensions > 1)
        inner.height -= 2 * inset;
    if (dimensions > 2)
        inner.depth -= 2 * inset;
    return cells_text(inner, dimensions);
}

std::string state_text(const ghost::Zone& zone, int dimensions, int done) {
    if (done == 0)
        return "loaded: " + cells_text(zone.tile, dimensions) + " cells";
    const std::string right = sides_after(zone.tile, dimensions, done);
    return (done == zone.steps ? "result: " : "right after step " + format_integer(done) + ": ") +
           right + " cells";
}

void draw_legend_line(const Look& look, const ghost::Zone& zone, int dimensions, int done,
                      const ImRect& row) {
    const CellColours colours = colours_of(look.colour);
    float x = row.Min.x;
    x += draw_legend(look, {x, row.Min.y}, colours.result, "result") + look.px(14);
    x += draw_legend(look, {x, row.Min.y}, colours.ghost, "ghost zone") + look.px(14);
    const float room = row.Max.x - x;
    draw_text_fitted(look, {row.Max.x, row.Min.y}, Role::caption, look.colour.text2,
                     state_text(zone, dimensions, done), room, anchor_right);
}

}  // namespace

void ZoneTile::move_on(const Look& look, const ghost::Zone& zone) {
    if (!(zone == zone_)) {
        zone_ = zone;
        step_ = std::min(step_, static_cast<float>(zone.steps));
    }
    if (!moving_)
        return;
    const auto last = static_cast<float>(zone.steps);
    step_ += look.reduced_motion ? 0 : ImGui::GetIO().DeltaTime / seconds_per_step;
    // It rests on the result before it begins again.
    if (step_ >= last + 1)
        step_ = 0;
}

void ZoneTile::draw_steps(const PanelContext& context, const ghost::Zone& zone, const ImRect& row) {
    const Look& look = context.look;
    const float middle = std::floor(row.GetCenter().y);
    const float half = look.px(15);
    const ImRect play(row.Min.x, middle - half, row.Min.x + look.px(30), middle + half);
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.tooltip = moving_ ? "Stop" : "Go through the steps of a launch";
    if (icon_button(look, "Play launch", moving_ ? icon::pause : icon::play, play, options)) {
        moving_ = !moving_;
        if (moving_ && step_ >= static_cast<float>(zone.steps))
            step_ = 0;
        if (look.reduced_motion) {
            moving_ = false;
            step_ = step_ >= static_cast<float>(zone.steps) ? 0 : step_ + 1;
        }
    }
    std::vector<int> steps(static_cast<std::size_t>(zone.steps) + 1);
    std::iota(steps.begin(), steps.end(), 0);
    const int done = std::min(zone.steps, static_cast<int>(step_));
    const std::string last = format_integer(zone.steps);
    const std::array<CountMark, 2> marks{{{0, "loaded"}, {zone.steps, last}}};
    CountSliderOptions slider;
    slider.marks = marks;
    slider.tooltip = "Steps that the tile has taken since it was loaded";
    const ImRect track(play.Max.x + look.px(10), std::floor(middle - look.px(15)), row.Max.x,
                       row.Max.y);
    if (const auto chosen = count_slider(look, "step of the launch", track, done, steps, slider)) {
        step_ = static_cast<float>(*chosen);
        moving_ = false;
    }
}

void ZoneTile::draw(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    context.mark("zone-tile", area);
    const float pad = look.px(16);
    Rows rows(ImRect(area.Min.x + pad, area.Min.y, area.Max.x - pad, area.Max.y));
    const ImRect title = rows.take(look.px(header_height));
    const float used = draw_text(look, {title.Min.x, title.GetCenter().y}, Role::title, p.text,
                                 "Tile and ghost zone", anchor_middle_left)
                           .x;
    const ZoneState* state = context.snapshot.zones.get();
    if (state == nullptr || state->offered.empty())
        return;
    const int dimensions = state->application->dimensions;
    const ghost::Zone zone{state->tile,
                           steps_in_force(*state, context.snapshot.settings.zones.steps)};
    move_on(look, zone);
    const int done = std::min(zone.steps, static_cast<int>(step_));
    float x = title.Max.x;
    const double part = redundant_share(state->grid, zone);
    const std::string share = format_fixed(100 * part, part < 0.1 ? 1 : 0) + thin_space + "%";
    x -= draw_text(look, {x, title.GetCenter().y}, Role::card_title, p.text, share,
                   anchor_middle_right)
             .x;
    draw_text_fitted(look, {x - look.px(8), title.GetCenter().y}, Role::note, p.text2,
                     "of the updates redundant", x - title.Min.x - used - look.px(24),
                     anchor_middle_right);
    if (area.GetHeight() >= look.px(room_for_legend))  // else the tile itself gets it
        draw_legend_line(look, zone, dimensions, done, rows.take(look.px(legend_row)));
    const ImRect steps(ImVec2(rows.left(), area.Max.y - look.px(controls_row)),
                       ImVec2(rows.right(), area.Max.y));
    ImRect picture(ImVec2(rows.left(), rows.y()), ImVec2(rows.right(), steps.Min.y - look.px(6)));
    const bool edge = dimensions == 1 && edge_alone(look, zone, picture.GetWidth());
    if (dimensions == 3 || edge) {
        draw_text_fitted(
            look, picture.Min, Role::caption, p.text3,
            edge ? "where two tiles meet, the steps upward" : "slice through the middle",
            picture.GetWidth());
        picture.Min.y += look.px(18);
    }
    if (picture.GetHeight() > look.px(24)) {
        if (edge)
            draw_rod_edge(look, zone, done, picture);
        else
            dimensions == 1 ? draw_rod(look, zone, done, picture)
                            : draw_plate(look, zone, done, picture);
    }
    draw_steps(context, zone, steps);
}

}  // namespace heatlab::ui
