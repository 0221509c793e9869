#pragma once

#include <array>
#include <string>

#include "app/lesson/lesson_player.h"
#include "app/ui/field_pane.h"
#include "app/ui/interface.h"
#include "app/ui/panel_context.h"
#include "app/ui/zones/zone_tile.h"

namespace heatlab::ui {

inline constexpr const char* lecture_window = "Lecture";

/// Where the parts of the strip lie: nothing of it may reach beyond the strip.
struct LectureStrip {
    ImRect strip;
    ImRect ratio;
    ImRect sentence;
    ImRect second;
    ImRect control;
};

/// Presenter's mode: the field edge to edge, below it r, one sentence, a second line and the
/// control that matters, for the last row of a room. Type is scaled by the window's height and not
/// by the interface's factor. In Compare the views stand side by side. Keeps what the pointer does
/// on the field.
class LectureRoom {
public:
    /// Draws over the whole window. `reports`: the window's.
    FieldImageRequests draw(const PanelContext& context, const LessonPlayer& player,
                            const FieldImages& fields, ViewReports& reports,
                            ImGuiWindowFlags flags);
    /// Ends what the pointer does, before another mode.
    void release(const PanelContext& context);
    /// Of the last frame.
    const LectureStrip& strip() const { return strip_; }

private:
    FieldImageRequest draw_view(const PanelContext& context, std::size_t index, const ImRect& area,
                                const FieldImage& image, ViewSetting& view);

    std::array<FieldPane, most_compared_views> panes_;
    void draw_zones(const PanelContext& context, const ImRect& area);

    ZoneTile zone_tile_;
    LectureStrip strip_;
};

/// Draws the strip into the current window; `look` is scaled by the window's height.
LectureStrip draw_lecture_strip(const PanelContext& context, const LessonPlayer& player,
                                const ImRect& area);

/// The black screen, over everything; a click lifts it.
void draw_black_screen(const PanelContext& context);
/// The ring round the pointer, over everything.
void draw_pointer_ring(const PanelContext& context);

}  // namespace heatlab::ui
