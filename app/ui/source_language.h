#pragma once

#include <TextEditor.h>

#include "app/ui/theme.h"

namespace heatlab::ui {

/// C++ and CUDA's words in it, as the source panel tells them apart: keywords (those of CUDA too),
/// types, and functions: what CUDA provides, and every name that is called.
TextEditor::Language kernel_language();

TextEditor::Palette source_palette(const Palette& palette);

}  // namespace heatlab::ui
