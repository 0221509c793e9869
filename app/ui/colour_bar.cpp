#include "app/ui/colour_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/field_numbers.h"
#include "app/ui/widgets/number_field.h"
#include "app/ui/widgets/ratio_slider.h"
#include "app/ui/widgets/sheet.h"
#include "render/field_renderer.h"

namespace heatlab::ui {
namespace {

constexpr float bar_width = 16;
constexpr float histogram_width = 20;  ///< less where the numbers need the room
constexpr float narrow_histogram = 5;
constexpr float label_gap = 5;
constexpr float edge_gap = 4;  ///< between the numbers and the sheet's edge
constexpr float cap_height = 8;
constexpr float legend_row = 20;
constexpr float plain_bar_width = 14;
constexpr float plain_caption_row = 17;
constexpr float bound_height = 26;  ///< of the fields of a locked range

struct BarGeometry {
    ImRect bar;       ///< of the map alone
    float histogram;  ///< its width
    float label_x;
    bool locked;
    BarScale scale;
};

double tick_value(const Snapshot& snapshot, int index) {
    return snapshot.range_low + (snapshot.range_high - snapshot.range_low) * index / 4;
}

/// Room for the widest number; the histogram gets what is left.
float histogram_room(const PanelContext& context, const BarScale& scale, float gutter) {
    const Look& look = context.look;
    float widest = 0;
    for (int i = 0; i < 5; ++i) {
        const std::string number = bar_number(tick_value(context.snapshot, i), scale);
        widest = std::max(widest, text_size(look, Role::note, number).x);
    }
    const float left = gutter - look.px(bar_width + 2 * label_gap + edge_gap) - std::ceil(widest);
    return std::clamp(left, look.px(narrow_histogram), look.px(histogram_width));
}

void draw_histogram(const PanelContext& context, ImDrawList& list, const ImRect& bar, float width) {
    const Look& look = context.look;
    if (!context.snapshot.statistics)
        return;
    const auto& bins = context.snapshot.statistics->histogram;
    const std::uint32_t largest = *std::max_element(bins.begin(), bins.end());
    if (largest == 0)
        return;
    const float x = bar.Max.x + look.px(label_gap);
    const auto count = static_cast<float>(bins.size());
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0)
            continue;
        const float share = std::sqrt(static_cast<float>(bins[i]) / static_cast<float>(largest));
        const auto index = static_cast<float>(i);
        const float low = std::floor(bar.Max.y - bar.GetHeight() * index / count);
        const float high = std::floor(bar.Max.y - bar.GetHeight() * (index + 1) / count);
        list.AddRectFilled({x, high}, {x + std::max(look.hairline(), share * width), low},
                           look.colour.control_active);
    }
}

void draw_numbers(const PanelContext& context, ImDrawList& list, const BarGeometry& geometry) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    const ImRect& bar = geometry.bar;
    for (int i = 0; i < 5; ++i) {
        const bool end = i == 0 || i == 4;
        const float t = static_cast<float>(i) / 4;
        const float y = std::floor(bar.Max.y - bar.GetHeight() * t);
        const double value = tick_value(snapshot, i);
        const float tick_y = i == 0 ? y - look.hairline() : y;
        list.AddRectFilled({bar.Max.x + look.px(3), tick_y},
                           {geometry.label_x - look.px(label_gap), tick_y + look.hairline()},
                           look.colour.line2);
        if (end && geometry.locked)
            continue;
        const float half = look.line_height(Role::caption) / 2;
        const float label_y =
            std::clamp(y, bar.Min.y + half - look.px(3), bar.Max.y - half + look.px(3));
        draw_text(look, {geometry.label_x, label_y}, Role::note, look.colour.text2,
                  bar_number(value, geometry.scale), anchor_middle_left);
    }
}

/// The bounds of a locked range are typed above and below the bar.
void draw_bounds(const PanelContext& context, const ImRect& area, float right) {
    const Look& look = context.look;
    RangeSetting range = context.snapshot.settings.range;
    const float height = look.px(bound_height);
    const auto field = [&](const char* id, float top, double value, std::string_view tooltip) {
        // A power of ten leaves room for fewer digits.
        const bool plain = std::abs(value) >= 1e-2 && std::abs(value) < 1e5;
        return number_field(look, id, {area.Min.x, top, right, top + height},
                            shown_number(value, 1, plain ? 5 : 3),
                            {.tooltip = tooltip, .padding = 6});
    };
    const auto high = field("Range high", area.Min.y, range.high, "Upper bound of the range");
    const auto low = field("Range low", area.Max.y - height, range.low, "Lower bound of the range");
    range.high = high.value_or(range.high);
    range.low = low.value_or(range.low);
    if (high || low)
        context.emit(command::SetRange{range});
}

