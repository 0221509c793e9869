#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/ui/look.h"

namespace heatlab::ui {

struct FormulaLayout;

/// A symbol of a formula and what its tooltip says.
struct FormulaSymbol {
    std::string_view latex;    ///< as it stands between the braces of \sym{}
    std::string_view tooltip;  ///< plain words, with the unit where it has one
};

/// A formula in LaTeX's mathematics. Each symbol that has a tooltip is written \sym{...}; what
/// stands between the braces is the `latex` of one of `symbols`. \sym is not nested. \allowbreak,
/// outside of braces and of \left ... \right, is where a line may end: before an operator, as
/// mathematics does it.
struct FormulaText {
    std::string_view name;  ///< plain words; heads the list of symbols and is the item's label
    std::string_view latex;
    std::span<const FormulaSymbol> symbols;
};

/// Smallest size a formula is drawn with, logical pixels.
inline constexpr float smallest_formula = 14;

/// Draws the formula at the cursor as one item with `name` as its label, in the theme's text
/// colour. A symbol under the pointer takes the accent and shows its tooltip; focused by keyboard,
/// the item shows all symbols in a list. `size`: of the body text it stands with, logical pixels.
/// `width`: of its column, framebuffer pixels, 0 for the rest of the window's row. A formula wider
/// than that is drawn smaller, down to `smallest_formula`, then broken into lines; what is still
/// too wide is cut, and the tooltip shows it whole. Throws nothing: what cannot be set is drawn as
/// its source.
void formula(const Look& look, const FormulaText& text, float size = 16, float width = 0);

/// Where a symbol is drawn, framebuffer pixels from the item's upper left corner.
struct FormulaSymbolBox {
    int symbol = 0;  ///< index of FormulaText::symbols
    ImRect box;      ///< of its ink
};
/// Every occurrence of a symbol in what `formula` draws, in the order of the source. Within a
/// frame.
std::vector<FormulaSymbolBox> formula_symbols(const Look& look, const FormulaText& text, float size,
                                              float width);

/// Size of the item `formula` draws, framebuffer pixels. `width` > 0.
ImVec2 formula_size(const Look& look, const FormulaText& text, float size, float width);

/// A formula in a line of text, framebuffer pixels.
struct InlineFormula {
    const FormulaLayout* layout =
        nullptr;  ///< nullptr: it cannot be set, or there is no typesetter
    float width = 0;
    float ascent = 0;   ///< from the baseline up
    float descent = 0;  ///< from the baseline down
};
/// `size`: Dear ImGui's of the text beside it, whole framebuffer pixels. Within a frame.
InlineFormula inline_formula(const Look& look, std::string_view latex, float size);
/// With its left end on the baseline at `at`, on whole pixels; nothing where it is not set.
void draw_formula(const Look& look, const InlineFormula& what, ImVec2 at, ImU32 ink,
                  ImDrawList& list);

}  // namespace heatlab::ui
