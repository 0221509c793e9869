#include "app/ui/zones/zone_figures.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/format.h"
#include "app/ui/icons.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

constexpr float fact_height = 26;

void draw_fact(const Look& look, Rows& rows, const std::string& name, const std::string& value,
               ImU32 colour = 0) {
    const ImRect row = rows.take(look.px(fact_height));
    const float y = row.GetCenter().y;
    const float used =
        draw_text(look, {row.Max.x, y}, Role::title, colour != 0 ? colour : look.colour.text, value,
                  anchor_middle_right)
            .x;
    draw_text_fitted(look, {row.Min.x, y}, Role::note, look.colour.text2, name,
                     row.GetWidth() - used - look.px(8), anchor_middle_left);
}

void draw_note(const Look& look, Rows& rows, const std::string& text, ImU32 colour,
               const char* mark = nullptr) {
    const float left = mark != nullptr ? look.px(24) : 0.0f;
    const float room = rows.width() - left;
    const ImRect row = rows.take(text_size(look, Role::note, text, room).y);
    if (mark != nullptr)
        draw_text(look, row.Min, Role::note, colour, mark);
    draw_text(look, row.Min + ImVec2(left, 0), Role::note,
              mark != nullptr ? look.colour.text2 : colour, text, {}, room);
}

/// Chosen, best, attained: the three numbers that matter.
void draw_headline(const Look& look, const ZoneState& state, Rows& rows) {
    const std::optional<ghost::Judgement> judged =
        state.measured() ? ghost::judge(state.row) : std::nullopt;
    const ImRect row = rows.take(metric_height(look));
    const std::string chosen = steps_text(state.row.chosen_steps);
    const std::string best = judged ? steps_text(judged->best_steps) : "–";
    const std::string attained =
        judged ? format_fixed(100 * judged->attained, 1) + thin_space + "%" : "–";
    const bool good = !judged || judged->attained >= ghost::enough_attained;
    const std::array<Metric, 3> metrics{
        {{"chosen", chosen},
         {"best", best},
         {"attained", attained, {}, good ? ImU32{0} : look.colour.damped}}};
    for (int i = 0; i < 3; ++i)
        draw_metric(look, column_of(row, i, 3, look.px(12)).Min,
                    metrics[static_cast<std::size_t>(i)]);
}

void draw_times(const Look& look, const ZoneState& state, const ghost::Zone& zone, Rows& rows) {
    const ghost::Candidate* candidate = state.row.candidate(zone.steps);
    const ghost::Candidate* single = state.row.candidate(1);
    if (candidate == nullptr || single == nullptr)
        return;
    const auto per_step = [](double seconds) { return format_duration(seconds).text(); };
    draw_fact(look, rows, "expected per step", per_step(candidate->expected.seconds_per_step()));
    for (std::size_t i = 0; i < candidate->expected.terms.size(); ++i) {
        const ghost::ModelTerm& term = candidate->expected.terms[i];
        const ImRect row = rows.take(look.px(fact_height - 2));
        const float y = row.GetCenter().y;
        const float line = look.line_height(Role::caption);
        draw_legend(look, {row.Min.x + look.px(10), std::floor(y - line / 2)},
                    term_colour(look.colour, i), term.name);
        draw_text(look, {row.Max.x, y}, Role::note, look.colour.text2,
                  per_step(term.seconds / zone.steps), anchor_middle_right);
        ImGui::SetCursorScreenPos(row.Min);
        ImGui::PushID(static_cast<int>(i));
        ImGui::InvisibleButton("term", row.GetSize());
        ImGui::PopID();
        item_tooltip(look, term.sentence);
    }
    draw_fact(look, rows, "measured per step",
              candidate->timed() ? per_step(candidate->seconds_per_step()) : "–");
    if (candidate->timed() && single->timed())
        draw_fact(
            look, rows, "speedup over k = 1",
            "× " + format_fixed(single->seconds_per_step() / candidate->seconds_per_step(), 2));
}

void draw_shape(const Look& look, const ZoneState& state, const ghost::Zone& zone, Rows& rows) {
    draw_fact(look, rows, "blocks per launch",
              format_integer(ghost::zone_blocks(state.grid, zone)));
    draw_fact(look, rows, "updates per cell and step",
              format_fixed(ghost::redundancy(state.grid, zone), 2));
}

}  // namespace

float draw_zone_figures(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    context.mark("zone-figures", area);
    Rows rows(area);
    const ZoneState* state = context.snapshot.zones.get();
    if (state == nullptr || state->application == nullptr)
        return 0;
    draw_note(look, rows, std::string(state->application->formula), p.text2);
    rows.skip(look.px(10));
    if (!state->problem.empty()) {
        draw_note(look, rows, state->problem, p.damped, icon::warning);
        rows.skip(look.px(8));
    }
    if (!state->limitation.empty()) {
        draw_note(look, rows, state->limitation, p.damped, icon::information);
        rows.skip(look.px(8));
    }
    if (state->predicted()) {
        draw_headline(look, *state, rows);
        rows.skip(look.px(8));
        const ZoneSetting& setting = context.snapshot.settings.zones;
        const ghost::Zone zone{state->tile, steps_in_force(*state, setting.steps)};
        draw_rule(look, {rows.left(), rows.y()}, rows.width(), true, p.line);
        rows.skip(look.px(6));
        draw_text(look, rows.take(look.px(24)).Min, Role::title, p.text,
                  "With " + steps_text(zone.steps));
        if (setting.steps && *setting.steps != zone.steps)
            draw_note(look, rows,
                      steps_text(*setting.steps) + " is not offered for this tile here.", p.text3);
        draw_times(look, *state, zone, rows);
        draw_shape(look, *state, zone, rows);
        rows.skip(look.px(6));
    }
    const std::string work = work_text(*state);
    if (!work.empty())
        draw_note(look, rows, work, p.text3);
    return rows.y() - area.Min.y;
}

}  // namespace heatlab::ui
