#pragma once

#include <cstddef>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/ui/lesson/slide_text.h"

namespace heatlab::ui {

/// A slide as it is laid out: as large as it fits, on one page if that can be.
struct SlidePages {
    enum class Part { title, text, question, answer, notes };
    struct Item {
        Part part = Part::text;
        SlideBlock block;
        ImVec2 at;  ///< from the upper left corner of its page
    };
    struct Page {
        std::vector<Item> items;
        float height = 0;
    };
    std::vector<Page> pages;  ///< at least one
    float size = 0;           ///< of the text, framebuffer pixels
    bool fits = true;         ///< nothing is wider or higher than a page

    /// Of the first item of that part; 0 where there is none.
    std::size_t page_of(Part part) const;
};

struct SlideOptions {
    float width = 0;  ///< of a page, framebuffer pixels
    float height = 0;
    bool notes = false;
    float largest = 24;  ///< logical pixels
    float smallest = 17;
};

/// Room for the answer is kept before it is shown, so that nothing moves then.
SlidePages lay_slide(const Look& look, const LessonStep& step, const SlideOptions& options);

}  // namespace heatlab::ui
