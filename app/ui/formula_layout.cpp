#include "app/ui/formula_layout.h"

#include <graphic/graphic.h>
#include <microtex.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace heatlab::ui {
namespace {

/// A source as MicroTeX takes it. An occurrence is marked by a colour of its own, which is found
/// again on what is drawn.
struct MarkedSource {
    std::string latex;
    std::vector<int> occurrences;
};

constexpr microtex::color ink = 0xFF000000;
constexpr microtex::color first_mark = 0xFF000001;
constexpr std::size_t most_occurrences = 0xFFFF;

int symbol_of(const FormulaText& text, std::string_view latex) {
    for (std::size_t i = 0; i < text.symbols.size(); ++i) {
        if (text.symbols[i].latex == latex) {
            return static_cast<int>(i);
        }
    }
    throw FormulaError("\\sym{" + std::string(latex) + "} is not among the formula's symbols");
}

/// Length of the group that begins behind an opening brace, without its closing one.
std::size_t group_length(std::string_view latex) {
    int depth = 1;
    for (std::size_t i = 0; i < latex.size(); ++i) {
        if (latex[i] == '\\') {
            ++i;
        } else if (latex[i] == '{') {
            ++depth;
        } else if (latex[i] == '}' && --depth == 0) {
            return i;
        }
    }
    throw FormulaError("a { is not closed");
}

/// MicroTeX closes an open group by itself and says nothing.
void check_braces(std::string_view latex) {
    if (group_length(std::string(latex) + "}") != latex.size()) {
        throw FormulaError("a } closes nothing");
    }
}

MarkedSource mark(const FormulaText& text) {
    constexpr std::string_view command = "\\sym{";
    check_braces(text.latex);
    MarkedSource marked;
    std::string_view rest = text.latex;
    for (std::size_t at = rest.find(command); at != std::string_view::npos;
         at = rest.find(command)) {
        marked.latex += rest.substr(0, at);
        rest.remove_prefix(at + command.size());
        const std::size_t length = group_length(rest);
        const std::string_view symbol = rest.substr(0, length);
        if (marked.occurrences.size() == most_occurrences) {
            throw FormulaError("too many symbols");
        }
        char colour[16];
        std::snprintf(colour, sizeof colour, "#%06zX", marked.occurrences.size() + 1);
        marked.occurrences.push_back(symbol_of(text, symbol));
        // The outer braces keep a superscript that follows at the symbol.
        marked.latex += "{\\fgcolor{" + std::string(colour) + "}{" + std::string(symbol) + "}}";
        rest.remove_prefix(length + 1);
    }
    marked.latex += rest;
    return marked;
}

/// Glyphs are recorded by number, so that a font needs no more than to exist.
struct NamedFont : microtex::Font {
    bool operator==(const microtex::Font&) const override { return true; }
};

class GlyphsByNumber : public microtex::PlatformFactory {
public:
    microtex::sptr<microtex::Font> createFont(const std::string&) override { return font_; }
    microtex::sptr<microtex::TextLayout> createTextLayout(const std::string& text,
                                                          microtex::FontStyle, float) override {
        throw FormulaError("the face has no glyph for \"" + text + "\"");
    }

private:
    microtex::sptr<microtex::Font> font_ = std::make_shared<NamedFont>();
};

/// Takes down what MicroTeX draws.
class Recorder : public microtex::Graphics2D {
public:
    explicit Recorder(FormulaLayout& layout) : layout_(layout) {}

    void setColor(microtex::color c) override { color_ = c; }
    microtex::color getColor() const override { return color_; }
    void setStroke(const microtex::Stroke& s) override { stroke_ = s; }
    const microtex::Stroke& getStroke() const override { return stroke_; }
    void setStrokeWidth(float w) override { stroke_.lineWidth = w; }
    void setDash(const std::vector<float>& dash) override {
        if (!dash.empty()) {
            refuse("dashes");
        }
    }
    std::vector<float> getDash() override { return {}; }
    microtex::sptr<microtex::Font> getFont() const override { return font_; }
    void setFont(const microtex::sptr<microtex::Font>& font) override { font_ = font; }
    float getFontSize() const override { return font_size_; }
    void setFontSize(float size) override { font_size_ = size; }

    void translate(float dx, float dy) override {
        x_ += dx * scale_x_;
        y_ += dy * scale_y_;
    }
    void scale(float sx, float sy) override {
        scale_x_ *= sx;
        scale_y_ *= sy;
    }
    void rotate(float) override { refuse("rotation"); }
    void rotate(float, float, float) override { refuse("rotation"); }
    void reset() override { x_ = y_ = 0, scale_x_ = scale_y_ = 1; }
    float sx() const override { return scale_x_; }
    float sy() const override { return scale_y_; }

