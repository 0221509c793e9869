#include "app/ui/lesson/lesson_desk.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/lesson/lesson_names.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/lesson/lesson_list.h"
#include "app/ui/widgets/button.h"
#include "sim/errors.h"

namespace heatlab::ui {
namespace {

/// Width of the sheet in a wide, a compact and a narrow window, logical pixels.
constexpr std::array<float, 3> sheet_widths{468, 392, 372};
/// In the narrowest windows the sheet takes this part.
constexpr float most_share = 0.46f;
/// Layouts take a few frames to come about.
constexpr int settling_frames = 10;
/// From this frame on the field is what the step has set.
constexpr int set_frames = 3;

constexpr float ring_seconds = 0.18f;
constexpr float ring_gap = 7;
/// In presenter's mode rings and labels have their size in a window so high.
constexpr float lecture_height = 600;
constexpr float label_height = 22;
/// A lower ring would have its label over what it points at.
constexpr float lowest_with_label = 64;

/// The tab that shows what is pointed at.
std::string tab_of(const std::string& point) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 16> tabs{{
        {"r", "physics"},
        {"badge", "physics"},
        {"edges", "physics"},
        {"grid", "physics"},
        {"init", "physics"},
        {"kernels", "kernels"},
        {"kernel-card", "kernels"},
        {"host-copies", "kernels"},
        {"source", "source"},
        {"sizes", "sizes"},
        {"timings", "timings"},
        {"growth", "growth"},
        {"extremes", "extremes"},
        {"spectrum", "spectrum"},
        {"sweep", "sweep"},
        {"decay", "decay"},
    }};
    const auto found = std::ranges::find(tabs, point, &decltype(tabs)::value_type::first);
    return found == tabs.end() ? "" : std::string(found->second);
}

bool is_room(const std::string& show) {
    return show == "compare" || show == "explore";
}

/// What a place wants in front: what it names, else where its first point is.
std::string front_of(const LessonPlayer& player, Room room) {
    const LessonAction& action = player.action();
    const bool of_zones = action.show.starts_with("zone-");
    if (room != Room::compare && !action.show.empty() && !is_room(action.show) &&
        of_zones == (room == Room::zones)) {
        return action.show;
    }
    for (const std::string& point : action.point) {
        const bool of_compare = point == "race" || point == "agreement";
        const bool of_panels = point == "zone-figures" || point == "zone-source";
        if ((room == Room::compare && of_compare) || (room == Room::zones && of_panels)) {
            return point;
        }
        if (std::string tab = tab_of(point); room == Room::explore && !tab.empty()) {
            return tab;
        }
    }
    return "";
}

/// A label on the ring's lower edge, inside the screen.
void draw_label(const Look& look, ImDrawList& list, const ImRect& ring, const std::string& words,
                float shown) {
    const ImVec2 size = text_size(look, Role::note_strong, words);
    const ImVec2 box(size.x + look.px(16), look.px(label_height));
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    // Titles stand at the top of a panel: the lower edge is freer.
    ImVec2 at(ring.Max.x - box.x - look.px(12), ring.Max.y - std::floor(box.y / 2));
    const bool too_small =
        box.x > ring.GetWidth() - look.px(20) || ring.GetHeight() < look.px(lowest_with_label);
    if (too_small) {  // above, or below at the top of the screen
        at = ImVec2(std::floor(ring.GetCenter().x - box.x / 2), ring.Min.y - box.y - look.px(4));
        if (at.y < screen.Pos.y) {
            at.y = ring.Max.y + look.px(4);
        }
    }
    at.x = std::clamp(at.x, screen.Pos.x + look.px(2),
                      std::max(screen.Pos.x, screen.Pos.x + screen.Size.x - box.x - look.px(2)));
    at.y = std::clamp(at.y, screen.Pos.y + look.px(2),
                      screen.Pos.y + screen.Size.y - box.y - look.px(2));
    at = ImVec2(std::floor(at.x), std::floor(at.y));
    list.AddRectFilled(at, at + box, fade(look.colour.accent, shown), box.y / 2);
    draw_text(look, at + box * 0.5f, Role::note_strong, fade(look.colour.accent_ink, shown), words,
              anchor_middle, 0, &list);
}

}  // namespace

