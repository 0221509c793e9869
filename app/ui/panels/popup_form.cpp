#include "app/ui/panels/popup_form.h"

namespace heatlab::ui {
namespace {

constexpr float popup_width = 400;
constexpr float padding = 16;

}  // namespace

bool begin_popup(const Look& look, const char* id, bool& open, const ImRect& anchor) {
    // Opened once; a click elsewhere or Esc closes it behind the state's back.
    ImGui::PushID(id);
    bool& was_open = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("was open"), false);
    ImGui::PopID();
    if (open && !was_open) {
        ImGui::OpenPopup(id);
    }
    ImGui::SetNextWindowPos(ImVec2(anchor.Max.x, anchor.Max.y + look.px(8)), 0, ImVec2(1, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(padding), look.px(padding)));
    const bool shown = ImGui::BeginPopup(id);
    ImGui::PopStyleVar();
    open = shown;
    was_open = shown;
    return shown;
}

ImVec2 PopupForm::block(std::string_view caption) {
    at_.y += look_.px(first_ ? 0.0f : 14.0f);
    first_ = false;
    draw_text(look_, at_, Role::title, look_.colour.text, caption);
    at_.y += look_.px(24);
    const ImVec2 control = at_;
    at_.y += look_.px(30);
    return control;
}

void PopupForm::title(std::string_view text) {
    at_.y += draw_text(look_, at_, Role::card_title, look_.colour.text, text).y;
    first_ = false;
}

void PopupForm::separate() {
    at_.y += look_.px(12);
    draw_rule(look_, at_, width(), true, look_.colour.line);
    at_.y += look_.px(6);
}

ImRect PopupForm::row(float gap) {
    at_.y += look_.px(gap);
    const ImRect row(at_, at_ + ImVec2(width(), look_.px(28)));
    at_.y = row.Max.y;
    return row;
}

void PopupForm::note(std::string_view text) {
    at_.y += look_.px(6);
    at_.y += draw_text(look_, at_, Role::note, look_.colour.text2, text, {}, width()).y;
}

void PopupForm::finish() {
    ImGui::SetCursorScreenPos(at_);
    ImGui::Dummy(ImVec2(width(), 1));
}

float PopupForm::width() const {
    return look_.px(popup_width) - 2 * look_.px(padding);
}

}  // namespace heatlab::ui
