#pragma once

#include "app/ui/factor_map.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a step does to each wave: g over the angles, and over it, where it is switched on, the
/// waves that the field holds. Map and words stand side by side in a low sheet, one above the other
/// in a narrow one.
class SpectrumPanel {
public:
    /// Into the current window.
    void draw(const PanelContext& context);

private:
    void draw_map(const PanelContext& context, const ImRect& box);

    FactorMap map_;
};

}  // namespace heatlab::ui
