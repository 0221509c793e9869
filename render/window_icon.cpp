#include "render/window_icon.h"

#include <algorithm>
#include <cmath>

#include "render/colormap.h"

namespace heatlab {

namespace {

struct Dot {
    float x;  ///< in dots from the centre
    float y;
    Rgb color;
};

constexpr Dot dots[] = {
    {0, 0, {0xFB, 0xB8, 0x1B}},  {0, -1, {0xC7, 0x3E, 0x4C}}, {0, 1, {0xB4, 0x32, 0x5A}},
    {-1, 0, {0x96, 0x26, 0x67}}, {1, 0, {0xF1, 0x6E, 0x1E}},
};

}  // namespace

Image make_window_icon(int size) {
    Image icon{size, size, {}};
    icon.rgba.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 4, 0);
    const float centre = static_cast<float>(size) / 2;
    const float pitch = static_cast<float>(size) * 0.335f;
    const float radius = pitch * 0.43f;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            for (const Dot& dot : dots) {
                const float dx = static_cast<float>(x) + 0.5f - (centre + dot.x * pitch);
                const float dy = static_cast<float>(y) + 0.5f - (centre + dot.y * pitch);
                const float cover = std::clamp(radius + 0.5f - std::hypot(dx, dy), 0.0f, 1.0f);
                if (cover <= 0)
                    continue;
                const std::size_t at =
                    (static_cast<std::size_t>(y) * static_cast<std::size_t>(size) +
                     static_cast<std::size_t>(x)) *
                    4;
                icon.rgba[at] = dot.color.r;
                icon.rgba[at + 1] = dot.color.g;
                icon.rgba[at + 2] = dot.color.b;
                icon.rgba[at + 3] = static_cast<std::uint8_t>(std::lround(cover * 255));
            }
    return icon;
}

}  // namespace heatlab
