#include "app/ui/curve_view.h"

#include <array>

#include "app/ui/field_numbers.h"
#include "app/ui/widgets/sheet.h"
#include "render/curve_renderer.h"

namespace heatlab::ui {

void draw_curve(const Look& look, const FieldImage& image, const FieldCanvas& canvas) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImRect& rect = canvas.curve;
    list.AddRectFilled(rect.Min, rect.Max, look.colour.card, look.px(4));
    if (image.curve != 0) {
        const ImVec2 size(static_cast<float>(image.width) / canvas.pixel_ratio,
                          static_cast<float>(image.curve_height) / canvas.pixel_ratio);
        list.AddImage(static_cast<ImTextureID>(image.curve), rect.Min, rect.Min + size);
    }
    list.AddRect(rect.Min, rect.Max, look.colour.line, look.px(4), look.hairline());
}

void draw_curve_axis(const Look& look, const FieldCanvas& canvas, double low, double high) {
    const ImRect& rect = canvas.curve;
    if (rect.GetHeight() <= 0)
        return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const CurveRange range(low, high);
    // The renderer leaves so much free above and below.
    const float margin = (CurveStyle{}.thickness * look.scale + 1) / canvas.pixel_ratio;
    const auto y_of = [&](double value) {
        const auto share = static_cast<float>((value - range.low) / (range.high - range.low));
        return std::round(rect.Max.y - margin - share * (rect.GetHeight() - 2 * margin));
    };
    const BarScale scale = bar_scale(low, high);
    for (const double value : {low, 0.5 * (low + high), high}) {
        const float y = y_of(value);
        list.AddRectFilled({rect.Min.x + look.px(1), y}, {rect.Max.x - look.px(1), y + 1},
                           fade(look.colour.line2, 0.5f));
        const std::string number = bar_number(value, scale);
        const ImVec2 size = text_size(look, Role::caption, number);
        const ImVec2 at(rect.Min.x + look.px(8), y - size.y - look.px(1));
        list.AddRectFilled(at - ImVec2(look.px(2), 0), at + ImVec2(size.x + look.px(2), size.y),
                           fade(look.colour.card, 0.8f));
        draw_text(look, at, Role::caption, look.colour.text2, number);
    }
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (canvas.picture.Contains(pointer) || rect.Contains(pointer))
        list.AddRectFilled({std::floor(pointer.x), rect.Min.y},
                           {std::floor(pointer.x) + look.hairline(), rect.Max.y},
                           fade(look.colour.text3, 0.6f));
}

}  // namespace heatlab::ui
