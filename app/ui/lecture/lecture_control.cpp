#include "app/ui/lecture/lecture_control.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "app/format.h"
#include "app/stability_text.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/icons.h"
#include "app/ui/panels/physics.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/count_slider.h"
#include "app/ui/widgets/ratio_slider.h"
#include "sim/initial_field.h"

namespace heatlab::ui {
namespace {

constexpr float choice_height = 64;

/// One of a row of large buttons.
struct Choice {
    std::string label;
    Command command;
    bool current = false;
};

void draw_ratio(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    RatioSliderOptions options;
    options.track = 24;
    options.knob = 46;
    options.high = shown_ratio_range(context);
    options.bound = context.snapshot.stability.bound;
    options.dimensions = context.snapshot.stability.dimensions;
    options.state = describe_stability(context.snapshot.stability, false).state;
    options.mark = Role::lecture_mark;
    options.strong_mark = Role::lecture_mark_strong;
    options.band_names = true;
    options.label_gap = 6;
    context.mark("r", area);
    if (const auto r =
            ratio_slider(look, "Step ratio", area, context.snapshot.settings.r, options)) {
        context.emit(command::SetStepRatio{*r});
    }
}

std::vector<Choice> transport(const Snapshot& snapshot) {
    const bool running = is_running(snapshot);
    return {{running ? "Pause" : "Run", command::TogglePlay{}, running},
            {"One step", command::RunSteps{1}},
            {format_integer(snapshot.settings.step_count) + " steps",
             command::RunSteps{snapshot.settings.step_count}},
            {"Step 0", command::Reset{}}};
}

std::vector<Choice> kernels(const Snapshot& snapshot) {
    std::vector<Choice> choices;
    for (const KernelChoice& choice : kernel_choices(snapshot, snapshot.backend.kind)) {
        if (choice.reason.empty()) {
            const std::string name(choice.kernel->name);
            choices.push_back({name, command::SetKernel{name}, name == snapshot.settings.kernel});
        }
    }
    return choices;
}

std::vector<Choice> grids(const Snapshot& snapshot) {
    std::vector<Choice> choices;
    const auto add = [&](const std::string& label, GridSize grid) {
        choices.push_back({label, command::SetGrid{grid}, snapshot.settings.grid == grid});
    };
    const int dimensions = snapshot.settings.grid.dimensions;
    if (dimensions == 1) {
        for (const int cells : {128, 512, 4096})
            add(format_integer(cells) + " cells", GridSize::line(cells));
    } else if (dimensions == 3) {
        for (const int side : {32, 64, 128})
            add(format_integer(side) + "³", GridSize::box(side, side, side));
    } else {
        for (const int side : {128, 256, 512, 1024, 2048, 4096})
            add(format_integer(side) + "²", GridSize{side, side});
    }
    return choices;
}

std::vector<Choice> initial_field_choices(const Snapshot& snapshot) {
    std::vector<Choice> choices;
    for (const InitialFieldInfo& field : initial_fields()) {
        if (field.uses_file || !field.suits(snapshot.settings.grid.dimensions)) {
            continue;
        }
        InitialFieldSpec spec = snapshot.settings.init;
        spec.name = std::string(field.name);
        spec.file.clear();
        choices.push_back({std::string(field.title), command::SetInitialField{spec},
                           snapshot.settings.init.name == field.name});
    }
    return choices;
}

std::vector<Choice> copy_policies(const Snapshot& snapshot) {
    std::vector<Choice> choices;
    for (const HostCopyInfo& policy : host_copy_policies()) {
        HostCopySetting setting = snapshot.settings.host_copies;
        setting.policy = policy.policy;
        choices.push_back({std::string(policy.title), command::SetHostCopies{setting},
                           snapshot.settings.host_copies.policy == policy.policy});
    }
    return choices;
}

void draw_choice(const PanelContext& context, const Choice& choice, const ImRect& box,
                 float share) {
    const Palette& p = context.look.colour;
    const Press press = press_area(choice.label.c_str(), box);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float round = context.look.px(10);
    list.AddRectFilled(box.Min, box.Max,
                       press.held      ? p.control_active
                       : press.hovered ? p.control_hover
                                       : p.control,
                       round);
    if (choice.current) {
        list.AddRect(box.Min, box.Max, p.accent, round, context.look.px(4));
    }
    Look sized = context.look;
    sized.scale *= share;
    draw_text(sized, box.GetCenter(),
              choice.current ? Role::lecture_mark_strong : Role::lecture_mark, p.text, choice.label,
              anchor_middle);
    if (press.pressed) {
        context.emit(choice.command);
    }
}

/// In one row of equal buttons, its words so large that the longest fits.
void draw_choices(const PanelContext& context, const std::vector<Choice>& choices,
                  const ImRect& area) {
    if (choices.empty()) {
        return;
    }
    const Look& look = context.look;
    const float height = look.px(choice_height);
    const float top = std::floor(area.GetCenter().y - height / 2);
    const ImRect row(area.Min.x, top, area.Max.x, top + height);
    const int count = static_cast<int>(choices.size());
    const float gap = look.px(16);
    const float room = column_of(row, 0, count, gap).GetWidth() - look.px(24);
    float widest = 1;
    for (const Choice& choice : choices) {
        widest = std::max(widest, text_size(look, Role::lecture_mark_strong, choice.label).x);
    }
    const float share = std::min(1.0f, room / widest);
    for (int i = 0; i < count; ++i) {
        draw_choice(context, choices[static_cast<std::size_t>(i)], column_of(row, i, count, gap),
                    share);
    }
}

/// k, with the model's choice marked.
void draw_zone_steps(const PanelContext& context, const ImRect& area) {
    const ZoneState* state = context.snapshot.zones.get();
    if (state == nullptr || state->offered.empty()) {
        return;
    }
    const ZoneSetting& setting = context.snapshot.settings.zones;
    const std::array<CountMark, 3> marks{
        {{state->predicted() ? state->row.chosen_steps : 1, "the model's choice", true},
         {state->offered.front(), "1"},
         {state->offered.back(), "the most"}}};
    CountSliderOptions slider;
    slider.track = 24;
    slider.knob = 46;
    slider.marks = marks;
    slider.mark = slider.strong_mark = Role::lecture_mark;
    if (const auto steps =
            count_slider(context.look, "k", area, steps_in_force(*state, setting.steps),
                         state->offered, slider)) {
        ZoneSetting next = setting;
        next.steps = *steps;
        context.emit(command::SetZones{next});
    }
}

}  // namespace

void draw_lecture_control(const PanelContext& context, const std::string& name,
                          const ImRect& area) {
    const Snapshot& snapshot = context.snapshot;
    if (name == "transport") {
        draw_choices(context, transport(snapshot), area);
    } else if (name == "kernels") {
        draw_choices(context, kernels(snapshot), area);
    } else if (name == "grid") {
        draw_choices(context, grids(snapshot), area);
    } else if (name == "init") {
        draw_choices(context, initial_field_choices(snapshot), area);
    } else if (name == "host-copies") {
        draw_choices(context, copy_policies(snapshot), area);
    } else if (room_of(snapshot) == Room::zones) {
        draw_zone_steps(context, area);
        context.mark("zone-steps", area);
        return;
    } else {
        draw_ratio(context, area);
        return;
    }
    context.mark(name, area);
}

}  // namespace heatlab::ui
