#include "app/ui/zones/zone_chart.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/format.h"
#include "app/ui/widgets/marks.h"
#include "app/ui/widgets/plot.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

constexpr float header_height = 40;
constexpr float legend_row = 22;
constexpr float room_for_legend = 170;  ///< of the whole sheet
constexpr float low_header_height = 32;
constexpr float widest_bar = 44;
constexpr double headroom = 1.12;  ///< above the highest bar

struct TimeUnit {
    double seconds;
    const char* name;
};

TimeUnit unit_for(double seconds) {
    if (seconds < 2e-6)
        return {1e-9, "ns per step"};
    return seconds < 2e-3 ? TimeUnit{1e-6, "µs per step"} : TimeUnit{1e-3, "ms per step"};
}

double longest(const ghost::StudyRow& row) {
    double seconds = 0;
    for (const ghost::Candidate& candidate : row.candidates) {
        seconds = std::max(seconds, candidate.expected.seconds_per_step());
        if (candidate.timed())
            seconds = std::max(seconds, candidate.seconds_per_step());
    }
    return seconds;
}

std::vector<AxisTick> step_labels(const ghost::StudyRow& row, float room, float label) {
    const int most = row.candidates.back().steps();
    const auto places = static_cast<int>(std::max(2.0f, room / label));
    int every = 1;
    for (const int step : {1, 2, 5, 10, 20, 50})
        if (every = step; most / step <= places)
            break;
    std::vector<AxisTick> ticks;
    for (const ghost::Candidate& candidate : row.candidates)
        if (every == 1 || candidate.steps() == 1 || candidate.steps() % every == 0)
            ticks.push_back(
                {static_cast<double>(candidate.steps()), format_integer(candidate.steps())});
    return ticks;
}

/// The terms of one k, from the axis up.
void draw_bar(const Look& look, const Plot& plot, const ghost::Candidate& candidate,
              const TimeUnit& unit, float half, bool lit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    double below = 0;
    const float space = half > look.px(4) ? look.hairline() : 0.0f;
    for (std::size_t i = 0; i < candidate.expected.terms.size(); ++i) {
        const double height =
            candidate.expected.terms[i].seconds / candidate.steps() / unit.seconds;
        if (!(height > 0))
            continue;
        const ImVec2 foot = plot.to_screen(candidate.steps(), below);
        const ImVec2 top = plot.to_screen(candidate.steps(), below + height);
        below += height;
        const ImVec2 from(std::floor(foot.x - half), std::floor(top.y));
        const ImVec2 to(std::floor(foot.x + half), std::floor(foot.y) - space);
        if (to.y <= from.y)
            continue;
        const ImU32 colour = term_colour(look.colour, i);
        list.AddRectFilled(from, to, lit ? colour : fade(colour, 0.72f), 0);
    }
}

void draw_point(const Look& look, const Plot& plot, const ghost::Candidate& candidate,
                const TimeUnit& unit) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& p = look.colour;
    if (!candidate.mismatch.empty()) {
        const ImVec2 at = plot.to_screen(candidate.steps(), 0);
        draw_text(look, at - ImVec2(0, look.px(10)), Role::title, p.not_finite, "×", anchor_middle);
        return;
    }
    if (!candidate.timed())
        return;
    const ImVec2 at =
        plot.to_screen(candidate.steps(), candidate.seconds_per_step() / unit.seconds);
    list.AddCircleFilled(at, look.px(6), p.panel);
    list.AddCircleFilled(at, look.px(4.5f), p.accent);
}

std::string tooltip_of(const ghost::Candidate& candidate) {
    const auto per_step = [&](double seconds) {
        return format_duration(seconds / candidate.steps()).text();
    };
    std::string text = steps_text(candidate.steps()) + ": " +
                       per_step(candidate.expected.seconds()) + " a step expected (";
    for (std::size_t i = 0; i < candidate.expected.terms.size(); ++i) {
        const ghost::ModelTerm& term = candidate.expected.terms[i];
        text += (i > 0 ? ", " : "") + std::string(term.name) + " " + per_step(term.seconds);
    }
    text += ")";
    if (!candidate.mismatch.empty())
        return text + "; its result is wrong: " + candidate.mismatch;
    if (candidate.timed())
        text += ", " + per_step(candidate.seconds) + " measured";
    return text;
}