/// What the numbers beside the bar are multiplied by, and what is added to them.
void draw_captions(const PanelContext& context, const std::vector<std::string>& lines, ImVec2 at,
                   float width) {
    const Look& look = context.look;
    for (const std::string& line : lines) {
        draw_text_fitted(look, {at.x, at.y + look.px(legend_row) / 2}, Role::note,
                         look.colour.text2, line, width, anchor_middle_left);
        at.y += look.px(legend_row);
    }
}

void draw_caps(const Look& look, ImDrawList& list, const ImRect& bar, const ColorMap& map) {
    const float gap = look.px(2);
    const float height = look.px(cap_height);
    list.AddRectFilled({bar.Min.x, bar.Min.y - gap - height}, {bar.Max.x, bar.Min.y - gap},
                       packed(map.over), look.px(3));
    list.AddRectFilled({bar.Min.x, bar.Max.y + gap}, {bar.Max.x, bar.Max.y + gap + height},
                       packed(map.under), look.px(3));
}

void draw_hovered(const PanelContext& context, ImDrawList& list, const ImRect& bar, float value) {
    const Look& look = context.look;
    const double span = context.snapshot.range_high - context.snapshot.range_low;
    if (!std::isfinite(value) || !(span > 0))
        return;
    const double t = std::clamp((value - context.snapshot.range_low) / span, 0.0, 1.0);
    const float y = std::floor(bar.Max.y - bar.GetHeight() * static_cast<float>(t));
    const float x = bar.Min.x - look.px(1);
    list.AddTriangleFilled({x - look.px(8), y - look.px(6)}, {x, y},
                           {x - look.px(8), y + look.px(6)}, look.colour.text);
}

struct LegendRow {
    const char* name;
    const StripeStyle& style;
};

/// A swatch with the stripes that the field has.
void draw_stripes(const Look& look, ImDrawList& list, const ImRect& area,
                  const StripeStyle& style) {
    list.AddRectFilled(area.Min, area.Max, packed(style.dark));
    list.PushClipRect(area.Min, area.Max, true);
    const float step = look.px(6);
    const float size = area.GetHeight();
    const float thick = look.px(3);
    const ImU32 light = packed(style.light);
    for (float at = -size; at < 2 * size; at += step) {
        const float x = area.Min.x + at;
        const float y = area.Min.y + at;
        switch (style.direction) {
            case StripeStyle::Direction::rising:
                list.AddLine({x, area.Max.y}, {x + size, area.Min.y}, light, thick);
                break;
            case StripeStyle::Direction::falling:
                list.AddLine({x, area.Min.y}, {x + size, area.Max.y}, light, thick);
                break;
            case StripeStyle::Direction::vertical:
                list.AddRectFilled({x, area.Min.y}, {x + thick, area.Max.y}, light);
                break;
            case StripeStyle::Direction::horizontal:
                list.AddRectFilled({area.Min.x, y}, {area.Max.x, y + thick}, light);
                break;
        }
    }
    list.PopClipRect();
}

void draw_legend_rows(const PanelContext& context, ImDrawList& list, float x, float y) {
    const Look& look = context.look;
    const std::array<LegendRow, 3> rows{{{"NaN", nan_stripes},
                                         {"+∞", positive_infinity_stripes},
                                         {"−∞", negative_infinity_stripes}}};
    for (const LegendRow& row : rows) {
        const float side = look.px(14);
        draw_stripes(look, list, {x, y, x + side, y + side}, row.style);
        draw_text(look, {x + side + look.px(6), y + side / 2}, Role::caption, look.colour.text2,
                  row.name, anchor_middle_left);
        y += look.px(legend_row);
    }
}

}  // namespace

