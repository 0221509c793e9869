#include "app/ui/widgets/formula.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>
#include <string>

#include "app/ui/formula_set.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr float hit_padding = 4;     ///< round a symbol's ink, logical pixels
constexpr float tooltip_text = 300;  ///< width of a symbol's words, logical pixels
constexpr float tooltip_size = 17;   ///< of the symbol beside its words
constexpr float largest_tooltip = 900;

/// A formula on whole pixels.
struct Shown {
    const FormulaLayout* layout = nullptr;  ///< nullptr: drawn as its source
    float column = FLT_MAX;
    float baseline = 0;
    ImVec2 size;
    bool cut = false;  ///< wider than its column
};

Shown shown(const FormulaLayout& layout, float column) {
    Shown result{&layout, column, std::ceil(layout.baseline), {}, layout.width > column};
    result.size = ImVec2(std::min(std::ceil(layout.width), std::floor(column)),
                         result.baseline + std::ceil(layout.height - layout.baseline));
    return result;
}

/// As large as `column` allows: smaller in one line, then in several lines.
Shown fit(const Look& look, const FormulaText& text, float size, float column) {
    if (look.formulas != nullptr) {
        const float smallest = std::min(size, smallest_formula);
        const FormulaLayout* layout = nullptr;
        for (const float width : {0.0f, column}) {
            for (float at = size; at >= smallest; at -= 1) {
                layout = look.formulas->layout(text, look.px(at), width);
                if (layout == nullptr || layout->width <= column) {
                    break;
                }
            }
            if (layout == nullptr || layout->width <= column) {
                break;
            }
        }
        if (layout != nullptr) {
            return shown(*layout, column);
        }
    }
    Shown source;
    source.column = column;
    source.size = text_size(look, Role::code, text.latex, column);
    return source;
}

/// One glyph as Dear ImGui has it at its size.
struct Drawn {
    float size;
    ImVec2 corner;
    ImRect ink;
};

Drawn drawn(const Look& look, const Shown& what, const FormulaLayout::Glyph& glyph, ImVec2 at) {
    const MathFont& face = look.formulas->face();
    const float size = std::max(1.0f, std::round(glyph.em / face.em_per_size));
    ImFontBaked& baked = *face.font->GetFontBaked(size);
    const ImVec2 corner(
        std::round(at.x + glyph.x),
        at.y + what.baseline + std::round(glyph.y - what.layout->baseline) - baked.Ascent);
    const ImFontGlyph& picture = *baked.FindGlyph(MathFont::code_point(glyph.index));
    return {size, corner,
            ImRect(corner.x + picture.X0, corner.y + picture.Y0, corner.x + picture.X1,
                   corner.y + picture.Y1)};
}

ImRect drawn(const Look& look, const Shown& what, const FormulaLayout::Rule& rule, ImVec2 at) {
    const float thickness = std::max(look.hairline(), std::round(rule.thickness));
    const float middle = at.y + what.baseline + rule.y - what.layout->baseline;
    const float top = std::round(middle - thickness / 2);
    return {std::round(at.x + rule.x), top, std::round(at.x + rule.x + rule.length),
            top + thickness};
}

std::vector<FormulaSymbolBox> boxes(const Look& look, const Shown& what) {
    std::vector<FormulaSymbolBox> result;
    if (what.layout == nullptr) {
        return result;
    }
    for (const int symbol : what.layout->occurrences) {
        result.push_back({symbol, ImRect(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX)});
    }
    const auto add = [&](int occurrence, const ImRect& ink) {
        if (occurrence >= 0) {
            result[static_cast<std::size_t>(occurrence)].box.Add(ink);
        }
    };
    for (const FormulaLayout::Glyph& glyph : what.layout->glyphs) {
        add(glyph.occurrence, drawn(look, what, glyph, {}).ink);
    }
    for (const FormulaLayout::Rule& rule : what.layout->rules) {
        add(rule.occurrence, drawn(look, what, rule, {}));
    }
    return result;
}

