#pragma once

#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

struct Banner {
    const char* icon = nullptr;
    ImU32 colour = 0;  ///< tints fill and outline
    std::string_view title;
    std::string_view text;         ///< two lines at most
    std::string_view action = {};  ///< label of the remedy button
    std::string_view link = {};
    /// For the last row of a room: all words in the first text colour, the icon on a disc.
    bool strong = false;
    bool closable = true;  ///< false: it stays as long as what it says holds
};

/// What the words of a banner lie on.
ImU32 banner_ground(const Palette& palette, ImU32 colour);
/// The same of its remedy button.
ImU32 banner_button_ground(const Palette& palette, ImU32 colour);

enum class BannerAnswer { none, action, link, close };

/// Height at `width` framebuffer pixels.
float banner_height(const Look& look, const Banner& banner, float width);
BannerAnswer banner(const Look& look, const char* id, const ImRect& area, const Banner& what);

}  // namespace heatlab::ui
