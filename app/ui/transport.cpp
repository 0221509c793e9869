#include "app/ui/transport.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/pacing_field.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

struct Speed {
    std::string strong;
    std::string weak;
};

Speed speed_of_scene(const ZoneScene& scene) {
    if (!scene.running)
        return scene.step > 0 ? Speed{"paused", "Space goes on"}
                              : Speed{"ready", "nothing has run yet"};
    const std::string count = format_significant(scene.launches_per_picture, 2);
    return {count + (count == "1" ? " launch per picture" : " launches per picture"),
            format_step_rate(scene.steps_per_second).text()};
}

Speed speed_of(const Snapshot& snapshot) {
    if (room_of(snapshot) == Room::zones)
        return snapshot.zones && snapshot.zones->scene ? speed_of_scene(*snapshot.zones->scene)
                                                       : Speed{"ready", "nothing has run yet"};
    if (!snapshot.running && snapshot.non_finite_step)
        return {"paused", "R starts again"};
    if (!snapshot.running)
        return snapshot.anything_ran || snapshot.step > 0 ? Speed{"paused", "Space goes on"}
                                                          : Speed{"ready", "nothing has run yet"};
    const double per_frame = snapshot.timings.steps_per_frame;
    const std::string count = per_frame >= 10 || per_frame == std::floor(per_frame)
                                  ? format_integer(std::llround(per_frame))
                                  : format_significant(per_frame, 2);
    return {count + (count == "1" ? " step per frame" : " steps per frame"),
            format_step_rate(snapshot.timings.steps_per_second).text()};
}

std::int64_t scene_step(const Snapshot& snapshot) {
    return snapshot.zones && snapshot.zones->scene ? snapshot.zones->scene->step : 0;
}

/// Wide enough for any step count that a session reaches, so that nothing moves as it grows.
float caption_width(const Look& look, const char* widest, Role role, const std::string& now) {
    return std::ceil(std::max(text_size(look, role, widest).x, text_size(look, role, now).x));
}

float draw_figure(const Look& look, ImVec2 at, const char* caption, const std::string& value,
                  Role role, ImU32 colour) {
    draw_text(look, {at.x, at.y + look.px(21)}, Role::caption, look.colour.text3, caption,
              anchor_middle_left);
    draw_text(look, {at.x, at.y + look.px(39)}, role, colour, value, anchor_middle_left);
    return at.x;
}

/// Buttons from the left; returns the right edge.
float draw_buttons(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const float middle = std::floor(area.GetCenter().y);
    float x = area.Min.x + look.px(16);
    const auto box = [&](float width, float height) {
        const float half = std::floor(look.px(height) / 2);
        const ImRect rect(x, middle - half, x + look.px(width), middle - half + look.px(height));
        x += look.px(width);
        return rect;
    };
    const std::string_view run_key = key_of(KeyBinding::Action::toggle_run);
    const bool running = is_running(snapshot);
    if (round_button(look, "Run", running ? icon::pause : icon::play, box(42, 42),
                     {.tooltip = running ? "Pause" : "Run", .key = run_key}))
        context.emit(command::TogglePlay{});
    x += look.px(10);
    if (icon_button(look, "One step", icon::step, box(30, 32),
                    {.kind = ButtonKind::ghost, .key = key_of(KeyBinding::Action::one_step)}))
        context.emit(command::RunSteps{1});
    x += look.px(4);
    const ImRect group(x, middle - look.px(16), x + look.px(34 + 62), middle + look.px(16));
    ImGui::GetWindowDrawList()->AddRectFilled(group.Min, group.Max, look.colour.control,
                                              look.px(6));
    const std::int64_t count = snapshot.settings.step_count;
    if (icon_button(look, "Run n steps", icon::steps, box(34, 32),
                    {.tooltip = "Run so many steps, then pause",
                     .key = key_of(KeyBinding::Action::n_steps)}))
        context.emit(command::RunSteps{count});
    if (const auto value = number_field(look, "n steps", box(62, 32), format_integer(count),
                                        {.tooltip = "How many steps", .numbers = Numbers::whole}))
        context.emit(command::SetStepCount{std::llround(*value)});
    x += look.px(6);
    if (icon_button(look, "Reset", icon::reset, box(30, 32),
                    {.kind = ButtonKind::ghost,
                     .tooltip = "Back to step 0",
                     .key = key_of(KeyBinding::Action::reset)}))
        context.emit(command::Reset{});
    return x;
}

