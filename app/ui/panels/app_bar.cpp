#include "app/ui/panels/app_bar.h"

#include <array>
#include <string>

#include "app/format.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
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

struct BackendWords {
    std::string strong;
    std::string detail;
};

BackendWords backend_words(const Snapshot& snapshot) {
    const BackendInfo& backend = snapshot.backend;
    if (backend.kind == BackendKind::cuda) {
        return {"CUDA", backend.device};
    }
    std::string detail =
        std::to_string(backend.threads) + (backend.threads == 1 ? " thread" : " threads");
    if (!snapshot.backend_reason.empty()) {
        detail += ": " + snapshot.backend_reason;
    }
    return {"CPU", detail};
}

std::string backend_tooltip(const Snapshot& snapshot) {
    const BackendInfo& backend = snapshot.backend;
    std::string text = backend.device + ", " + backend.instruction_set;
    if (!backend.driver.empty()) {
        text += backend.kind == BackendKind::cuda ? ", driver " + backend.driver
                                                  : ", Linux " + backend.driver;
    }
    if (backend.memory_bytes > 0) {
        text += ", " + format_bytes(static_cast<double>(backend.memory_bytes)) + " of memory";
    }
    return text;
}

/// How much the pill says of the backend.
enum class PillWords { whole, fitted, strong, none };

constexpr float pill_padding = 12;
constexpr float pill_chip = 24;     ///< with the space to the words
constexpr float least_detail = 40;  ///< that is worth beginning
constexpr float chip_alone = 16;    ///< the icon without words

float backend_width(const Look& look, const BackendWords& words, PillWords form) {
    const float ends = 2 * look.px(pill_padding);
    if (form == PillWords::none) {
        return ends + look.px(chip_alone);
    }
    const float strong =
        ends + look.px(pill_chip) + std::ceil(text_size(look, Role::title, words.strong).x);
    const float detail = std::ceil(text_size(look, Role::body, words.detail).x);
    switch (form) {
        case PillWords::whole:
            return strong + look.px(8) + detail;
        case PillWords::fitted:
            return strong + look.px(8) + std::min(detail, look.px(least_detail));
        default:
            return strong;
    }
}

