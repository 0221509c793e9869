#include "app/ui/zones/zone_controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/count_slider.h"
#include "app/ui/widgets/grid_sides.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/zones/zone_words.h"
#include "sim/ghost/study_grids.h"

namespace heatlab::ui {
namespace {

constexpr float control_height = 30;
constexpr float application_width = 132;
constexpr float grid_width = 144;
constexpr float tile_width = 144;
constexpr float gap = 8;
constexpr float least_slider = 180;

const ZoneSetting& setting_of(const PanelContext& context) {
    return context.snapshot.settings.zones;
}

void emit_setting(const PanelContext& context, const ZoneSetting& setting) {
    context.emit(command::SetZones{setting});
}

/// What belongs to the grid before goes: files, a division of the time step.
ZoneSetting on_grid(ZoneSetting setting, GridSize grid) {
    setting.grid = grid;
    setting.time_division = 1;
    setting.files = {};
    return setting;
}

void draw_any_grid(const PanelContext& context) {
    const Look& look = context.look;
    menu_caption(look, "any other, in cells");
    const auto wanted = grid_sides(look, setting_of(context).chosen_grid(),
                                   {"zone grid width", "zone grid height", "zone grid depth"});
    if (wanted)
        emit_setting(context, on_grid(setting_of(context), *wanted));
}

void draw_grids(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const ZoneSetting& setting = setting_of(context);
    const GridSize current = setting.chosen_grid();
    ComboOptions options;
    options.tooltip = "Cells of the grid; the scene begins anew";
    options.popup_width = 260;
    context.mark("zone-grid", area);
    if (!begin_combo(look, "Zone grid", area, sides_text(current), options))
        return;
    const ghost::Application& application = setting.chosen_application();
    for (const GridSize grid : ghost::offered_grids(application, context.snapshot.backend.kind)) {
        const std::string bytes =
            format_bytes(4.0 * static_cast<double>(grid.cells()) * (1 + application.arrays_read()));
        MenuItemOptions item;
        item.selected = grid == current;
        item.right = bytes;
        if (menu_item(look, sides_text(grid).c_str(), item) && grid != current) {
            emit_setting(context, on_grid(setting, grid));
        }
    }
    draw_any_grid(context);
    end_combo();
}

void choose_tile(const PanelContext& context, const ghost::TileShape& tile) {
    ZoneSetting next = setting_of(context);
    const int most = ghost::most_zone_steps(tile, next.chosen_application().dimensions);
    next.tile = tile;
    if (next.steps && *next.steps > most)
        next.steps.reset();
    emit_setting(context, next);
}

void draw_tiles(const PanelContext& context, const ZoneState* state, const ImRect& area) {
    const Look& look = context.look;
    const int dimensions = setting_of(context).chosen_application().dimensions;
    const bool known = state != nullptr && !state->tiles.empty();
    const std::string shown = known ? cells_text(state->tile, dimensions) : std::string("–");
    ComboOptions options;
    options.tooltip = "The cells that a block holds, its ghost zone included";
    options.popup_width = 180;
    context.mark("zone-tiles", area);
    if (!begin_combo(look, "Tile", area, shown, options))
        return;
    if (known)
        for (const ghost::TileShape& tile : state->tiles) {
            MenuItemOptions item;
            item.selected = tile == state->tile;
            if (menu_item(look, cells_text(tile, dimensions).c_str(), item) && !item.selected)
                choose_tile(context, tile);
        }
    end_combo();
}

struct Place {
    float x;
    float middle;
    const Look& look;

