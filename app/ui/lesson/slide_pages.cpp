#include "app/ui/lesson/slide_pages.h"

#include <algorithm>

namespace heatlab::ui {
namespace {

using Part = SlidePages::Part;
using Item = SlidePages::Item;

constexpr float title_share = 1.22f;
constexpr float notes_share = 0.8f;
constexpr float smallest_notes = 15;
/// Before a question and before notes, in sizes of the text.
constexpr float part_gap = 1.1f;
/// Question, answer and notes stand behind a bar.
constexpr float bar_indent = 16;

struct Setter {
    const Look& look;
    const SlideOptions& options;
    float size;  ///< framebuffer pixels
    std::vector<Item> items{};

    void add_title(const std::string& title) {
        Item item;
        item.part = Part::title;
        item.block =
            set_words(look, title, Face::semibold, std::floor(size * title_share), options.width);
        items.push_back(std::move(item));
    }
    void add_caption(Part part, const char* words, float space) {
        Item item;
        item.part = part;
        item.at.x = look.px(bar_indent);
        item.block = set_words(look, words, Face::medium, look.px(15), options.width - item.at.x);
        item.block.space_above = space;
        for (SlideBlock::Piece& piece : item.block.pieces)
            piece.ink = SlideBlock::Ink::third;
        items.push_back(std::move(item));
    }
    void add(Part part, const LessonText& text) {
        const bool plain = part == Part::text;
        SlideStyle style{size, part == Part::notes};
        if (part == Part::notes)
            style.size = std::floor(std::max(size * notes_share, smallest_notes * look.scale));
        const float left = plain ? 0.0f : look.px(bar_indent);
        for (const LessonBlock& block : text) {
            Item item;
            item.part = part;
            item.at.x = left;
            item.block = set_block(look, block, style, options.width - left);
            items.push_back(std::move(item));
        }
    }
    void add_step(const LessonStep& step) {
        add_title(step.title);
        add(Part::text, step.text);
        const float gap = std::floor(size * part_gap);
        if (step.question) {
            add_caption(Part::question, "Question", gap);
            add(Part::question, step.question->text);
            add_caption(Part::answer, "Answer", std::floor(size * 0.7f));
            add(Part::answer, step.question->answer);
        }
        if (options.notes && !step.notes.empty()) {
            add_caption(Part::notes, "Notes", gap);
            add(Part::notes, step.notes);
        }
    }
};

bool is_caption(const std::vector<Item>& items, std::size_t i) {
    return items[i].part != Part::title && items[i].part != Part::text &&
           (i == 0 || items[i - 1].part != items[i].part);
}

/// Puts items onto pages; a caption goes with what follows it.
SlidePages paged(const SlideOptions& options, std::vector<Item> items) {
    SlidePages result;
    result.pages.emplace_back();
    for (std::size_t i = 0; i < items.size(); ++i) {
        SlidePages::Page* page = &result.pages.back();
        float top = page->items.empty() ? 0 : page->height + items[i].block.space_above;
        float needed = top + items[i].block.size.y;
        if (is_caption(items, i) && i + 1 < items.size())
            needed += items[i + 1].block.space_above + items[i + 1].block.size.y;
        if (needed > options.height && !page->items.empty()) {
            result.pages.emplace_back();
            page = &result.pages.back();
            top = 0;
        }
        items[i].at.y = top;
        page->height = top + items[i].block.size.y;
        const float right = items[i].at.x + items[i].block.size.x;
        if (page->height > options.height || right > options.width + 1)
            result.fits = false;
        page->items.push_back(std::move(items[i]));
    }
    return result;
}

}  // namespace

std::size_t SlidePages::page_of(Part part) const {
    for (std::size_t i = 0; i < pages.size(); ++i)
        for (const Item& item : pages[i].items)
            if (item.part == part)
                return i;
    return 0;
}

SlidePages lay_slide(const Look& look, const LessonStep& step, const SlideOptions& options) {
    SlidePages best;
    for (float size = options.largest; size >= options.smallest; size -= 1) {
        Setter setter{look, options, std::floor(size * look.scale + 0.5f)};
        setter.add_step(step);
        best = paged(options, std::move(setter.items));
        best.size = setter.size;
        if (best.fits && best.pages.size() == 1)
            break;
    }
    return best;
}

}  // namespace heatlab::ui
