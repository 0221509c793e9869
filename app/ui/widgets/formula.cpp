#include "app/ui/widgets/formula.h"

#include <string>

namespace heatlab::ui {

ImVec2 formula_size(const Look& look, const FormulaText& text, float, float width) {
    return text_size(look, Role::code, text.latex, width);
}

void formula(const Look& look, const FormulaText& text, float size, float width) {
    const float column = width > 0 ? width : ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton(std::string(text.name).c_str(), formula_size(look, text, size, column));
    draw_text(look, at, Role::code, look.colour.text, text.latex, {}, column);
}

}  // namespace heatlab::ui
