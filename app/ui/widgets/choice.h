#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// Segmented control: one of a few words. `id` names the group, each piece is the item "id/word".
/// Returns the index chosen now, if the user chose another than `current`.
std::optional<int> segmented(const Look& look, const char* id, ImVec2 at,
                             std::span<const char* const> words, int current, float height_px,
                             float padding = 12);
/// Width that `segmented` takes, framebuffer pixels.
float segmented_width(const Look& look, std::span<const char* const> words, float padding = 12);

/// Something drawn at the left of a combo or menu row: a colour map's gradient, a thumbnail.
using Swatch = std::function<void(ImDrawList& list, const ImRect& area)>;

struct ComboOptions {
    Swatch swatch;           ///< drawn left of the text
    float swatch_width = 0;  ///< logical pixels
    std::string_view tooltip = {};
    float popup_width = 0;    ///< logical pixels; 0: at least the combo's own
    bool borderless = false;  ///< ghost: fill on hover only (app bar)
    Role role = Role::body;
};

/// Opens a list below `area`. Where it returns true, add `menu_item`s and call `end_combo`.
bool begin_combo(const Look& look, const char* id, const ImRect& area, std::string_view shown,
                 const ComboOptions& options = {});
void end_combo();

struct MenuItemOptions {
    bool selected = false;
    std::string_view note = {};   ///< second line, text3
    std::string_view right = {};  ///< at the right edge, text3
    Swatch swatch;
    float swatch_width = 0;
    std::string_view disabled_reason = {};  ///< not empty: 40 %, cannot be chosen, why as tooltip
};

/// One row of a list; closes it when chosen. Returns whether it was chosen.
bool menu_item(const Look& look, const char* label, const MenuItemOptions& options = {});

/// A small caption between groups of rows.
void menu_caption(const Look& look, std::string_view text);

/// On or off, with its label at the right. Returns whether it was switched.
bool toggle(const Look& look, const char* label, const ImRect& area, bool on);

}  // namespace heatlab::ui
