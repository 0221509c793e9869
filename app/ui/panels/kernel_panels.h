#pragma once

#include "app/ui/panels/source.h"

namespace heatlab::ui {

/// What there is about kernels: their figures on this grid, and their source. A sheet each where
/// there is room for tabs, else pages of one sheet.
struct KernelPanels {
    SourcePanel source;
    int page = 0;

    /// All as pages, into the current window.
    void draw_pages(const PanelContext& context);
};

}  // namespace heatlab::ui
