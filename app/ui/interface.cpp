#include "app/ui/interface.h"

#include <implot.h>

#include <algorithm>
#include <array>

#include "app/ui/compare/compare_sheets.h"
#include "app/ui/dock_layout.h"
#include "app/ui/drawer.h"
#include "app/ui/field_sheet.h"
#include "app/ui/formula_set.h"
#include "app/ui/keys.h"
#include "app/ui/look.h"
#include "app/ui/panels/app_bar.h"
#include "app/ui/panels/extremes.h"
#include "app/ui/panels/growth.h"
#include "app/ui/panels/help.h"
#include "app/ui/panels/kernel_panels.h"
#include "app/ui/panels/kernels.h"
#include "app/ui/panels/laboratory.h"
#include "app/ui/panels/panel.h"
#include "app/ui/panels/physics.h"
#include "app/ui/panels/spectrum.h"
#include "app/ui/panels/timings.h"
#include "app/ui/readings_clock.h"
#include "app/ui/thumbnails.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr float wide_from = 1600;  ///< logical pixels
constexpr float compact_from = 1200;
constexpr float margin = 8;
constexpr float drawer_growth_height = 190;
constexpr float drawer_extremes_height = 170;
/// Where the sheets end, from the window's lower edge.
constexpr float below_sheets = 34;

WidthClass width_class_of(float logical_width) {
    return logical_width >= wide_from      ? WidthClass::wide
           : logical_width >= compact_from ? WidthClass::compact
                                           : WidthClass::narrow;
}

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;

/// Shows the keyboard focus on Tab. Until then, and again after Esc, arrows and Space belong to the
/// run: windows take no navigation.
class KeyboardFocus {
public:
    ImGuiWindowFlags flags() const {
        const ImGuiIO& io = ImGui::GetIO();
        return io.NavVisible || io.WantTextInput || entering_ > 0 ? 0
                                                                  : ImGuiWindowFlags_NoNavInputs;
    }
    void begin_frame() {
        const ImGuiIO& io = ImGui::GetIO();
        const bool taken = io.NavVisible || io.WantTextInput || io.KeyCtrl || io.KeyAlt;
        if (!taken && ImGui::IsKeyPressed(ImGuiKey_Tab, false)) {
            entering_ = frames_to_enter;
        } else if (entering_ == frames_to_enter - 1) {
            // Windows have taken navigation back, and their items are still to come.
            focus_first_item();
        }
    }
    void end_frame() { entering_ = std::max(0, entering_ - 1); }

private:
    static void focus_first_item() {
        // Where the focus was, else the panel with most controls; in a narrow window the ground.
        ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
        if (window == nullptr || !window->WasActive || window->NavLastIds[0] == 0) {
            ImGuiWindow* physics = ImGui::FindWindowByName(physics_window);
            window = physics != nullptr && physics->WasActive ? physics
                                                              : ImGui::FindWindowByName("heatlab");
        }
        if (window != nullptr) {
            ImGui::FocusWindow(window);
            ImGui::NavInitWindow(window, true);
            ImGui::SetNavCursorVisible(true);
        }
    }

    static constexpr int frames_to_enter = 5;
    int entering_ = 0;
};

}  // namespace

struct Interface::State {
    State(const std::string& share, const ColorMapLibrary& maps)
        : colormaps(maps), look{palette_of(ThemeKind::dark), Fonts::load(share)}, formulas(share) {
        look.formulas = &formulas;
    }

    ImRect sheets_area(const ImGuiViewport& viewport) const {
        return {viewport.Pos.x + look.px(margin), viewport.Pos.y + look.px(app_bar_height),
                viewport.Pos.x + viewport.Size.x - look.px(margin),
                viewport.Pos.y + viewport.Size.y - look.px(below_sheets)};
    }
    ImGuiWindowFlags ground_flags() const {
        return fixed_window | ImGuiWindowFlags_NoBringToFrontOnFocus | keyboard.flags();
    }
    void draw_frame(const PanelContext& context);
    /// Ends what the pointer does on sheets that go away.
    void follow_mode(const PanelContext& context);
    FieldImageRequest draw_field(const PanelContext& context, const FieldImage& field);
    void draw_docked(const PanelContext& context);
    void draw_laboratory_page(const PanelContext& context);
    void draw_drawer(const PanelContext& context, const ImRect& area);

    const ColorMapLibrary& colormaps;
    Look look;
    FormulaSet formulas;
    Thumbnails thumbnails;
    DockLayout layout;
    Drawer drawer;
    Drawer compare_drawer;
    FieldSheet field_sheet;
    CompareSheets compare;
    ViewReports reports;
    KernelPanels kernels;
    LaboratoryPanels laboratory;
    PresetPicker presets;
    KeyboardFocus keyboard;
    ReadingsClock readings;
    bool styled = false;
    bool comparing = false;  ///< in the last frame
};

