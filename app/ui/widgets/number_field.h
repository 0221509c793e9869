#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// A number as people type it: "0.26", "1e-4", "1.0e−4" with a true minus, "16 384" with spaces,
/// "1/8", with or without `unit` behind it. None where it is not a number.
std::optional<double> parse_number(std::string_view text, std::string_view unit = {});

/// `value` with as few significant digits, between `least` and `most`, as tell it to a millionth.
std::string shown_number(double value, int least, int most);

/// What a field takes. Whole numbers up to 2^53: there doubles still tell neighbours apart.
enum class Numbers { any, whole, natural };

struct NumberFieldOptions {
    std::string_view unit = {};  ///< at the right, text3
    const char* icon = nullptr;  ///< at the left
    bool align_right = false;
    bool strong = false;  ///< Inter 600: the value that matters
    std::string_view tooltip = {};
    /// Drawn at the left in place of an icon (side icons of the walls).
    void (*mark)(const Look& look, ImDrawList& list, ImVec2 at, int which) = nullptr;
    int mark_argument = 0;
    float mark_width = 0;  ///< logical pixels
    float padding = 10;    ///< at both sides, logical pixels
    Numbers numbers = Numbers::any;
};

/// A field that shows `shown` and takes a typed number: click or Tab into it, Enter, Tab or a click
/// elsewhere commits, Esc gives up. Answers only when the text was changed and is a number (one of
/// the kind asked for); that what was typed is none is said below the field for a while, and the
/// old value stays. `id` is its label for tests.
std::optional<double> number_field(const Look& look, const char* id, const ImRect& area,
                                   std::string_view shown, const NumberFieldOptions& options = {});

/// The same for any text (a file path). Answers when the text was changed.
std::optional<std::string> text_field(const Look& look, const char* id, const ImRect& area,
                                      std::string_view shown, std::string_view hint = {});

/// What happened in a `search_field` in this frame.
struct SearchAnswer {
    bool changed = false;
    bool entered = false;   ///< Enter: look for the next one; the field keeps the focus
    bool given_up = false;  ///< Esc
};
/// Text that is looked for while it is typed. `take_focus`: the field becomes active now.
SearchAnswer search_field(const Look& look, const char* id, const ImRect& area, std::string& text,
                          std::string_view hint, bool take_focus);

}  // namespace heatlab::ui
