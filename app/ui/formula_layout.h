#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/ui/widgets/formula.h"

namespace heatlab::ui {

/// A formula that cannot be set: what is wrong with its source.
class FormulaError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A formula as glyphs and rules; pixels, x from its left edge, y down from its top. `occurrence`
/// is an index of FormulaLayout::occurrences, or -1.
struct FormulaLayout {
    struct Glyph {
        std::uint16_t index = 0;  ///< in the face
        float x = 0;              ///< origin, on the baseline
        float y = 0;
        float em = 0;
        int occurrence = -1;
    };
    struct Rule {
        float x = 0;  ///< left end
        float y = 0;  ///< middle
        float length = 0;
        float thickness = 0;
        int occurrence = -1;
    };
    float width = 0;
    float height = 0;
    float baseline = 0;  ///< of the formula, or of the whole where it is broken into lines
    std::vector<Glyph> glyphs;
    std::vector<Rule> rules;
    /// One for each \sym in the source: index of the formula's symbol.
    std::vector<int> occurrences;
};

/// Sets formulas with MicroTeX. That library keeps its font and its commands for as long as the
/// process runs and cannot be started twice, so the first typesetter starts it for all. One thread
/// at a time.
class FormulaTypesetter {
public:
    /// `metrics`: the face's .clm1 file. Throws std::runtime_error where it cannot be read.
    explicit FormulaTypesetter(const std::string& metrics);

    /// Sets `text` with `em` pixels to the em, in lines of `width` > 0 as far as it may be broken,
    /// or in one line. Throws FormulaError: unknown command, character that the face lacks, braces
    /// that do not match, \sym without an entry, or a shape that is neither glyph nor horizontal
    /// rule.
    FormulaLayout set(const FormulaText& text, float em, float width) const;
};

}  // namespace heatlab::ui
