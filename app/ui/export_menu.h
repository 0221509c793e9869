#pragma once

#include <functional>
#include <string_view>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Call last in a window that shows `plot`, a name of `exported_plots()`: a right click on it
/// offers its figures as a table and `area` as a picture, by way of InterfaceState::export_wish.
void export_menu(const PanelContext& context, std::string_view plot, const ImRect& area);
/// The same for the whole of the current window.
void export_sheet(const PanelContext& context, std::string_view plot);
/// A drawer's page: what `draw` draws, to be saved as `plot`. Both outlive it.
std::function<void()> exported_page(const PanelContext& context, std::string_view plot,
                                    std::function<void()> draw);

}  // namespace heatlab::ui
