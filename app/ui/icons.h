#pragma once

// Font Awesome 6 Solid, merged into every face. UTF-8, ready to be joined with text.
namespace heatlab::ui::icon {

inline constexpr const char* play = "\uf04b";
inline constexpr const char* pause = "\uf04c";
inline constexpr const char* step = "\uf051";
inline constexpr const char* steps = "\uf04e";
inline constexpr const char* reset = "\uf0e2";
inline constexpr const char* undo = "\uf2ea";
inline constexpr const char* smooth = "\uf058";  // check in a disc
inline constexpr const char* check = "\uf00c";
inline constexpr const char* square_wave = "\uf83e";
inline constexpr const char* warning = "\uf071";
inline constexpr const char* cross_disc = "\uf057";
inline constexpr const char* cross = "\uf00d";
inline constexpr const char* information = "\uf05a";
inline constexpr const char* bolt = "\uf0e7";
inline constexpr const char* copy = "\uf0c5";
inline constexpr const char* chip = "\uf2db";
inline constexpr const char* gear = "\uf013";
inline constexpr const char* help = "\uf059";
inline constexpr const char* theme = "\uf042";
inline constexpr const char* chevron_down = "\uf078";
inline constexpr const char* hand = "\uf256";
inline constexpr const char* zoom_in = "\uf00e";
inline constexpr const char* heat = "\uf06d";
inline constexpr const char* cool = "\uf2dc";
inline constexpr const char* isotherms = "\uf1ce";
inline constexpr const char* cells = "\uf00a";
inline constexpr const char* eye = "\uf06e";
inline constexpr const char* minus = "\u2212";  // drawn by Inter
inline constexpr const char* plus = "+";
inline constexpr const char* sliders = "\uf1de";
inline constexpr const char* find = "\uf002";
inline constexpr const char* wrap = "\uf149";  // an arrow that turns down
inline constexpr const char* share = "\uf1e0";
inline constexpr const char* picture = "\uf03e";
inline constexpr const char* video = "\uf03d";
inline constexpr const char* lesson = "\uf19d";
inline constexpr const char* notes = "\uf249";
inline constexpr const char* aside = "\uf061";    // an arrow to the right
inline constexpr const char* screen = "\uf685";   // a screen with somebody before it
inline constexpr const char* surface = "\uf6fc";  // mountains
inline constexpr const char* file = "\uf15b";

}  // namespace heatlab::ui::icon
