#include "app/lesson/lesson_text.h"

#include <md4c.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>

namespace heatlab {
namespace {

/// Takes down what md4c finds. Its callbacks are C: what is thrown in one is kept and thrown again
/// when it has returned.
class Collector {
public:
    Collector(std::string_view text, unsigned first_line, const RefuseMarkdown& refuse)
        : text_(text), first_line_(first_line), line_(first_line), refuse_(refuse) {}

    std::vector<MarkdownPart> run() {
        MD_PARSER parser{};
        parser.flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOINDENTEDCODEBLOCKS;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return guarded(self, [&](Collector& c) { c.enter(type, detail); });
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            return guarded(self, [&](Collector& c) { c.leave(type); });
        };
        parser.enter_span = [](MD_SPANTYPE type, void*, void* self) {
            return guarded(self, [&](Collector& c) { c.enter(type); });
        };
        parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
            return guarded(self, [&](Collector& c) { c.leave(type); });
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            return guarded(self, [&](Collector& c) { c.add(type, {text, size}); });
        };
        md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this);
        if (problem_)
            std::rethrow_exception(problem_);
        return std::move(parts_);
    }

private:
    struct List {
        bool ordered = false;
        unsigned next = 1;
    };

    template <typename Action>
    static int guarded(void* self, const Action& action) {
        Collector& collector = *static_cast<Collector*>(self);
        try {
            action(collector);
            return 0;
        } catch (...) {
            collector.problem_ = std::current_exception();
            return 1;
        }
    }

    void enter(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_QUOTE:
                ++quotes_;
                break;
            case MD_BLOCK_UL:
                lists_.push_back({});
                break;
            case MD_BLOCK_OL:
                lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start});
                break;
            case MD_BLOCK_LI:
                begin_item();
                break;
            case MD_BLOCK_H:
                begin(MarkdownPart::Kind::heading);
                part_->level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                break;
            case MD_BLOCK_CODE:
                begin_fence(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
                break;
            case MD_BLOCK_P:
                // The first paragraph of an item goes on with it.
                if (!part_)
                    begin(MarkdownPart::Kind::block);
                break;
            case MD_BLOCK_TABLE:
                begin(MarkdownPart::Kind::block);
                part_->block.kind = LessonBlock::Kind::table;
                break;
            case MD_BLOCK_TR:
                part_->block.rows.emplace_back();
                break;
            case MD_BLOCK_HR:
                refuse("a rule across the slide is not drawn: begin a step with ## instead");
            case MD_BLOCK_HTML:
                refuse("HTML is not drawn");
            default:
                break;
        }
    }

    void leave(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_QUOTE:
                --quotes_;
                break;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                lists_.pop_back();
                break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD:
                part_->block.rows.back().push_back(std::move(spans_));
                spans_.clear();
                break;
            case MD_BLOCK_LI:
            case MD_BLOCK_P:
            case MD_BLOCK_H:
            case MD_BLOCK_CODE:
            case MD_BLOCK_TABLE:
                finish();
                break;
            default:
                break;
        }
    }

    void enter(MD_SPANTYPE type) {
        if (type == MD_SPAN_STRONG)
            ++strong_;
        else if (type == MD_SPAN_EM)
            ++emphasis_;
        else if (type == MD_SPAN_IMG)
            refuse("a picture is not drawn on a slide");
        else if (type == MD_SPAN_A)
            refuse("a link leads nowhere in a lesson: write its words alone");
        else if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY)
            begin_formula(type == MD_SPAN_LATEXMATH_DISPLAY);
    }

    void leave(MD_SPANTYPE type) {
        if (type == MD_SPAN_STRONG)
            --strong_;
        else if (type == MD_SPAN_EM)
            --emphasis_;
        else if (type == MD_SPAN_LATEXMATH_DISPLAY)
            end_display();
    }

    void add(MD_TEXTTYPE type, std::string_view text) {
        follow(text);
        if (!part_)
            begin(MarkdownPart::Kind::block);
        if (part_->line == 0 || !located_)
            locate();
        if (part_->kind == MarkdownPart::Kind::fence) {
            part_->text += text;
            return;
        }
        switch (type) {
            case MD_TEXT_CODE:
                add(LessonSpan::Kind::code, text);
                break;
            case MD_TEXT_LATEXMATH:
                spans_.back().text += text;
                break;
            case MD_TEXT_BR:
                spans_.push_back({LessonSpan::Kind::line_break, false, false, "\n"});
                break;
            case MD_TEXT_SOFTBR:
                add(LessonSpan::Kind::text, " ");
                break;
            case MD_TEXT_ENTITY:
                refuse("write the character itself instead of " + std::string(text));
            case MD_TEXT_HTML:
                refuse("HTML is not drawn: " + std::string(text));
            default:
                add(LessonSpan::Kind::text, text);
                break;
        }
    }

    void add(LessonSpan::Kind kind, std::string_view text) {
        const LessonSpan span{kind, strong_ > 0, emphasis_ > 0, std::string(text)};
        if (!spans_.empty() && spans_.back().kind == span.kind &&
            spans_.back().strong == span.strong && spans_.back().emphasis == span.emphasis)
            spans_.back().text += span.text;
        else
            spans_.push_back(span);
    }
    void begin_formula(bool display) {
        if (!part_)
            begin(MarkdownPart::Kind::block);
        if (display && (part_->kind != MarkdownPart::Kind::block ||
                        part_->block.kind == LessonBlock::Kind::table))
            refuse("a formula between $$ stands in a paragraph of its own");
        spans_.push_back({LessonSpan::Kind::formula, strong_ > 0, emphasis_ > 0, {}});
    }

    void begin(MarkdownPart::Kind kind) {
        finish();
        part_.emplace();
        part_->kind = kind;
        part_->quoted = quotes_ > 0;
        part_->line = line_;
        located_ = false;
    }
    void begin_item() {
        List& list = lists_.back();
        begin(MarkdownPart::Kind::block);
        part_->block.kind = LessonBlock::Kind::item;
        part_->block.indent = static_cast<int>(lists_.size()) - 1;
        part_->block.marker = list.ordered ? std::to_string(list.next++) + "." : "•";
    }
    void begin_fence(const MD_BLOCK_CODE_DETAIL& detail) {
        begin(MarkdownPart::Kind::fence);
        part_->info = std::string(detail.info.text, detail.info.size);
        // md4c names no place for the opening mark, and none at all for an empty fence.
        const std::string mark(3, detail.fence_char);
        const std::size_t opening = text_.find(mark, position_);
        if (opening == std::string_view::npos)
            return;
        follow(text_.substr(opening, mark.size()));
        part_->line = line_;
        part_->text_line = line_ + 1;
        located_ = true;
        // The closing mark is not the opening one of the next.
        const std::size_t closing = text_.find("\n" + mark, opening);
        position_ = closing == std::string_view::npos ? opening : closing + 1 + mark.size();
    }
    void locate() {
        part_->line = line_;
        part_->text_line = line_;
        located_ = true;
    }
    void finish() {
        if (!part_)
            return;
        MarkdownPart part = std::move(*part_);
        part_.reset();
        if (part.kind == MarkdownPart::Kind::heading)
            part.text = plain_text(spans_);
        else if (part.kind == MarkdownPart::Kind::block)
            part.block.spans = std::move(spans_);
        spans_.clear();
        part.block.line = part.line;
        const bool empty = part.kind == MarkdownPart::Kind::block && part.block.spans.empty() &&
                           part.block.rows.empty();
        if (!empty)
            parts_.push_back(std::move(part));
    }
    /// A formula on a line of its own is a block; what stood before it is another.
    void end_display() {
        LessonSpan formula = std::move(spans_.back());
        spans_.pop_back();
        const unsigned line = line_;
        finish();
        begin(MarkdownPart::Kind::block);
        part_->line = line;
        part_->block.kind = LessonBlock::Kind::formula;
        spans_.push_back(std::move(formula));
        finish();
    }

    /// Where md4c is in the text: what it hands out points into it, but for line feeds.
    void follow(std::string_view text) {
        const char* begin = text_.data();
        if (text.data() < begin || text.data() > begin + text_.size())
            return;
        const auto before = std::string_view(begin, static_cast<std::size_t>(text.data() - begin));
        line_ = first_line_ + static_cast<unsigned>(std::ranges::count(before, '\n'));
        position_ = std::max(position_, before.size());
    }

    [[noreturn]] void refuse(const std::string& what) const {
        refuse_(line_, what);
        throw std::logic_error("what was refused goes on: " + what);
    }

    std::string_view text_;
    std::size_t position_ = 0;  ///< in the text: what was found lies before it
    unsigned first_line_;
    unsigned line_;
    const RefuseMarkdown& refuse_;
    std::exception_ptr problem_;
    std::vector<MarkdownPart> parts_;
    std::optional<MarkdownPart> part_;
    LessonSpans spans_;
    std::vector<List> lists_;
    int quotes_ = 0;
    int strong_ = 0;
    int emphasis_ = 0;
    bool located_ = false;
};

}  // namespace

std::string plain_text(const LessonSpans& spans) {
    std::string all;
    for (const LessonSpan& span : spans)
        all += span.text;
    return all;
}

std::string plain_text(const LessonText& text) {
    std::string all;
    for (const LessonBlock& block : text) {
        all += plain_text(block.spans) + "\n";
        for (const auto& row : block.rows)
            for (const LessonSpans& cell : row)
                all += plain_text(cell) + "\n";
    }
    return all;
}

std::vector<MarkdownPart> parse_markdown(std::string_view text, unsigned first_line,
                                         const RefuseMarkdown& refuse) {
    return Collector(text, first_line, refuse).run();
}

}  // namespace heatlab
