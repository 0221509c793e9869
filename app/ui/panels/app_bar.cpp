#include "app/ui/panels/app_bar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/compare/comparison_choice.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/panels/backend_pill.h"
#include "app/ui/panels/settings_popup.h"
#include "app/ui/panels/share_popup.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/zones/zone_controls.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

/// The five-point stencil in the colours of the default map.
void draw_mark(const Look& look, ImVec2 centre) {
    struct Piece {
        float x;
        float y;
        ImU32 colour;
    };
    constexpr std::array<Piece, 5> pieces{{{0, -1, rgb(0x952566)},
                                           {-1, 0, rgb(0xAB2E5D)},
                                           {0, 0, rgb(0xF9C229)},
                                           {1, 0, rgb(0xC23B50)},
                                           {0, 1, rgb(0xEE6B1F)}}};
    const float side = look.px(6);
    const float pitch = look.px(8);
    for (const Piece& piece : pieces) {
        const ImVec2 corner(std::floor(centre.x + piece.x * pitch - side / 2),
                            std::floor(centre.y + piece.y * pitch - side / 2));
        ImGui::GetWindowDrawList()->AddRectFilled(corner, corner + ImVec2(side, side), piece.colour,
                                                  look.px(2));
    }
}

/// Icons from the right edge to the left; returns the left edge of the last one.
float draw_icons(const PanelContext& context, float right, float middle) {
    const Look& look = context.look;
    InterfaceState& state = context.state;
    const float side = look.px(28);
    const auto place = [&]() {
        right -= side;
        const ImRect box(right, std::floor(middle - side / 2), right + side,
                         std::floor(middle - side / 2) + side);
        right -= look.px(4);
        return box;
    };
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    const ImRect gear = place();
    if (icon_button(look, "Settings", icon::gear, gear, options)) {
        state.settings_open = true;
    }
    draw_settings(context, gear);
    const ImRect share = place();
    options.tooltip = "Share: command, state, picture";
    if (icon_button(look, "Share", icon::share, share, options)) {
        state.share_open = true;
    }
    draw_share(context, share);
    options.key = key_of(KeyBinding::Action::help);
    options.tooltip = "All keys";
    if (icon_button(look, "Help", icon::help, place(), options)) {
        state.help_open = true;
    }
    options.key = key_of(KeyBinding::Action::lesson_list);
    options.tooltip = "Lessons";
    if (icon_button(look, "Lessons", icon::lesson, place(), options)) {
        state.lessons_open = true;
    }
    options.key = key_of(KeyBinding::Action::theme);
    options.tooltip = state.theme == ThemeKind::dark ? "Light theme" : "Dark theme";
    if (icon_button(look, "Theme", icon::theme, place(), options)) {
        state.theme = state.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
    }
    if (context.width_class == WidthClass::narrow) {
        options.key = key_of(KeyBinding::Action::panels);
        options.tooltip = state.drawer_open ? "Close the panels" : "Physics, kernels and timings";
        options.selected = state.drawer_open;
        if (icon_button(look, "Panels", icon::sliders, place(), options)) {
            state.drawer_open = !state.drawer_open;
        }
    }
    return right;
}

using ModeWords = std::array<const char*, 4>;
constexpr ModeWords mode_words{"Explore", "Compare", "Ghost zones", "Lecture"};
constexpr ModeWords short_mode_words{"Explore", "Compare", "Zones", "Lecture"};

void enter(const PanelContext& context, Room room) {
    if (room == Room::zones || (room == Room::explore && room_of(context.snapshot) == Room::zones))
        context.emit(command::SetZones{zones_switched(context.snapshot)});
    else
        context.emit(command::SetComparison{comparison_switched(context.snapshot)});
}

/// The rooms and presenter's mode at `left`; `padding` as of segmented().
void draw_mode(const PanelContext& context, float left, float middle, const ModeWords& words,
               float padding) {
    const Look& look = context.look;
    const float width = segmented_width(look, words, padding);
    const float height = look.px(32);
    const ImVec2 at(left, std::floor(middle - height / 2));
    const int current = static_cast<int>(room_of(context.snapshot));
    context.mark("compare", ImRect(at, at + ImVec2(width, height)));
    const auto chosen = segmented(look, "Mode", at, words, current, height, padding);
    if (chosen == 3) {
        context.state.presenting = true;
    } else if (chosen) {
        enter(context, static_cast<Room>(*chosen));
    }
}

