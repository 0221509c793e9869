#include "app/ui/interface.h"

#include <implot.h>

#include <algorithm>
#include <array>

#include "app/ui/compare/compare_sheets.h"
#include "app/ui/dock_layout.h"
#include "app/ui/drawer.h"
#include "app/ui/explore_panels.h"
#include "app/ui/export_menu.h"
#include "app/ui/field_sheet.h"
#include "app/ui/formula_set.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/keys.h"
#include "app/ui/lecture/lecture_room.h"
#include "app/ui/lesson/lesson_desk.h"
#include "app/ui/lesson/places.h"
#include "app/ui/look.h"
#include "app/ui/panels/app_bar.h"
#include "app/ui/panels/help.h"
#include "app/ui/panels/status_bar.h"
#include "app/ui/readings_clock.h"
#include "app/ui/thumbnails.h"
#include "app/ui/widgets/sheet.h"
#include "app/ui/zones/zones_room.h"

namespace heatlab::ui {
namespace {

constexpr float margin = 8;  ///< logical pixels
/// Beside a lesson and the panels.
constexpr float narrowest_field = 420;
constexpr float narrowest_views = 640;
/// Where the sheets end, from the window's lower edge.
constexpr float below_sheets = 34;

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;

}  // namespace

struct Interface::State {
    State(const std::string& share, const ColorMapLibrary& maps)
        : colormaps(maps), look{palette_of(ThemeKind::dark), Fonts::load(share)}, formulas(share) {
        look.formulas = &formulas;
    }

    /// Beside the lesson's sheet, where that is shown.
    ImRect sheets_area(const ImGuiViewport& viewport) const {
        const float lesson = lesson_width > 0 ? look.px(lesson_width) + look.px(margin) : 0.0f;
        return {viewport.Pos.x + look.px(margin) + lesson, viewport.Pos.y + look.px(app_bar_height),
                viewport.Pos.x + viewport.Size.x - look.px(margin),
                viewport.Pos.y + viewport.Size.y - look.px(below_sheets)};
    }
    ImGuiWindowFlags ground_flags() const {
        return fixed_window | ImGuiWindowFlags_NoBringToFrontOnFocus | keyboard.flags();
    }
    ImRect lesson_area(const ImGuiViewport& viewport) const {
        const ImRect rest = sheets_area(viewport);
        const float left = viewport.Pos.x + look.px(margin);
        return {left, rest.Min.y, left + look.px(lesson_width), rest.Max.y};
    }
    /// In a lesson the class sees the field and, in a narrow window, the panel that is spoken of.
    DrawerSide drawer_side(const ImRect& area) const {
        const float left =
            Drawer::place(look, area, DrawerSide::right).Min.x - look.px(margin) - area.Min.x;
        const float least = look.px(room == Room::explore ? narrowest_field : narrowest_views);
        return lesson_width > 0 && left < least ? DrawerSide::foot : DrawerSide::right;
    }
    Drawer& drawer_of_room() {
        return room == Room::compare ? compare_drawer
               : room == Room::zones ? zones_drawer
                                     : explore.drawer();
    }
    /// Where field or views lie.
    ImRect fields_area(const PanelContext& context, const ImRect& area) {
        if (context.width_class != WidthClass::narrow || lesson_width <= 0) {
            return area;
        }
        return drawer_of_room().rest(look, area, drawer_side(area));
    }
    void begin_ground() const;
    void draw_frame(const PanelContext& context);
    /// Sheets and bars.
    FieldImageRequests draw_sheets(const PanelContext& context, const FieldImages& fields);
    FieldImageRequests draw_lecture(const PanelContext& context, const FieldImages& fields);
    /// Brings the tab to the front that a lesson names.
    void bring_front(const PanelContext& context, const LessonFront& front);
    /// Ends what the pointer does on sheets that go away.
    void follow_mode(const PanelContext& context);
    FieldImageRequest draw_field(const PanelContext& context, const FieldImage& field);
    /// The panels of a narrow window.
    void draw_drawer(const PanelContext& context, const ImRect& area);

