#include "app/ui/lesson/slide_text.h"

#include <algorithm>
#include <cfloat>
#include <numeric>
#include <utility>

#include "app/ui/widgets/formula.h"

namespace heatlab::ui {
namespace {

using Piece = SlideBlock::Piece;
using Ink = SlideBlock::Ink;

/// Line height over the text's size, and what stands around a block, in sizes.
constexpr float leading = 1.22f;
constexpr float code_share = 0.9f;  ///< mono is set smaller beside Inter
constexpr float indent_share = 1.25f;
constexpr float smallest_share = 0.66f;

float width_of(const Look& look, const std::string& text, Face face, float size) {
    return look.fonts.face(face)
        ->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size())
        .x;
}

float ascent_of(const Look& look, Face face, float size) {
    return look.fonts.face(face)->GetFontBaked(size)->Ascent;
}

/// Unbroken pieces between two spaces, from x = 0 on the baseline y = 0.
struct Word {
    std::vector<Piece> pieces;
    float width = 0;
    float ascent = 0;
    float descent = 0;
    bool breaks = false;  ///< the line ends behind it
};

Face face_of(const LessonSpan& span) {
    if (span.kind == LessonSpan::Kind::code) {
        return Face::mono;
    }
    return span.strong ? Face::semibold : span.emphasis ? Face::medium : Face::regular;
}

class WordCutter {
public:
    WordCutter(const Look& look, float size, Ink ink) : look_(look), size_(size), ink_(ink) {}

    std::vector<Word> cut(const LessonSpans& spans) {
        for (const LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::formula) {
                add_formula(span.text);
            } else if (span.kind == LessonSpan::Kind::line_break) {
                finish();
                if (!words_.empty()) {
                    words_.back().breaks = true;
                }
            } else {
                add_text(span);
            }
        }
        finish();
        return std::move(words_);
    }

private:
    void add_text(const LessonSpan& span) {
        std::string_view rest = span.text;
        while (!rest.empty()) {
            const std::size_t space = rest.find(' ');
            if (space == 0) {
                finish();
                rest.remove_prefix(1);
                continue;
            }
            const std::string part(rest.substr(0, space));
            const Face face = face_of(span);
            const float size = face == Face::mono ? std::floor(size_ * code_share + 0.5f) : size_;
            add({part, {}, size, face, false, ink_}, width_of(look_, part, face, size),
                ascent_of(look_, face, size), size - ascent_of(look_, face, size));
            rest.remove_prefix(part.size());
        }
    }
    void add_formula(const std::string& latex) {
        const InlineFormula formula = inline_formula(look_, latex, size_);
        if (formula.layout == nullptr) {
            add_text({LessonSpan::Kind::code, false, false, latex});
            return;
        }
        add({latex, {}, size_, Face::regular, true, ink_}, formula.width, formula.ascent,
            formula.descent);
    }
    void add(Piece piece, float width, float ascent, float descent) {
        if (!open_) {
            words_.emplace_back();
            open_ = true;
        }
        Word& word = words_.back();
        piece.at.x = word.width;
        word.pieces.push_back(std::move(piece));
        word.width += width;
        word.ascent = std::max(word.ascent, ascent);
        word.descent = std::max(word.descent, descent);
    }
    void finish() { open_ = false; }

    const Look& look_;
    float size_;
    Ink ink_;
    std::vector<Word> words_;
    bool open_ = false;
};

/// First word and number of words of each line.
std::vector<std::pair<std::size_t, std::size_t>> lines_of(const std::vector<Word>& words,
                                                          float width, float space) {
    std::vector<std::pair<std::size_t, std::size_t>> lines;
    float x = 0;
    bool open = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (open && x + space + words[i].width > width) {
            open = false;
        }
        if (!open) {
            lines.emplace_back(i, 0);
            x = -space;
        }
        x += space + words[i].width;
        ++lines.back().second;
        open = !words[i].breaks;
    }
    return lines;
}

/// The same, in as many lines, but so that the last has more than one word where that can be.
std::vector<std::pair<std::size_t, std::size_t>> balanced_lines(const std::vector<Word>& words,
                                                                float width, float space) {
    const auto lines = lines_of(words, width, space);
    if (lines.size() < 2 || lines.back().second > 1) {
        return lines;
    }
    for (float narrower = width - 4; narrower > width * 0.7f; narrower -= 4) {
        auto other = lines_of(words, narrower, space);
        if (other.size() > lines.size()) {
            break;
        }
        if (other.back().second > 1) {
            return other;
        }
    }
    return lines;
}