void draw_map_upright(ImDrawList& list, const ImRect& bar, const ColorMap& map) {
    // One rule per pixel row: exact at any height, and no seams.
    const int rows = static_cast<int>(bar.GetHeight());
    for (int i = 0; i < rows; ++i) {
        const float t = 1.0f - (static_cast<float>(i) + 0.5f) / static_cast<float>(rows);
        const float y = bar.Min.y + static_cast<float>(i);
        list.AddRectFilled({bar.Min.x, y}, {bar.Max.x, y + 1}, packed(map.sample(t)));
    }
}

void draw_plain_bar(const Look& look, const ImRect& area, const ColorMap& map, double low,
                    double high) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const BarScale scale = bar_scale(low, high);
    const std::vector<std::string> captions = bar_captions(scale);
    ImRect bar(area.Min, ImVec2(area.Min.x + look.px(plain_bar_width), area.Max.y));
    const float below = static_cast<float>(captions.size()) * look.px(plain_caption_row);
    bar.Max.y = std::max(bar.Min.y, bar.Max.y - below);
    draw_map_upright(list, bar, map);
    mask_corners(list, bar, look.px(3), look.colour.panel);
    list.AddRect(bar.Min, bar.Max, look.colour.line, look.px(3), look.hairline());
    const float height = bar.GetHeight();
    const int marks = height > look.px(120) ? 5 : height > look.px(60) ? 3 : 2;
    const float half = look.line_height(Role::caption) / 2;
    for (int i = 0; i < marks; ++i) {
        const float part = static_cast<float>(i) / static_cast<float>(marks - 1);
        const double value = low + static_cast<double>(part) * (high - low);
        const float y = std::clamp(bar.Max.y - part * height, bar.Min.y + half - look.px(2),
                                   std::max(bar.Min.y + half, bar.Max.y - half) + look.px(2));
        draw_text(look, {bar.Max.x + look.px(label_gap), y}, Role::caption, look.colour.text2,
                  bar_number(value, scale), anchor_middle_left);
    }
    float y = bar.Max.y + look.px(plain_caption_row) / 2 + look.px(2);
    for (const std::string& line : captions) {
        draw_text(look, {bar.Min.x, y}, Role::caption, look.colour.text2, line, anchor_middle_left);
        y += look.px(plain_caption_row);
    }
}

void draw_colour_bar(const PanelContext& context, const ImRect& area,
                     std::optional<float> hovered) {
    const Look& look = context.look;
    const Snapshot& snapshot = context.snapshot;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ColorMap& map = context.colormaps.find(snapshot.settings.colormap);
    const bool locked = snapshot.settings.range.mode == RangeMode::locked;
    const bool legend = snapshot.statistics && snapshot.statistics->non_finite_cells > 0;

    const float right = area.Max.x + look.px(8);
    const BarScale scale = bar_scale(snapshot.range_low, snapshot.range_high);
    const std::vector<std::string> captions = bar_captions(scale);
    ImRect bar(area.Min.x, area.Min.y, area.Min.x + look.px(bar_width), area.Max.y);
    const int rows = static_cast<int>(captions.size()) + (legend ? 3 : 0);
    if (rows > 0)
        bar.Max.y -= static_cast<float>(rows) * look.px(legend_row) + look.px(4);
    const ImVec2 below{area.Min.x, bar.Max.y + look.px(6)};
    if (locked) {
        draw_bounds(context, bar, right);
        const float cap = look.px(cap_height + 2) + look.px(bound_height + 4);
        bar.Min.y += cap;
        bar.Max.y -= cap;
    }
    const float histogram = histogram_room(context, scale, right + look.px(8) - area.Min.x);
    const BarGeometry geometry{bar, histogram, bar.Max.x + 2 * look.px(label_gap) + histogram,
                               locked, scale};
    draw_map_upright(list, bar, map);
    mask_corners(list, bar, look.px(3), look.colour.panel);
    draw_histogram(context, list, bar, geometry.histogram);
    draw_numbers(context, list, geometry);
    if (locked)
        draw_caps(look, list, bar, map);
    if (hovered)
        draw_hovered(context, list, bar, *hovered);
    draw_captions(context, captions, below, right - area.Min.x);
    if (legend)
        draw_legend_rows(context, list, below.x,
                         below.y + static_cast<float>(captions.size()) * look.px(legend_row));
}

}  // namespace heatlab::ui
