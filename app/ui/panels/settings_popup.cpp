#include "app/ui/panels/settings_popup.h"

#include <array>
#include <cmath>
#include <string>

#include "app/format.h"
#include "app/ui/pacing_field.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {
namespace {

constexpr float popup_width = 400;
constexpr float padding = 16;

/// Rows of a popup: a caption, then a control of 30.
class Form {
public:
    explicit Form(const Look& look) : look_(look), at_(ImGui::GetCursorScreenPos()) {}

    ImVec2 block(std::string_view caption) {
        at_.y += look_.px(first_ ? 0.0f : 14.0f);
        first_ = false;
        draw_text(look_, at_, Role::title, look_.colour.text, caption);
        at_.y += look_.px(24);
        const ImVec2 control = at_;
        at_.y += look_.px(30);
        return control;
    }
    ImRect row() {
        at_.y += look_.px(12);
        const ImRect row(at_, at_ + ImVec2(width(), look_.px(28)));
        at_.y = row.Max.y;
        return row;
    }
    void note(std::string_view text) {
        at_.y += look_.px(6);
        at_.y += draw_text(look_, at_, Role::note, look_.colour.text2, text, {}, width()).y;
    }
    void finish() {
        ImGui::SetCursorScreenPos(at_);
        ImGui::Dummy(ImVec2(width(), 1));
    }
    float width() const { return look_.px(popup_width) - 2 * look_.px(padding); }

private:
    const Look& look_;
    ImVec2 at_;
    bool first_ = true;
};

void theme_and_scale(const PanelContext& context, Form& form) {
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

void flash_guard(const PanelContext& context, Form& form) {
    const Look& look = context.look;
    constexpr std::array<const char*, 2> modes{"Steps of one parity", "Every step"};
    const bool guarded = context.snapshot.settings.flash_guard == FlashGuardMode::even_steps;
    if (const auto chosen = segmented(look, "flash guard", form.block("Past r = 1/8 show"), modes,
                                      guarded ? 0 : 1, look.px(30))) {
        context.emit(command::SetFlashGuard{*chosen == 0 ? FlashGuardMode::even_steps
                                                         : FlashGuardMode::every_step});
    }
    form.note(
        guarded
            ? "The checkerboard flips sign every step. Only steps of one parity are drawn, so that "
              "the picture does not flash. The simulation is not touched."
            : "The checkerboard flips sign every step, and all of them are drawn: the picture may "
              "flash up to 30 times a second. That can trigger seizures.");
}

void pacing(const PanelContext& context, Form& form) {
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
    const Look& look = context.look;
    // Opened once; a click elsewhere or Esc closes it behind the state's back.
    bool& was_open =
        *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("settings were open"), false);
    if (context.state.settings_open && !was_open) {
        ImGui::OpenPopup("settings");
    }
    ImGui::SetNextWindowPos(ImVec2(anchor.Max.x, anchor.Max.y + look.px(8)), 0, ImVec2(1, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(padding), look.px(padding)));
    const bool open = ImGui::BeginPopup("settings");
    ImGui::PopStyleVar();
    context.state.settings_open = open;
    was_open = open;
    if (!open) {
        return;
    }
    Form form(look);
    theme_and_scale(context, form);
    flash_guard(context, form);
    pacing(context, form);
    form.finish();
    ImGui::EndPopup();
}

}  // namespace heatlab::ui