void LessonDesk::set_library(std::shared_ptr<const LessonLibrary> library) {
    library_ = std::move(library);
}

void LessonDesk::open(std::shared_ptr<const Lesson> lesson, std::size_t step) {
    to_open_ = std::move(lesson);
    step_to_open_ = step;
}

float LessonDesk::width(float logical_width, bool presenting) const {
    if (!player_.active() || player_.away() || presenting) {
        return 0;
    }
    const float wanted = sheet_widths.at(static_cast<std::size_t>(width_class_of(logical_width)));
    return std::floor(std::min(wanted, logical_width * most_share));
}

void LessonDesk::fulfil(const PanelContext& context, LessonWish wish, std::size_t step) {
    const Settings& now = context.snapshot.settings;
    try {
        switch (wish) {
            case LessonWish::next:
                if (player_.away() || context.state.presenting || !sheet_.turn(player_, 1)) {
                    player_.next(now, context.commands);
                }
                break;
            case LessonWish::previous:
                if (player_.away() || context.state.presenting || !sheet_.turn(player_, -1)) {
                    player_.previous(now, context.commands);
                }
                break;
            case LessonWish::jump:
                player_.jump(step, now, context.commands);
                break;
            case LessonWish::aside:
                player_.step_aside();
                break;
            case LessonWish::come_back:
                player_.come_back(now, context.commands);
                break;
            case LessonWish::leave:
                player_.leave(now, context.commands);
                break;
            case LessonWish::notes:
                player_.toggle_notes();
                break;
            case LessonWish::list:
                context.state.lessons_open = true;
                break;
            case LessonWish::none:
                break;
        }
    } catch (const InputError& problem) {
        problem_ = problem.what();
        context.state.lessons_open = true;
    }
}

void LessonDesk::handle_keys(const PanelContext& context) {
    if (!player_.active() || !keys_are_free(context) || context.state.help_open ||
        context.state.lessons_open) {
        return;
    }
    LessonWish wish = LessonWish::none;
    if (key_pressed(ImGuiKey_PageDown)) {
        wish = LessonWish::next;
    } else if (key_pressed(ImGuiKey_PageUp)) {
        wish = LessonWish::previous;
    } else if (key_pressed(ImGuiKey_End)) {
        wish = LessonWish::aside;
    } else if (key_pressed(ImGuiKey_O)) {
        wish = LessonWish::notes;
    }
    if (key_pressed(ImGuiKey_Home) || key_pressed(ImGuiKey_F5)) {
        wish = LessonWish::come_back;
    }
    fulfil(context, wish, 0);
}

void LessonDesk::begin_frame(const PanelContext& context, Places& places) {
    if (to_open_ != nullptr) {
        const std::shared_ptr<const Lesson> lesson = std::exchange(to_open_, nullptr);
        try {
            player_.open(lesson, step_to_open_, context.snapshot.settings, context.commands);
            problem_.clear();
            context.state.lessons_open = false;
        } catch (const InputError& problem) {
            problem_ = problem.what();
            context.state.lessons_open = true;
        }
    }
    handle_keys(context);
    if (visit_ != player_.visits()) {
        visit_ = player_.visits();
        frames_since_visit_ = 0;
        ring_ = 0;
    }
    ++frames_since_visit_;
    // Numbers that are false of the field must not stand beside it.
    if (player_.active() && frames_since_visit_ >= set_frames &&
        has_other_cells(context.snapshot.settings)) {
        player_.step_aside();
    }
    const bool points = player_.active() && !player_.away();
    places.begin_frame(points ? player_.action().point : std::vector<std::string>{},
                       frames_since_visit_ < settling_frames);
}

