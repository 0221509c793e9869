#pragma once

#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Holds what is shown as text for a quarter of a second; what appears, vanishes or belongs to
/// another kernel, grid or view shows at once.
class ReadingsClock {
public:
    /// Within a frame.
    const Readings& update(const Snapshot& snapshot);

private:
    Readings readings_;
    std::string kernel_;
    GridSize grid_;
    HostCopySetting copies_;
    double due_ = 0;
};

}  // namespace heatlab::ui
