#include "app/ui/field_header.h"

#include <array>
#include <string>

#include "app/format.h"
#include "app/ui/field_input.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {
namespace {

constexpr const char* droplet = "\uf043";
constexpr std::array<const char*, 3> range_words{"Auto", "Locked", "Symmetric"};
constexpr std::array<RangeMode, 3> range_modes{RangeMode::automatic, RangeMode::locked,
                                               RangeMode::symmetric};

/// Places items from the left or from the right on one row.
struct Line {
    const Look& look;
    ImRect area;
    float x;

    ImRect take(float width, float height) {
        const float top = std::floor(area.GetCenter().y - height / 2);
        const ImRect rect(x, top, x + width, top + height);
        x += width;
        return rect;
    }
    ImRect take_from_right(float width, float height) {
        x -= width;
        const float top = std::floor(area.GetCenter().y - height / 2);
        return {x, top, x + width, top + height};
    }
    void gap(float logical) { x += look.px(logical); }
};

/// What the header leaves out to fit its width.
struct HeaderForm {
    bool words = true;  ///< beside the icons of the toggles
    bool title = true;
    bool segments = true;  ///< the range as segments, else as a list
    bool zoom = true;      ///< in and out, with the scale between them
};

struct ToggleSpec {
    const char* label;
    const char* icon;
    const char* tooltip;
    bool on;
};

std::array<ToggleSpec, 3> toggles_of(const Settings& settings) {
    return {
        {{"Isotherms", icon::isotherms,
          "Lines of equal temperature; none while a checkerboard stands out", settings.isotherms},
         {"Cells", icon::cells, "Lines between cells, from 6 px per cell", settings.cell_lines},
         {"Smooth", droplet, "Linear filter between cells; off: each cell as it is",
          settings.linear_filter}}};
}

Command toggled(std::size_t index, bool on) {
    if (index == 0)
        return command::SetIsotherms{on};
    if (index == 1)
        return command::SetCellLines{on};
    return command::SetLinearFilter{on};
}

ButtonOptions toggle_options(const ToggleSpec& spec) {
    return {.kind = ButtonKind::ghost,
            .icon = spec.icon,
            .role = Role::note,
            .selected = spec.on,
            .tooltip = spec.tooltip};
}

float combo_width(const Look& look, bool words) {
    return look.px(words ? 148 : 120);
}

float show_width(const Look& look) {
    return look.px(98);
}

float range_list_width(const Look& look) {
    return look.px(112);
}

float zoom_part_width(const Look& look, const std::string& zoom) {
    return look.px(28) * 2 + text_size(look, Role::note, zoom).x + look.px(16) + look.px(16) +
           look.px(36) * 2;
}

float left_part_width(const Look& look, const HeaderForm& form, const Settings& settings) {
    float width = show_width(look) + look.px(8) + combo_width(look, form.words) + look.px(12);
    if (form.title)
        width += text_size(look, Role::title, "Temperature").x + look.px(16);
    width += form.segments ? segmented_width(look, range_words) : range_list_width(look);
    for (const ToggleSpec& spec : toggles_of(settings))
        width += look.px(form.words ? 4 : 2) +
                 (form.words ? button_width(look, spec.label, toggle_options(spec)) : look.px(28));
    return width + look.px(12);
}

HeaderForm choose_form(const Look& look, float room, const Settings& settings) {
    HeaderForm form;
    if (left_part_width(look, form, settings) > room)
        form.words = false;
    if (left_part_width(look, form, settings) > room)
        form.title = false;
    if (left_part_width(look, form, settings) > room)
        form.segments = false;
    // Beside a lesson and the panels; the wheel zooms too.
    if (left_part_width(look, form, settings) > room)
        form.zoom = false;
    return form;
}

void draw_map_list(const PanelContext& context, const ImRect& area, bool words) {
    const Settings& settings = context.snapshot.settings;
    const ColorMap& current = context.colormaps.find(settings.colormap);
    const auto swatch_of = [](const ColorMap& map) {
        return [&map](ImDrawList& list, const ImRect& rect) { draw_gradient(list, rect, map); };
    };
    if (!begin_combo(context.look, "Colour map", area, current.name,
                     {.swatch = swatch_of(current),
                      .swatch_width = words ? 34.0f : 18.0f,
                      .tooltip = "Colour map",
                      .popup_width = 208}))
        return;
    for (const ColorMapKind kind : {ColorMapKind::sequential, ColorMapKind::diverging}) {
        menu_caption(context.look,
                     kind == ColorMapKind::sequential ? "one direction" : "about a middle");
        for (const ColorMap& map : context.colormaps.maps())
            if (map.kind == kind && menu_item(context.look, map.title.c_str(),
                                              {.selected = map.name == current.name,
                                               .swatch = swatch_of(map),
                                               .swatch_width = 64}))
                context.emit(command::SetColormap{map.name});
    }
    end_combo();
}

void choose_range(const PanelContext& context, std::size_t index) {
    // Locking keeps what is on screen; the bounds are then typed at the colour bar.
    context.emit(command::SetRange{{.mode = range_modes[index],
                                    .low = context.snapshot.range_low,
                                    .high = context.snapshot.range_high}});
}

void draw_range(const PanelContext& context, Line& line, bool segments) {
    const Look& look = context.look;
    const RangeMode mode = context.snapshot.settings.range.mode;
    const auto current = static_cast<int>(std::find(range_modes.begin(), range_modes.end(), mode) -
                                          range_modes.begin());
    if (segments) {
        const ImRect rect = line.take(segmented_width(look, range_words), look.px(28));
        if (const auto chosen =
                segmented(look, "Range", rect.Min, range_words, current, look.px(28)))
            choose_range(context, static_cast<std::size_t>(*chosen));
        return;
    }
    const ImRect rect = line.take(range_list_width(look), look.px(30));
    const char* shown = range_words[static_cast<std::size_t>(current)];
    if (!begin_combo(look, "Range", rect, shown,
                     {.swatch = {}, .tooltip = "Range of the colour map"}))
        return;
    for (std::size_t i = 0; i < range_words.size(); ++i)
        if (menu_item(look, range_words[i],
                      {.selected = static_cast<int>(i) == current, .swatch = {}}))
            choose_range(context, i);
    end_combo();
}

void draw_toggles(const PanelContext& context, Line& line, bool words) {
    const Look& look = context.look;
    const std::array<ToggleSpec, 3> toggles = toggles_of(context.snapshot.settings);
    for (std::size_t i = 0; i < toggles.size(); ++i) {
        const ToggleSpec& spec = toggles[i];
        const ButtonOptions options = toggle_options(spec);
        line.gap(words ? 4 : 2);
        const float width = words ? button_width(look, spec.label, options) : look.px(28);
        const ImRect rect = line.take(width, look.px(28));
        const bool pressed = words ? button(look, spec.label, rect, options)
                                   : icon_button(look, spec.label, spec.icon, rect, options);
        if (pressed)
            context.emit(toggled(i, !spec.on));
    }
}

/// How the field is shown: flat or in space.
void draw_show(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const ShowModeInfo& current = info_of(context.snapshot.settings.show);
    if (!begin_combo(look, "Show", area, current.title,
                     {.swatch = {}, .tooltip = "How the field is shown", .popup_width = 300}))
        return;
    for (const ShowModeInfo& info : show_modes())
        if (info.suits(context.snapshot.settings.grid) &&
            menu_item(look, info.title,
                      {.selected = info.mode == current.mode, .note = info.meaning, .swatch = {}}))
            context.emit(command::SetShow{info.mode});
    end_combo();
}

/// In space, in the place of the zoom: from above, the first view, nearer and farther.
void draw_camera(const PanelContext& context, Line line, bool with_zoom) {
    const Look& look = context.look;
    const OrbitView& camera = context.snapshot.settings.camera;
    const auto look_from = [&](const OrbitView& view) { context.emit(command::SetCamera{view}); };
    ButtonOptions ghost{.kind = ButtonKind::ghost, .role = Role::note};
    ghost.tooltip = "From above, as the flat picture lies";
    if (button(look, "Top", line.take_from_right(look.px(36), look.px(28)), ghost))
        look_from({0, 90, 1});
    ghost.tooltip = "The first view";
    ghost.key = key_of(KeyBinding::Action::fit);
    if (button(look, "Fit", line.take_from_right(look.px(36), look.px(28)), ghost))
        look_from({});
    if (!with_zoom)
        return;
    line.gap(-16);
    if (icon_button(look, "Zoom in", icon::plus, line.take_from_right(look.px(28), look.px(28)),
                    {.kind = ButtonKind::ghost}))
        look_from(orbit_zoomed(camera, 2));
    const std::string zoom = format_percent(camera.zoom);
    const float width = text_size(look, Role::note, zoom).x + look.px(16);
    draw_text(look, line.take_from_right(width, look.px(28)).GetCenter(), Role::note,
              look.colour.text2, zoom, anchor_middle);
    if (icon_button(look, "Zoom out", icon::minus, line.take_from_right(look.px(28), look.px(28)),
                    {.kind = ButtonKind::ghost}))
        look_from(orbit_zoomed(camera, -2));
}

/// `zoom`: the scale in words, between the buttons that change it; empty: neither is drawn.
void draw_zoom(const PanelContext& context, Line line, const FieldCanvas& canvas, ViewSetting& view,
               const std::string& zoom) {
    const Look& look = context.look;
    const double now = canvas.placed.view.pixels_per_cell;
    ButtonOptions ghost{.kind = ButtonKind::ghost, .role = Role::note};
    ghost.tooltip = "One pixel per cell";
    if (button(look, "1:1", line.take_from_right(look.px(36), look.px(28)), ghost))
        zoom_about_middle(context, canvas, view, 1);
    ghost.tooltip = "The whole field";
    ghost.key = key_of(KeyBinding::Action::fit);
    if (button(look, "Fit", line.take_from_right(look.px(36), look.px(28)), ghost)) {
        view = ViewSetting{};
        context.emit(command::SetView{view});
    }
    if (zoom.empty())
        return;
    line.gap(-16);
    if (icon_button(look, "Zoom in", icon::plus, line.take_from_right(look.px(28), look.px(28)),
                    {.kind = ButtonKind::ghost}))
        zoom_about_middle(context, canvas, view, zoom_after(now, 2));
    const float width = text_size(look, Role::note, zoom).x + look.px(16);
    draw_text(look, line.take_from_right(width, look.px(28)).GetCenter(), Role::note,
              look.colour.text2, zoom, anchor_middle);
    if (icon_button(look, "Zoom out", icon::minus, line.take_from_right(look.px(28), look.px(28)),
                    {.kind = ButtonKind::ghost}))
        zoom_about_middle(context, canvas, view, zoom_after(now, -2));
}

}  // namespace

