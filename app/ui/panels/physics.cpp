#include "app/ui/panels/physics.h"

#include <array>
#include <cmath>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/panels/badge.h"
#include "app/ui/panels/edges.h"
#include "app/ui/panels/grid_picker.h"
#include "app/ui/panels/initial_field_picker.h"
#include "app/ui/panels/panel.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/number_field.h"
#include "app/ui/widgets/ratio_slider.h"

namespace heatlab::ui {
namespace {

constexpr float block_gap = 14;  ///< between blocks
constexpr float field_height = 30;
constexpr float caption_height = 18;  ///< caption and the gap below it

/// A unit that keeps the figure short, and its size in the base unit.
struct ShownUnit {
    const char* name;
    double size;
};

ShownUnit unit_for(double value, std::span<const ShownUnit> ascending) {
    ShownUnit chosen = ascending.front();
    for (const ShownUnit& unit : ascending) {
        if (std::abs(value) >= unit.size * 0.9995) {
            chosen = unit;
        }
    }
    return chosen;
}

constexpr std::array<ShownUnit, 5> time_units{
    {{"ns", 1e-9}, {"µs", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"ks", 1e3}}};
constexpr std::array<ShownUnit, 5> length_units{
    {{"nm", 1e-9}, {"µm", 1e-6}, {"mm", 1e-3}, {"m", 1}, {"km", 1e3}}};

/// Caption, then a field for a quantity in a unit that suits it. Answers in the base unit.
std::optional<double> quantity_field(const Look& look, const char* id, const ImRect& cell,
                                     std::string_view caption, double value,
                                     std::span<const ShownUnit> units) {
    const ShownUnit unit = unit_for(value, units);
    draw_text(look, cell.Min, Role::caption, look.colour.text3, caption);
    const ImRect box(cell.Min.x, cell.Min.y + look.px(caption_height), cell.Max.x, cell.Max.y);
    NumberFieldOptions options;
    options.unit = unit.name;
    const std::optional<double> typed =
        number_field(look, id, box, shown_number(value / unit.size, 3, 5), options);
    return typed ? std::optional<double>(*typed * unit.size) : std::nullopt;
}

/// Where stability ends r is cramped on the whole range: the slider can show a part of it alone.
double short_range(const PanelContext& context) {
    return short_ratio_range(context.snapshot.stability.dimensions);
}

bool fits_short_range(const PanelContext& context) {
    return context.snapshot.settings.r <= short_range(context) + 1e-6;
}

bool shows_short_range(const PanelContext& context) {
    return shown_ratio_range(context) < 1;
}

void draw_short_range(const PanelContext& context, const ImRect& box) {
    const std::string end = format_shortest(short_range(context));
    const std::string tooltip = "Show r from 0 to " + end;
    const std::string reason = "r lies above " + end;
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.role = Role::note;
    options.selected = shows_short_range(context);
    options.tooltip = options.selected ? "Show r from 0 to 1" : tooltip.c_str();
    if (!fits_short_range(context)) {
        options.disabled_reason = reason.c_str();
    }
    if (icon_button(context.look, "Short range", icon::zoom_in, box, options)) {
        context.state.short_ratio = !context.state.short_ratio;
    }
}

void draw_time_step(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const ImRect row = rows.take(look.px(caption_height) + look.px(field_height));
    ButtonOptions halve;
    halve.key = key_of(KeyBinding::Action::halve_dt);
    halve.tooltip = "Half the time step, half of r";
    ButtonOptions twice;
    twice.key = key_of(KeyBinding::Action::double_dt);
    twice.tooltip = "Twice the time step, twice r";
    const float gap = look.px(8);
    const float button_side = look.px(84);
    const ImRect right(row.Max.x - button_side, row.Max.y - look.px(field_height), row.Max.x,
                       row.Max.y);
    const ImRect left(right.Min.x - gap - button_side, right.Min.y, right.Min.x - gap, right.Max.y);
    const ImRect cell(row.Min.x, row.Min.y, left.Min.x - gap, row.Max.y);
    if (const auto dt = quantity_field(look, "time step dt", cell, "time step dt",
                                       context.snapshot.settings.time_step(), time_units)) {
        context.emit(command::SetTimeStep{*dt});
    }
    if (button(look, "Halve dt", left, halve)) {
        context.emit(command::ScaleTimeStep{0.5});
    }
    if (button(look, "Double dt", right, twice)) {
        context.emit(command::ScaleTimeStep{2});
    }
}

void draw_material(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Settings& settings = context.snapshot.settings;
    const ImRect row = rows.take(look.px(caption_height) + look.px(field_height));
    const ImRect first = column_of(row, 0, 2, look.px(8));
    draw_text(look, first.Min, Role::caption, look.colour.text3, "diffusivity α");
    NumberFieldOptions options;
    options.unit = "m²/s";
    const std::string alpha = shown_number(settings.diffusivity, 2, 7);
    const ImRect box(first.Min.x, first.Min.y + look.px(caption_height), first.Max.x, first.Max.y);
    if (const auto value = number_field(look, "diffusivity", box, alpha, options)) {
        context.emit(command::SetDiffusivity{*value});
    }
    if (const auto value = quantity_field(look, "cell size", column_of(row, 1, 2, look.px(8)),
                                          "cell size h", settings.cell_size, length_units)) {
        context.emit(command::SetCellSize{*value});
    }
}

}  // namespace

void draw_step_ratio(const PanelContext& context, Rows& rows) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ImRect row = rows.take(look.px(28));
    const float middle = row.GetCenter().y;
    const float title = draw_text(look, ImVec2(row.Min.x, middle), Role::title, look.colour.text,
                                  "Step ratio", anchor_middle_left)
                            .x;
    draw_text(look, ImVec2(row.Min.x + title + look.px(12), middle), Role::note, look.colour.text3,
              "r = α dt / h²", anchor_middle_left);
    NumberFieldOptions options;
    options.align_right = true;
    options.strong = true;
    options.tooltip = "Type any r from 0 to 1, fractions too: 1/4";
    // As wide as a typed r with all its digits needs.
    const std::string shown = format_step_ratio(snapshot.settings.r);
    const float width = std::max(look.px(76), text_size(look, Role::title, shown).x + look.px(24));
    const ImRect box(row.Max.x - std::ceil(width), row.Min.y, row.Max.x, row.Max.y);
    if (const auto r = number_field(look, "r", box, shown, options)) {
        context.emit(command::SetStepRatio{*r});
    }
    draw_short_range(context,
                     ImRect(box.Min.x - look.px(34), box.Min.y, box.Min.x - look.px(6), box.Max.y));
    rows.skip(look.px(7));
    RatioSliderOptions slider;
    slider.high = shown_ratio_range(context);
    slider.bound = snapshot.stability.bound;
    slider.dimensions = snapshot.stability.dimensions;
    // The knob shows what r does; that the field is lost already is the badge's to say.
    slider.state = describe_stability(snapshot.stability, false).state;
    const ImRect track = rows.take(ratio_slider_height(look, slider));
    context.mark("r", ImRect(row.Min, track.Max));
    if (const auto r = ratio_slider(look, "Step ratio", track, snapshot.settings.r, slider)) {
        context.emit(command::SetStepRatio{*r});
    }
}