bool LessonDesk::has_other_cells(const Settings& now) const {
    return now.type != player_.state().settings.type;
}

LessonFront LessonDesk::front(Room room) const {
    if (!player_.active() || player_.away() || frames_since_visit_ >= settling_frames) {
        return {};
    }
    return {front_of(player_, room), frames_since_visit_ == 1};
}

void LessonDesk::draw_sheet(const PanelContext& context, const ImRect& area,
                            ImGuiWindowFlags flags) {
    std::size_t step = 0;
    const LessonWish wish = sheet_.draw(context, player_, area, flags, step);
    fulfil(context, wish, step);
}

float LessonDesk::draw_return(const PanelContext& context, const ImRect& row) {
    if (!player_.active() || !player_.away()) {
        return 0;
    }
    const Look& look = context.look;
    const std::string label =
        "Back to the lesson, step " + std::to_string(player_.place().step + 1) + "##return";
    ButtonOptions options;
    options.icon = icon::lesson;
    options.role = Role::note_strong;
    options.selected = true;
    std::string tooltip = player_.lesson()->title;
    if (has_other_cells(context.snapshot.settings)) {
        tooltip += ": its numbers are those of " +
                   std::string(to_string(player_.state().settings.type)) + " cells";
    }
    options.tooltip = tooltip;
    options.key = "Home";
    const float width = button_width(look, label.c_str(), options);
    const float half = look.px(14);
    const float middle = std::floor(row.GetCenter().y);
    const float right = row.Max.x - look.px(14);
    if (button(look, label.c_str(), ImRect(right - width, middle - half, right, middle + half),
               options)) {
        fulfil(context, LessonWish::come_back, 0);
    }
    return width + look.px(8);
}

void LessonDesk::draw_over(const PanelContext& context, const Places& places) {
    draw_rings(context, places);
    draw_list(context);
}

void LessonDesk::draw_list(const PanelContext& context) {
    if (!context.state.lessons_open) {
        problem_.clear();
        return;
    }
    if (auto chosen = draw_lesson_list(context, *library_, player_.lesson().get(), problem_)) {
        open(std::move(chosen), 0);
    }
}

void LessonDesk::draw_rings(const PanelContext& context, const Places& places) {
    const InterfaceState& state = context.state;
    if (places.seen().empty() || state.help_open || state.lessons_open || state.settings_open) {
        return;
    }
    Look look = context.look;
    if (state.presenting) {  // to be read from the last row
        look.scale = std::max(look.scale, ImGui::GetMainViewport()->Size.y / lecture_height);
    }
    ring_ = look.reduced_motion ? 1.0f
                                : std::min(1.0f, ring_ + ImGui::GetIO().DeltaTime / ring_seconds);
    const float shown = 1 - (1 - ring_) * (1 - ring_);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImGuiViewport& screen = *ImGui::GetMainViewport();
    const float gap = look.px(ring_gap);
    for (const Places::Place& place : places.seen()) {
        ImRect ring(place.rect.Min - ImVec2(gap, gap), place.rect.Max + ImVec2(gap, gap));
        ring.ClipWith(ImRect(screen.Pos + ImVec2(2, 2), screen.Pos + screen.Size - ImVec2(2, 2)));
        // On the field, too, whatever colour is below.
        list.AddRect(ring.Min, ring.Max, fade(look.colour.scrim, 0.55f * shown), look.px(8),
                     look.px(5));
        list.AddRect(ring.Min, ring.Max, fade(look.colour.accent, shown), look.px(8),
                     look.px(2.5f));
    }
    for (const Places::Place& place : places.seen()) {
        const ImRect ring(place.rect.Min - ImVec2(gap, gap), place.rect.Max + ImVec2(gap, gap));
        draw_label(look, list, ring, lesson_point_label(place.name), shown);
    }
}

}  // namespace heatlab::ui