    const ColorMapLibrary& colormaps;
    Look look;
    FormulaSet formulas;
    Thumbnails thumbnails;
    DockLayout layout;
    Drawer compare_drawer;
    Drawer zones_drawer;
    FieldSheet field_sheet;
    ExplorePanels explore{thumbnails};
    CompareSheets compare;
    ZonesRoom zones;
    ViewReports reports;
    PresetPicker presets;
    Places places;
    LessonDesk lessons;
    LectureRoom lecture;
    KeyboardFocus keyboard;
    ReadingsClock readings;
    bool styled = false;
    Room room = Room::explore;  ///< in the last frame
    bool presenting = false;    ///< likewise
    float lesson_width = 0;     ///< of its sheet, logical pixels; 0: it is not shown
};

void Interface::State::begin_ground() const {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colour.canvas);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::Begin("heatlab", nullptr, ground_flags());
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

/// The window's ground: app bar, status bar, and the dock space between them.
void Interface::State::draw_frame(const PanelContext& context) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    begin_ground();
    const ImVec2 a = viewport.Pos;
    const ImVec2 b = viewport.Pos + viewport.Size;
    draw_app_bar(context, thumbnails, presets,
                 ImRect(a, ImVec2(b.x, a.y + look.px(app_bar_height))));
    ImRect status(ImVec2(a.x, b.y - look.px(below_sheets)), b);
    status.Max.x -= lessons.draw_return(context, status);
    draw_status_bar(context, status);
    if (room != Room::explore) {
        layout.keep();
        room == Room::compare ? compare.draw_banner(context, sheets_area(viewport))
                              : zones.draw_banner(context, sheets_area(viewport));
    } else if (context.width_class != WidthClass::narrow) {
        layout.draw(look, context.width_class, sheets_area(viewport));
    }
    ImGui::End();
}

void Interface::State::follow_mode(const PanelContext& context) {
    const Room wanted = room_of(context.snapshot);
    if (wanted == room && context.state.presenting == presenting) {
        return;
    }
    room = wanted;
    presenting = context.state.presenting;
    context.state.drawer_open = false;
    field_sheet.release(context);
    compare.release(context);
    lecture.release(context);
}

FieldImageRequest Interface::State::draw_field(const PanelContext& context,
                                               const FieldImage& field) {
    FieldImageRequest request;
    const ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | keyboard.flags();
    if (context.width_class != WidthClass::narrow) {
        if (begin_sheet(look, field_window, flags)) {
            const ImGuiWindow& window = *ImGui::GetCurrentWindow();
            request = field_sheet.draw(context, window.Rect(), field, reports);
        }
        end_sheet(look);
        return request;
    }
    const ImRect area = fields_area(context, sheets_area(*ImGui::GetMainViewport()));
    ImGui::SetNextWindowPos(area.Min);
    ImGui::SetNextWindowSize(area.GetSize());
    if (ImGui::Begin("Field##narrow", nullptr, fixed_window | flags)) {
        request = field_sheet.draw(context, area, field, reports);
        round_sheet(look, ImGui::GetCurrentWindow());
        // A click brings it to the front, but never over the drawer.
        if (ImGuiWindow* panels = ImGui::FindWindowByName(drawer_window)) {
            ImGui::BringWindowToDisplayBehind(ImGui::GetCurrentWindow(), panels);
        }
    }
    ImGui::End();
    return request;
}

void Interface::State::draw_drawer(const PanelContext& context, const ImRect& area) {
    if (room == Room::zones) {
        const std::array<DrawerPage, 2> pages{
            {{zone_figures_window, [&] { ZonesRoom::draw_figures_page(context); }},
             {zone_source_window, [&] { zones.draw_source_page(context); }}}};
        zones_drawer.draw(context, pages, area, drawer_side(area), keyboard.flags());
        return;
    }
    if (room == Room::compare) {
        const std::array<DrawerPage, 2> pages{
            {{race_window,
              exported_page(context, "race", [&] { CompareSheets::draw_race_page(context); })},
             {agreement_window, [&] { CompareSheets::draw_agreement_page(context); }}}};
        compare_drawer.draw(context, pages, area, drawer_side(area), keyboard.flags());
        return;
    }
    explore.draw_pages(context, area, drawer_side(area), keyboard.flags());
}

Interface::Interface(const std::string& share, const ColorMapLibrary& colormaps) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable | ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigDpiScaleFonts = false;
    state_ = std::make_unique<State>(share, colormaps);
}

Interface::~Interface() = default;

void Interface::prepare(const InterfaceState& state) {
    State& s = *state_;
    const float scale = std::clamp(state.scale, 1.0f, 2.0f);
    if (!s.styled || s.look.colour.kind != state.theme || s.look.scale != scale) {
        s.look.colour = palette_of(state.theme);
        s.look.scale = scale;
        apply_theme(s.look.colour, scale);
        s.styled = true;
    }
    s.look.reduced_motion = state.reduced_motion;
    s.layout.prepare(scale);
}

