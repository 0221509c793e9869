#include "app/ui/zones/scene_colours.h"

namespace heatlab::ui {
namespace {

/// From `first` to `last` in all three channels.
ColorMap grey_map(int first, int last) {
    ColorMap map;
    map.name = "grey";
    map.title = "grey";
    for (int i = 0; i < colormap_entries; ++i) {
        const auto level =
            static_cast<std::uint8_t>(first + (last - first) * i / (colormap_entries - 1));
        map.table[static_cast<std::size_t>(i)] = {level, level, level};
    }
    map.under = map.table.front();
    map.over = map.table.back();
    return map;
}

}  // namespace

const ColorMap& scene_map(SceneColours colours, const ColorMapLibrary& library,
                          const std::string& chosen, ThemeKind theme) {
    // What lies ahead is as quiet as the sheet that it lies on.
    static const ColorMap dark = grey_map(0x1C, 0x50);
    static const ColorMap light = grey_map(0xF0, 0xB4);
    switch (colours) {
        case SceneColours::balanced:
            return library.find(signed_colormap(theme));
        case SceneColours::grey:
            return theme == ThemeKind::dark ? dark : light;
        case SceneColours::map:
            break;
    }
    return library.find(chosen);
}

}  // namespace heatlab::ui
