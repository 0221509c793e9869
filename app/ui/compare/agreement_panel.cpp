#include "app/ui/compare/agreement_panel.h"

#include <string>

#include "app/format.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/comparison_words.h"
#include "app/ui/icons.h"
#include "app/ui/panels/physics.h"

namespace heatlab::ui {
namespace {

constexpr float row_height = 26;
constexpr const char* unknown = "–";

struct Columns {
    float name;
    float cells;    ///< right edge
    float largest;  ///< right edge
};

void draw_row(const PanelContext& context, std::size_t view, const Columns& columns,
              const ImRect& row) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const float middle = row.GetCenter().y;
    const Agreement agreement = agreement_of(context.snapshot.comparison, view);
    const bool compared = agreement == Agreement::identical || agreement == Agreement::differs;
    if (compared) {
        const bool identical = agreement == Agreement::identical;
        draw_text(look, {row.Min.x, middle}, Role::note, identical ? p.stable : p.damped,
                  identical ? icon::smooth : icon::warning, anchor_middle_left);
    }
    draw_text(look, {columns.name, middle}, Role::body, p.text, difference_name(view),
              anchor_middle_left);
    std::string cells = unknown;
    std::string largest = unknown;
    if (compared) {
        const FieldDifference& difference = *context.snapshot.comparison.views[view].difference;
        cells = format_integer(difference.cells);
        largest = difference.largest > 0 ? format_significant(difference.largest, 2) : "0";
    }
    const ImU32 ink = compared ? p.text : p.text3;
    draw_text(look, {columns.cells, middle}, Role::body, ink, cells, anchor_middle_right);
    draw_text(look, {columns.largest, middle}, compared ? Role::title : Role::body, ink, largest,
              anchor_middle_right);
}

}  // namespace

float draw_agreement(const PanelContext& context, const ImRect& area) {
    context.mark("agreement", area);
    const Look& look = context.look;
    const Palette& p = look.colour;
    Rows rows(area);
    const Columns columns{area.Min.x + look.px(24),
                          std::floor(area.Min.x + 0.62f * area.GetWidth()), area.Max.x};
    const float header = rows.take(look.px(22)).GetCenter().y;
    draw_text(look, {columns.cells, header}, Role::caption, p.text3, "cells that differ",
              anchor_middle_right);
    draw_text(look, {columns.largest, header}, Role::caption, p.text3, "largest",
              anchor_middle_right);
    const std::size_t views = context.snapshot.settings.comparison.others.size() + 1;
    for (std::size_t view = 1; view < views; ++view)
        draw_row(context, view, columns, rows.take(look.px(row_height)));
    rows.skip(look.px(6));
    const std::string note = agreement_note(context.snapshot);
    const float width = rows.width();
    draw_text(look, rows.take(text_size(look, Role::note, note, width).y).Min, Role::note, p.text2,
              note, {}, width);
    rows.skip(look.px(14));
    draw_rule(look, {rows.left(), rows.y()}, width, true, p.line);
    rows.skip(look.px(12));
    draw_step_ratio(context, rows);
    return rows.y() - area.Min.y;
}

}  // namespace heatlab::ui
