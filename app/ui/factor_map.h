#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <memory>

#include "app/ui/theme.h"
#include "render/colormap.h"
#include "sim/spectrum.h"

namespace heatlab::ui {

/// The amplification factor g over the angles (kx, ky) from 0 to pi, as a picture in a texture that
/// Dear ImGui's renderer uploads: colours for g from 1 to -1, hatched where |g| > 1, a white line
/// where |g| = 1, and white dots for the waves that the field holds. Repainted only when something
/// of that changed.
class FactorMap {
public:
    FactorMap();
    ~FactorMap();
    FactorMap(const FactorMap&) = delete;
    FactorMap& operator=(const FactorMap&) = delete;

    struct Content {
        double r = 0;
        int dimensions = 2;                        ///< of one only kx counts
        std::shared_ptr<const Spectrum> spectrum;  ///< null: no dots
        ThemeKind theme = ThemeKind::dark;
        float scale = 1;
    };
    /// Draws over a square `area`, kx to the right and ky upwards. `colours`: of g, -1 to 1.
    void draw(ImDrawList& list, const ImRect& area, const ColorMap& colours,
              const Content& content);

private:
    void paint(const ColorMap& colours, const Content& content);
    void paint_dots(const Spectrum& spectrum);

    std::unique_ptr<ImTextureData> texture_;
    Content painted_;
    int side_ = 0;
};

/// Radius of a wave's dot in [0, 1] by the logarithm of its amplitude: 1 for `largest`, 0 from a
/// millionth of it down.
float dot_size(double amplitude, double largest);

}  // namespace heatlab::ui