/// The occurrence under `point`, or the nearest one within the padding.
std::optional<std::size_t> occurrence_at(const Look& look, const Shown& what, ImVec2 point) {
    std::optional<std::size_t> nearest;
    float least = look.px(hit_padding);
    const std::vector<FormulaSymbolBox> all = boxes(look, what);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ImRect& box = all[i].box;
        const float dx = std::max({box.Min.x - point.x, point.x - box.Max.x, 0.0f});
        const float dy = std::max({box.Min.y - point.y, point.y - box.Max.y, 0.0f});
        const float distance = std::max(dx, dy);
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

/// Glyphs and rules of a layout; `colour` of an occurrence, -1 for none.
template <typename Colour>
void draw_layout(const Look& look, const Shown& what, ImVec2 at, ImDrawList& list,
                 const Colour& colour) {
    for (const FormulaLayout::Glyph& glyph : what.layout->glyphs) {
        const Drawn place = drawn(look, what, glyph, at);
        look.formulas->face().font->RenderChar(&list, place.size, place.corner,
                                               colour(glyph.occurrence),
                                               MathFont::code_point(glyph.index));
    }
    for (const FormulaLayout::Rule& rule : what.layout->rules) {
        const ImRect bar = drawn(look, what, rule, at);
        list.AddRectFilled(bar.Min, bar.Max, colour(rule.occurrence));
    }
}

/// `tinted`: the occurrence that takes the accent.
void draw(const Look& look, const FormulaText& text, const Shown& what, ImVec2 at,
          std::optional<std::size_t> tinted = {}) {
    const ImU32 ink = fade(look.colour.text, ImGui::GetStyle().Alpha);
    const ImU32 accent = fade(look.colour.accent, ImGui::GetStyle().Alpha);
    if (what.layout == nullptr) {
        draw_text(look, at, Role::code, look.colour.text, text.latex, {}, what.column);
        return;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (what.cut) {
        list.PushClipRect(at, at + what.size, true);
    }
    draw_layout(look, what, at, list, [&](int occurrence) {
        return tinted && occurrence == static_cast<int>(*tinted) ? accent : ink;
    });
    if (what.cut) {
        list.PopClipRect();
    }
}

/// The symbol, and its words from `indent` on.
void draw_symbol(const Look& look, const FormulaSymbol& symbol, float indent) {
    const FormulaText alone{{}, symbol.latex, {}};
    const Shown sign = fit(look, alone, tooltip_size, FLT_MAX);
    const float wrap = look.px(tooltip_text);
    const ImVec2 words = text_size(look, Role::note, symbol.tooltip, wrap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = std::max(sign.size.y, words.y);
    ImGui::Dummy(ImVec2(indent + words.x, height));
    // A line of words stands level with the symbol; more lines begin at the top.
    const float line = std::max(sign.size.y, look.line_height(Role::note));
    draw(look, alone, sign, at + ImVec2(0, std::round((line - sign.size.y) / 2)));
    const float top = std::round((line - look.line_height(Role::note)) / 2);
    draw_text(look, at + ImVec2(indent, std::min(top, height - words.y)), Role::note,
              look.colour.text, symbol.tooltip, {}, wrap);
}

float symbol_indent(const Look& look, std::span<const FormulaSymbol> symbols) {
    float widest = 0;
    for (const FormulaSymbol& symbol : symbols) {
        widest = std::max(widest, fit(look, {{}, symbol.latex, {}}, tooltip_size, FLT_MAX).size.x);
    }
    return widest + look.px(12);
}

/// Below the formula, which it must not cover, or above it; on the screen's side of `x`.
void place_tooltip(const Look& look, const ImRect& item, float x) {
    const ImVec2 middle = ImGui::GetMainViewport()->GetCenter();
    const bool below = item.GetCenter().y < middle.y;
    const float gap = look.px(6);
    ImGui::SetNextWindowPos(ImVec2(x, below ? item.Max.y + gap : item.Min.y - gap),
                            ImGuiCond_Always, ImVec2(x < middle.x ? 0.0f : 1.0f, below ? 0 : 1));
}

/// `whole`: the formula itself, where it is cut. `symbols`: those that are explained.
void tooltip(const Look& look, const FormulaText& text, bool whole, std::string_view title,
             std::span<const FormulaSymbol> symbols) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(10), look.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(look.px(8), look.px(6)));
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);
    if (ImGui::BeginTooltip()) {
        if (!title.empty()) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            ImGui::Dummy(draw_text(look, at, Role::title, look.colour.text, title));
        }
        if (whole) {
            const Shown all = fit(look, text, tooltip_size, look.px(largest_tooltip));
            draw(look, text, all, ImGui::GetCursorScreenPos());
            ImGui::Dummy(all.size);
        }
        const float indent = symbol_indent(look, symbols);
        for (const FormulaSymbol& symbol : symbols) {
            draw_symbol(look, symbol, indent);
        }
        ImGui::EndTooltip();
    }
    ImGui::PopStyleVar(3);
}