void draw_pacing_list(const PanelContext& context, const ImRect& rect, int current) {
    const Look& look = context.look;
    if (!begin_combo(look, "Pacing", rect, pacing_words[static_cast<std::size_t>(current)],
                     {.swatch = {}, .tooltip = "How fast it runs"}))
        return;
    for (int i = 0; i < 3; ++i)
        if (menu_item(look, pacing_words[static_cast<std::size_t>(i)],
                      {.selected = i == current, .swatch = {}}))
            choose_pacing(context, i);
    end_combo();
}

/// Pacing and speed from the right, as far as there is room right of `left`.
void draw_right_part(const PanelContext& context, const ImRect& area, float left) {
    const Look& look = context.look;
    const float middle = std::floor(area.GetCenter().y);
    const Speed speed = speed_of(context.snapshot);
    float right = area.Max.x - look.px(16);
    const float words =
        std::max(caption_width(look,
                               room_of(context.snapshot) == Room::zones ? "100 launches per picture"
                                                                        : "10 000 steps per frame",
                               Role::body_strong, speed.strong),
                 text_size(look, Role::note, speed.weak).x);
    const float field = look.px(78);
    const float gap = look.px(10);
    const float list = look.px(130);
    const bool with_words = right - words - gap - field - gap - list > left;
    if (with_words) {
        draw_text(look, {right, area.Min.y + look.px(22)}, Role::title, look.colour.text,
                  speed.strong, anchor_middle_right);
        draw_text(look, {right, area.Min.y + look.px(41)}, Role::note, look.colour.text3,
                  speed.weak, anchor_middle_right);
        right -= words + gap;
    }
    const float half = look.px(16);
    draw_pacing_value(context, "Pacing value",
                      {right - field, middle - half, right, middle + half});
    right -= field + gap;
    const auto current = static_cast<int>(context.snapshot.settings.pacing.mode);
    const float segments = segmented_width(look, pacing_words);
    if (right - segments > left + look.px(24)) {
        const ImVec2 at{right - segments, middle - half};
        if (const auto chosen = segmented(look, "Pacing", at, pacing_words, current, 2 * half))
            choose_pacing(context, *chosen);
    } else if (right - list > left) {
        draw_pacing_list(context, {right - list, middle - half, right, middle + half}, current);
    }
}

}  // namespace

float draw_transport(const PanelContext& context, const ImRect& area, float room) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    context.mark("transport", area);
    draw_rule(look, area.Min, area.GetWidth(), true, look.colour.line);
    float x = draw_buttons(context, area) + look.px(14);
    draw_rule(look, {x, area.Min.y + look.px(13)}, look.px(36), false, look.colour.line);
    x += look.px(16);
    const bool of_scene = room_of(snapshot) == Room::zones;
    const std::string step = format_integer(of_scene ? scene_step(snapshot) : snapshot.step);
    draw_figure(look, {x, area.Min.y}, "step", step, Role::counter, look.colour.text);
    x += caption_width(look, "88 888 888", Role::counter, step) + look.px(14);
    if (!of_scene) {
        const std::string time = format_duration(snapshot.simulated_seconds).text();
        draw_figure(look, {x, area.Min.y}, "simulated", time, Role::card_title, look.colour.text2);
        x += caption_width(look, "888 µs", Role::card_title, time);
    }
    x += look.px(12);
    draw_right_part(context, area, x + room);
    return x;
}

}  // namespace heatlab::ui
