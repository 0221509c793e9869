#pragma once

#include <memory>

#include "app/ui/panel_context.h"
#include "app/ui/panels/source_page.h"

namespace heatlab::ui {

/// The source that runs for the k in force, as it was generated; where its compiler refused it,
/// with the line. Into the current window, from the cursor on.
class ZoneSourcePanel {
public:
    void draw(const PanelContext& context);

private:
    std::unique_ptr<SourcePage> page_;
    std::shared_ptr<const ZoneSource> shown_;
    SourceReader reader_;
};

}  // namespace heatlab::ui
