#include "app/ui/compare/view_sheet.h"

#include <algorithm>
#include <string>

#include "app/format.h"
#include "app/ui/compare/compare_layout.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/comparison_words.h"
#include "app/ui/compare/wrong_title.h"
#include "app/ui/field_overlays.h"
#include "app/ui/icons.h"
#include "app/ui/read_out.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float inset = 12;
constexpr float combo_width = 132;
constexpr float combo_width_of_more = 186;  ///< with a backend or copies
constexpr float least_combo_width = 96;
constexpr float control_height = 28;
constexpr float line_below = 30;    ///< of a statement below the picture
constexpr float low_picture = 160;  ///< a lower one keeps statements close to its edge

void draw_choices(const PanelContext& context, std::size_t index, BackendKind backend) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ViewChoice current = view_choice(snapshot, index);
    for (const KernelChoice& choice : kernel_choices(snapshot, backend)) {
        const bool selected = current == ViewChoice{std::string(choice.kernel->name), backend};
        const std::string steps = steps_per_pass(*choice.kernel, backend);
        MenuItemOptions options;
        options.selected = selected;
        options.right = steps;
        options.disabled_reason = choice.reason;
        if (!menu_item(look, choice.label.c_str(), options) || selected)
            continue;
        if (index == 0)
            context.emit(command::SetKernel{std::string(choice.kernel->name)});
        else
            context.emit(command::SetComparison{kernel_chosen(snapshot, index, choice)});
    }
}

void draw_copies(const PanelContext& context, std::size_t index) {
    const Look& look = context.look;
    menu_caption(look, "copies of the field to the host");
    HostCopySetting setting = view_copies(context.snapshot, index);
    for (const HostCopyInfo& info : host_copy_policies()) {
        const bool selected = info.policy == setting.policy;
        const std::string label = std::string(info.title) + "##copies";
        const std::string interval = "n = " + format_integer(setting.interval);
        MenuItemOptions options;
        options.selected = selected;
        if (info.policy == HostCopyPolicy::every_n)
            options.right = interval;
        if (!menu_item(look, label.c_str(), options) || selected)
            continue;
        setting.policy = info.policy;
        context.emit(copies_chosen(context.snapshot, index, setting));
        return;
    }
}

void draw_kernel_list(const PanelContext& context, std::size_t index, const ImRect& area) {
    const Snapshot& snapshot = context.snapshot;
    const std::vector<BackendKind> backends =
        index == 0 ? std::vector{snapshot.backend.kind} : backend_choices(snapshot);
    ComboOptions options;
    options.role = Role::code;
    options.popup_width = 286;
    options.tooltip = index == 0 ? "Kernel of A, and of Explore" : "Kernel of this view";
    const bool copies = view_copies(snapshot, index).active();
    const std::string shown =
        choice_label(snapshot, view_choice(snapshot, index)) + (copies ? " + copies" : "");
    if (!begin_combo(context.look, "Kernel", area, shown, options))
        return;
    for (const BackendKind backend : backends) {
        if (backends.size() > 1)
            menu_caption(context.look,
                         backend == BackendKind::cuda ? "on the GPU" : "on the processor");
        draw_choices(context, index, backend);
    }
    draw_copies(context, index);
    end_combo();
}

/// Time per step, right-aligned; returns its left edge. Left out where that would lie left of
/// `least`.
float draw_time(const PanelContext& context, std::size_t index, const ImRect& area, float least) {
    const Look& look = context.look;
    const std::vector<ComparedViewState>& views = context.readings.views;
    if (index >= views.size() || !views[index].seconds_per_step)
        return area.Max.x;
    const ComparedViewState& state = views[index];
    const Quantity time = format_duration(*state.seconds_per_step);
    const float middle = area.GetCenter().y;
    float x = area.Max.x;
    if (x - text_size(look, Role::note, time.unit + "/step").x - look.px(5) -
            text_size(look, Role::title, time.value).x <
        least)
        return x;
    x -= draw_text(look, {x, middle}, Role::note, look.colour.text3, time.unit + "/step",
                   anchor_middle_right)
             .x;
    x -= look.px(5);
    x -=
        draw_text(look, {x, middle}, Role::title, look.colour.text, time.value, anchor_middle_right)
            .x;
    ImGui::SetCursorScreenPos({x, area.Min.y});
    ImGui::InvisibleButton("Time", {area.Max.x - x, area.GetHeight()});
    const RungWords rung = rung_words(state.display);
    item_tooltip(look, "median of the last batches; the picture: " + std::string(rung.name) + ", " +
                           rung.cost);
    return x;
}

