#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lesson/lesson_text.h"
#include "app/ui/look.h"

namespace heatlab::ui {

/// How a text of a slide is set.
struct SlideStyle {
    float size = 20;     ///< Dear ImGui's, framebuffer pixels, whole
    bool quiet = false;  ///< in the second text colour: notes
};

/// One block, set in lines. Coordinates from its upper left corner, framebuffer pixels.
struct SlideBlock {
    enum class Ink { text, second, third };
    struct Piece {
        std::string text;  ///< or a formula's source
        ImVec2 at;         ///< left end, on the baseline
        float size = 0;
        Face face = Face::regular;
        bool formula = false;
        Ink ink = Ink::text;
    };
    struct Surface {
        ImRect rect;
        bool rule = false;  ///< a line; else the ground of code
    };
    std::vector<Piece> pieces;
    std::vector<Surface> surfaces;
    ImVec2 size;            ///< covered; wider than it should be where something cannot be broken
    float space_above = 0;  ///< to the block before it
};

/// Sets a block in `width` framebuffer pixels. Lines break at spaces; a code block, a table or a
/// formula that is too wide is set smaller, down to two thirds. Needs a current ImGui frame.
SlideBlock set_block(const Look& look, const LessonBlock& block, const SlideStyle& style,
                     float width);
/// Words alone, wrapped: a title.
SlideBlock set_words(const Look& look, const std::string& words, Face face, float size,
                     float width);

/// Draws it with its corner at `at`, whole pixels.
void draw_block(const Look& look, const SlideBlock& block, ImVec2 at, bool quiet, ImDrawList& list);

}  // namespace heatlab::ui
