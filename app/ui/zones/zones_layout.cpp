#include "app/ui/zones/zones_layout.h"

#include "app/ui/transport.h"

namespace heatlab::ui {
namespace {

constexpr float gap = 8;
constexpr float wide_column = 404;
constexpr float compact_column = 356;
constexpr float controls_height = 58;
constexpr float controls_of_two_rows = 100;
constexpr float figures_share = 0.52f;
/// Of the height below the controls.
constexpr float pictures_share = 0.56f;
constexpr float pictures_share_of_low = 0.5f;  ///< where the chart would get too little
constexpr float low_room = 330;
constexpr float scene_share = 0.55f;  ///< of the width

}  // namespace

ZonesLayout zones_layout(const Look& look, WidthClass width_class, const ImRect& area) {
    ZonesLayout layout;
    const float space = look.px(gap);
    const bool narrow = width_class == WidthClass::narrow;
    const bool wide = width_class == WidthClass::wide;
    layout.controls = area;
    layout.controls.Max.y = area.Min.y + look.px(narrow ? controls_of_two_rows : controls_height);
    ImRect rest(ImVec2(area.Min.x, layout.controls.Max.y + space), area.Max);
    if (!narrow) {
        layout.figures = rest;
        layout.figures.Min.x = rest.Max.x - look.px(wide ? wide_column : compact_column);
        rest.Max.x = layout.figures.Min.x - space;
    }
    if (wide) {
        layout.source = layout.figures;
        layout.figures.Max.y = rest.Min.y + std::floor(rest.GetHeight() * figures_share);
        layout.source.Min.y = layout.figures.Max.y + space;
    }
    layout.transport = rest;
    layout.transport.Min.y = rest.Max.y - look.px(transport_height);
    rest.Max.y = layout.transport.Min.y - space;
    ImRect pictures = rest;
    const bool low = rest.GetHeight() < look.px(low_room);
    pictures.Max.y =
        rest.Min.y + std::floor(rest.GetHeight() * (low ? pictures_share_of_low : pictures_share));
    layout.chart = ImRect(ImVec2(rest.Min.x, pictures.Max.y + space), rest.Max);
    layout.scene = pictures;
    layout.scene.Max.x = rest.Min.x + std::floor(rest.GetWidth() * scene_share);
    layout.tile = ImRect(ImVec2(layout.scene.Max.x + space, pictures.Min.y), pictures.Max);
    return layout;
}

}  // namespace heatlab::ui
