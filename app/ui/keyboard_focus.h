#pragma once

#include <imgui.h>

namespace heatlab::ui {

/// Shows the keyboard focus on Tab. Until then, and again after Esc, arrows and Space belong to the
/// run: windows take no navigation.
class KeyboardFocus {
public:
    ImGuiWindowFlags flags() const;
    void begin_frame();
    void end_frame();

private:
    int entering_ = 0;
};

}  // namespace heatlab::ui
