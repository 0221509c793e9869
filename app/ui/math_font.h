#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

namespace heatlab::ui {

/// The face that formulas are set in. A formula names its glyphs by number, since many (large
/// brackets, letters cut for superscripts) have no character; so the face's code points are numbers
/// of glyphs. The atlas owns it.
struct MathFont {
    ImFont* font = nullptr;
    float em_per_size = 1;  ///< em of the face divided by Dear ImGui's size

    /// What Dear ImGui knows glyph `index` by.
    static ImWchar code_point(std::uint16_t index);
    /// Adds it to the current context's atlas, whose loader is FreeType's. Throws
    /// std::runtime_error naming the file where it cannot be read.
    static MathFont load(const std::string& path);
};

}  // namespace heatlab::ui
