#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heatlab {

/// A piece of a line in one face.
struct LessonSpan {
    enum class Kind { text, code, formula, line_break };
    Kind kind = Kind::text;
    bool strong = false;
    bool emphasis = false;
    std::string text;  ///< UTF-8; a formula in LaTeX's mathematics

    friend bool operator==(const LessonSpan&, const LessonSpan&) = default;
};
using LessonSpans = std::vector<LessonSpan>;

/// One block of a slide. A list is a block per item.
struct LessonBlock {
    enum class Kind { paragraph, item, code, formula, table };
    Kind kind = Kind::paragraph;
    LessonSpans spans;   ///< of a paragraph and an item; code and formula have one
    int indent = 0;      ///< of an item: lists that it is inside of, less one
    std::string marker;  ///< of an item: "•" or "2."
    /// Of a table: cells row by row, the heading first; rows of equal length.
    std::vector<std::vector<LessonSpans>> rows;
    unsigned line = 0;  ///< in the file
};
using LessonText = std::vector<LessonBlock>;

/// All that is written, without marks; formulas as their source. Blocks and cells are parted by
/// line feeds.
std::string plain_text(const LessonText& text);
std::string plain_text(const LessonSpans& spans);

/// What a Markdown text consists of, in order. Headings and fenced blocks are not yet a lesson's.
struct MarkdownPart {
    enum class Kind { heading, fence, block };
    Kind kind = Kind::block;
    int level = 0;           ///< of a heading
    bool quoted = false;     ///< stands in a block quote
    std::string info;        ///< of a fence: what stands behind its opening mark
    std::string text;        ///< of a heading and a fence
    unsigned text_line = 0;  ///< of a fence: line of its first line of text
    LessonBlock block;
    unsigned line = 0;
};

/// Says what a slide cannot show, with its line; throws.
using RefuseMarkdown = std::function<void(unsigned line, const std::string& what)>;

/// Parses CommonMark with tables and $formulas$ (md4c). `first_line`: of `text` in its file.
/// Pictures, HTML, links and rules are refused.
std::vector<MarkdownPart> parse_markdown(std::string_view text, unsigned first_line,
                                         const RefuseMarkdown& refuse);

}  // namespace heatlab