float shown_ratio_range(const PanelContext& context) {
    const bool is_short = context.state.short_ratio && fits_short_range(context);
    return is_short ? static_cast<float>(short_range(context)) : 1.0f;
}

void draw_physics(const PanelContext& context, Thumbnails& thumbnails) {
    const Look& look = context.look;
    const ImRect area = panel_area(look);
    Rows rows(area);
    rows.skip(look.px(8));
    draw_badge(context, rows.take(badge_height(look, area.GetWidth())));
    rows.skip(look.px(14));
    draw_step_ratio(context, rows);
    rows.skip(look.px(10));
    draw_time_step(context, rows);
    rows.skip(look.px(10));
    draw_material(context, rows);
    rows.skip(look.px(block_gap));

    const ImRect title = rows.take(look.px(24));
    rows.skip(look.px(6));
    const ImVec2 picture = thumbnail_size(look, area.GetWidth());
    const ImRect pictures = rows.take(picture.y);
    thumbnails.prepare(context.colormaps.find(context.snapshot.settings.colormap),
                       static_cast<int>(picture.x), static_cast<int>(picture.y), look.scale);
    context.mark("init", ImRect(title.Min, pictures.Max));
    draw_initial_fields(context, thumbnails, title, pictures);
    rows.skip(look.px(block_gap));
    const float edges = rows.y();
    draw_edges(context, rows);
    context.mark("edges", ImRect(area.Min.x, edges, area.Max.x, rows.y()));
    rows.skip(look.px(block_gap));
    const ImRect grid = rows.take(look.px(field_height));
    context.mark("grid", grid);
    draw_grid_picker(context, grid);
    finish_panel(look, rows);
}

}  // namespace heatlab::ui
