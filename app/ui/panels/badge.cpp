#include "app/ui/panels/badge.h"

#include <algorithm>
#include <array>

#include "app/format.h"
#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float padding = 16;
constexpr float disc = 30;
constexpr float sentence_top = 52;
constexpr float tint_seconds = 0.18f;

/// In a wide column every sentence fits two lines, the longest in the smaller size; in a narrow one
/// some take three.
constexpr float wide_column = 340;

int longest_sentence(const Look& look, float width) {
    return width >= look.px(wide_column) ? 2 : 3;
}

Role sentence_role(const Look& look, const std::string& sentence, float width) {
    const float wrap = width - 2 * look.px(padding);
    const float two_lines = 2 * look.line_height(Role::body) + 1;
    const bool fits = text_size(look, Role::body, sentence, wrap).y <= two_lines;
    return fits || longest_sentence(look, width) > 2 ? Role::body : Role::note;
}

float sentence_height(const Look& look, const StabilityText& text, float width) {
    const float wrap = width - 2 * look.px(padding);
    return std::max(
        2 * look.line_height(Role::body),
        text_size(look, sentence_role(look, text.sentence, width), text.sentence, wrap).y);
}

float height_with(const Look& look, float sentence) {
    return look.px(sentence_top) + sentence + look.px(9) + metric_height(look, Role::figure) +
           look.px(12);
}

/// Fill and border: neutral while calm, tinted past the grid's bound. Returns how far the tint is
/// in.
float draw_surface(const Look& look, const ImRect& area, FieldState state, ImU32 colour) {
    const Palette& p = look.colour;
    const ImGuiID id = ImGui::GetID("badge tint");
    const float linear = animate(look, id, is_alarming(state) ? 1.0f : 0.0f, tint_seconds);
    const float tint = 1 - (1 - linear) * (1 - linear);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(area.Min, area.Max, mix(p.card, colour, 0.17f * tint), look.px(8));
    if (is_alarming(state)) {
        const float width = std::max(1.0f, std::round(1.5f * look.scale));
        list->AddRect(area.Min, area.Max, fade(colour, tint), look.px(8), width);
    } else if (!p.dark()) {
        list->AddRect(area.Min, area.Max, p.line, look.px(8), look.hairline());
    }
    return tint;
}

void draw_disc(const Look& look, ImVec2 centre, FieldState state, ImU32 colour) {
    const Palette& p = look.colour;
    const bool filled = is_alarming(state);
    ImGui::GetWindowDrawList()->AddCircleFilled(centre, look.px(disc) / 2,
                                                filled ? colour : mix(p.card, colour, 0.25f));
    const ImU32 ink = filled ? (p.dark() ? rgb(0x1A0D08) : rgb(0xFFFFFF)) : colour;
    draw_text(look, centre, Role::body, ink, state_icon(state), anchor_middle);
}

/// Left edges of the four figures, as shares of the width, where nothing is unusually long.
constexpr std::array<float, 4> usual_starts{0.0f, 0.155f, 0.53f, 0.78f};

/// The usual columns, or even gaps where a figure has so many digits that it would run into the
/// next.
std::array<float, 4> figure_starts(const Look& look, const std::array<Metric, 4>& metrics,
                                   float width, Role role) {
    std::array<float, 4> starts{};
    bool fits = true;
    float total = 0;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        starts[i] = std::floor(usual_starts[i] * width);
        const float end = starts[i] + metric_width(look, metrics[i], role);
        const float limit =
            i + 1 < metrics.size() ? usual_starts[i + 1] * width - look.px(8) : width;
        fits = fits && end <= limit;
        total += metric_width(look, metrics[i], role);
    }
    if (fits) {
        return starts;
    }
    const float gap = std::max(look.px(6), (width - total) / 3);
    float x = 0;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        starts[i] = std::floor(x);
        x += metric_width(look, metrics[i], role) + gap;
    }
    return starts;
}

void draw_figures(const Look& look, const ImRect& area, float top, const StabilityText& text,
                  FieldState state, ImU32 colour) {
    const Palette& p = look.colour;
    const float left = area.Min.x + look.px(padding);
    const float width = area.GetWidth() - 2 * look.px(padding);
    std::array<Metric, 4> metrics;
    float total = 3 * look.px(6);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        metrics[i].caption = text.metrics[i].label;
        metrics[i].value = text.metrics[i].value;
        metrics[i].colour =
            is_alarming(state) && i >= 2 ? mix(colour, p.text, p.dark() ? 0.25f : 0.0f) : p.text;
        total += metric_width(look, metrics[i], Role::figure);
    }
    const Role role = total <= width ? Role::figure : Role::caption;
    const std::array<float, 4> starts = figure_starts(look, metrics, width, role);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        draw_metric(look, ImVec2(left + starts[i], top), metrics[i], role,
                    is_alarming(state) ? p.text2 : p.text3);
    }
}

/// Disc, title, and r at the right; an r with all its digits gives way to the title.
void draw_heading(const Look& look, const ImRect& area, const StabilityText& text, ImU32 colour,
                  double r) {
    const Palette& p = look.colour;
    const float pad = look.px(padding);
    const ImVec2 centre(area.Min.x + pad + look.px(disc) / 2,
                        area.Min.y + look.px(14) + look.px(disc) / 2);
    draw_disc(look, centre, text.state, colour);
    const float left = centre.x + look.px(disc) / 2 + look.px(12);
    const float right = area.Max.x - pad;
    const float title = text_size(look, Role::card_title, text.title).x;
    const bool fits =
        left + title + look.px(12) + text_size(look, Role::card_title, text.r).x <= right;
    const std::string shown = fits ? text.r : "r ≈ " + format_fixed(r, 3);
    const ImU32 r_colour =
        is_alarming(text.state) ? mix(colour, p.text, p.dark() ? 0.25f : 0.0f) : p.text2;
    const float r_width =
        draw_text(look, ImVec2(right, centre.y), fits ? Role::card_title : Role::title, r_colour,
                  shown, anchor_middle_right)
            .x;
    draw_text_fitted(look, ImVec2(left, centre.y), Role::card_title, p.text, text.title,
                     right - r_width - look.px(8) - left, anchor_middle_left);
}

}  // namespace

float badge_height(const Look& look, float width) {
    return height_with(
        look, static_cast<float>(longest_sentence(look, width)) * look.line_height(Role::body));
}

void draw_badge(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const StabilityText text = describe_stability(context.snapshot);
    const FieldState state = text.state;
    const ImU32 colour = state_colour(p, state);
    context.mark("badge", area);
    draw_surface(look, area, state, colour);
    // An item, so that tests and the read-aloud of a focus find the badge.
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::Dummy(area.GetSize());

    const float pad = look.px(padding);
    draw_heading(look, area, text, colour, context.snapshot.stability.r);
    // A short sentence leaves room: some above it, more below it.
    const float spare =
        area.GetHeight() - height_with(look, sentence_height(look, text, area.GetWidth()));
    const float sentence_y = std::floor(area.Min.y + look.px(sentence_top) + spare * 0.35f);
    draw_text(look, ImVec2(area.Min.x + pad, sentence_y),
              sentence_role(look, text.sentence, area.GetWidth()),
              is_alarming(state) ? p.text : p.text2, text.sentence, {}, area.GetWidth() - 2 * pad);
    const float figures_y = area.Max.y - look.px(12) - metric_height(look, Role::figure);
    draw_figures(look, area, figures_y, text, state, colour);
}

}  // namespace heatlab::ui
