#include "app/ui/zones/zone_source.h"

#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/panels/panel.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

constexpr float bar_height = 30;

}  // namespace

void ZoneSourcePanel::draw(const PanelContext& context) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    Rows rows(panel_area(look));
    context.mark("zone-source", panel_area(look));
    rows.skip(look.px(6));
    const ImRect bar = rows.take(look.px(bar_height));
    const ZoneState* state = context.snapshot.zones.get();
    const std::shared_ptr<const ZoneSource> source = state != nullptr ? state->source : nullptr;
    if (source == nullptr) {
        draw_text(look, {bar.Min.x, bar.GetCenter().y}, Role::note, p.text3,
                  "appears with the model", anchor_middle_left);
        return;
    }
    if (source != shown_) {
        // The same place of the text, so that another k shows what it changes.
        if (page_)
            page_->set_text(source->text);
        else
            page_ = std::make_unique<SourcePage>("zone source", source->text);
        if (!source->error.empty())
            page_->mark_error(source->error_line, source->error);
        shown_ = source;
    }
    const float tools = reader_.draw_tools(look, bar);
    const std::string title = source->application + ", " +
                              cells_text(source->zone.tile, state->application->dimensions) + ", " +
                              steps_text(source->zone.steps);
    draw_text_fitted(look, {bar.Min.x, bar.GetCenter().y}, Role::title, p.text, title,
                     tools - bar.Min.x - look.px(8), anchor_middle_left);
    if (!source->error.empty()) {
        rows.skip(look.px(4));
        const std::string where =
            source->error_line > 0 ? "line " + format_integer(source->error_line) + ": " : "";
        const float room = rows.width() - look.px(24);
        const std::string text = where + source->error;
        const ImRect row = rows.take(text_size(look, Role::note, text, room).y);
        draw_text(look, row.Min, Role::note, p.not_finite, icon::cross_disc);
        draw_text(look, row.Min + ImVec2(look.px(24), 0), Role::note, p.text2, text, {}, room);
    }
    const char* hint = context.state.source_focused ? "; Esc gives the keys back" : "";
    reader_.draw(context, *page_,
                 (source->error.empty() ? "as generated, " : "as the compiler refused it, ") +
                     format_integer(page_->lines()) + " lines" + hint,
                 rows);
}

}  // namespace heatlab::ui
