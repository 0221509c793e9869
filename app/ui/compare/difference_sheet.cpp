#include "app/ui/compare/difference_sheet.h"

#include <array>
#include <string>
#include <vector>

#include "app/ui/colour_bar.h"
#include "app/ui/compare/compare_layout.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/comparison_words.h"
#include "app/ui/compare/difference_bar.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/choice.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float control_height = 28;
constexpr float text_row = 22;
constexpr std::array<const char*, 2> scale_words{"Linear", "Log"};

/// What the header leaves out to fit its width.
struct HeaderForm {
    float padding = 12;  ///< of the segments
    bool title = true;
};

std::vector<std::string> pair_names(std::size_t others) {
    std::vector<std::string> names;
    for (std::size_t view = 1; view <= others; ++view)
        names.push_back(difference_name(view));
    return names;
}

std::vector<const char*> words_of(const std::vector<std::string>& names) {
    std::vector<const char*> words;
    for (const std::string& name : names)
        words.push_back(name.c_str());
    return words;
}

void draw_header(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    ComparisonSetting setting = context.snapshot.settings.comparison;
    const std::size_t shown = shown_difference(setting);
    const float height = look.px(control_height);
    const float top = std::floor(area.GetCenter().y - height / 2);
    const float left =
        draw_letter_tile(look, {area.Min.x, top}, "Δ", look.colour.text2) + look.px(10);
    const std::vector<std::string> names = pair_names(setting.others.size());
    const std::vector<const char*> pairs = words_of(names);
    const std::string title = difference_title(shown);
    const auto width_of = [&](const HeaderForm& form) {
        float width = segmented_width(look, scale_words, form.padding);
        if (pairs.size() > 1)
            width += look.px(8) + segmented_width(look, pairs, form.padding);
        return width + (form.title ? text_size(look, Role::title, title).x + look.px(12) : 0);
    };
    HeaderForm form;
    if (width_of(form) > area.Max.x - left)
        form.padding = 8;
    if (width_of(form) > area.Max.x - left)
        form.title = pairs.size() < 2;
    if (form.title)
        draw_text(look, {left, area.GetCenter().y}, Role::title, look.colour.text, title,
                  anchor_middle_left);
    float x = area.Max.x;
    if (pairs.size() > 1) {
        x -= segmented_width(look, pairs, form.padding);
        if (const auto chosen = segmented(look, "Pair", {x, top}, pairs,
                                          static_cast<int>(shown) - 1, height, form.padding)) {
            setting.difference = static_cast<std::size_t>(*chosen) + 1;
            context.emit(command::SetComparison{setting});
        }
        x -= look.px(8);
    }
    x -= segmented_width(look, scale_words, form.padding);
    const int scale = setting.scale == DifferenceScale::logarithmic ? 1 : 0;
    if (const auto chosen =
            segmented(look, "Scale", {x, top}, scale_words, scale, height, form.padding)) {
        setting.scale = *chosen == 1 ? DifferenceScale::logarithmic : DifferenceScale::linear;
        context.emit(command::SetComparison{setting});
    }
}

/// Counts the cells that differ, in one line or two.
void draw_words(const PanelContext& context, Rows& rows, std::size_t view) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const DifferenceWords words = difference_words(context.snapshot, view);
    const Agreement agreement = agreement_of(context.snapshot.comparison, view);
    ImRect row = rows.take(look.px(text_row));
    float x = row.Min.x;
    if (agreement == Agreement::identical || agreement == Agreement::differs) {
        const bool identical = agreement == Agreement::identical;
        draw_text(look, {x, row.GetCenter().y}, Role::note, identical ? p.stable : p.damped,
                  identical ? icon::smooth : icon::warning, anchor_middle_left);
        x += look.px(22);
    }
    const ImU32 ink = agreement == Agreement::unknown ? p.text3 : p.text;
    const float counted = draw_text_fitted(look, {x, row.GetCenter().y}, Role::note_strong, ink,
                                           words.counted, row.Max.x - x, anchor_middle_left);
    if (words.first.empty())
        return;
    const float first = text_size(look, Role::note, words.first).x;
    if (x + counted + look.px(12) + first <= row.Max.x) {
        x += counted + look.px(12);
    } else {
        row = rows.take(look.px(text_row) - look.px(2));
    }
    draw_text_fitted(look, {x, row.GetCenter().y}, Role::note, p.text2, words.first, row.Max.x - x,
                     anchor_middle_left);
}

/// In the middle of a picture that has nothing to show.
void draw_statement(const PanelContext& context, const FieldCanvas& canvas, Agreement agreement,
                    bool drawn) {
    const Look& look = context.look;
    Pill what;
    if (agreement == Agreement::identical) {
        what = {.icon = icon::smooth,
                .icon_colour = palette_of(ThemeKind::dark).stable,
                .word = "exactly 0",
                .detail = "in every cell"};
        if (pill_width(look, what) > canvas.overlay.GetWidth())
            what.detail = {};
    } else if (!drawn) {
        what = {.word = "",
                .detail = agreement == Agreement::apart ? "needs two fields of one step"
                                                        : "appears with the first comparison"};
    } else {
        return;
    }
    const ImVec2 middle = canvas.overlay.GetCenter();
    pill(look, "Statement",
         {middle.x - pill_width(look, what) / 2, middle.y - pill_height(look, what) / 2}, what);
}

}  // namespace

FieldImageRequest DifferenceSheet::draw(const PanelContext& context, std::size_t sheet,
                                        const ImRect& area, const FieldImage& image,
                                        const std::optional<SharedPointer>& pointer,
                                        ViewSetting& view) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const float margin = look.px(view_margin);
    const std::size_t shown = shown_difference(snapshot.settings.comparison);
    const Agreement agreement = agreement_of(snapshot.comparison, shown);
    Rows rows(ImRect(area.Min.x + margin, area.Min.y, area.Max.x - margin, area.Max.y));
    draw_header(context, rows.take(look.px(view_header_height)));
    draw_words(context, rows, shown);
    rows.skip(look.px(6));
    const ImRect picture(rows.left(), rows.y(), area.Max.x - look.px(colour_bar_gutter + 8),
                         area.Max.y - margin);
    if (picture.GetWidth() < 1 || picture.GetHeight() < 1)
        return {};
    const FieldCanvas canvas = pane_.place(context, picture, image);
    const bool compared = agreement == Agreement::identical || agreement == Agreement::differs;
    const bool drawn = compared && image.texture != 0 && snapshot.comparison.picture != nullptr;
    FieldPane::draw(look, drawn ? image : FieldImage{}, canvas);
    context.mark("difference", canvas.picture);
    // Before the field: what lies under a statement can be painted on.
    draw_statement(context, canvas, agreement, drawn);
    pane_.input().update(context, canvas, view);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    pane_.input().draw_pointer(context, canvas);
    if (pointer && pointer->sheet != sheet)
        draw_shared_pointer(look, canvas, pointer->cell);
    list.PopClipRect();
    if (drawn) {
        const float left = canvas.picture.Max.x + margin;
        draw_difference_bar(context,
                            {left, canvas.picture.Min.y, left + look.px(colour_bar_gutter - 16),
                             canvas.picture.Max.y},
                            agreement == Agreement::identical);
    }
    return pane_.request(context, picture, view);
}

}  // namespace heatlab::ui