/// Lines of words below one another, from `top` down. Returns where they end.
float place_lines(const Look& look, const std::vector<Word>& words, float size, float left,
                  float width, float top, SlideBlock& block) {
    const float space = width_of(look, " ", Face::regular, size);
    const float ascent = ascent_of(look, Face::regular, size);
    for (const auto& [first, count] : balanced_lines(words, width, space)) {
        float above = ascent;
        float below = size - ascent;
        for (std::size_t i = first; i < first + count; ++i) {
            above = std::max(above, words[i].ascent);
            below = std::max(below, words[i].descent);
        }
        const float lead = std::floor(size * (leading - 1));
        const float baseline = std::floor(top + above);
        float x = left;
        for (std::size_t i = first; i < first + count; ++i) {
            for (Piece piece : words[i].pieces) {
                piece.at = ImVec2(x + piece.at.x, baseline);
                block.pieces.push_back(std::move(piece));
            }
            x += words[i].width;
            block.size.x = std::max(block.size.x, x);
            x += space;
        }
        top = std::ceil(baseline + below + lead);
    }
    return top;
}

void set_paragraph(const Look& look, const LessonBlock& source, const SlideStyle& style,
                   float width, SlideBlock& block) {
    float left = 0;
    if (source.kind == LessonBlock::Kind::item) {
        const float unit = std::floor(style.size * indent_share);
        left = unit * static_cast<float>(source.indent + 1);
        const float ascent = ascent_of(look, Face::regular, style.size);
        const float marker = width_of(look, source.marker, Face::regular, style.size);
        block.pieces.push_back(
            {source.marker,
             {std::max(0.0f, left - marker - style.size * 0.45f), std::floor(ascent)},
             style.size,
             Face::regular,
             false,
             Ink::third});
    }
    const auto words =
        WordCutter(look, style.size, style.quiet ? Ink::second : Ink::text).cut(source.spans);
    block.size.y = place_lines(look, words, style.size, left, width - left, 0, block);
}

void set_code(const Look& look, const LessonBlock& source, const SlideStyle& style, float width,
              SlideBlock& block) {
    const std::string text = plain_text(source.spans);
    const float pad = std::floor(style.size * 0.6f);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    float size = std::floor(style.size * code_share);
    const float smallest = std::ceil(size * smallest_share);
    const auto widest = [&] {
        float most = 0;
        for (const std::string& line : lines) {
            most = std::max(most, width_of(look, line, Face::mono, size));
        }
        return most;
    };
    while (size > smallest && widest() + 2 * pad > width) {
        size -= 1;
    }
    float y = pad;
    for (const std::string& line : lines) {
        block.pieces.push_back({line,
                                {pad, std::floor(y + ascent_of(look, Face::mono, size))},
                                size,
                                Face::mono,
                                false,
                                style.quiet ? Ink::second : Ink::text});
        y += std::ceil(size * 1.1f);
    }
    block.size = ImVec2(std::max(width, widest() + 2 * pad), std::ceil(y + pad));
    block.surfaces.push_back({ImRect(ImVec2(0, 0), block.size), false});
}

void set_formula(const Look& look, const LessonBlock& source, const SlideStyle& style, float width,
                 SlideBlock& block) {
    const std::string latex = plain_text(source.spans);
    float size = std::floor(style.size * 1.12f);
    const float smallest = std::ceil(size * smallest_share);
    InlineFormula formula = inline_formula(look, latex, size);
    while (formula.layout != nullptr && formula.width > width && size > smallest) {
        size -= 1;
        formula = inline_formula(look, latex, size);
    }
    if (formula.layout == nullptr) {
        LessonBlock code;
        code.spans = {{LessonSpan::Kind::code, false, false, latex}};
        set_code(look, code, style, width, block);
        return;
    }
    const float left = std::floor(std::max(0.0f, (width - formula.width) / 2));
    block.pieces.push_back({latex,
                            {left, formula.ascent},
                            size,
                            Face::regular,
                            true,
                            style.quiet ? Ink::second : Ink::text});
    block.size = ImVec2(left + formula.width, formula.ascent + formula.descent);
}

