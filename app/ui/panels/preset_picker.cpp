#include "app/ui/panels/preset_picker.h"

#include <algorithm>
#include <cfloat>

#include "app/ui/icons.h"
#include "app/ui/panels/initial_field_picker.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {
namespace {

constexpr float popup_width = 700;
constexpr float list_width = 310;
constexpr float row_height = 28;
constexpr float button_height = 30;

const std::vector<Preset>& presets_of(const Snapshot& snapshot) {
    static const std::vector<Preset> none;
    return snapshot.presets != nullptr ? snapshot.presets->presets() : none;
}

std::string_view preset_part(std::string_view name) {
    return name.substr(0, name.find(':'));
}

std::string_view variant_part(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
}

/// Index of the preset that the run began with; -1: none.
int current_of(const Snapshot& snapshot) {
    const std::vector<Preset>& presets = presets_of(snapshot);
    const std::string_view name = preset_part(snapshot.settings.preset);
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [name](const Preset& p) { return p.name == name; });
    return name.empty() || found == presets.end() ? -1 : static_cast<int>(found - presets.begin());
}

/// One title of the list at the left.
bool draw_title(const Look& look, const Preset& preset, const ImRect& row, bool shown,
                bool current) {
    const Palette& p = look.colour;
    const Press press = press_area(preset.title.c_str(), row);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (shown || press.hovered) {
        list.AddRectFilled(row.Min, row.Max,
                           shown        ? p.accent_tint
                           : press.held ? p.control_active
                                        : p.control_hover,
                           look.px(6));
    }
    const float pad = look.px(8);
    draw_text_fitted(look, ImVec2(row.Min.x + pad, row.GetCenter().y),
                     shown ? Role::body_strong : Role::body, p.text, preset.title,
                     row.GetWidth() - 2 * pad - look.px(16), anchor_middle_left);
    if (current) {
        draw_text(look, ImVec2(row.Max.x - pad, row.GetCenter().y), Role::caption, p.accent,
                  icon::check, anchor_middle_right);
    }
    return press.pressed;
}

}  // namespace

std::string start_title(const Snapshot& snapshot) {
    const int current = current_of(snapshot);
    if (current < 0) {
        return std::string(find_initial_field(snapshot.settings.init.name).title);
    }
    const Preset& preset = presets_of(snapshot)[static_cast<std::size_t>(current)];
    const std::string_view variant = variant_part(snapshot.settings.preset);
    return variant.empty() ? preset.title : preset.title + ", " + std::string(variant);
}

void PresetPicker::draw_details(const PanelContext& context, const Preset& preset,
                                const ImRect& area) const {
    const Look& look = context.look;
    const Palette& p = look.colour;
    Rows rows(area);
    const float width = area.GetWidth();
    const auto say = [&](Role role, ImU32 ink, std::string_view text) {
        const ImVec2 size = text_size(look, role, text, width);
        draw_text(look, ImVec2(rows.left(), rows.y()), role, ink, text, {}, width);
        rows.skip(size.y);
    };
    say(Role::card_title, p.text, preset.title);
    rows.skip(look.px(8));
    say(Role::body, p.text2, preset.text);
    rows.skip(look.px(14));
    const bool is_current = preset.name == preset_part(context.snapshot.settings.preset);
    float x = rows.left();
    for (const PresetVariant& variant : preset.variants) {
        const bool unnamed = variant.name.empty();
        const std::string label = unnamed ? "Start" : variant.name;
        ButtonOptions options;
        options.selected = !unnamed && is_current &&
                           variant.name == variant_part(context.snapshot.settings.preset);
        options.tooltip = preset.runs ? "Start this, from step 0" : "Set this up, at step 0";
        const float needed = std::max(look.px(56), button_width(look, label.c_str(), options));
        if (x > rows.left() && x + needed > area.Max.x) {
            x = rows.left();
            rows.skip(look.px(button_height + 8));
        }
        const ImRect box(x, rows.y(), x + needed, rows.y() + look.px(button_height));
        if (button(look, label.c_str(), box, options)) {
            context.emit(
                command::LoadPreset{unnamed ? preset.name : preset.name + ":" + variant.name});
            ImGui::CloseCurrentPopup();
        }
        x += needed + look.px(8);
    }
}

void PresetPicker::draw(const PanelContext& context, const Thumbnails& thumbnails,
                        const ImRect& area) {
    const Look& look = context.look;
    const std::vector<Preset>& presets = presets_of(context.snapshot);
    ComboOptions options;
    options.borderless = true;
    options.popup_width = presets.empty() ? 470 : popup_width;
    options.tooltip = presets.empty() ? "Start from another field"
                                      : "Prepared experiments, and fields to start from";
    if (!begin_combo(look, "initial field", area, start_title(context.snapshot), options)) {
        shown_ = -1;
        return;
    }
    if (presets.empty()) {
        draw_initial_field_items(context, thumbnails);
        end_combo();
        return;
    }
    const int current = current_of(context.snapshot);
    if (shown_ < 0 || shown_ >= static_cast<int>(presets.size())) {
        shown_ = std::max(0, current);
    }
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left_width = look.px(list_width);
    ImGui::BeginGroup();
    menu_caption(look, "experiments");
    ImVec2 at = ImGui::GetCursorScreenPos();
    for (int i = 0; i < static_cast<int>(presets.size()); ++i) {
        const ImRect row(at, at + ImVec2(left_width, look.px(row_height)));
        if (draw_title(look, presets[static_cast<std::size_t>(i)], row, i == shown_,
                       i == current)) {
            shown_ = i;
        }
        at.y += look.px(row_height);
    }
    ImGui::SetCursorScreenPos(at);
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushClipRect(corner, ImVec2(corner.x + left_width, FLT_MAX), true);
    menu_caption(look, "fields to start from");
    ImGui::PopClipRect();
    draw_initial_field_rows(context, thumbnails, left_width);
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y;
    const ImRect details(corner.x + left_width + look.px(20), corner.y + look.px(28),
                         corner.x + width - look.px(12), bottom);
    draw_rule(look, ImVec2(corner.x + left_width + look.px(9), corner.y + look.px(6)),
              bottom - corner.y - look.px(12), false, look.colour.line);
    draw_details(context, presets[static_cast<std::size_t>(shown_)], details);
    ImGui::SetCursorScreenPos(ImVec2(corner.x, bottom));
    ImGui::Dummy(ImVec2(1, look.px(2)));
    end_combo();
}

}  // namespace heatlab::ui
