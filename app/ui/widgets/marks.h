#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// A box in a sheet.
void draw_card(const Look& look, const ImRect& area);

/// Caption above, figure and unit below, left-aligned. Height: `metric_height`.
struct Metric {
    std::string_view caption;
    std::string_view value;
    std::string_view unit = {};
    ImU32 colour = 0;  ///< 0: text
};
void draw_metric(const Look& look, ImVec2 at, const Metric& metric, Role role = Role::card_title,
                 ImU32 caption_colour = 0);
float metric_height(const Look& look, Role role = Role::card_title);
float metric_width(const Look& look, const Metric& metric, Role role = Role::card_title);

/// A key as a cap; returns its width. 22 high.
float draw_key_cap(const Look& look, ImVec2 at, std::string_view key);
float key_cap_width(const Look& look, std::string_view key);
float key_cap_height(const Look& look);

/// A pill on the field: scrim, icon, bold word, detail; with `action` it carries one button.
struct Pill {
    const char* icon = nullptr;
    ImU32 icon_colour = 0;
    std::string_view word;
    std::string_view detail = {};
    std::string_view tooltip = {};
    const char* action = nullptr;  ///< label of its button
};
struct PillResult {
    float width = 0;      ///< framebuffer pixels
    bool action = false;  ///< its button was pressed
};
/// `id` names it for tests. 28 high, 40 with a button.
PillResult pill(const Look& look, const char* id, ImVec2 at, const Pill& what);
float pill_width(const Look& look, const Pill& what);
float pill_height(const Look& look, const Pill& what);

/// A bar filled to `fraction` of its width.
void draw_meter(const Look& look, const ImRect& area, float fraction, ImU32 colour,
                ImU32 track = 0);

/// Consecutive parts of a whole with 2 px between them; the rest is `control`.
struct SplitPart {
    float fraction = 0;  ///< of the whole bar
    ImU32 colour = 0;
};
void draw_split_bar(const Look& look, const ImRect& area, std::span<const SplitPart> parts);

/// Small coloured square of a legend with its text; returns the width used.
float draw_legend(const Look& look, ImVec2 at, ImU32 colour, std::string_view name,
                  std::string_view value = {});

}  // namespace heatlab::ui
