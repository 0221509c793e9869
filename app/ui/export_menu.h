#pragma once

#include <string_view>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Call last in a window that shows `plot`, a name of `exported_plots()`: a right click on it
/// offers its figures as a table and `area` as a picture, by way of InterfaceState::export_wish.
void export_menu(const PanelContext& context, std::string_view plot, const ImRect& area);

}  // namespace heatlab::ui
