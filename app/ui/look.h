#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <string>
#include <string_view>

#include "app/ui/fonts.h"
#include "app/ui/theme.h"

namespace heatlab::ui {

class FormulaSet;

/// What every widget needs to draw itself: colours, faces, the scale factor.
struct Look {
    Palette colour;
    Fonts fonts;
    float scale = 1;
    bool reduced_motion = false;
    FormulaSet* formulas = nullptr;  ///< nullptr: formulas are drawn as their source

    /// Logical pixels to whole framebuffer pixels.
    float px(float logical) const { return std::floor(logical * scale + 0.5f); }
    /// Width of an outline: 1 px below 150 %, 2 px from there.
    float hairline() const { return scale < 1.5f ? 1.0f : 2.0f; }
    ImFont* face(Role role) const { return fonts.face(face_of(role)); }
    float text_px(Role role) const { return size_of(role) * scale; }
    float line_height(Role role) const { return std::ceil(text_px(role)); }
};

/// Where a text lies relative to its point: 0 left or top, 0.5 centred, 1 right or bottom.
struct Anchor {
    float x = 0;
    float y = 0;
};
inline constexpr Anchor anchor_left{0, 0};
inline constexpr Anchor anchor_middle_left{0, 0.5f};
inline constexpr Anchor anchor_middle{0.5f, 0.5f};
inline constexpr Anchor anchor_middle_right{1, 0.5f};
inline constexpr Anchor anchor_right{1, 0};
inline constexpr Anchor anchor_top{0.5f, 0};

/// Size in framebuffer pixels; `wrap` > 0 wraps at that width.
ImVec2 text_size(const Look& look, Role role, std::string_view text, float wrap = 0);

/// Draws text on whole pixels into the current window (or `list`); returns its size.
ImVec2 draw_text(const Look& look, ImVec2 at, Role role, ImU32 colour, std::string_view text,
                 Anchor anchor = {}, float wrap = 0, ImDrawList* list = nullptr);

/// `text`, shortened with an ellipsis where it is wider than `width`.
std::string fitted_text(const Look& look, Role role, std::string_view text, float width);

/// Draws text shortened with an ellipsis to `width`; the whole text is the tooltip of `rect` when
/// cut. Returns the width drawn.
float draw_text_fitted(const Look& look, ImVec2 at, Role role, ImU32 colour, std::string_view text,
                       float width, Anchor anchor = {});

/// A pixel-exact filled rule; one hairline thick.
void draw_rule(const Look& look, ImVec2 from, float length, bool horizontal, ImU32 colour);

/// Moves a value kept under `id` in the current window towards `target`, linearly, in `seconds` for
/// a full way from 0 to 1; jumps with reduced motion. For colours and offsets only.
float animate(const Look& look, ImGuiID id, float target, float seconds);

/// A house tooltip for the item just submitted: what it is and, where there is one, its key.
void item_tooltip(const Look& look, std::string_view text, std::string_view key = {});

/// A rectangle cut into rows from the top: how panels lay themselves out.
class Rows {
public:
    explicit Rows(ImRect area) : area_(area), y_(area.Min.y) {}

    /// The next `height` framebuffer pixels, full width.
    ImRect take(float height) {
        const ImRect row(area_.Min.x, y_, area_.Max.x, y_ + height);
        y_ += height;
        return row;
    }
    void skip(float height) { y_ += height; }
    float y() const { return y_; }
    float left() const { return area_.Min.x; }
    float right() const { return area_.Max.x; }
    float width() const { return area_.GetWidth(); }
    float remaining() const { return area_.Max.y - y_; }

private:
    ImRect area_;
    float y_ = 0;
};

/// The `index`-th of `count` equal columns of `row` with `gap` between them, on whole pixels.
ImRect column_of(const ImRect& row, int index, int count, float gap);

}  // namespace heatlab::ui
