#pragma once

#include <cstddef>

#include "app/ui/panel_context.h"
#include "sim/lesson/wrong_variants.h"

namespace heatlab::ui {

/// Instead of a list of kernels: what view `index` shows is wrong on purpose, and a lesson's to
/// choose. With a button that shows the wrong lines.
void draw_wrong_title(const PanelContext& context, std::size_t index, WrongVariant wrong,
                      const ImRect& area);

}  // namespace heatlab::ui