/// The chosen k and the best one, named above their bars: one label where they are one.
void draw_labels(const Look& look, const Plot& plot, const ZoneState& state, const TimeUnit& unit) {
    const Palette& p = look.colour;
    const ghost::StudyRow& row = state.row;
    const std::optional<ghost::Judgement> judged =
        state.measured() ? ghost::judge(row) : std::nullopt;
    const auto label = [&](int steps, const char* words, ImU32 colour, float above) {
        const ghost::Candidate* candidate = row.candidate(steps);
        if (candidate == nullptr)
            return;
        double height = candidate->expected.seconds_per_step();
        if (candidate->timed())
            height = std::max(height, candidate->seconds_per_step());
        const ImVec2 at = plot.to_screen(steps, height / unit.seconds);
        const float half = text_size(look, Role::note_strong, words).x / 2;
        const float x = std::clamp(at.x, plot.inner().Min.x + half, plot.inner().Max.x - half);
        const float y = std::max(at.y - look.px(14 + above), plot.inner().Min.y + look.px(8));
        draw_text(look, ImVec2(x, y), Role::note_strong, colour, words, anchor_middle);
    };
    const int best = judged ? judged->best_steps : 0;  // 0: not known yet
    const bool both = best == row.chosen_steps;
    const bool near = best > 0 && std::abs(best - row.chosen_steps) < 4;
    label(row.chosen_steps, both ? "chosen and best" : "chosen", p.text, near && !both ? 18 : 0);
    if (best > 0 && !both)
        label(best, "best", p.accent, 0);
}

void draw_legend_row(const Look& look, const ghost::StudyRow& row, const ImRect& area) {
    const Palette& p = look.colour;
    float x = area.Min.x;
    const float y = area.Min.y;
    const std::vector<ghost::ModelTerm>& terms = row.candidates.front().expected.terms;
    for (std::size_t i = 0; i < terms.size(); ++i)
        x += draw_legend(look, {x, y}, term_colour(p, i), terms[i].name) + look.px(16);
    const ImVec2 dot(x + look.px(5), std::floor(y + look.line_height(Role::caption) / 2));
    ImGui::GetWindowDrawList()->AddCircleFilled(dot, look.px(4.5f), p.accent);
    draw_text(look, {x + look.px(16), y}, Role::caption, p.text2, "measured");
}

/// At the right of the title: what the choice attains, or why that is not known yet.
void draw_attained(const Look& look, const ZoneState& state, const ImRect& row, float left) {
    const Palette& p = look.colour;
    const float middle = row.GetCenter().y;
    const std::optional<ghost::Judgement> judged =
        state.measured() ? ghost::judge(state.row) : std::nullopt;
    if (!judged) {
        const bool none = std::ranges::none_of(state.row.candidates,
                                               [](const ghost::Candidate& c) { return c.timed(); });
        draw_text_fitted(look, {row.Max.x, middle}, Role::note, p.text3,
                         state.work == ZoneWork::measuring ? work_text(state)
                         : none ? "expected by the model; nothing was timed yet"
                                : "some k were not timed",
                         row.Max.x - left, anchor_middle_right);
        return;
    }
    float x = row.Max.x;
    x -= draw_text(look, {x, middle}, Role::card_title,
                   judged->attained >= ghost::enough_attained ? p.text : p.damped,
                   format_fixed(100 * judged->attained, 1) + thin_space + "%", anchor_middle_right)
             .x;
    const std::string words = "of the best speed attained by the model's choice";
    draw_text_fitted(look, {x - look.px(8), middle}, Role::note, p.text2, words,
                     x - look.px(8) - left, anchor_middle_right);
}

