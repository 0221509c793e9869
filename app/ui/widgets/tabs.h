#pragma once

#include <optional>
#include <span>

#include "app/ui/look.h"

namespace heatlab::ui {

inline constexpr float tab_row_height = 42;  ///< logical pixels

/// Titles side by side, the front one underlined. Each is the item of its title. Returns the tab
/// chosen now, if it is another than `front`.
std::optional<int> tab_row(const Look& look, const ImRect& row, std::span<const char* const> titles,
                           int front);

}  // namespace heatlab::ui
