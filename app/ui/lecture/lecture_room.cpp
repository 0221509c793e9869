#include "app/ui/lecture/lecture_room.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/view_sheet.h"
#include "app/ui/field_overlays.h"
#include "app/ui/icons.h"
#include "app/ui/keys.h"
#include "app/ui/notices.h"
#include "app/ui/space_axes.h"
#include "app/ui/widgets/button.h"
#include "app/ui/zones/zone_chart.h"

namespace heatlab::ui {
namespace {

/// All sizes for a window 1080 high.
constexpr float reference_height = 1080;
constexpr float strip_height = 308;
constexpr float pill_height_px = 60;
constexpr float pill_margin = 16;
constexpr float alarm_line = 4;
constexpr float notice_margin = 12;

/// Running or paused, and the step, at the top right of the picture; a click runs or pauses.
void draw_step_pill(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const std::string step = "step " + format_integer(snapshot.step);
    const float words = std::ceil(text_size(look, Role::lecture_mark, step).x);
    const float width = look.px(28 + 32 + 16 + 28) + words;
    const float margin = look.px(pill_margin);
    const ImRect box(area.Max.x - margin - width, area.Min.y + margin, area.Max.x - margin,
                     area.Min.y + margin + look.px(pill_height_px));
    const Press press = press_area("Run", box);
    const Palette& p = look.colour;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.Min, box.Max, p.scrim, box.GetHeight() / 2);
    if (press.hovered) {
        list.AddRect(box.Min, box.Max, p.on_scrim, box.GetHeight() / 2, look.hairline());
    }
    const float middle = box.GetCenter().y;
    draw_text(look, ImVec2(box.Min.x + look.px(28 + 16), middle), Role::lecture_mark, p.on_scrim,
              snapshot.running ? icon::play : icon::pause, anchor_middle);
    draw_text(look, ImVec2(box.Max.x - look.px(28), middle), Role::lecture_mark, p.on_scrim, step,
              anchor_middle_right);
    item_tooltip(look, snapshot.running ? "Pause" : "Run", key_of(KeyBinding::Action::toggle_run));
    if (press.pressed) {
        context.emit(command::TogglePlay{});
    }
}

std::string view_label(const Snapshot& snapshot, std::size_t index) {
    const std::vector<ComparedView>& others = snapshot.settings.comparison.others;
    if (index > 0 && others.at(index - 1).wrong) {
        return std::string(info_of(*others[index - 1].wrong).title) + ": wrong on purpose";
    }
    return choice_label(snapshot, view_choice(snapshot, index));
}

/// In Compare: the letter and what the view runs, at the top left of its picture.
void draw_view_pill(const PanelContext& context, std::size_t index, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const std::string label = view_label(context.snapshot, index);
    const float margin = look.px(pill_margin);
    const float height = look.px(pill_height_px);
    const float words = std::ceil(text_size(look, Role::lecture_mark, label).x);
    const ImVec2 at = area.Min + ImVec2(margin, margin);
    const float tile = height - look.px(16);
    const ImVec2 end = at + ImVec2(look.px(8) + tile + look.px(16) + words + look.px(28), height);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, p.scrim, height / 2);
    const ImVec2 centre(at.x + look.px(8) + tile / 2, at.y + height / 2);
    list.AddCircleFilled(centre, tile / 2, p.series[index]);
    draw_text(look, centre, Role::lecture_mark_strong, ink_on(p.series[index]), view_name(index),
              anchor_middle);
    draw_text(look, ImVec2(centre.x + tile / 2 + look.px(16), centre.y), Role::lecture_mark,
              p.on_scrim, label, anchor_middle_left);
}

void draw_alarm_line(const PanelContext& context, const ImRect& area) {
    const FieldState state = field_state(context.snapshot);
    if (!is_alarming(state)) {
        return;
    }
    const float line = context.look.px(alarm_line);
    ImGui::GetWindowDrawList()->AddRect(area.Min + ImVec2(line / 2, line / 2),
                                        area.Max - ImVec2(line / 2, line / 2),
                                        state_colour(context.look.colour, state), 0, line);
}

/// What there is to say, at the top. Returns the height that it takes of the picture.
float draw_notice_above(const PanelContext& context, const ImRect& picture) {
    const float margin = context.look.px(notice_margin);
    const ImVec2 inset(margin, margin);
    const float height =
        draw_lecture_notice(context, ImRect(picture.Min + inset, picture.Max - inset));
    return height > 0 ? std::ceil(height) + 2 * margin : 0;
}

}  // namespace