bool focused_by_keyboard() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return ImGui::IsItemFocused() && context.NavCursorVisible && context.NavHighlightItemUnderNav;
}

}  // namespace

ImVec2 formula_size(const Look& look, const FormulaText& text, float size, float width) {
    return fit(look, text, size, width).size;
}

std::vector<FormulaSymbolBox> formula_symbols(const Look& look, const FormulaText& text, float size,
                                              float width) {
    return boxes(look, fit(look, text, size, width));
}

void formula(const Look& look, const FormulaText& text, float size, float width) {
    const float column = width > 0 ? width : ImGui::GetContentRegionAvail().x;
    const ImVec2 cursor = ImGui::GetCursorScreenPos();
    const ImVec2 at(std::floor(cursor.x), std::floor(cursor.y));
    const Shown what = fit(look, text, size, column);
    const Press item = press_area(std::string(text.name).c_str(), ImRect(at, at + what.size));
    const ImRect rect(at, at + what.size);
    std::optional<std::size_t> under;
    if (focused_by_keyboard()) {
        place_tooltip(look, rect, at.x);
        tooltip(look, text, what.cut, text.name, text.symbols);
    } else if (item.hovered) {
        under = occurrence_at(look, what, ImGui::GetMousePos() - at);
        const bool explain = ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip);
        if (explain && (under || what.cut)) {
            place_tooltip(look, rect, ImGui::GetMousePos().x);
        }
        if (explain && under) {
            const int symbol = what.layout->occurrences[*under];
            tooltip(look, text, false, {},
                    text.symbols.subspan(static_cast<std::size_t>(symbol), 1));
        } else if (explain && what.cut) {
            tooltip(look, text, true, {}, {});
        }
    }
    draw(look, text, what, at, under);
}

InlineFormula inline_formula(const Look& look, std::string_view latex, float size) {
    const FormulaText text{{}, latex, {}};
    const FormulaLayout* layout =
        look.formulas != nullptr ? look.formulas->layout(text, size, 0) : nullptr;
    if (layout == nullptr) {
        return {};
    }
    const Shown whole = shown(*layout, FLT_MAX);
    return {layout, std::ceil(layout->width), whole.baseline, whole.size.y - whole.baseline};
}

void draw_formula(const Look& look, const InlineFormula& what, ImVec2 at, ImU32 ink,
                  ImDrawList& list) {
    if (what.layout == nullptr) {
        return;
    }
    const Shown whole = shown(*what.layout, FLT_MAX);
    const ImVec2 corner(std::floor(at.x + 0.5f), std::floor(at.y + 0.5f) - whole.baseline);
    draw_layout(look, whole, corner, list, [ink](int) { return ink; });
}

}  // namespace heatlab::ui
