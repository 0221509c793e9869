#pragma once

#include <optional>
#include <string>

#include "app/ui/panel_context.h"
#include "app/ui/panels/laboratory.h"

namespace heatlab::ui {

/// Where a window of some width shows what a lesson names.
struct FrontTab {
    const char* window = nullptr;     ///< the docked sheet, or the page of a narrow window's panels
    std::optional<int> kernels_page;  ///< of KernelPanels
    std::optional<LaboratorySheet::Page> laboratory_page;
};

/// `show`: of lesson_shows(), but for rooms.
FrontTab front_tab_for(const std::string& show, WidthClass width_class);

}  // namespace heatlab::ui
