#pragma once

#include <list>
#include <string>
#include <vector>

#include "app/ui/formula_layout.h"
#include "app/ui/math_font.h"

namespace heatlab::ui {

/// The formulas that are on the screen, set once and kept. Belongs to the interface.
class FormulaSet {
public:
    /// `share`: the directory with fonts/. Needs a current ImGui context whose fonts are loaded
    /// (Fonts::load). Throws std::runtime_error naming the file that is missing.
    explicit FormulaSet(const std::string& share);

    const MathFont& face() const { return face_; }

    /// `size`: Dear ImGui's, whole framebuffer pixels. `width`: where it is broken, framebuffer
    /// pixels, 0 for one line. nullptr where it cannot be set. The layout lasts until the next
    /// frame.
    const FormulaLayout* layout(const FormulaText& text, float size, float width);

private:
    struct Entry {
        std::string latex;
        std::vector<std::string> symbols;
        float size = 0;
        float width = 0;
        bool is_set = false;  ///< else its source cannot be set
        FormulaLayout layout;

        bool is_for(const FormulaText& text, float size, float width) const;
    };

    MathFont face_;
    FormulaTypesetter typesetter_;
    std::list<Entry> entries_;  ///< last used first
};

}  // namespace heatlab::ui
