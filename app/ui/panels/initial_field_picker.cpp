#include "app/ui/panels/initial_field_picker.h"

#include <algorithm>
#include <array>
#include <limits>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/number_field.h"
#include "app/ui/widgets/sheet.h"
#include "sim/initial_field.h"

namespace heatlab::ui {
namespace {

constexpr float thumbnail_gap = 6;
constexpr float popup_width = 340;
constexpr float field_height = 30;
constexpr float menu_row_height = 26;

/// Another field with the parameters it had: seed, mode and amplitude are shared, a path stays.
InitialFieldSpec with_name(const PanelContext& context, const InitialFieldInfo& info) {
    InitialFieldSpec spec = context.snapshot.settings.init;
    spec.name = std::string(info.name);
    return spec;
}

void choose(const PanelContext& context, const InitialFieldInfo& info) {
    context.emit(command::SetInitialField{with_name(context, info)});
}

/// Whether the grid's dimensions have that field.
bool exists_here(const PanelContext& context, const InitialFieldInfo& info) {
    return info.suits(context.snapshot.settings.grid.dimensions);
}

bool needs_a_path(const PanelContext& context, const InitialFieldInfo& info) {
    return info.uses_file && context.snapshot.settings.init.file.empty();
}

struct Cells {
    const Look& look;
    float width;

    /// The next row of a popup, with its caption above the field.
    ImRect row() const {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        return {at, at + ImVec2(width, look.px(16) + look.px(field_height))};
    }
};

std::optional<double> captioned_number(const Look& look, const char* id, const ImRect& cell,
                                       std::string_view caption, std::string_view shown,
                                       Numbers numbers = Numbers::any) {
    draw_text(look, cell.Min, Role::caption, look.colour.text3, caption);
    return number_field(look, id,
                        ImRect(cell.Min.x, cell.Min.y + look.px(18), cell.Max.x, cell.Max.y), shown,
                        {.numbers = numbers});
}

/// A mode as typed; what int does not hold is refused by the session like any other mode that is
/// too high for the grid.
int mode_of(double typed) {
    constexpr double largest = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(typed, -largest, largest));
}

void seed_and_amplitude(const PanelContext& context, const InitialFieldInfo& info,
                        const ImRect& row) {
    const Look& look = context.look;
    InitialFieldSpec spec = context.snapshot.settings.init;
    const int dimensions = context.snapshot.settings.grid.dimensions;
    const int count = info.uses_mode ? 1 + dimensions : info.uses_seed ? 2 : 1;
    const auto column = [&](int index) { return column_of(row, index, count, look.px(8)); };
    bool changed = false;
    if (const auto value = captioned_number(look, "amplitude", column(0), "amplitude",
                                            format_shortest(spec.amplitude.value_or(1)))) {
        spec.amplitude = *value;
        changed = true;
    }
    if (info.uses_seed) {
        if (const auto value = captioned_number(look, "seed", column(1), "seed, from 0",
                                                std::to_string(spec.seed), Numbers::natural)) {
            spec.seed = static_cast<std::uint64_t>(*value);
            changed = true;
        }
    }
    struct Mode {
        const char* id;
        const char* caption;
        int InitialFieldSpec::*member;
    };
    constexpr std::array<std::array<Mode, 3>, 3> captions{
        {{{{"mode p", "waves along it, p", &InitialFieldSpec::mode_p}}},
         {{{"mode p", "waves across p", &InitialFieldSpec::mode_p},
           {"mode q", "waves down q", &InitialFieldSpec::mode_q}}},
         {{{"mode p", "across p", &InitialFieldSpec::mode_p},
           {"mode q", "down q", &InitialFieldSpec::mode_q},
           {"mode s", "slices s", &InitialFieldSpec::mode_s}}}}};
    for (int i = 0; info.uses_mode && i < dimensions; ++i) {
        const Mode& mode =
            captions[static_cast<std::size_t>(dimensions) - 1][static_cast<std::size_t>(i)];
        if (const auto typed =
                captioned_number(look, mode.id, column(1 + i), mode.caption,
                                 std::to_string(spec.*mode.member), Numbers::whole)) {
            spec.*mode.member = mode_of(*typed);
            changed = true;
        }
    }
    if (changed) {
        context.emit(command::SetInitialField{spec});
    }
}

void path_field(const PanelContext& context, const ImRect& cell) {
    const Look& look = context.look;
    const InitialFieldSpec& spec = context.snapshot.settings.init;
    const bool plane = context.snapshot.settings.grid.dimensions == 2;
    draw_text(look, cell.Min, Role::caption, look.colour.text3,
              plane ? "path of a PNG or NPY file" : "path of an NPY file of this shape");
    const ImRect box(cell.Min.x, cell.Min.y + look.px(18), cell.Max.x, cell.Max.y);
    if (const auto path = text_field(look, "file", box, spec.file.string(),
                                     plane ? "picture.png" : "field.npy")) {
        InitialFieldSpec changed = spec;
        changed.name = "file";
        changed.file = *path;
        context.emit(command::SetInitialField{changed});
    }
}

/// Inside the popup of the name: what the chosen field can be given.
void draw_parameters(const PanelContext& context, const InitialFieldInfo& info) {
    const Look& look = context.look;
    const float width = look.px(popup_width) - 2 * look.px(14);
    ImVec2 at = ImGui::GetCursorScreenPos();
    draw_text(look, at, Role::title, look.colour.text, info.title);
    at.y += look.px(22);
    const ImVec2 sentence =
        draw_text(look, at, Role::note, look.colour.text2, info.sentence, {}, width);
    at.y += sentence.y + look.px(12);
    ImGui::SetCursorScreenPos(at);
    const Cells cells{look, width};
    const ImRect first = cells.row();
    if (info.uses_file) {
        path_field(context, first);
    } else {
        seed_and_amplitude(context, info, first);
    }
    ImGui::SetCursorScreenPos(ImVec2(first.Min.x, first.Max.y));
    ImGui::Dummy(ImVec2(width, look.px(2)));
}

/// One picture of the row: selected with the accent ring.
void draw_picture(const PanelContext& context, const Thumbnails& thumbnails, int index,
                  const ImRect& box) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const InitialFieldInfo& info = initial_fields()[static_cast<std::size_t>(index)];
    const std::string label(info.title);
    ImGui::PushID(index);
    const Press press = press_area(label.c_str(), box);
    item_tooltip(look, std::string(info.title) + ": " + std::string(info.sentence));
    ImGui::PopID();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (thumbnails.draw(list, index, box)) {
        mask_corners(list, box, look.px(4), p.panel);
    } else {
        list.AddRectFilled(box.Min, box.Max, press.hovered ? p.control_hover : p.control,
                           look.px(4));
        draw_text(look, box.GetCenter(), Role::note, p.text2, icon::file, anchor_middle);
    }
    const bool selected = info.name == context.snapshot.settings.init.name;
    if (selected || press.hovered) {
        ImRect ring = box;
        ring.Expand(look.px(2));
        list.AddRect(ring.Min, ring.Max, selected ? p.accent : p.line2, look.px(6), look.px(2));
    }
    if (press.pressed && needs_a_path(context, info)) {
        ImGui::OpenPopup("parameters");
    } else if (press.pressed) {
        choose(context, info);
    }
}

