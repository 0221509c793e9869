#pragma once

#include <imgui.h>

#include <array>

#include "app/stability_text.h"
#include "app/ui/interface_state.h"

namespace heatlab::ui {

/// 0xRRGGBB to Dear ImGui's packed colour.
constexpr ImU32 rgb(unsigned colour, unsigned alpha = 255) {
    return IM_COL32((colour >> 16) & 255, (colour >> 8) & 255, colour & 255, alpha);
}

/// The colour with its alpha multiplied by `factor` in [0, 1].
ImU32 fade(ImU32 colour, float factor);
/// From `a` (t = 0) to `b` (t = 1), channel by channel, alpha included.
ImU32 mix(ImU32 a, ImU32 b, float t);
/// Black or white ink, whichever reads better on `background`.
ImU32 ink_on(ImU32 background);

/// The colour tokens of one theme. State colours mark states and nothing else.
/// Red in both themes: a recording runs. No state of the simulation has it.
inline constexpr ImU32 recording_ink = IM_COL32(0xE5, 0x48, 0x4D, 0xFF);

struct Palette {
    ThemeKind kind = ThemeKind::dark;
    ImU32 canvas = 0;   ///< behind the sheets
    ImU32 panel = 0;    ///< sheets
    ImU32 card = 0;     ///< boxes in sheets, popups
    ImU32 control = 0;  ///< buttons and fields
    ImU32 control_hover = 0;
    ImU32 control_active = 0;
    ImU32 line = 0;    ///< outlines, grids
    ImU32 line2 = 0;   ///< ticks, key caps
    ImU32 text = 0;    ///< values
    ImU32 text2 = 0;   ///< sentences, icons
    ImU32 text3 = 0;   ///< captions, units, axes
    ImU32 accent = 0;  ///< play, selection, focus, the measured line
    ImU32 accent_ink = 0;
    ImU32 accent_tint = 0;
    ImU32 scrim = 0;  ///< under everything that lies on the field, in both themes
    ImU32 on_scrim = 0;
    std::array<ImU32, 4> series{};  ///< A to D: frame split, views in Compare
    ImU32 stable = 0;
    ImU32 damped = 0;
    ImU32 unstable = 0;
    ImU32 not_finite = 0;
    ImU32 heat_tool = 0;  ///< icons of the brushes on the scrim
    ImU32 cool_tool = 0;
    ImU32 source_type = 0;  ///< of a kernel's source; keywords are `accent`, comments `text3`
    ImU32 source_function = 0;
    ImU32 source_number = 0;
    ImU32 segment = 0;  ///< the chosen piece of a segmented control
    ImU32 segment_track = 0;
    ImU32 sheet_outline = 0;

    bool dark() const { return kind == ThemeKind::dark; }
};

const Palette& palette_of(ThemeKind kind);
/// Name of the colour map for signed data: dark, or light, in its middle.
const char* signed_colormap(ThemeKind kind);

/// What the badge, the slider's knob and the frame round the field show; here the state of this
/// frame.
using FieldState = BadgeState;
FieldState field_state(const Snapshot& snapshot);
ImU32 state_colour(const Palette& palette, FieldState state);
const char* state_icon(FieldState state);
/// States in which a surface changes (tinted card, frame round the field), not only an icon.
bool is_alarming(FieldState state);

/// Sets Dear ImGui's and ImPlot's styles from fresh defaults. `scale` in [1, 2]. Needs both
/// contexts.
void apply_theme(const Palette& palette, float scale);

}  // namespace heatlab::ui