constexpr float picker_chrome = 44;  ///< beside the name
constexpr float narrow_picker = 88;
constexpr float narrowest_picker = 44;  ///< a letter or two, and its arrow
constexpr float bar_gap = 12;           ///< between what stands in the bar

/// What the bar's parts take from its width; the icons at its right end take theirs in any case.
struct BarLayout {
    bool wordmark = true;
    float picker = 0;  ///< width
    const ModeWords* modes = &mode_words;
    float mode_padding = 14;
    PillWords pill = PillWords::whole;

    float mark_width(const Look& look) const {
        return look.px(46) + (wordmark ? wordmark_width(look) + look.px(31) : 0);
    }
    static float wordmark_width(const Look& look) {
        return text_size(look, Role::card_title, "heatlab").x;
    }
    float width(const Look& look, const BackendWords& words) const {
        return mark_width(look) + picker + segmented_width(look, *modes, mode_padding) +
               backend_width(look, words, pill) + 3 * look.px(bar_gap);
    }
};

/// What is seen began with it: a preset or an initial field; among the ghost zones the application.
std::string subject(const Snapshot& snapshot) {
    return room_of(snapshot) == Room::zones
               ? std::string(snapshot.settings.zones.chosen_application().title)
               : start_title(snapshot);
}

/// Whole, where the room (up to the icons) is enough for that; else parts give way, those first
/// that are said elsewhere too.
BarLayout bar_layout(const PanelContext& context, const BackendWords& words, float room) {
    const Look& look = context.look;
    BarLayout layout;
    layout.picker = std::ceil(text_size(look, Role::body, subject(context.snapshot)).x) +
                    look.px(picker_chrome);
    const auto fits = [&] { return layout.width(look, words) <= room; };
    for (const PillWords form : {PillWords::whole, PillWords::fitted, PillWords::strong}) {
        layout.pill = form;
        if (fits()) {
            return layout;
        }
    }
    layout.wordmark = false;
    if (fits()) {
        return layout;
    }
    const auto shrink_picker = [&](float least) {
        const float too_wide = layout.width(look, words) - room;
        layout.picker = std::clamp(layout.picker - too_wide, look.px(least), layout.picker);
    };
    shrink_picker(narrow_picker);
    if (fits()) {
        return layout;
    }
    layout.mode_padding = 8;
    if (fits()) {
        return layout;
    }
    layout.pill = PillWords::none;
    if (fits()) {
        return layout;
    }
    layout.modes = &short_mode_words;
    if (!fits()) {
        layout.mode_padding = 6;
    }
    shrink_picker(narrowest_picker);
    return layout;
}

}  // namespace

void draw_app_bar(const PanelContext& context, const Thumbnails& thumbnails, PresetPicker& picker,
                  const ImRect& area) {
    const Look& look = context.look;
    const float middle = area.GetCenter().y;
    const float icons = draw_icons(context, area.Max.x - look.px(14), middle);
    const BackendWords words = backend_words(context.snapshot);
    const BarLayout layout = bar_layout(context, words, icons - area.Min.x);
    draw_mark(look, ImVec2(area.Min.x + look.px(26), middle));
    float x = area.Min.x + look.px(46);
    if (layout.wordmark) {
        x += draw_text(look, ImVec2(x, middle), Role::card_title, look.colour.text, "heatlab",
                       anchor_middle_left)
                 .x;
        x += look.px(20);
        draw_rule(look, ImVec2(x, middle - look.px(11)), look.px(22), false, look.colour.line2);
        x += look.px(11);
    }
    const float top = std::floor(middle - look.px(15));
    const ImRect chosen(x, top, x + layout.picker, top + look.px(30));
    if (room_of(context.snapshot) == Room::zones)
        draw_applications(context, chosen, true);
    else
        picker.draw(context, thumbnails, chosen);
    // In the middle of the bar where that is free.
    const float width = segmented_width(look, *layout.modes, layout.mode_padding);
    const float right = icons - look.px(bar_gap);
    const float least = backend_width(look, words, layout.pill);
    const float mode = std::min(
        std::max(x + layout.picker + look.px(bar_gap), std::floor(area.GetCenter().x - width / 2)),
        right - least - look.px(bar_gap) - width);
    draw_mode(context, mode, middle, *layout.modes, layout.mode_padding);
    const float room = right - look.px(bar_gap) - (mode + width);
    const float pill = layout.pill == PillWords::fitted
                           ? std::min(room, backend_width(look, words, PillWords::whole))
                           : least;
    draw_backend(context, right, middle, pill, layout.pill);
}

}  // namespace heatlab::ui