FieldImageRequests Interface::draw(const Snapshot& snapshot, const FieldImages& fields,
                                   InterfaceState& state, CommandList& commands) {
    State& s = *state_;
    const float logical_width = ImGui::GetMainViewport()->Size.x / s.look.scale;
    s.lesson_width = s.lessons.width(logical_width, state.presenting);
    const PanelContext context{s.look,
                               snapshot,
                               s.readings.update(snapshot),
                               s.colormaps,
                               width_class_of(logical_width - s.lesson_width),
                               state,
                               commands,
                               &s.places,
                               s.lessons.player().active()};
    s.lessons.begin_frame(context, s.places);
    handle_keys(context);
    state.source_focused = false;  // unless the text says so again
    s.keyboard.begin_frame();
    s.follow_mode(context);
    s.bring_front(context, s.lessons.front(s.room));
    FieldImageRequests requests =
        s.presenting ? s.draw_lecture(context, fields) : s.draw_sheets(context, fields);
    s.lessons.draw_over(context, s.places);
    draw_help(context);
    draw_pointer_ring(context);
    draw_black_screen(context);
    s.keyboard.end_frame();
    return requests;
}

FieldImageRequests Interface::State::draw_sheets(const PanelContext& context,
                                                 const FieldImages& fields) {
    draw_frame(context);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const ImRect area = sheets_area(viewport);
    FieldImageRequests requests;
    if (room == Room::compare) {
        requests =
            compare.draw(context, fields_area(context, area), keyboard.flags(), fields, reports);
    } else if (room == Room::zones) {
        requests = zones.draw(context, fields_area(context, area), keyboard.flags(), fields);
    } else {
        requests.views.push_back(
            draw_field(context, fields.views.empty() ? FieldImage{} : fields.views.front()));
    }
    if (context.width_class == WidthClass::narrow) {
        draw_drawer(context, area);
    } else if (room == Room::explore) {
        explore.draw_docked(context, keyboard.flags());
    }
    if (lesson_width > 0) {
        lessons.draw_sheet(context, lesson_area(viewport), keyboard.flags());
    }
    return requests;
}

FieldImageRequests Interface::State::draw_lecture(const PanelContext& context,
                                                  const FieldImages& fields) {
    begin_ground();
    layout.keep();
    ImGui::End();
    return lecture.draw(context, lessons.player(), fields, reports, keyboard.flags());
}

void Interface::State::bring_front(const PanelContext& context, const LessonFront& front) {
    if (presenting || (front.show.empty() && !front.arrived)) {
        return;
    }
    if (context.width_class == WidthClass::narrow) {
        context.state.drawer_open = !front.show.empty();
    }
    if (front.show.empty()) {
        return;
    }
    if (room == Room::zones) {
        const char* window = front.show == "zone-source" ? zone_source_window : zone_figures_window;
        zones.show(window);
        zones_drawer.set_front_tab(window);
        return;
    }
    if (room == Room::compare) {
        const char* window = front.show == "agreement" ? agreement_window : race_window;
        compare.show(window);
        compare_drawer.set_front_tab(window);
        return;
    }
    explore.show(front.show, context.width_class);
}

std::map<std::string, std::string> Interface::layouts() const {
    return state_->layout.save();
}

void Interface::set_layouts(std::map<std::string, std::string> layouts) {
    state_->layout.restore(std::move(layouts));
}

void Interface::set_lessons(std::shared_ptr<const LessonLibrary> library) {
    state_->lessons.set_library(std::move(library));
}

void Interface::open_lesson(std::shared_ptr<const Lesson> lesson, std::size_t step) {
    state_->lessons.open(std::move(lesson), step);
}

void Interface::adopt_lesson(std::shared_ptr<const Lesson> lesson, LessonPlace place,
                             const Settings& settings) {
    state_->lessons.player().adopt(std::move(lesson), place, settings);
}

const LessonPlayer& Interface::lesson_player() const {
    return state_->lessons.player();
}

const LessonSheet& Interface::lesson_sheet() const {
    return state_->lessons.sheet();
}

const LectureStrip& Interface::lecture_strip() const {
    return state_->lecture.strip();
}

const Places& Interface::places() const {
    return state_->places;
}

std::string Interface::front_tab() const {
    return state_->explore.drawer().front_tab();
}

void Interface::set_front_tab(const std::string& title) {
    state_->explore.drawer().set_front_tab(title);
}

}  // namespace heatlab::ui
