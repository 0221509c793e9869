#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_player.h"
#include "app/ui/lesson/lesson_sheet.h"
#include "app/ui/lesson/places.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a step wants in front.
struct LessonFront {
    std::string show;      ///< of lesson_shows(), or "race", "agreement"; empty: as it is
    bool arrived = false;  ///< the step was come to in this frame
};

/// Everything of lessons in a window: which is given, its sheet, the list, the keys, the rings
/// round what a step points at.
class LessonDesk {
public:
    void set_library(std::shared_ptr<const LessonLibrary> library);
    const std::shared_ptr<const LessonLibrary>& library() const { return library_; }
    const LessonPlayer& player() const { return player_; }
    LessonPlayer& player() { return player_; }
    const LessonSheet& sheet() const { return sheet_; }

    /// The next frame opens it.
    void open(std::shared_ptr<const Lesson> lesson, std::size_t step);

    /// Width that the sheet takes of a window `logical_width` wide, logical pixels; 0: it is not
    /// shown.
    float width(float logical_width, bool presenting) const;
    /// Before what the panels draw: what is opened, keys, what is pointed at.
    void begin_frame(const PanelContext& context, Places& places);
    /// The sheet, over `area`.
    void draw_sheet(const PanelContext& context, const ImRect& area, ImGuiWindowFlags flags);
    /// While the lesson is set aside: the way back, at the right end of `row`. Returns the width it
    /// takes.
    float draw_return(const PanelContext& context, const ImRect& row);
    /// Behind everything that was drawn: list and rings.
    void draw_over(const PanelContext& context, const Places& places);

    /// For a few frames after a step was come to, until the windows are where they belong.
    LessonFront front(Room room) const;

private:
    void handle_keys(const PanelContext& context);
    /// The field has cells of another type than the step's: its text says what others do.
    bool has_other_cells(const Settings& now) const;
    void fulfil(const PanelContext& context, LessonWish wish, std::size_t step);
    void draw_list(const PanelContext& context);
    void draw_rings(const PanelContext& context, const Places& places);

    std::shared_ptr<const LessonLibrary> library_ = std::make_shared<const LessonLibrary>();
    LessonPlayer player_;
    LessonSheet sheet_;
    std::shared_ptr<const Lesson> to_open_;
    std::size_t step_to_open_ = 0;
    std::string problem_;  ///< why the lesson asked for last is not given
    std::uint64_t visit_ = 0;
    int frames_since_visit_ = 0;
    float ring_ = 0;  ///< 0 to 1: faded in
};

}  // namespace heatlab::ui