void draw_header(const PanelContext& context, std::size_t index, const ImRect& area) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const float top = std::floor(area.GetCenter().y - look.px(control_height) / 2);
    const float bottom = top + look.px(control_height);
    float x =
        draw_letter_tile(look, {area.Min.x, top}, view_name(index), look.colour.series[index]) +
        look.px(8);
    const auto wrong = wrong_shown(snapshot, index);
    // The time of code that is to be read says nothing.
    const bool removable = index > 0 && snapshot.settings.comparison.others.size() > 1;
    const float button = removable ? look.px(control_height + 2) : 0;
    const float least = x + look.px(least_combo_width) + button + look.px(8);
    const float time =
        (wrong ? area.Max.x : draw_time(context, index, {x, top, area.Max.x, bottom}, least)) -
        look.px(8);
    const bool longer = view_choice(snapshot, index).backend != snapshot.backend.kind ||
                        view_copies(snapshot, index).active();
    const float wanted =
        wrong ? time - button - x : look.px(longer ? combo_width_of_more : combo_width);
    const float width = std::max(look.px(least_combo_width), std::min(wanted, time - button - x));
    const ImRect title(x, top, x + width, bottom);
    wrong ? draw_wrong_title(context, index, *wrong, title)
          : draw_kernel_list(context, index, title);
    if (!removable)
        return;
    x += width + look.px(2);
    const std::string label = "Remove view " + view_name(index);
    if (icon_button(look, label.c_str(), icon::cross, {x, top, x + look.px(control_height), bottom},
                    {.kind = ButtonKind::ghost}))
        context.emit(command::SetComparison{view_removed(snapshot.settings.comparison, index)});
}

struct Mark {
    const char* icon = nullptr;
    ImU32 colour = 0;
};

Mark mark_of(Agreement agreement, const Palette& palette) {
    if (agreement == Agreement::identical)
        return {icon::smooth, palette.stable};
    if (agreement == Agreement::differs)
        return {icon::warning, palette.damped};
    return {};
}

/// How the view stands to A: below the picture where there is room, else bottom right on it.
void draw_statement(const PanelContext& context, std::size_t index, const FieldCanvas& canvas) {
    const Look& look = context.look;
    const Comparison& comparison = context.snapshot.comparison;
    const Agreement agreement = index == 0 ? Agreement::unknown : agreement_of(comparison, index);
    const Wordings wordings = view_statement(comparison, index, context.snapshot.settings.grid);
    const ImRect& picture = canvas.picture;
    const float room = picture.GetWidth();
    if (canvas.area.Max.y - picture.Max.y >= look.px(line_below)) {
        const Mark mark = mark_of(agreement, look.colour);
        const std::string& text = wordings[fitting_wording(look, wordings, mark.icon, room)];
        const float middle = picture.Max.y + look.px(line_below) / 2 + look.px(2);
        const float width = draw_text(look, {picture.Max.x, middle}, Role::note, look.colour.text2,
                                      text, anchor_middle_right)
                                .x;
        if (mark.icon != nullptr)
            draw_text(look, {picture.Max.x - width - look.px(8), middle}, Role::note, mark.colour,
                      mark.icon, anchor_middle_right);
        ImGui::SetCursorScreenPos({picture.Max.x - width, middle - look.px(11)});
        ImGui::InvisibleButton("Statement", {width, look.px(22)});
        return;
    }
    const Mark mark = mark_of(agreement, palette_of(ThemeKind::dark));  // as the scrim is
    const float gap = look.px(picture.GetHeight() < look.px(low_picture) ? 6.0f : inset);
    const std::string& text = wordings[fitting_wording(look, wordings, mark.icon, room - 2 * gap)];
    const Pill what{.icon = mark.icon, .icon_colour = mark.colour, .word = "", .detail = text};
    if (pill_width(look, what) > canvas.area.GetWidth())
        return;  // Agreement says it
    pill(look, "Statement",
         {picture.Max.x - gap - pill_width(look, what),
          picture.Max.y - gap - pill_height(look, what)},
         what);
}

}  // namespace

