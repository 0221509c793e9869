#include "app/ui/lesson/front_tab.h"

#include "app/ui/dock_layout.h"

namespace heatlab::ui {

FrontTab front_tab_for(const std::string& show, WidthClass width_class) {
    const bool wide = width_class == WidthClass::wide;
    const bool narrow = width_class == WidthClass::narrow;
    if (show == "growth") {
        return {narrow ? laboratory_window : growth_window, {}, {}};
    }
    if (show == "extremes") {
        return {narrow ? laboratory_window : extremes_window, {}, {}};
    }
    if (show == "timings") {
        return {timings_window, {}, {}};
    }
    if (show == "spectrum") {
        return {spectrum_window, {}, {}};
    }
    if (show == "equations") {
        return {laboratory_window, {}, LaboratorySheet::equations};
    }
    if (show == "decay") {
        return {laboratory_window, {}, LaboratorySheet::exact_mode};
    }
    if (show == "sweep") {
        return {laboratory_window, {}, LaboratorySheet::sweep};
    }
    if (show == "kernels") {
        return {kernels_window, 0, {}};
    }
    if (show == "source") {
        return {wide ? source_window : kernels_window, 1, {}};
    }
    if (show == "sizes") {
        return {wide ? sizes_window : kernels_window, 2, {}};
    }
    return {physics_window, {}, {}};
}

}  // namespace heatlab::ui
