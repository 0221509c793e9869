#include "app/ui/panels/settings_popup.h"

#include <array>
#include <cmath>
#include <string>

#include "app/dimension_words.h"
#include "app/format.h"
#include "app/ui/pacing_field.h"
#include "app/ui/panels/popup_form.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {
namespace {

void theme_and_scale(const PanelContext& context, PopupForm& form) {
    const Look& look = context.look;
    InterfaceState& state = context.state;
    constexpr std::array<const char*, 2> themes{"Dark", "Light"};
    if (const auto chosen = segmented(look, "theme", form.block("Theme"), themes,
                                      state.theme == ThemeKind::dark ? 0 : 1, look.px(30))) {
        state.theme = *chosen == 0 ? ThemeKind::dark : ThemeKind::light;
    }
    constexpr std::array<const char*, 5> scales{"100", "125", "150", "175", "200"};
    const int current = static_cast<int>(std::lround((state.scale - 1) * 4));
    const bool on_step = std::abs(state.scale - (1 + 0.25f * static_cast<float>(current))) < 1e-3f;
    const ImVec2 at = form.block("Size of the interface");
    if (const auto chosen =
            segmented(look, "scale", at, scales, on_step ? current : -1, look.px(30))) {
        state.scale = 1 + 0.25f * static_cast<float>(*chosen);
    }
    const float x = at.x + segmented_width(look, scales) + look.px(10);
    const std::string now =
        on_step ? "%" : "%, now " + format_fixed(100 * static_cast<double>(state.scale), 0);
    draw_text(look, ImVec2(x, at.y + look.px(15)), Role::note, look.colour.text3, now,
              anchor_middle_left);
    if (toggle(look, "Less motion", form.row(), state.reduced_motion)) {
        state.reduced_motion = !state.reduced_motion;
    }
}

void flash_guard(const PanelContext& context, PopupForm& form) {
    const Look& look = context.look;
    constexpr std::array<const char*, 2> modes{"Steps of one parity", "Every step"};
    const bool guarded = context.snapshot.settings.flash_guard == FlashGuardMode::even_steps;
    const DimensionWords& words = words_of(context.snapshot.settings.grid.dimensions);
    const std::string wave = std::string("The ") + words.fastest_wave;
    const std::string past = std::string("Past r = ") + words.monotone + " show";
    if (const auto chosen =
            segmented(look, "flash guard", form.block(past), modes, guarded ? 0 : 1, look.px(30))) {
        context.emit(command::SetFlashGuard{*chosen == 0 ? FlashGuardMode::even_steps
                                                         : FlashGuardMode::every_step});
    }
    form.note(guarded ? wave +
                            " flips sign every step. Only steps of one parity are drawn, so that "
                            "the picture does not flash. The simulation is not touched."
                      : wave +
                            " flips sign every step, and all of them are drawn: the picture may "
                            "flash up to 30 times a second. That can trigger seizures.");
}

void pacing(const PanelContext& context, PopupForm& form) {
    const Look& look = context.look;
    constexpr float padding_of_words = 10;
    const ImVec2 at = form.block("How fast it runs");
    const auto mode = static_cast<int>(context.snapshot.settings.pacing.mode);
    if (const auto chosen =
            segmented(look, "pacing", at, pacing_words, mode, look.px(30), padding_of_words)) {
        choose_pacing(context, *chosen);
    }
    const float left = at.x + segmented_width(look, pacing_words, padding_of_words) + look.px(8);
    draw_pacing_value(context, "pacing value",
                      {left, at.y, at.x + form.width(), at.y + look.px(30)});
}

}  // namespace

void draw_settings(const PanelContext& context, const ImRect& anchor) {
    if (!begin_popup(context.look, "settings", context.state.settings_open, anchor)) {
        return;
    }
    PopupForm form(context.look);
    theme_and_scale(context, form);
    flash_guard(context, form);
    pacing(context, form);
    form.finish();
    ImGui::EndPopup();
}

}  // namespace heatlab::ui
