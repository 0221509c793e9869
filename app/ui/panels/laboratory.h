#pragma once

#include <cstddef>

#include "app/ui/panel_context.h"
#include "app/ui/panels/extremes.h"
#include "app/ui/panels/growth.h"
#include "app/ui/panels/spectrum.h"
#include "app/ui/panels/sweep.h"

namespace heatlab::ui {

/// The sheet "Laboratory": equations, exact mode and refinement, sweep, and what is measured at
/// which cost, a page each.
class LaboratorySheet {
public:
    /// Into the current window, from the cursor on.
    void draw(const PanelContext& context);

    enum Page { equations, exact_mode, sweep, switches };
    void show(Page page) { page_ = page; }

private:
    int page_ = equations;
    std::size_t first_equation_ = 0;
    SweepPage sweep_;
};

/// The stability laboratory's displays; what they keep is what their axes show.
struct LaboratoryPanels {
    GrowthPanel growth;
    ExtremesPanel extremes;
    SpectrumPanel spectrum;
    LaboratorySheet sheet;
};

// The pages without a state of their own; each answers where it ends.

/// The equations of this boundary from the `first` on, as many as there is room for; where that is
/// not all of them a button turns the page. Every symbol has a tooltip. Answers with the first one
/// to show next.
std::size_t draw_equations(const PanelContext& context, Rows& rows, std::size_t first);
/// A run from one wave against the discrete and the continuous factor; what half the cell size
/// would do.
void draw_exact_mode(const PanelContext& context, Rows& rows);
void draw_refinement(const PanelContext& context, Rows& rows);
/// What is measured, at which cost.
void draw_switches(const PanelContext& context, Rows& rows);

}  // namespace heatlab::ui