float draw_letter_tile(const Look& look, ImVec2 at, std::string_view letter, ImU32 colour) {
    const float side = look.px(letter_tile_side);
    const ImRect tile(at, {at.x + side, at.y + side});
    ImGui::GetWindowDrawList()->AddRectFilled(
        tile.Min, tile.Max, mix(look.colour.panel, colour, look.colour.dark() ? 0.3f : 0.18f),
        look.px(6));
    draw_text(look, tile.GetCenter(), Role::title, colour, letter, anchor_middle);
    return tile.Max.x;
}

std::size_t fitting_wording(const Look& look, const std::vector<std::string>& wordings,
                            const char* icon, float width) {
    for (std::size_t i = 0; i + 1 < wordings.size(); ++i)
        if (pill_width(look, {.icon = icon, .word = "", .detail = wordings[i]}) <= width)
            return i;
    return wordings.size() - 1;
}

void draw_shared_pointer(const Look& look, const FieldCanvas& canvas, Cell cell) {
    const ImVec2 at = canvas.to_screen(cell.row + 0.5, cell.col + 0.5);
    if (!canvas.picture.Contains(at))
        return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float arm = look.px(9);
    const float open = look.px(3);
    const auto cross = [&](ImU32 colour, float thickness) {
        list.AddLine({at.x - arm, at.y}, {at.x - open, at.y}, colour, thickness);
        list.AddLine({at.x + open, at.y}, {at.x + arm, at.y}, colour, thickness);
        list.AddLine({at.x, at.y - arm}, {at.x, at.y - open}, colour, thickness);
        list.AddLine({at.x, at.y + open}, {at.x, at.y + arm}, colour, thickness);
    };
    cross(rgb(0x000000, 140), look.px(3.5f));
    cross(rgb(0xFFFFFF), look.px(1.5f));
}

void ViewSheet::draw_over_picture(const PanelContext& context, std::size_t index,
                                  const FieldCanvas& canvas,
                                  const std::optional<SharedPointer>& pointer) {
    const Look& look = context.look;
    const FieldInput& input = pane_.input();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    input.draw_pointer(context, canvas);
    if (pointer && pointer->sheet != index)
        draw_shared_pointer(look, canvas, pointer->cell);
    if (index == 0)
        draw_field_pills(context, canvas, Pills::of_picture);
    const bool readable = (input.hovered() || input.pinned()) && !input.painting();
    if (index == 0 && readable && context.snapshot.probe) {
        const Cell cell = context.snapshot.probe->cell;
        const ImVec2 at = input.pinned() ? canvas.to_screen(cell.row + 0.5, cell.col + 0.5)
                                         : ImGui::GetIO().MousePos;
        if (canvas.area.Contains(at))
            draw_read_out(context, canvas, at, input.pinned());
    }
    list.PopClipRect();
}

FieldImageRequest ViewSheet::draw(const PanelContext& context, std::size_t index,
                                  const ImRect& area, const FieldImage& image,
                                  const std::optional<SharedPointer>& pointer, ViewSetting& view) {
    const Look& look = context.look;
    const float margin = look.px(view_margin);
    Rows rows(ImRect(area.Min.x + margin, area.Min.y, area.Max.x - margin, area.Max.y));
    draw_header(context, index, rows.take(look.px(view_header_height)));
    const ImRect picture(rows.left(), rows.y(), rows.right(), area.Max.y - margin);
    if (picture.GetWidth() < 1 || picture.GetHeight() < 1)
        return {};
    const FieldCanvas canvas = pane_.place(context, picture, image);
    FieldPane::draw(look, image, canvas);
    FieldPane::mark(context, canvas);
    draw_state_frame(context, canvas.picture);
    // Before the field: what lies under a statement can be painted on.
    draw_statement(context, index, canvas);
    pane_.input().update(context, canvas, view);
    draw_over_picture(context, index, canvas, pointer);
    return pane_.request(context, picture, view);
}

}  // namespace heatlab::ui
