#pragma once

#include <cstddef>
#include <cstdint>

#include "app/lesson/lesson_player.h"
#include "app/ui/lesson/slide_pages.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr const char* lesson_window = "Lesson";

/// What the user asked of the sheet in this frame.
enum class LessonWish { none, next, previous, list, aside, come_back, leave, notes, jump };

/// The slide beside the field: lesson, progress, text, question and answer, notes; back and next.
/// Keeps the page that is shown and the layout.
class LessonSheet {
public:
    /// Draws a sheet over `area`. `step`: where to jump to.
    LessonWish draw(const PanelContext& context, const LessonPlayer& player, const ImRect& area,
                    ImGuiWindowFlags flags, std::size_t& step);
    /// Turns the page where there is another one of what is shown; false: there is none.
    bool turn(const LessonPlayer& player, int direction);
    /// Of the last frame.
    const SlidePages& pages() const { return pages_; }
    std::size_t page() const { return page_; }

private:
    void lay(const PanelContext& context, const LessonPlayer& player, const ImRect& area);
    std::size_t last_page(const LessonPlayer& player) const;
    LessonWish draw_header(const PanelContext& context, const LessonPlayer& player,
                           const ImRect& row) const;
    void draw_page(const Look& look, const LessonPlayer& player, const ImRect& area) const;
    LessonWish draw_footer(const PanelContext& context, const LessonPlayer& player,
                           const ImRect& row) const;

    /// What a layout depends on.
    struct Laid {
        std::uint64_t visit = 0;
        float width = 0;
        float height = 0;
        float scale = 0;
        bool notes = false;

        friend bool operator==(const Laid&, const Laid&) = default;
    };
    SlidePages pages_;
    Laid laid_;
    std::size_t page_ = 0;
};

}  // namespace heatlab::ui