void draw_gradient(ImDrawList& list, const ImRect& area, const ColorMap& map) {
    constexpr int pieces = 24;
    const auto colour = [&map](int i) {
        const Rgb c = map.sample(static_cast<float>(i) / pieces);
        return IM_COL32(c.r, c.g, c.b, 255);
    };
    for (int i = 0; i < pieces; ++i) {
        const float x0 = std::floor(area.Min.x + area.GetWidth() * static_cast<float>(i) / pieces);
        const float x1 =
            std::floor(area.Min.x + area.GetWidth() * static_cast<float>(i + 1) / pieces);
        list.AddRectFilledMultiColor({x0, area.Min.y}, {x1, area.Max.y}, colour(i), colour(i + 1),
                                     colour(i + 1), colour(i));
    }
}

void draw_field_header(const PanelContext& context, const ImRect& area, const FieldCanvas& canvas,
                       ViewSetting& view) {
    const Look& look = context.look;
    const Settings& settings = context.snapshot.settings;
    const std::string zoom = zoom_text(canvas.placed.view.pixels_per_cell);
    const float margin = look.px(16);
    // The widest text that zooming can give, so that words do not come and go with it.
    const float right = zoom_part_width(look, "99.9 px per cell");
    const HeaderForm form = choose_form(look, area.GetWidth() - 2 * margin - right, settings);

    Line line{look, area, area.Min.x + margin};
    if (form.title) {
        draw_text(look, {line.x, area.GetCenter().y}, Role::title, look.colour.text, "Temperature",
                  anchor_middle_left);
        line.x += text_size(look, Role::title, "Temperature").x;
        line.gap(16);
    }
    draw_show(context, line.take(show_width(look), look.px(28)));
    line.gap(8);
    draw_map_list(context, line.take(combo_width(look, form.words), look.px(28)), form.words);
    line.gap(12);
    draw_range(context, line, form.segments);
    line.gap(8);
    draw_toggles(context, line, form.words);
    const Line from_right{look, area, area.Max.x - look.px(8)};
    if (is_in_space(settings.show))
        draw_camera(context, from_right, form.zoom);
    else
        draw_zoom(context, from_right, canvas, view, form.zoom ? zoom : std::string());
}

}  // namespace heatlab::ui