void take_clicked(const PanelContext& context, const ZoneState& state, const Plot& plot) {
    if (!plot.hovered())
        return;
    const double pointed = plot.pointed_x();
    const auto nearest = std::ranges::min_element(
        state.row.candidates, {},
        [&](const ghost::Candidate& candidate) { return std::abs(candidate.steps() - pointed); });
    item_tooltip(context.look, tooltip_of(*nearest));
    if (ImGui::IsItemClicked()) {
        ZoneSetting next = context.snapshot.settings.zones;
        next.steps = nearest->steps();
        context.emit(command::SetZones{next});
    }
}

void draw_plot(const PanelContext& context, const ZoneState& state, const ImRect& area) {
    const Look& look = context.look;
    const ghost::StudyRow& row = state.row;
    const double most = longest(row);
    const TimeUnit unit = unit_for(most);
    const int last = row.candidates.back().steps();
    PlotAxes axes;
    axes.x = {0.4, last + 0.6};
    axes.y = {0, headroom * most / unit.seconds};
    axes.x_ticks = step_labels(row, area.GetWidth(), look.px(34));
    axes.y_ticks = value_ticks(axes.y, area.GetHeight() > look.px(150) ? 5 : 3);
    Plot plot(look, "Zone chart", area, axes);
    if (!plot.visible())
        return;
    take_clicked(context, state, plot);
    const float pitch = plot.inner().GetWidth() / static_cast<float>(axes.x.span());
    const float half = std::floor(std::min(look.px(widest_bar), pitch * 0.7f) / 2);
    const int steps = steps_in_force(state, context.snapshot.settings.zones.steps);
    for (const ghost::Candidate& candidate : row.candidates) {
        const bool lit = candidate.steps() == steps;
        draw_bar(look, plot, candidate, unit, half, lit);
        if (lit) {
            const ImVec2 foot = plot.to_screen(steps, 0);
            ImGui::GetWindowDrawList()->AddRectFilled(
                ImVec2(std::floor(foot.x - half), foot.y + look.px(1)),
                ImVec2(std::floor(foot.x + half), foot.y + look.px(3)), look.colour.accent);
        }
    }
    for (const ghost::Candidate& candidate : row.candidates)
        draw_point(look, plot, candidate, unit);
    draw_labels(look, plot, state, unit);
}

}  // namespace

void draw_zone_chart(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    context.mark("zone-chart", area);
    const float pad = look.px(16);
    Rows rows(ImRect(area.Min.x + pad, area.Min.y, area.Max.x - pad, area.Max.y - look.px(8)));
    const bool low = area.GetHeight() < look.px(room_for_legend);
    const ImRect title = rows.take(look.px(low ? low_header_height : header_height));
    float used = draw_text(look, {title.Min.x, title.GetCenter().y}, Role::title, p.text,
                           "Time per step", anchor_middle_left)
                     .x;
    const ZoneState* state = context.snapshot.zones.get();
    if (state == nullptr || !state->predicted()) {
        const std::string why = state == nullptr            ? "starts"
                                : !state->problem.empty()   ? state->problem
                                : work_text(*state).empty() ? "appears with the model"
                                                            : work_text(*state);
        const ImRect rest(ImVec2(rows.left(), rows.y()), ImVec2(rows.right(), area.Max.y));
        draw_text(look, rest.GetCenter(), Role::note, p.text3, why, anchor_middle,
                  rest.GetWidth() - look.px(40));
        return;
    }
    const std::string axes = std::string(unit_for(longest(state->row)).name) + ", over k";
    if (low)  // the terms have their colours beside the figures, too
        used +=
            look.px(10) + draw_text(look, {title.Min.x + used + look.px(10), title.GetCenter().y},
                                    Role::caption, p.text3, axes, anchor_middle_left)
                              .x;
    draw_attained(look, *state, title, title.Min.x + used + look.px(20));
    if (!low) {
        const ImRect legend = rows.take(look.px(legend_row));
        draw_legend_row(look, state->row, legend);
        draw_text(look, {legend.Max.x, legend.Min.y}, Role::caption, p.text3, axes, anchor_right);
    }
    draw_plot(context, *state, rows.take(rows.remaining()));
}

}  // namespace heatlab::ui
