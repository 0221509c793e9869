#pragma once

#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// Begins the popup `id` below the right end of `anchor` while `open`; a click elsewhere or Esc
/// clears that. Where it returns true, fill a PopupForm and call ImGui::EndPopup.
bool begin_popup(const Look& look, const char* id, bool& open, const ImRect& anchor);

/// Rows of such a popup, 400 wide: a caption, then a control of 30.
class PopupForm {
public:
    explicit PopupForm(const Look& look) : look_(look), at_(ImGui::GetCursorScreenPos()) {}

    /// Caption; returns where its control begins.
    ImVec2 block(std::string_view caption);
    /// What the popup is about.
    void title(std::string_view text);
    /// A rule between two parts.
    void separate();
    /// A row of 28 without a caption, `gap` below what is above it.
    ImRect row(float gap = 12);
    void note(std::string_view text);
    void finish();
    float width() const;

private:
    const Look& look_;
    ImVec2 at_;
    bool first_ = true;
};

}  // namespace heatlab::ui
