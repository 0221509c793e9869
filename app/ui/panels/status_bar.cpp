#include "app/ui/panels/status_bar.h"

#include <string>

#include "app/format.h"
#include "app/ui/keys.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

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

/// A dot, and how much was recorded, to the left of `right_middle`. Returns their width.
float draw_recording(const Look& look, const RecordingShown& recording, ImVec2 right_middle) {
    const std::string text = recording_text(recording);
    const float width =
        draw_text(look, right_middle, Role::note, look.colour.text, text, anchor_middle_right).x;
    const ImVec2 dot(right_middle.x - width - look.px(12), right_middle.y);
    ImGui::GetWindowDrawList()->AddCircleFilled(dot, look.px(5), recording_ink);
    return width + look.px(18);
}

}  // namespace

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