    void drawGlyph(microtex::u16 glyph, float x, float y) override {
        layout_.glyphs.push_back({glyph, x_ + x * scale_x_, y_ + y * scale_y_,
                                  font_size_ * scale_y_, occurrence("a character")});
    }
    bool beginPath(microtex::i32) override {
        refuse("paths");
        return false;
    }
    void moveTo(float, float) override {}
    void lineTo(float, float) override {}
    void cubicTo(float, float, float, float, float, float) override {}
    void quadTo(float, float, float, float) override {}
    void closePath() override {}
    void fillPath(microtex::i32) override {}
    void drawLine(float x1, float y1, float x2, float y2) override {
        if (y1 != y2) {
            refuse("slanted lines");
        }
        layout_.rules.push_back({x_ + std::min(x1, x2) * scale_x_, y_ + y1 * scale_y_,
                                 std::abs(x2 - x1) * scale_x_, stroke_.lineWidth * scale_y_,
                                 occurrence("a rule")});
    }
    void drawRect(float, float, float, float) override { refuse("boxes"); }
    void fillRect(float, float, float, float) override { refuse("boxes"); }
    void drawRoundRect(float, float, float, float, float, float) override { refuse("boxes"); }
    void fillRoundRect(float, float, float, float, float, float) override { refuse("boxes"); }

private:
    [[noreturn]] static void refuse(const char* what) {
        throw FormulaError(std::string("formulas are drawn without ") + what);
    }
    int occurrence(const char* what) const {
        if (color_ == ink) {
            return -1;
        }
        const auto index = static_cast<std::size_t>(color_ - first_mark);
        if (color_ < first_mark || index >= layout_.occurrences.size()) {
            // MicroTeX paints red what it does not know.
            throw FormulaError(std::string("unknown command, or ") + what +
                               " that the face has no glyph for");
        }
        return static_cast<int>(index);
    }

    FormulaLayout& layout_;
    microtex::color color_ = ink;
    microtex::Stroke stroke_;
    microtex::sptr<microtex::Font> font_;
    float font_size_ = 1;
    float x_ = 0;
    float y_ = 0;
    float scale_x_ = 1;
    float scale_y_ = 1;
};

/// Its measures are whole pixels: taken many times enlarged.
void measure(microtex::Render& render, float em, FormulaLayout& layout) {
    constexpr float enlarged = 64;
    render.setTextSize(em * enlarged);
    layout.width = static_cast<float>(render.getWidth()) / enlarged;
    layout.height = static_cast<float>(render.getHeight()) / enlarged;
    layout.baseline = render.getBaseline() * layout.height;
    render.setTextSize(em);
}

FormulaLayout set_line(const std::string& latex, const std::vector<int>& occurrences, float em) {
    FormulaLayout layout;
    layout.occurrences = occurrences;
    try {
        const std::unique_ptr<microtex::Render> render(microtex::MicroTeX::parse(
            latex, 0, em, 0, ink, false, {true, microtex::TexStyle::display}));
        measure(*render, em, layout);
        Recorder recorder(layout);
        render->draw(recorder, 0, 0);
    } catch (const FormulaError&) {
        throw;
    } catch (const std::exception& error) {
        throw FormulaError(error.what());
    }
    return layout;
}

/// The parts between the places where a line may end.
std::vector<std::string> parts_of(std::string_view latex) {
    constexpr std::string_view mark = "\\allowbreak";
    std::vector<std::string> parts;
    for (std::size_t at = latex.find(mark); at != std::string_view::npos; at = latex.find(mark)) {
        parts.emplace_back(latex.substr(0, at));
        latex.remove_prefix(at + mark.size());
    }
    parts.emplace_back(latex);
    return parts;
}

/// A line that follows another: indented, without the space that would have parted the two; the
/// empty group makes an operator in front stand as between two operands.
std::string continued(std::string_view part) {
    for (bool stripped = true; stripped;) {
        stripped = false;
        for (const std::string_view space : {" ", "\\qquad", "\\quad", "\\,"}) {
            if (part.starts_with(space)) {
                part.remove_prefix(space.size());
                stripped = true;
            }
        }
    }
    return "\\quad\\mathord{}" + std::string(part);
}

void add_below(FormulaLayout& above, const FormulaLayout& line, float gap) {
    const float top = above.height + gap;
    for (FormulaLayout::Glyph glyph : line.glyphs) {
        glyph.y += top;
        above.glyphs.push_back(glyph);
    }
    for (FormulaLayout::Rule rule : line.rules) {
        rule.y += top;
        above.rules.push_back(rule);
    }
    above.width = std::max(above.width, line.width);
    above.height = top + line.height;
}

}  // namespace

FormulaTypesetter::FormulaTypesetter(const std::string& metrics) {
    if (!std::filesystem::is_regular_file(metrics)) {
        throw std::runtime_error("font " + metrics + " is missing");
    }
    if (microtex::MicroTeX::isInited()) {
        return;
    }
    try {
        microtex::PlatformFactory::registerFactory("heatlab", std::make_unique<GlyphsByNumber>());
        microtex::PlatformFactory::activate("heatlab");
        microtex::MicroTeX::init(microtex::FontSrcFile(metrics, "math"));
    } catch (const std::exception& error) {
        throw std::runtime_error("font " + metrics + " cannot be read: " + error.what());
    }
}

FormulaLayout FormulaTypesetter::set(const FormulaText& text, float em, float width) const {
    const MarkedSource source = mark(text);
    const std::vector<std::string> parts = parts_of(source.latex);
    const auto line_of = [&](const std::string& latex) {
        return set_line(latex, source.occurrences, em);
    };
    std::string latex = parts.front();
    FormulaLayout line = line_of(latex);
    std::vector<FormulaLayout> lines;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        FormulaLayout longer = line_of(latex + " " + parts[i]);
        if (width <= 0 || longer.width <= width) {
            latex += " " + parts[i];
            line = std::move(longer);
            continue;
        }
        lines.push_back(std::move(line));
        latex = continued(parts[i]);
        line = line_of(latex);
    }
    lines.push_back(std::move(line));
    FormulaLayout all = std::move(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        add_below(all, lines[i], em * 0.35f);
    }
    return all;
}

}  // namespace heatlab::ui
