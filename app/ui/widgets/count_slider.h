#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// A value on the track that is worth a mark: its label stands below.
struct CountMark {
    int value = 0;
    std::string_view label;
    bool strong = false;  ///< a notch through the track
};

struct CountSliderOptions {
    float track = 6;  ///< logical pixels
    float knob = 16;
    std::span<const CountMark> marks = {};
    Role mark = Role::caption;  ///< of the labels
    Role strong_mark = Role::note_strong;
    std::string_view tooltip = {};
};

/// A slider over whole numbers, `values` ascending (at least one): evenly spaced, the knob rests on
/// one of them. A click on the track jumps there; focused by keyboard, Left and Right move by one.
/// `id` is its label for tests. Answers where another one is chosen. Height: `count_slider_height`.
std::optional<int> count_slider(const Look& look, const char* id, const ImRect& area, int value,
                                std::span<const int> values, const CountSliderOptions& options);
float count_slider_height(const Look& look, const CountSliderOptions& options);

}  // namespace heatlab::ui