/// Widths of a table's columns: as wide as their longest line, the wide ones less where all do not
/// fit.
std::vector<float> column_widths(const std::vector<std::vector<float>>& natural, float room) {
    std::vector<float> widths(natural.front().size(), 0.0f);
    for (const auto& row : natural) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths[c] = std::max(widths[c], row[c]);
        }
    }
    // The widest share what the narrower ones leave.
    std::vector<std::size_t> order(widths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t c) { return widths[c]; });
    float left = room;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const float share = left / static_cast<float>(order.size() - i);
        widths[order[i]] = std::floor(std::min(widths[order[i]], share));
        left -= widths[order[i]];
    }
    return widths;
}

void set_table(const Look& look, const LessonBlock& source, const SlideStyle& style, float width,
               SlideBlock& block) {
    const float size = std::floor(style.size * 0.92f);
    const float gap = std::floor(size * 1.2f);
    const float space = width_of(look, " ", Face::regular, size);
    std::vector<std::vector<std::vector<Word>>> cells;
    std::vector<std::vector<float>> natural;
    for (const auto& row : source.rows) {
        const Ink ink = cells.empty() || style.quiet ? Ink::second : Ink::text;
        cells.emplace_back();
        natural.emplace_back();
        for (const LessonSpans& cell : row) {
            cells.back().push_back(WordCutter(look, size, ink).cut(cell));
            float line = -space;
            for (const Word& word : cells.back().back()) {
                line += space + word.width;
            }
            natural.back().push_back(std::ceil(std::max(0.0f, line) + 1));
        }
    }
    const auto columns = static_cast<float>(natural.front().size());
    const std::vector<float> widths = column_widths(natural, width - gap * (columns - 1));
    float y = 0;
    for (std::size_t r = 0; r < cells.size(); ++r) {
        float x = 0;
        float bottom = y;
        for (std::size_t c = 0; c < cells[r].size(); ++c) {
            bottom = std::max(bottom, place_lines(look, cells[r][c], size, x, widths[c], y, block));
            x += widths[c] + gap;
        }
        y = bottom + std::floor(size * 0.15f);
        if (r == 0) {
            const float end = x - gap;
            block.surfaces.push_back({ImRect(0, y, end, y + look.hairline()), true});
            y += std::floor(size * 0.35f);
        }
    }
    block.size.y = y;
}

}  // namespace

SlideBlock set_block(const Look& look, const LessonBlock& source, const SlideStyle& style,
                     float width) {
    SlideBlock block;
    block.space_above = std::floor(style.size * 0.6f);
    switch (source.kind) {
        case LessonBlock::Kind::item:
            block.space_above = std::floor(style.size * 0.25f);
            [[fallthrough]];
        case LessonBlock::Kind::paragraph:
            set_paragraph(look, source, style, width, block);
            break;
        case LessonBlock::Kind::code:
            set_code(look, source, style, width, block);
            break;
        case LessonBlock::Kind::formula:
            set_formula(look, source, style, width, block);
            break;
        case LessonBlock::Kind::table:
            set_table(look, source, style, width, block);
            break;
    }
    return block;
}

SlideBlock set_words(const Look& look, const std::string& words, Face face, float size,
                     float width) {
    LessonSpan span{LessonSpan::Kind::text, face == Face::semibold, face == Face::medium, words};
    LessonBlock source;
    source.spans = {span};
    SlideBlock block;
    set_paragraph(look, source, {size, false}, width, block);
    return block;
}

void draw_block(const Look& look, const SlideBlock& block, ImVec2 at, bool quiet,
                ImDrawList& list) {
    const Palette& p = look.colour;
    for (const SlideBlock::Surface& surface : block.surfaces) {
        const ImVec2 low = at + surface.rect.Min;
        const ImVec2 high = at + surface.rect.Max;
        if (surface.rule) {
            list.AddRectFilled(low, high, p.line2);
        } else {
            list.AddRectFilled(low, high, quiet ? p.panel : p.control, look.px(6));
        }
    }
    for (const Piece& piece : block.pieces) {
        const ImU32 ink = piece.ink == Ink::text     ? p.text
                          : piece.ink == Ink::second ? p.text2
                                                     : p.text3;
        const ImVec2 on_line(std::floor(at.x + piece.at.x), at.y + piece.at.y);
        if (piece.formula) {
            draw_formula(look, inline_formula(look, piece.text, piece.size), on_line, ink, list);
            continue;
        }
        const float ascent = std::floor(ascent_of(look, piece.face, piece.size) + 0.5f);
        list.AddText(look.fonts.face(piece.face), piece.size, ImVec2(on_line.x, on_line.y - ascent),
                     ink, piece.text.data(), piece.text.data() + piece.text.size());
    }
}

}  // namespace heatlab::ui