    ImRect take(float width, float height = control_height) {
        const float half = std::floor(look.px(height) / 2);
        const ImRect box(x, middle - half, x + look.px(width), middle - half + look.px(height));
        x = box.Max.x + look.px(gap);
        return box;
    }
};

/// "Measure all", or how far it is, with Cancel. From `right` to the left; returns its left edge.
float draw_measure(const PanelContext& context, const ZoneState* state, float right, float middle) {
    const Look& look = context.look;
    const float half = std::floor(look.px(control_height) / 2);
    ButtonOptions options;
    const bool measuring = state != nullptr && state->work == ZoneWork::measuring;
    const char* label = measuring ? "Cancel" : "Measure all";
    const float width = std::max(button_width(look, "Measure all"), look.px(116));
    const ImRect box(right - width, middle - half, right, middle - half + look.px(control_height));
    context.mark("zone-measure", box);
    options.tooltip = measuring ? "Stop here; what was timed stays in the chart"
                                : "Check the result of every k against a plain loop, then time it";
    if (!measuring && (state == nullptr || !state->predicted()))
        options.disabled_reason = "The model is calibrated first";
    if (button(look, label, box, options))
        measuring ? context.emit(command::CancelZones{}) : context.emit(command::MeasureZones{});
    if (measuring && state->total > 0) {
        const float part = static_cast<float>(state->done) / static_cast<float>(state->total);
        draw_meter(look,
                   ImRect(box.Min.x, box.Max.y + look.px(4), box.Max.x, box.Max.y + look.px(7)),
                   part, look.colour.accent);
    }
    return box.Min.x;
}

void draw_steps(const PanelContext& context, const ZoneState* state, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const ZoneSetting& setting = setting_of(context);
    context.mark("zone-steps", area);
    const float middle = area.GetCenter().y;
    const bool known = state != nullptr && !state->offered.empty();
    const int steps = known ? steps_in_force(*state, setting.steps) : setting.steps.value_or(1);
    const float caption = draw_text(look, ImVec2(area.Min.x, middle - look.px(9)), Role::caption,
                                    p.text3, "steps per launch", anchor_middle_left)
                              .x;
    draw_text(look, ImVec2(area.Min.x, middle + look.px(9)), Role::card_title, p.text,
              known ? steps_text(steps) : std::string("k"), anchor_middle_left);
    ButtonOptions options;
    options.selected = !setting.steps;
    options.tooltip = setting.steps ? "Take the k that the model chooses"
                                    : "The model chooses k; move the slider to choose it yourself";
    const float width = button_width(look, "Model's choice", options);
    const float half = std::floor(look.px(control_height) / 2);
    const ImRect box(area.Max.x - width, middle - half, area.Max.x,
                     middle - half + look.px(control_height));
    if (button(look, "Model's choice", box, options)) {
        ZoneSetting next = setting;
        next.steps = setting.steps ? std::nullopt : std::optional(steps);
        emit_setting(context, next);
    }
    if (!known)
        return;
    std::vector<CountMark> marks;
    std::string chosen;
    if (state->predicted()) {
        const std::optional<ghost::Judgement> judged =
            state->measured() ? ghost::judge(state->row) : std::nullopt;
        const int model = state->row.chosen_steps;
        const int measured = judged ? judged->best_steps : 0;  // 0: not known yet
        chosen = measured == model ? "chosen, best" : "chosen";
        marks.push_back({model, chosen, true});
        if (measured > 0 && measured != model)
            marks.push_back({measured, "best", true});
    }
    const std::string least = format_integer(state->offered.front());
    const std::string most = format_integer(state->offered.back());
    marks.push_back({state->offered.front(), least});
    marks.push_back({state->offered.back(), most});
    CountSliderOptions slider;
    slider.marks = marks;
    slider.tooltip = "k: the steps of a launch, and the width of the ghost zone in cells";
    const float top = std::floor(middle - look.px(20));
    const ImRect track(area.Min.x + caption + look.px(14), top, box.Min.x - look.px(14),
                       area.Max.y);
    if (const auto wanted = count_slider(look, "k", track, steps, state->offered, slider)) {
        ZoneSetting next = setting;
        next.steps = *wanted;
        emit_setting(context, next);
    }
}

}  // namespace

void draw_applications(const PanelContext& context, const ImRect& area, bool borderless) {
    const Look& look = context.look;
    const ghost::Application& current = setting_of(context).chosen_application();
    ComboOptions options;
    options.tooltip = "What is advanced: an iterative stencil";
    options.popup_width = 460;
    options.borderless = borderless;
    if (!begin_combo(look, "Application", area, current.title, options))
        return;
    for (const ghost::Application& row : ghost::application_table()) {
        const std::string label(row.title);
        MenuItemOptions item;
        item.selected = &row == &current;
        item.note = row.sentence;
        if (menu_item(look, label.c_str(), item) && &row != &current) {
            ZoneSetting next{.open = true};
            next.application = row.name;
            emit_setting(context, next);
        }
    }
    end_combo();
}

void draw_zone_controls(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const ZoneState* state = context.snapshot.zones.get();
    const bool two_rows = area.GetHeight() > look.px(80);
    const float inset = look.px(16);
    const float first =
        two_rows ? std::floor(area.Min.y + look.px(27)) : std::floor(area.GetCenter().y);
    Place place{area.Min.x + inset, first, look};
    const ImRect applications = place.take(application_width);
    context.mark("zone-application", applications);
    draw_applications(context, applications);
    draw_grids(context, place.take(grid_width));
    draw_tiles(context, state, place.take(tile_width));
    const float right = draw_measure(context, state, area.Max.x - inset, first);
    ImRect steps(place.x + look.px(10), area.Min.y, right - look.px(18), area.Max.y);
    if (two_rows) {
        const std::string text = state != nullptr ? work_text(*state) : std::string();
        draw_text_fitted(look, ImVec2(right - look.px(14), first), Role::note, look.colour.text3,
                         text, right - place.x - look.px(20), anchor_middle_right);
        steps =
            ImRect(area.Min.x + inset, area.Min.y + look.px(44), area.Max.x - inset, area.Max.y);
    }
    if (steps.GetWidth() > look.px(least_slider))
        draw_steps(context, state, steps);
}

}  // namespace heatlab::ui
