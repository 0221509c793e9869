#pragma once

#include "render/colormap.h"

namespace heatlab {

/// Colours that no map uses, for what is not a finite number: stripes in screen space, each kind
/// with a direction of its own, so that they are told apart without colour too.
struct StripeStyle {
    enum class Direction { rising, falling, vertical, horizontal };
    Rgb light;
    Rgb dark;
    Direction direction;
};
/// Width of one stripe, in pixels at 100 %.
inline constexpr int stripe_width = 6;
inline constexpr StripeStyle nan_stripes{
    {0xB8, 0xC0, 0xC8}, {0x7C, 0x86, 0x8F}, StripeStyle::Direction::rising};
inline constexpr StripeStyle positive_infinity_stripes{
    {0xF0, 0xD3, 0xC8}, {0xA0, 0x78, 0x6C}, StripeStyle::Direction::vertical};
inline constexpr StripeStyle negative_infinity_stripes{
    {0xC2, 0xD2, 0xF0}, {0x67, 0x7C, 0xA6}, StripeStyle::Direction::horizontal};

/// Thin rim between non-finite and finite cells, where cells are large enough to show one.
inline constexpr Rgb non_finite_rim{0xE3, 0x8B, 0xD0};

enum class FieldFilter { nearest, linear };

/// How a field is drawn.
struct FieldStyle {
    const ColorMap* map = nullptr;  ///< must be set
    float low = 0;                  ///< value of the map's first colour; finite
    float high = 1;                 ///< of its last; finite, at least `low`
    /// For a locked range: under and over colours for what lies outside by half a colour or more.
    bool mark_out_of_range = false;
    FieldFilter filter = FieldFilter::nearest;
    bool isotherms = false;
    float isotherm_interval = 0;  ///< 0: isotherm_interval(low, high)
    bool cell_lines = false;      ///< lines between cells, from 6 pixels per cell
    float scale = 1;              ///< of the interface: widths of lines, stripes and checkers
    /// Part of the range from which a checkerboard that is too fine to be drawn is shown by
    /// checkers. For reduced pictures PictureRequest::alternating_threshold should be this times
    /// the range.
    float alternating_visible = 0.025f;
    Rgb pending{0x1C, 0x20, 0x27};  ///< cells of the grid that the texture does not cover (yet)

    friend bool operator==(const FieldStyle&, const FieldStyle&) = default;
};

/// Distance of isotherms: 1, 2 or 5 times a power of ten, so that `low` to `high` has 6 to 15 of
/// them; they lie at its whole multiples. 0 for an empty range.
float isotherm_interval(float low, float high);

/// The style's own distance of isotherms, or that of its range.
float shown_isotherm_interval(const FieldStyle& style);

/// Width of isotherms and of lines between cells, in pixels.
float line_width_of(const FieldStyle& style);

/// Throws std::invalid_argument for a style without a map or with a range that is not finite or
/// reversed; `who` names the renderer.
void require_style(const FieldStyle& style, const char* who);

}  // namespace heatlab
