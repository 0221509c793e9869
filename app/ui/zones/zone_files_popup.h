#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// At the right end of `row`: a button whose popup takes the text files of the application's start
/// and source, where it takes such, and saves the scene's cells as one. `open`: kept by the caller.
/// Answers the width taken.
float draw_zone_files(const PanelContext& context, const ImRect& row, bool& open);

}  // namespace heatlab::ui
