#include "app/ui/compare/difference_bar.h"

#include <algorithm>
#include <cmath>

#include "app/ui/colour_bar.h"
#include "app/ui/field_numbers.h"
#include "app/ui/plot_axis.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr float bar_width = 16;
constexpr float caption_row = 20;
constexpr float tick_length = 5;
constexpr float label_gap = 10;

std::string signed_label(const char* sign, const std::string& number) {
    return sign + number;
}

/// Decades from `smallest` on, mirrored; every so many that `most` numbers are enough.
void add_decades(std::vector<DifferenceTick>& ticks, const Comparison& comparison, int most) {
    const int decades = static_cast<int>(std::floor(comparison.picture_range - 1 + 1e-9)) + 1;
    const int each_side = std::max(1, (most - 1) / 2);
    const int stride = (decades + each_side - 1) / each_side;
    const int lowest = static_cast<int>(std::lround(std::log10(comparison.smallest)));
    for (int i = 0; i < decades; i += stride) {
        const double at = (1 + i) / comparison.picture_range;
        const std::string number = power_of_ten(lowest + i);
        ticks.push_back({at, signed_label("+", number)});
        ticks.push_back({-at, signed_label("\u2212", number)});
    }
}

}  // namespace

std::vector<DifferenceTick> difference_ticks(const Comparison& comparison, DifferenceScale scale,
                                             bool all_zero, int most) {
    const double range = comparison.picture_range;
    std::vector<DifferenceTick> ticks{{0, "0"}};
    if (all_zero || !(range > 0) || !std::isfinite(range))
        return ticks;
    if (scale == DifferenceScale::logarithmic && comparison.smallest > 0) {
        add_decades(ticks, comparison, most);
    } else {
        const BarScale numbers = bar_scale(-range, range);
        const int each_side = most >= 5 ? 2 : 1;
        for (int i = 1; i <= each_side; ++i) {
            const double at = static_cast<double>(i) / each_side;
            ticks.push_back({at, bar_number(at * range, numbers)});
            ticks.push_back({-at, bar_number(-at * range, numbers)});
        }
    }
    std::sort(ticks.begin(), ticks.end(),
              [](const DifferenceTick& a, const DifferenceTick& b) { return a.at < b.at; });
    return ticks;
}

std::string difference_factor(const Comparison& comparison, DifferenceScale scale, bool all_zero) {
    const double range = comparison.picture_range;
    if (all_zero || scale == DifferenceScale::logarithmic || !(range > 0) || !std::isfinite(range))
        return {};
    const std::vector<std::string> captions = bar_captions(bar_scale(-range, range));
    return captions.empty() ? std::string() : captions.front();
}

void draw_difference_bar(const PanelContext& context, const ImRect& area, bool all_zero) {
    const Look& look = context.look;
    const Comparison& comparison = context.snapshot.comparison;
    const DifferenceScale scale = context.snapshot.settings.comparison.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImRect bar(area.Min.x, area.Min.y, area.Min.x + look.px(bar_width), area.Max.y);
    const std::string factor = difference_factor(comparison, scale, all_zero);
    if (!factor.empty()) {
        bar.Max.y -= look.px(caption_row);
        draw_text_fitted(look, {bar.Min.x, bar.Max.y + look.px(caption_row) / 2 + look.px(3)},
                         Role::note, look.colour.text2, factor, area.Max.x + look.px(8) - bar.Min.x,
                         anchor_middle_left);
    }
    draw_map_upright(list, bar, context.colormaps.find(signed_colormap(look.colour.kind)));
    mask_corners(list, bar, look.px(3), look.colour.panel);
    list.AddRect(bar.Min, bar.Max, look.colour.line, look.px(3), look.hairline());
    const float half = look.line_height(Role::caption) / 2;
    const int most = static_cast<int>(bar.GetHeight() / look.px(26));
    for (const DifferenceTick& tick : difference_ticks(comparison, scale, all_zero, most)) {
        const float y =
            std::floor(bar.GetCenter().y - static_cast<float>(tick.at) * bar.GetHeight() / 2);
        const float tick_y = std::clamp(y, bar.Min.y, bar.Max.y - look.hairline());
        list.AddRectFilled({bar.Max.x + look.px(3), tick_y},
                           {bar.Max.x + look.px(3 + tick_length), tick_y + look.hairline()},
                           look.colour.line2);
        const float label_y =
            std::clamp(y, bar.Min.y + half - look.px(3), bar.Max.y - half + look.px(3));
        draw_text(look, {bar.Max.x + look.px(label_gap + 2), label_y}, Role::note,
                  look.colour.text2, tick.label, anchor_middle_left);
    }
}

}  // namespace heatlab::ui
