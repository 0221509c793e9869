#pragma once

#include "app/ui/panels/sizes.h"
#include "app/ui/panels/source.h"

namespace heatlab::ui {

/// What there is about kernels: their figures on this grid, their source, and their time against
/// the size of the grid. A sheet each where there is room for tabs, else pages of one sheet.
struct KernelPanels {
    SourcePanel source;
    SizesPanel sizes;
    int page = 0;

    /// All as pages, into the current window.
    void draw_pages(const PanelContext& context);
};

}  // namespace heatlab::ui