Swatch thumbnail_swatch(const Thumbnails& thumbnails, const Look& look, int index) {
    return [&thumbnails, &look, index](ImDrawList& list, const ImRect& area) {
        if (!thumbnails.draw(list, index, area)) {
            draw_text(look, area.GetCenter(), Role::note, look.colour.text2, icon::file,
                      anchor_middle, 0, &list);
        }
    };
}

}  // namespace

ImVec2 thumbnail_size(const Look& look, float row_width) {
    const auto count = static_cast<float>(initial_fields().size());
    const float width = std::floor((row_width - (count - 1) * look.px(thumbnail_gap)) / count);
    return {std::max(8.0f, width), look.px(28)};
}

void draw_initial_fields(const PanelContext& context, const Thumbnails& thumbnails,
                         const ImRect& title_row, const ImRect& picture_row) {
    const Look& look = context.look;
    const InitialFieldInfo& current = find_initial_field(context.snapshot.settings.init.name);
    draw_text(look, ImVec2(title_row.Min.x, title_row.GetCenter().y), Role::title, look.colour.text,
              "Start from", anchor_middle_left);
    ImGui::PushID("start from");
    const int count = static_cast<int>(initial_fields().size());
    const ImVec2 size = thumbnail_size(look, picture_row.GetWidth());
    const float step = (picture_row.GetWidth() - size.x) / static_cast<float>(count - 1);
    int place = 0;
    for (int i = 0; i < count; ++i) {
        if (!exists_here(context, initial_fields()[static_cast<std::size_t>(i)])) {
            continue;
        }
        const float x = std::floor(picture_row.Min.x + step * static_cast<float>(place++) + 0.5f);
        draw_picture(context, thumbnails, i,
                     ImRect(ImVec2(x, picture_row.Min.y), ImVec2(x, picture_row.Min.y) + size));
    }
    ButtonOptions options;
    options.kind = ButtonKind::ghost;
    options.role = Role::note;
    options.icon = icon::sliders;
    options.tooltip = "Amplitude, seed, mode, file";
    const std::string label = std::string(current.title) + "###parameters";
    const float width = button_width(look, label.c_str(), options);
    const ImRect name(title_row.Max.x - width + look.px(10), title_row.Min.y,
                      title_row.Max.x + look.px(10), title_row.Max.y);
    if (button(look, label.c_str(), name, options)) {
        ImGui::OpenPopup("parameters");
    }
    ImGui::SetNextWindowPos(ImVec2(title_row.Max.x, picture_row.Max.y + look.px(8)), 0,
                            ImVec2(1, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(14), look.px(12)));
    const bool open = ImGui::BeginPopup("parameters");
    ImGui::PopStyleVar();
    if (open) {
        const bool asks_for_path = ImGui::IsWindowAppearing() && current.uses_file;
        if (asks_for_path) {
            ImGui::SetKeyboardFocusHere();
        }
        draw_parameters(context, current);
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

void draw_initial_field_items(const PanelContext& context, const Thumbnails& thumbnails) {
    const Look& look = context.look;
    const InitialFieldInfo& current = find_initial_field(context.snapshot.settings.init.name);
    for (int i = 0; i < static_cast<int>(initial_fields().size()); ++i) {
        const InitialFieldInfo& info = initial_fields()[static_cast<std::size_t>(i)];
        if (!exists_here(context, info) || needs_a_path(context, info)) {
            continue;
        }
        MenuItemOptions item;
        item.selected = info.name == current.name;
        item.note = info.sentence;
        item.swatch = thumbnail_swatch(thumbnails, look, i);
        item.swatch_width = 22;
        if (menu_item(look, std::string(info.title).c_str(), item)) {
            choose(context, info);
        }
    }
    // Narrower where the list is so long that it scrolls.
    const float room = ImGui::GetContentRegionAvail().x - look.px(16);
    const ImVec2 at = ImGui::GetCursorScreenPos() + ImVec2(look.px(8), look.px(8));
    const ImRect cell(at, at + ImVec2(room, look.px(16) + look.px(field_height)));
    path_field(context, cell);
    ImGui::SetCursorScreenPos(ImVec2(cell.Min.x, cell.Max.y));
    ImGui::Dummy(ImVec2(1, look.px(6)));
}

void draw_initial_field_rows(const PanelContext& context, const Thumbnails& thumbnails,
                             float width) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    // Only where the run began with none of the experiments is a field what it began with.
    const bool plain = context.snapshot.settings.preset.empty();
    for (int i = 0; i < static_cast<int>(initial_fields().size()); ++i) {
        const InitialFieldInfo& info = initial_fields()[static_cast<std::size_t>(i)];
        if (!exists_here(context, info) || needs_a_path(context, info)) {
            continue;
        }
        const ImRect row(at, at + ImVec2(width, look.px(menu_row_height)));
        const Press press = press_area(std::string(info.title).c_str(), row);
        item_tooltip(look, info.sentence);
        if (press.hovered) {
            list.AddRectFilled(row.Min, row.Max, press.held ? p.control_active : p.control_hover,
                               look.px(6));
        }
        const float middle = row.GetCenter().y;
        const float left = row.Min.x + look.px(8);
        thumbnail_swatch(thumbnails, look, i)(
            list, ImRect(left, middle - look.px(7), left + look.px(22), middle + look.px(7)));
        draw_text(look, ImVec2(left + look.px(32), middle), Role::body, p.text, info.title,
                  anchor_middle_left);
        if (plain && info.name == context.snapshot.settings.init.name) {
            draw_text(look, ImVec2(row.Max.x - look.px(8), middle), Role::caption, p.accent,
                      icon::check, anchor_middle_right);
        }
        if (press.pressed) {
            choose(context, info);
            ImGui::CloseCurrentPopup();
        }
        at.y += look.px(menu_row_height);
        ImGui::SetCursorScreenPos(at);
    }
    ImGui::Dummy(ImVec2(width, look.px(2)));
}

}  // namespace heatlab::ui
