#pragma once

#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// "CUDA" and the device, or "CPU" and its threads.
struct BackendWords {
    std::string strong;
    std::string detail;
};
BackendWords backend_words(const Snapshot& snapshot);

/// How much the pill says of the backend.
enum class PillWords { whole, fitted, strong, none };

/// The least that a form takes, framebuffer pixels.
float backend_width(const Look& look, const BackendWords& words, PillWords form);
/// Who computes, at the right of the bar. `width`: at least that of its form.
void draw_backend(const PanelContext& context, float right, float middle, float width,
                  PillWords form);

}  // namespace heatlab::ui
