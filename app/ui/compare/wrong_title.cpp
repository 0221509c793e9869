#include "app/ui/compare/wrong_title.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/compare/comparison_choice.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"

namespace heatlab::ui {
namespace {

constexpr const char* popup = "wrong lines";
constexpr float control_height = 28;
constexpr float padding = 16;
constexpr float code_line = 22;

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The longest wording that fits.
std::string title_within(const Look& look, const Snapshot& snapshot, std::size_t index,
                         WrongVariant wrong, float width) {
    for (const std::string& title :
         {view_label(snapshot, index), "wrong: " + std::string(info_of(wrong).title)})
        if (text_size(look, Role::title, title).x <= width)
            return title;
    return "wrong on purpose";
}

void draw_popup(const Look& look, WrongVariant wrong, const ImRect& below) {
    const std::string_view sentence = info_of(wrong).kernel.sentence;
    const std::string_view file = source_of(wrong).file;
    const std::vector<std::string_view> lines = lines_of(wrong_function(wrong));
    float width = look.px(320);
    for (const std::string_view line : lines)
        width = std::max(width, text_size(look, Role::code, line).x);
    const float note = text_size(look, Role::body, sentence, width).y;
    const ImVec2 size(width + 2 * look.px(padding),
                      note + look.px(40) + static_cast<float>(lines.size()) * look.px(code_line) +
                          2 * look.px(padding));
    const ImVec2 display = ImGui::GetMainViewport()->Size;
    const auto inside = [](float at, float length, float room) {
        return std::max(0.0f, std::min(at, room - length));
    };
    ImGui::SetNextWindowPos({inside(below.Min.x, size.x, display.x),
                             inside(below.Max.y + look.px(4), size.y, display.y)});
    ImGui::SetNextWindowSize({std::min(size.x, display.x), std::min(size.y, display.y)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(padding), look.px(padding)});
    const bool open =
        ImGui::BeginPopup(popup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PopStyleVar();
    if (!open)
        return;
    ImVec2 at = ImGui::GetCursorScreenPos();
    at.y += draw_text(look, at, Role::body, look.colour.text, sentence, {}, width).y + look.px(8);
    at.y += draw_text(look, at, Role::caption, look.colour.text3, file).y + look.px(8);
    for (const std::string_view line : lines) {
        const bool marked = line.find("// Wrong") != std::string_view::npos;
        if (marked)
            ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + look.px(code_line)},
                                                      look.colour.accent_tint, look.px(4));
        draw_text(look, {at.x, at.y + look.px(code_line) / 2}, Role::code, look.colour.text, line,
                  anchor_middle_left);
        at.y += look.px(code_line);
    }
    // What was drawn, for the scroll bars.
    ImGui::Dummy({width, at.y - ImGui::GetCursorScreenPos().y});
    ImGui::EndPopup();
}

}  // namespace

void draw_wrong_title(const PanelContext& context, std::size_t index, WrongVariant wrong,
                      const ImRect& area) {
    const Look& look = context.look;
    const ImVec2 at(area.Min.x, area.GetCenter().y);
    const float gap =
        draw_text(look, at, Role::note, look.colour.damped, icon::warning, anchor_middle_left).x +
        look.px(8);
    const float side = look.px(control_height);
    const float room = area.GetWidth() - gap - side - look.px(8);
    const float width = draw_text_fitted(look, {at.x + gap, at.y}, Role::title, look.colour.text,
                                         title_within(look, context.snapshot, index, wrong, room),
                                         room, anchor_middle_left);
    const float x = at.x + gap + width + look.px(8);
    const ImRect button(x, area.Min.y, x + side, area.Min.y + side);
    if (icon_button(look, "The wrong line", icon::file, button, {.kind = ButtonKind::ghost}))
        ImGui::OpenPopup(popup);
    draw_popup(look, wrong, button);
}

}  // namespace heatlab::ui
