#include "app/ui/panels/share_popup.h"

#include <array>
#include <string>

#include "app/format.h"
#include "app/shared_state.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/panels/popup_form.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"
#include "sim/memory.h"

namespace heatlab::ui {
namespace {

struct Offer {
    ShareWish wish;
    const char* label;
    const char* icon;
    KeyBinding::Action key;
};

/// A button over the form's width, its key at the right.
void draw_offer(const PanelContext& context, PopupForm& form, const Offer& offer,
                std::string_view disabled_reason = {}) {
    const Look& look = context.look;
    const std::string_view cap = key_of(offer.key);
    ImRect area = form.row(16);
    const float cap_width = key_cap_width(look, cap);
    draw_key_cap(
        look,
        ImVec2(area.Max.x - cap_width, std::floor(area.GetCenter().y - key_cap_height(look) / 2)),
        cap);
    area.Max.x = std::min(area.Max.x - cap_width - look.px(12), area.Min.x + look.px(220));
    ButtonOptions options;
    options.icon = offer.icon;
    options.disabled_reason = disabled_reason;
    if (button(look, offer.label, area, options)) {
        context.state.share_wish = offer.wish;
        ImGui::CloseCurrentPopup();
    }
}

void command_part(const PanelContext& context, PopupForm& form, bool altered) {
    const Snapshot& snapshot = context.snapshot;
    draw_offer(context, form,
               {ShareWish::copy_command, "Copy as a command", icon::copy,
                KeyBinding::Action::copy_command},
               altered ? "No command brings this field back; a saved state does" : "");
    if (altered) {
        form.note("No command brings this field back: " + snapshot.altered +
                  ". A saved state takes it along.");
        return;
    }
    const PresetLibrary none;
    form.note(command_text(shared_state(snapshot), snapshot.presets ? *snapshot.presets : none));
}

void state_part(const PanelContext& context, PopupForm& form, bool altered) {
    const Look& look = context.look;
    InterfaceState& state = context.state;
    draw_offer(
        context, form,
        {ShareWish::save_state, "Save the state", icon::file, KeyBinding::Action::save_state});
    const std::string size = format_bytes(static_cast<double>(
        field_bytes(context.snapshot.settings.grid, context.snapshot.settings.type)));
    if (altered) {
        form.note("With the field, " + size + " beside it.");
    } else if (toggle(look, ("With the field, " + size).c_str(), form.row(6), state.with_field)) {
        state.with_field = !state.with_field;
    }
}

void picture_part(const PanelContext& context, PopupForm& form, bool altered) {
    draw_offer(context, form,
               {ShareWish::save_picture, "Save a picture", icon::picture,
                KeyBinding::Action::save_picture});
    form.note(altered ? "It carries the settings, not the field."
                      : "A PNG of the window that carries the state.");
}

/// In two columns, keys in the tooltips: four times the same in other forms.
void field_part(const PanelContext& context, PopupForm& form) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const bool traced = snapshot.laboratory.traces && !snapshot.laboratory.traces->points.empty();
    struct Form {
        Offer offer;
        const char* tooltip;
        const char* disabled_reason;
    };
    const std::array<Form, 4> forms{
        {{{ShareWish::save_field, "Field as NPY", icon::file, KeyBinding::Action::save_field},
          "The numbers themselves, in the field's own type",
          ""},
         {{ShareWish::save_grey, "Field, 16-bit PNG", icon::picture, KeyBinding::Action::save_grey},
          "A pixel a cell, grey, linear over the range",
          ""},
         {{ShareWish::save_coloured, "Field, colour PNG", icon::picture,
           KeyBinding::Action::save_coloured},
          "A pixel a cell, in the colours of the map",
          ""},
         {{ShareWish::save_traces, "History as CSV", icon::file, KeyBinding::Action::save_traces},
          "What Growth and Extremes draw",
          traced ? "" : "Nothing was measured yet"}}};
    ImRect row;
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const Form& each = forms[i];
        if (i % 2 == 0) {
            row = form.row(i == 0 ? 16 : 8);
        }
        ButtonOptions options;
        options.icon = each.offer.icon;
        options.tooltip = each.tooltip;
        options.key = key_of(each.offer.key);
        options.disabled_reason = each.disabled_reason;
        if (button(look, each.offer.label, column_of(row, static_cast<int>(i % 2), 2, look.px(8)),
                   options)) {
            context.state.share_wish = each.offer.wish;
            ImGui::CloseCurrentPopup();
        }
    }
    if (snapshot.settings.comparison.open) {
        form.note("The field of view A.");
    } else if (snapshot.settings.zones.open) {
        form.note("The field of Explore; Files beside the scene saves what is seen.");
    }
}

void video_part(const PanelContext& context, PopupForm& form) {
    const bool runs = context.state.recording.has_value();
    draw_offer(context, form,
               {ShareWish::record, runs ? "End the recording" : "Record a video", icon::video,
                KeyBinding::Action::record});
    form.note("By ffmpeg, else as pictures. A right click on a plot saves it.");
}

}  // namespace

void draw_share(const PanelContext& context, const ImRect& anchor) {
    if (!begin_popup(context.look, "share", context.state.share_open, anchor)) {
        return;
    }
    const bool altered = !context.snapshot.altered.empty();
    PopupForm form(context.look);
    form.title("This moment, elsewhere");
    command_part(context, form, altered);
    state_part(context, form, altered);
    picture_part(context, form, altered);
    field_part(context, form);
    video_part(context, form);
    if (!context.state.share_folder.empty()) {
        form.separate();
        form.note("Saved in " + context.state.share_folder.string() +
                  ". Dropped on this window, a picture or a state brings its moment back.");
    }
    form.finish();
    ImGui::EndPopup();
}

}  // namespace heatlab::ui