/// The window's ground: app bar, status bar, and the dock space between them.
void Interface::State::draw_frame(const PanelContext& context) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.Pos);
    ImGui::SetNextWindowSize(viewport.Size);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, look.colour.canvas);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::Begin("heatlab", nullptr, ground_flags());
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const ImVec2 a = viewport.Pos;
    const ImVec2 b = viewport.Pos + viewport.Size;
    draw_app_bar(context, thumbnails, presets,
                 ImRect(a, ImVec2(b.x, a.y + look.px(app_bar_height))));
    draw_status_bar(context, ImRect(ImVec2(a.x, b.y - look.px(below_sheets)), b));
    if (comparing) {
        layout.keep();
        compare.draw_banner(context, sheets_area(viewport));
    } else if (context.width_class != WidthClass::narrow) {
        layout.draw(look, context.width_class, sheets_area(viewport));
    }
    ImGui::End();
}

void Interface::State::follow_mode(const PanelContext& context) {
    const bool wanted = context.snapshot.settings.comparison.open;
    if (wanted == comparing) {
        return;
    }
    comparing = wanted;
    context.state.drawer_open = false;
    field_sheet.release(context);
    compare.release(context);
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
    const ImRect area = sheets_area(*ImGui::GetMainViewport());
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

void Interface::State::draw_docked(const PanelContext& context) {
    const bool wide = context.width_class == WidthClass::wide;
    const ImGuiWindowFlags flags = keyboard.flags();
    if (begin_sheet(look, physics_window, flags)) {
        draw_physics(context, thumbnails);
    }
    end_sheet(look);
    if (begin_sheet(look, kernels_window, flags)) {
        wide ? draw_kernels(context) : kernels.draw_pages(context);
    }
    end_sheet(look);
    const ImGuiWindowFlags plain = flags | ImGuiWindowFlags_NoScrollbar;
    if (wide) {
        if (begin_sheet(look, source_window, plain)) {
            kernels.source.draw(context);
        }
        end_sheet(look);
        if (begin_sheet(look, sizes_window, flags)) {
            kernels.sizes.draw(context);
        }
        end_sheet(look);
    }
    if (begin_sheet(look, spectrum_window, plain)) {
        laboratory.spectrum.draw(context);
    }
    end_sheet(look);
    if (begin_sheet(look, laboratory_window, flags)) {
        laboratory.sheet.draw(context);
    }
    end_sheet(look);
    if (begin_sheet(look, growth_window, plain)) {
        laboratory.growth.draw(context, panel_area(look));
    }
    end_sheet(look);
    if (begin_sheet(look, extremes_window, plain)) {
        laboratory.extremes.draw(context, panel_area(look));
    }
    end_sheet(look);
    if (begin_sheet(look, timings_window, plain)) {
        draw_timings(context);
    }
    end_sheet(look);
}

/// Growth, extremes and the laboratory's pages, one below the other.
void Interface::State::draw_laboratory_page(const PanelContext& context) {
    Rows rows(panel_area(look));
    laboratory.growth.draw(context, rows.take(look.px(drawer_growth_height)));
    laboratory.extremes.draw(context, rows.take(look.px(drawer_extremes_height)));
    ImGui::SetCursorScreenPos(ImVec2(ImGui::GetWindowPos().x, rows.y()));
    laboratory.sheet.draw(context);
}

void Interface::State::draw_drawer(const PanelContext& context, const ImRect& area) {
    if (comparing) {
        const std::array<DrawerPage, 2> pages{
            {{race_window, [&] { CompareSheets::draw_race_page(context); }},
             {agreement_window, [&] { CompareSheets::draw_agreement_page(context); }}}};
        compare_drawer.draw(context, pages, area, keyboard.flags());
        return;
    }
    const std::array<DrawerPage, 5> pages{
        {{physics_window, [&] { draw_physics(context, thumbnails); }},
         {kernels_window, [&] { kernels.draw_pages(context); }},
         {spectrum_window, [&] { laboratory.spectrum.draw(context); }},
         {laboratory_window, [&] { draw_laboratory_page(context); }},
         {timings_window, [&] { draw_timings(context); }}}};
    drawer.draw(context, pages, area, keyboard.flags());
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
    const PanelContext context{
        s.look, snapshot, s.readings.update(snapshot), s.colormaps, width_class_of(logical_width),
        state,  commands};
    handle_keys(context);
    state.source_focused = false;  // unless the text says so again
    s.keyboard.begin_frame();
    s.follow_mode(context);
    s.draw_frame(context);
    FieldImageRequests requests;
    const ImRect area = s.sheets_area(*ImGui::GetMainViewport());
    if (s.comparing) {
        requests = s.compare.draw(context, area, s.keyboard.flags(), fields, s.reports);
    } else {
        requests.views.push_back(
            s.draw_field(context, fields.views.empty() ? FieldImage{} : fields.views.front()));
    }
    if (context.width_class == WidthClass::narrow) {
        s.draw_drawer(context, area);
    } else if (!s.comparing) {
        s.draw_docked(context);
    }
    draw_help(context);
    s.keyboard.end_frame();
    return requests;
}

std::map<std::string, std::string> Interface::layouts() const {
    return state_->layout.save();
}

void Interface::set_layouts(std::map<std::string, std::string> layouts) {
    state_->layout.restore(std::move(layouts));
}

std::string Interface::front_tab() const {
    return state_->drawer.front_tab();
}

void Interface::set_front_tab(const std::string& title) {
    state_->drawer.set_front_tab(title);
}

}  // namespace heatlab::ui
