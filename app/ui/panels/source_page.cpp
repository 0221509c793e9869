#include "app/ui/panels/source_page.h"

#include <TextEditor.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/panels/panel.h"
#include "app/ui/source_language.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/number_field.h"

namespace heatlab::ui {
namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

constexpr float search_height = 30;

const TextEditor::Language& shared_language() {
    static const TextEditor::Language language = kernel_language();
    return language;
}

}  // namespace

struct SourcePage::Editor {
    TextEditor text;
    std::optional<ThemeKind> palette;
    int error_line = 0;
    std::string error;
};

SourcePage::SourcePage(std::string id, std::string_view text)
    : id_(std::move(id)), editor_(std::make_unique<Editor>()) {
    TextEditor& editor = editor_->text;
    editor.SetReadOnlyEnabled(true);
    editor.SetLanguage(&shared_language());
    editor.SetFindReplaceEnabled(false);  // its window is wider than this panel
    editor.SetShowWhitespacesEnabled(false);
    editor.SetShowMatchingBrackets(false);
    editor.SetShowScrollbarMiniMapEnabled(false);
    editor.SetLineNumberLeftMargin(0);
    set_text(text);
}

SourcePage::~SourcePage() = default;

std::int64_t SourcePage::lines() const {
    return std::count(text_.begin(), text_.end(), '\n');
}

void SourcePage::set_text(std::string_view text) {
    text_ = text;
    editor_->text.ClearMarkers();
    editor_->text.SetText(text_);
    editor_->error_line = 0;
}

void SourcePage::mark_error(int line, const std::string& words) {
    editor_->error_line = line;
    editor_->error = words;
    editor_->palette.reset();  // the mark has a colour of the theme
    if (line > 0)
        editor_->text.ScrollToLine(line - 1, TextEditor::Scroll::alignMiddle);
}

std::int64_t SourcePage::occurrences(std::string_view wanted) const {
    std::int64_t count = 0;
    const std::string all = lower(text_);
    const std::string part = lower(wanted);
    for (std::size_t at = all.find(part); at != std::string::npos;
         at = all.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

void SourcePage::select_first(std::string_view wanted) {
    editor_->text.SelectFirstOccurrenceOf(wanted, false);
}

void SourcePage::select_next(std::string_view wanted) {
    editor_->text.SelectNextOccurrenceOf(wanted, false);
}

void SourcePage::take_focus() {
    editor_->text.SetFocus();
}

void SourcePage::draw(const PanelContext& context, const ImRect& area, bool wrap) {
    const Look& look = context.look;
    TextEditor& editor = editor_->text;
    if (editor_->palette != look.colour.kind) {
        editor_->palette = look.colour.kind;
        editor.SetPalette(source_palette(look.colour));
        editor.ClearMarkers();
        if (editor_->error_line > 0) {
            const ImU32 colour = look.colour.not_finite;
            editor.AddMarker(editor_->error_line - 1, fade(colour, 0.6f), fade(colour, 0.2f),
                             editor_->error, editor_->error);
        }
    }
    editor.SetWordWrapEnabled(wrap);
    // The editor cuts even what may only be read; these keys never reach it.
    for (const ImGuiKey key : {ImGuiKey_X, ImGuiKey_Delete}) {
        ImGui::SetShortcutRouting(ImGuiMod_Ctrl | key,
                                  ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverFocused,
                                  ImGui::GetID("nothing is cut"));
    }
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::PushFont(look.face(Role::code), size_of(Role::code));
    const ImGuiWindowFlags keys = ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_NoNavInputs;
    editor.Render(id_.c_str(), area.GetSize(), ImGuiChildFlags_None,
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

float SourceReader::draw_tools(const Look& look, const ImRect& row) {
    const float side = row.GetHeight();
    ImRect box(row.Max.x - side, row.Min.y, row.Max.x, row.Max.y);
    ButtonOptions find;
    find.kind = ButtonKind::ghost;
    find.selected = search_open_;
    find.tooltip = "Find in the text";
    find.key = "Ctrl + F";
    if (icon_button(look, "Find", icon::find, box, find)) {
        search_open_ = !search_open_;
        search_takes_focus_ = search_open_;
    }
    box.Translate(ImVec2(-side - look.px(4), 0));
    ButtonOptions wrap;
    wrap.kind = ButtonKind::ghost;
    wrap.selected = wrap_;
    wrap.tooltip = "Long lines go on in the next row";
    if (icon_button(look, "Wrap", icon::wrap, box, wrap)) {
        wrap_ = !wrap_;
    }
    return box.Min.x;
}

void SourceReader::draw(const PanelContext& context, SourcePage& page, const std::string& caption,
                        Rows& rows) {
    const Look& look = context.look;
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && ImGui::GetIO().KeyCtrl &&
        ImGui::IsKeyPressed(ImGuiKey_F, false)) {
        search_open_ = true;
        search_takes_focus_ = true;
    }
    if (search_open_) {
        rows.skip(look.px(6));
        draw_search(look, page, rows.take(look.px(search_height)));
    }
    rows.skip(look.px(4));
    draw_text_fitted(look, rows.take(look.px(18)).Min, Role::caption, look.colour.text3, caption,
                     rows.width());
    rows.skip(look.px(4));
    const float edge = look.px(4);
    const ImVec2 corner(rows.left(), rows.y());
    const ImRect area(corner, ImVec2(rows.right() + look.px(panel_padding) - edge,
                                     corner.y + std::max(look.px(60), rows.remaining() - edge)));
    page.draw(context, area, wrap_);
}

void SourceReader::draw_search(const Look& look, SourcePage& page, const ImRect& row) {
    const float room = look.px(96);
    const ImRect field(row.Min, ImVec2(row.Max.x - room, row.Max.y));
    const SearchAnswer answer =
        search_field(look, "find", field, wanted_, "find", search_takes_focus_);
    search_takes_focus_ = false;
    const std::int64_t found = wanted_.empty() ? 0 : page.occurrences(wanted_);
    if (answer.changed && found > 0) {
        page.select_first(wanted_);
    }
    if (answer.entered) {
        search_takes_focus_ = true;
        if (found > 0) {
            page.select_next(wanted_);
        }
    }
    if (answer.given_up) {
        search_open_ = false;
        page.take_focus();
    }
    const std::string text = wanted_.empty() ? "Enter: next"
                             : found == 0    ? "not found"
                                             : format_integer(found) + " found";
    draw_text_fitted(look, ImVec2(row.Max.x, row.GetCenter().y), Role::caption, look.colour.text2,
                     text, room - look.px(8), anchor_middle_right);
}

}  // namespace heatlab::ui