FieldImageRequest LectureRoom::draw_view(const PanelContext& context, std::size_t index,
                                         const ImRect& area, const FieldImage& image,
                                         ViewSetting& view) {
    FieldPane& pane = panes_.at(index);
    const FieldCanvas canvas = pane.place(context, area, image);
    FieldPane::draw(context.look, image, canvas, FieldPane::Corners::square);
    FieldPane::mark(context, canvas);
    if (canvas.in_space()) {
        draw_space_axes(context, canvas);
    }
    pane.input().update(context, canvas, view);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.Min, area.Max, true);
    pane.input().draw_pointer(context, canvas);
    list.PopClipRect();
    return pane.request(context, area, view);
}

FieldImageRequests LectureRoom::draw(const PanelContext& context, const LessonPlayer& player,
                                     const FieldImages& fields, ViewReports& reports,
                                     ImGuiWindowFlags flags) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    Look large = context.look;
    large.scale = viewport.Size.y / reference_height;
    const PanelContext lecture{
        large,         context.snapshot, context.readings, context.colormaps, context.width_class,
        context.state, context.commands, context.places,   context.in_lesson};
    const bool comparing = context.snapshot.settings.comparison.open;
    const std::size_t count =
        comparing
            ? std::min(context.snapshot.settings.comparison.others.size() + 1, most_compared_views)
            : 1;
    constexpr ImGuiWindowFlags fixed =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, large.colour.canvas);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::Begin(lecture_window, nullptr, fixed | flags);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImRect picture(viewport.Pos, viewport.Pos + viewport.Size);
    picture.Max.y -= large.px(strip_height);
    picture.Min.y += draw_notice_above(lecture, picture);
    FieldImageRequests requests;
    ViewSetting view = context.snapshot.settings.view;
    const bool of_zones = room_of(context.snapshot) == Room::zones;
    if (of_zones) {
        draw_zones(lecture, picture);
        requests.views.emplace_back();
    }
    for (std::size_t i = 0; i < count && !of_zones; ++i) {
        const ImRect area =
            column_of(picture, static_cast<int>(i), static_cast<int>(count), large.px(4));
        const FieldImage image = i < fields.views.size() ? fields.views[i] : FieldImage{};
        ImGui::PushID(static_cast<int>(i));
        requests.views.push_back(draw_view(lecture, i, area, image, view));
        ImGui::PopID();
        if (comparing) {
            draw_view_pill(lecture, i, area);
        }
    }
    if (!of_zones) {
        draw_alarm_line(lecture, picture);
        draw_step_pill(lecture, picture);
    }
    strip_ = draw_lecture_strip(
        lecture, player,
        ImRect(ImVec2(picture.Min.x, picture.Max.y), viewport.Pos + viewport.Size));
    ImGui::End();
    reports.probe(context, panes_.front().input());
    reports.loupe(context, std::nullopt);
    if (requests.views.front().width > 0) {
        reports.picture(context, panes_.front().shown());
    }
    return requests;
}

void LectureRoom::draw_zones(const PanelContext& context, const ImRect& area) {
    // Words of the panels, to be read from the last row: the window's height stands for less.
    constexpr float enlarged = 1.5f;
    Look large = context.look;
    large.scale *= enlarged;
    const PanelContext inside{
        large,         context.snapshot, context.readings, context.colormaps, context.width_class,
        context.state, context.commands, context.places,   context.in_lesson};
    const float gap = large.px(8);
    const ImRect whole(area.Min + ImVec2(gap, gap), area.Max - ImVec2(gap, gap));
    ImGui::GetWindowDrawList()->AddRectFilled(area.Min, area.Max, large.colour.panel);
    zone_tile_.draw(inside, column_of(whole, 0, 2, gap));
    draw_zone_chart(inside, column_of(whole, 1, 2, gap));
}

void LectureRoom::release(const PanelContext& context) {
    for (FieldPane& pane : panes_) {
        pane.input().release(context);
    }
}

void draw_black_screen(const PanelContext& context) {
    if (!context.state.blacked_out) {
        return;
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000));
    constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
    ImGui::Begin("Black", nullptr, fixed);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    ImGui::SetCursorScreenPos(viewport.Pos);
    if (ImGui::InvisibleButton("lift", viewport.Size)) {
        context.state.blacked_out = false;
    }
    // The pointer is dark too.
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    ImGui::End();
}

void draw_pointer_ring(const PanelContext& context) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!context.state.pointer_ring || context.state.blacked_out ||
        !ImGui::IsMousePosValid(&io.MousePos)) {
        return;
    }
    const float unit =
        std::max(ImGui::GetMainViewport()->Size.y / reference_height, context.look.scale);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const float radius = std::floor(36 * unit);
    list.AddCircleFilled(io.MousePos, radius, rgb(0xFFFFFF, 36));
    list.AddCircle(io.MousePos, radius, rgb(0x0B0D10, 200), 0, std::floor(7 * unit));
    list.AddCircle(io.MousePos, radius, rgb(0xFFFFFF), 0, std::floor(3 * unit));
}

}  // namespace heatlab::ui
