#include "app/ui/panels/badge.h"

#include <algorithm>

#include "app/ui/widgets/button.h"
#include "app/ui/widgets/marks.h"

namespace heatlab::ui {
namespace {

constexpr float padding = 16;
constexpr float disc = 30;
constexpr float sentence_top = 52;
constexpr float tint_seconds = 0.18f;

float sentence_height(const Look& look, const StabilityText& text, float width) {
    const float wrap = width - 2 * look.px(padding);
    return std::max(2 * look.line_height(Role::body),
                    text_size(look, Role::body, text.sentence, wrap).y);
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

void draw_figures(const Look& look, const ImRect& area, float top, const StabilityText& text,
                  FieldState state, ImU32 colour) {
    const Palette& p = look.colour;
    // The grid's bound has the most digits, so its column is the widest.
    constexpr std::array<float, 4> starts{0.0f, 0.165f, 0.505f, 0.76f};
    const float left = area.Min.x + look.px(padding);
    const float width = area.GetWidth() - 2 * look.px(padding);
    for (std::size_t i = 0; i < text.metrics.size(); ++i) {
        Metric metric;
        metric.caption = text.metrics[i].label;
        metric.value = text.metrics[i].value;
        metric.colour =
            is_alarming(state) && i >= 2 ? mix(colour, p.text, p.dark() ? 0.25f : 0.0f) : p.text;
        draw_metric(look, ImVec2(std::floor(left + starts[i] * width), top), metric, Role::figure,
                    is_alarming(state) ? p.text2 : p.text3);
    }
}

}  // namespace

float badge_height(const PanelContext& context, float width) {
    const Look& look = context.look;
    const StabilityText text = describe_stability(context.snapshot);
    return look.px(sentence_top) + sentence_height(look, text, width) + look.px(9) +
           metric_height(look, Role::figure) + look.px(12);
}

void draw_badge(const PanelContext& context, const ImRect& area) {
    const Look& look = context.look;
    const Palette& p = look.colour;
    const StabilityText text = describe_stability(context.snapshot);
    const FieldState state = text.state;
    const ImU32 colour = state_colour(p, state);
    draw_surface(look, area, state, colour);
    // An item, so that tests and the read-aloud of a focus find the badge.
    ImGui::SetCursorScreenPos(area.Min);
    ImGui::Dummy(area.GetSize());

    const float pad = look.px(padding);
    const ImVec2 centre(area.Min.x + pad + look.px(disc) / 2,
                        area.Min.y + look.px(14) + look.px(disc) / 2);
    draw_disc(look, centre, state, colour);
    const ImU32 r_colour =
        is_alarming(state) ? mix(colour, p.text, p.dark() ? 0.25f : 0.0f) : p.text2;
    const float r_width = draw_text(look, ImVec2(area.Max.x - pad, centre.y), Role::card_title,
                                    r_colour, text.r, anchor_middle_right)
                              .x;
    const float title_left = centre.x + look.px(disc) / 2 + look.px(12);
    draw_text_fitted(look, ImVec2(title_left, centre.y), Role::card_title, p.text, text.title,
                     area.Max.x - pad - r_width - look.px(8) - title_left, anchor_middle_left);
    const float sentence_y = area.Min.y + look.px(sentence_top);
    draw_text(look, ImVec2(area.Min.x + pad, sentence_y), Role::body,
              is_alarming(state) ? p.text : p.text2, text.sentence, {}, area.GetWidth() - 2 * pad);
    const float figures_y = sentence_y + sentence_height(look, text, area.GetWidth()) + look.px(9);
    draw_figures(look, area, figures_y, text, state, colour);
}

}  // namespace heatlab::ui
