#include "app/ui/panels/source.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/panels/panel.h"
#include "app/ui/source_language.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/number_field.h"
#include "sim/kernel_source.h"

namespace heatlab::ui {
namespace {

constexpr float bar_height = 30;

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::int64_t occurrences(std::string_view text, std::string_view wanted) {
    std::int64_t count = 0;
    const std::string all = lower(text);
    const std::string part = lower(wanted);
    for (std::size_t at = all.find(part); at != std::string::npos;
         at = all.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

}  // namespace

struct SourcePanel::Shared {
    TextEditor::Language language = kernel_language();
};

struct SourcePanel::Page {
    Page(const KernelSource& shown, const TextEditor::Language& language) : source(shown) {
        editor.SetReadOnlyEnabled(true);
        editor.SetLanguage(&language);
        editor.SetFindReplaceEnabled(false);  // its window is wider than this panel
        editor.SetShowWhitespacesEnabled(false);
        editor.SetShowMatchingBrackets(false);
        editor.SetShowScrollbarMiniMapEnabled(false);
        editor.SetLineNumberLeftMargin(0);
        editor.SetText(source.text);
    }

    const KernelSource& source;
    TextEditor editor;
    std::optional<ThemeKind> palette;
};

SourcePanel::SourcePanel() : shared_(std::make_unique<Shared>()) {}
SourcePanel::~SourcePanel() = default;

SourcePanel::Page* SourcePanel::page_of(const KernelInfo& kernel, BackendKind backend) {
    const KernelSource* source = kernel_source(kernel, backend);
    if (source == nullptr) {
        return nullptr;
    }
    std::unique_ptr<Page>& page = pages_[std::string(source->file)];
    if (!page) {
        page = std::make_unique<Page>(*source, shared_->language);
    }
    return page.get();
}

/// The kernel to show: the one that runs, until another is chosen; then that one, until another
/// runs.
const KernelInfo* SourcePanel::choose_kernel(const PanelContext& context) {
    const std::string& running = context.snapshot.settings.kernel;
    if (running != runs_) {
        runs_ = running;
        chosen_.clear();
    }
    const KernelInfo* shown = nullptr;
    for (const KernelFigures& row : context.snapshot.kernels) {
        const std::string_view name = row.kernel->name;
        if (name == chosen_ || (shown == nullptr && name == running)) {
            shown = row.kernel;
        }
    }
    return shown;
}

void SourcePanel::draw_toolbar(const PanelContext& context, const KernelInfo& shown, Rows& rows) {
    const Look& look = context.look;
    const std::string& running = context.snapshot.settings.kernel;
    const ImRect row = rows.take(look.px(bar_height));
    ComboOptions options;
    options.role = Role::code;
    options.tooltip = "Read the source of any kernel; what runs stays";
    options.popup_width = 190;
    const ImRect combo(row.Min, ImVec2(row.Min.x + look.px(140), row.Max.y));
    if (begin_combo(look, "source of", combo, shown.name, options)) {
        for (const KernelFigures& figures : context.snapshot.kernels) {
            const std::string name(figures.kernel->name);
            MenuItemOptions item;
            item.selected = figures.kernel == &shown;
            item.right = name == running ? "runs now" : "";
            if (menu_item(look, name.c_str(), item)) {
                chosen_ = name == running ? std::string() : name;
            }
        }
        end_combo();
    }
    const float side = look.px(bar_height);
    ImRect box(row.Max.x - side, row.Min.y, row.Max.x, row.Max.y);
    ButtonOptions find;
    find.kind = ButtonKind::ghost;
    find.selected = find_open_;
    find.tooltip = "Find in the text";
    find.key = "Ctrl + F";
    if (icon_button(look, "Find", icon::find, box, find)) {
        find_open_ = !find_open_;
        find_takes_focus_ = find_open_;
    }
    box.Translate(ImVec2(-side - look.px(4), 0));
    ButtonOptions wrap;
    wrap.kind = ButtonKind::ghost;
    wrap.selected = wrap_;
    wrap.tooltip = "Long lines go on in the next row";
    if (icon_button(look, "Wrap", icon::wrap, box, wrap)) {
        wrap_ = !wrap_;
    }
    const char* hint = context.state.source_focused ? "Esc gives the keys back" : "as compiled";
    draw_text_fitted(look, ImVec2(box.Min.x - look.px(8), row.GetCenter().y), Role::caption,
                     look.colour.text3, hint, box.Min.x - combo.Max.x - look.px(16),
                     anchor_middle_right);
}

void SourcePanel::draw_find(const Look& look, Page& page, Rows& rows) {
    rows.skip(look.px(6));
    const ImRect row = rows.take(look.px(bar_height));
    const float room = look.px(96);
    const ImRect field(row.Min, ImVec2(row.Max.x - room, row.Max.y));
    const SearchAnswer answer =
        search_field(look, "find", field, wanted_, "find", find_takes_focus_);
    find_takes_focus_ = false;
    const std::int64_t found = wanted_.empty() ? 0 : occurrences(page.source.text, wanted_);
    if (answer.changed && found > 0) {
        page.editor.SelectFirstOccurrenceOf(wanted_, false);
    }
    if (answer.entered) {
        find_takes_focus_ = true;
        if (found > 0) {
            page.editor.SelectNextOccurrenceOf(wanted_, false);
        }
    }
    if (answer.given_up) {
        find_open_ = false;
        page.editor.SetFocus();
    }
    const std::string text = wanted_.empty() ? "Enter: next"
                             : found == 0    ? "not found"
                                             : format_integer(found) + " found";
    draw_text_fitted(look, ImVec2(row.Max.x, row.GetCenter().y), Role::caption, look.colour.text2,
                     text, room - look.px(8), anchor_middle_right);
}

void SourcePanel::draw_text(const PanelContext& context, Page& page, const ImRect& area) {
    const Look& look = context.look;
    TextEditor& editor = page.editor;
    if (page.palette != look.colour.kind) {
        page.palette = look.colour.kind;
        editor.SetPalette(source_palette(look.colour));
    }
    editor.SetWordWrapEnabled(wrap_);
    // The editor cuts even what may only be read; these keys never reach it.
    for (const ImGuiKey key : {ImGuiKey_X, ImGuiKey_Delete}) {
        ImGui::SetShortcutRouting(ImGuiMod_Ctrl | key,
                                  ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused,
                                  ImGui::GetID("nothing is cut"));
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::PushFont(look.face(Role::code), size_of(Role::code));
    const ImGuiWindowFlags keys = ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_NoNavInputs;
    const std::string id(page.source.file);
    editor.Render(id.c_str(), area.GetSize(), ImGuiChildFlags_None,
                  ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar |
                      ImGuiWindowFlags_NoSavedSettings | keys);
    ImGui::PopFont();
    const ImGuiWindow* focused = ImGui::GetCurrentContext()->NavWindow;
    const ImGuiWindow* here = ImGui::GetCurrentWindow();
    const bool in_text = focused != nullptr && focused != here && focused->ParentWindow == here;
    // The Esc that closed the search is not meant for the text.
    if (in_text && focused_ && editor.GetNumberOfCursors() == 1 &&
        ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
        ImGui::FocusWindow(ImGui::GetCurrentWindow());
    }
    focused_ = in_text && ImGui::GetCurrentContext()->NavWindow == focused;
    context.state.source_focused = focused_;
}

void SourcePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    Rows rows(panel_area(look));
    context.mark("source", panel_area(look));
    rows.skip(look.px(6));
    const KernelInfo* shown = choose_kernel(context);
    if (shown == nullptr) {
        return;
    }
    draw_toolbar(context, *shown, rows);
    Page* page = page_of(*shown, context.snapshot.backend.kind);
    if (page == nullptr) {
        rows.skip(look.px(10));
        ui::draw_text(look, rows.take(look.px(18)).Min, Role::note, look.colour.text2,
                      "This program was built without its source.");
        return;
    }
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && ImGui::GetIO().KeyCtrl &&
        ImGui::IsKeyPressed(ImGuiKey_F, false)) {
        find_open_ = true;
        find_takes_focus_ = true;
    }
    if (find_open_) {
        draw_find(look, *page, rows);
    }
    rows.skip(look.px(4));
    const std::int64_t lines = std::count(page->source.text.begin(), page->source.text.end(), '\n');
    draw_text_fitted(look, rows.take(look.px(18)).Min, Role::caption, look.colour.text3,
                     std::string(page->source.file) + ", " + format_integer(lines) + " lines",
                     rows.width());
    rows.skip(look.px(4));
    const float edge = look.px(4);
    const ImVec2 corner(rows.left(), rows.y());
    const ImRect area(corner, ImVec2(rows.right() + look.px(panel_padding) - edge,
                                     corner.y + std::max(look.px(60), rows.remaining() - edge)));
    draw_text(context, *page, area);
}

}  // namespace heatlab::ui