/// `width`: at least that of its form.
void draw_backend(const PanelContext& context, float right, float middle, float width,
                  PillWords form) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const BackendWords words = backend_words(context.snapshot);
    const bool cuda = context.snapshot.backend.kind == BackendKind::cuda;
    const float height = look.px(28);
    const ImRect box(right - width, std::floor(middle - height / 2), right,
                     std::floor(middle - height / 2) + height);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(box.Min, box.Max, p.dark() ? p.panel : p.card, height / 2);
    list->AddRect(box.Min, box.Max, p.dark() ? p.line2 : p.line, height / 2, look.hairline());
    ImGui::SetCursorScreenPos(box.Min);
    ImGui::InvisibleButton("backend", box.GetSize());
    const std::string unsaid = form == PillWords::whole || form == PillWords::fitted
                                   ? ""
                                   : words.strong + (cuda ? "" : ", " + words.detail) + ": ";
    item_tooltip(look, unsaid + backend_tooltip(context.snapshot));
    float x = box.Min.x + look.px(pill_padding);
    const bool fallback = !cuda && !context.snapshot.backend_reason.empty() &&
                          context.snapshot.settings.backend == BackendChoice::automatic;
    const ImU32 chip = cuda ? p.stable : fallback ? p.damped : p.text2;
    if (form == PillWords::none) {
        draw_text(look, box.GetCenter(), Role::body, chip, icon::chip, anchor_middle);
        return;
    }
    draw_text(look, ImVec2(x, middle), Role::body, chip, icon::chip, anchor_middle_left);
    x += look.px(pill_chip);
    x +=
        draw_text(look, ImVec2(x, middle), Role::title, p.text, words.strong, anchor_middle_left).x;
    if (form != PillWords::strong) {
        x = std::ceil(x) + look.px(8);
        draw_text_fitted(look, ImVec2(x, middle), Role::body, p.text2, words.detail,
                         box.Max.x - look.px(pill_padding) - x + 1, anchor_middle_left);
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

std::string pace_text(const Snapshot& snapshot) {
    if (!is_running(snapshot)) {
        return "paused";
    }
    const FramePace& pace = snapshot.pace;
    const std::string rate = format_fixed(pace.frames_per_second, 0) + " frames/s";
    if (pace.frames_per_second < 0.93 * pace.target) {
        return rate + " of " + format_fixed(pace.target, 0);
    }
    return rate + (pace.vertical_sync ? ", held by vertical sync" : ", held by a timer");
}

std::string recording_text(const RecordingShown& recording) {
    const auto seconds = static_cast<std::int64_t>(recording.seconds);
    std::string text = std::to_string(seconds / 60) + (seconds % 60 < 10 ? ":0" : ":") +
                       std::to_string(seconds % 60) + ", " +
                       format_bytes(static_cast<double>(recording.bytes));
    if (recording.left_out > 0) {
        text += ", " + format_integer(recording.left_out) + " frames left out";
    }
    return text;
}

/// What a key does now, where that depends on the run.
std::string_view hint_now(const KeyBinding& binding, const PanelContext& context) {
    if (binding.action == KeyBinding::Action::toggle_run) {
        return is_running(context.snapshot) ? "pause" : "run";
    }
    if (binding.action == KeyBinding::Action::panels && context.width_class != WidthClass::narrow) {
        return {};
    }
    if (binding.action == KeyBinding::Action::compare) {
        return room_of(context.snapshot) == Room::compare ? "explore" : "compare";
    }
    if (binding.action == KeyBinding::Action::zones) {
        return room_of(context.snapshot) == Room::zones ? "explore" : "ghost zones";
    }
    const bool of_field = binding.group == KeyBinding::Group::physics ||
                          binding.group == KeyBinding::Group::paint ||
                          binding.group == KeyBinding::Group::view;
    if (of_field && room_of(context.snapshot) == Room::zones) {
        return {};
    }
    const bool in_space = is_in_space(context.snapshot.settings.show);
    if (binding.caps != "Drag") {
        // Nothing is painted there.
        return in_space && binding.group == KeyBinding::Group::paint ? "" : binding.hint;
    }
    if (in_space) {
        return "turn the box";
    }
    switch (context.state.tool) {
        case Tool::pan:
            return "move the picture";
        case Tool::zoom:
            return "zoom into a box";
        case Tool::heat:
            return "paint heat";
        case Tool::cool:
            break;
    }
    return "cool";
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

float draw_recording(const Look& look, const RecordingShown& recording, ImVec2 right_middle) {
    const std::string text = recording_text(recording);
    const float width =
        draw_text(look, right_middle, Role::note, look.colour.text, text, anchor_middle_right).x;
    const ImVec2 dot(right_middle.x - width - look.px(12), right_middle.y);
    ImGui::GetWindowDrawList()->AddCircleFilled(dot, look.px(5), recording_ink);
    return width + look.px(18);
}

void draw_status_bar(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const float middle = area.GetCenter().y;
    const std::string pace = pace_text(context.snapshot);
    float right = area.Max.x - look.px(16);
    if (context.state.recording) {
        right -=
            draw_recording(look, *context.state.recording, ImVec2(right, middle)) + look.px(16);
    }
    const float pace_width = draw_text(look, ImVec2(right, middle), Role::note, look.colour.text3,
                                       pace, anchor_middle_right)
                                 .x;
    float x = area.Min.x + look.px(16);
    const float cap_top = std::floor(middle - key_cap_height(look) / 2);
    for (const KeyBinding& binding : key_bindings()) {
        const std::string_view hint = hint_now(binding, context);
        if (hint.empty()) {
            continue;
        }
        // The first of the alternatives, and of "Shift + Drag" what differs from the row before.
        std::string_view cap = binding.caps.substr(0, binding.caps.find(" or "));
        cap = cap.substr(0, cap.find(" + "));
        const float width =
            key_cap_width(look, cap) + look.px(6) + text_size(look, Role::note, hint).x;
        if (x + width > right - pace_width - look.px(24)) {
            break;
        }
        const float after = x + draw_key_cap(look, ImVec2(x, cap_top), cap) + look.px(6);
        draw_text(look, ImVec2(after, middle), Role::note, look.colour.text2, hint,
                  anchor_middle_left);
        x += width + look.px(16);
    }
}

}  // namespace heatlab::ui
